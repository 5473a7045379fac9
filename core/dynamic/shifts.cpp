#include "functions.hpp"

namespace acre::dynamic::detail {

namespace {

constexpr auto shift_pairs_entries = binary_entries(acre::detail::shift_pairs());
constexpr auto logical_pairs_entries = binary_entries(acre::detail::logical_pairs());
constexpr auto logical_functions_entries = unary_entries(acre::detail::logical_functions());

}  // namespace

std::span<binary_entry const> shift_pairs() { return shift_pairs_entries; }
std::span<binary_entry const> logical_pairs() { return logical_pairs_entries; }
std::span<unary_entry const> logical_functions() { return logical_functions_entries; }

}  // namespace acre::dynamic::detail
