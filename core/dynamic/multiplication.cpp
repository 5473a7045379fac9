#include "functions.hpp"

namespace acre::dynamic::detail {

namespace {

constexpr auto multiplicative_pairs_entries = binary_entries(acre::detail::multiplicative_pairs());

}  // namespace

std::span<binary_entry const> multiplicative_pairs() { return multiplicative_pairs_entries; }

}  // namespace acre::dynamic::detail
