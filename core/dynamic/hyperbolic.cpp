#include <acre/elementwise/hyperbolic.hpp>

#include "functions.hpp"

namespace acre::dynamic::detail {

namespace {

constexpr auto hyperbolic_functions_entries = unary_entries(acre::detail::hyperbolic_functions());

}  // namespace

std::span<unary_entry const> hyperbolic_functions() { return hyperbolic_functions_entries; }

}  // namespace acre::dynamic::detail
