#include "functions.hpp"

namespace acre::dynamic::detail {

namespace {

constexpr auto equality_pairs_entries = binary_entries(acre::detail::equality_pairs());

}  // namespace

std::span<binary_entry const> equality_pairs() { return equality_pairs_entries; }

}  // namespace acre::dynamic::detail
