#include <acre/elementwise/exponential.hpp>

#include "functions.hpp"

namespace acre::dynamic::detail {

namespace {

constexpr auto exponential_functions_entries = unary_entries(acre::detail::exponential_functions());

}  // namespace

std::span<unary_entry const> exponential_functions() { return exponential_functions_entries; }

}  // namespace acre::dynamic::detail
