#include "angles.hpp"

#include <acre/elementwise/angles.hpp>
#include <acre/elementwise/steps.hpp>

namespace acre::dynamic::detail {

namespace {

constexpr auto angle_functions_entries = unary_entries(acre::detail::angle_functions());
constexpr auto step_pairs_entries = binary_entries(acre::detail::step_pairs());

}  // namespace

std::span<unary_entry const> angle_functions() { return angle_functions_entries; }
std::span<binary_entry const> step_pairs() { return step_pairs_entries; }

}  // namespace acre::dynamic::detail
