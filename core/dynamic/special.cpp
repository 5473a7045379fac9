#include <acre/elementwise/special.hpp>

#include "functions.hpp"

namespace acre::dynamic::detail {

namespace {

constexpr auto special_functions_entries = unary_entries(acre::detail::special_functions());

}  // namespace

std::span<unary_entry const> special_functions() { return special_functions_entries; }

}  // namespace acre::dynamic::detail
