#include <acre/elementwise/division.hpp>

#include "functions.hpp"

namespace acre::dynamic::detail {

namespace {

constexpr auto remainder_pairs_entries = binary_entries(acre::detail::remainder_pairs());
constexpr auto divisor_pairs_entries = binary_entries(acre::detail::divisor_pairs());

}  // namespace

std::span<binary_entry const> remainder_pairs() { return remainder_pairs_entries; }
std::span<binary_entry const> divisor_pairs() { return divisor_pairs_entries; }

}  // namespace acre::dynamic::detail
