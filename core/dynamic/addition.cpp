#include "functions.hpp"

namespace acre::dynamic::detail {

namespace {

constexpr auto additive_pairs_entries = binary_entries(acre::detail::additive_pairs());

}  // namespace

std::span<binary_entry const> additive_pairs() { return additive_pairs_entries; }

}  // namespace acre::dynamic::detail
