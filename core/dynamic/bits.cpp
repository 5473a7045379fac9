#include "functions.hpp"

namespace acre::dynamic::detail {

namespace {

constexpr auto bit_pairs_entries = binary_entries(acre::detail::bit_pairs());
constexpr auto bit_functions_entries = unary_entries(acre::detail::bit_functions());

}  // namespace

std::span<binary_entry const> bit_pairs() { return bit_pairs_entries; }
std::span<unary_entry const> bit_functions() { return bit_functions_entries; }

}  // namespace acre::dynamic::detail
