#include <acre/elementwise/arithmetic.hpp>

#include "functions.hpp"

namespace acre::dynamic::detail {

namespace {

constexpr auto power_functions_entries = unary_entries(acre::detail::power_functions());

}  // namespace

std::span<unary_entry const> power_functions() { return power_functions_entries; }

}  // namespace acre::dynamic::detail
