#include <acre/elementwise/functions.hpp>

#include "functions.hpp"

namespace acre::dynamic::detail {

namespace {

constexpr auto rounding_functions_entries = unary_entries(acre::detail::rounding_functions());
constexpr auto float_predicates_entries = unary_entries(acre::detail::float_predicates());

}  // namespace

std::span<unary_entry const> rounding_functions() { return rounding_functions_entries; }
std::span<unary_entry const> float_predicates() { return float_predicates_entries; }

}  // namespace acre::dynamic::detail
