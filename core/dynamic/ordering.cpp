#include "functions.hpp"

namespace acre::dynamic::detail {

namespace {

constexpr auto ordering_pairs_entries = binary_entries(acre::detail::ordering_pairs());

}  // namespace

std::span<binary_entry const> ordering_pairs() { return ordering_pairs_entries; }

}  // namespace acre::dynamic::detail
