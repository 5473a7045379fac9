#include "angles.hpp"

#include <acre/elementwise/angles.hpp>
#include <acre/elementwise/parts.hpp>
#include <acre/elementwise/steps.hpp>

namespace acre::dynamic::detail {

namespace {

constexpr auto angle_functions_entries = unary_entries(acre::detail::angle_functions());
constexpr auto step_pairs_entries = binary_entries(acre::detail::step_pairs());
constexpr auto part_functions_entries = unary_entries(
    acre::detail::join<acre::detail::part_functions, acre::detail::count_functions>());
constexpr auto part_pairs_entries = binary_entries(acre::detail::part_pairs());

}  // namespace

std::span<unary_entry const> angle_functions() { return angle_functions_entries; }
std::span<binary_entry const> step_pairs() { return step_pairs_entries; }
std::span<unary_entry const> part_functions() { return part_functions_entries; }
std::span<binary_entry const> part_pairs() { return part_pairs_entries; }

}  // namespace acre::dynamic::detail
