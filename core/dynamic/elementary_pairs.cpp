#include <acre/elementwise/elementary_pairs.hpp>

#include "functions.hpp"

namespace acre::dynamic::detail {

namespace {

constexpr auto elementary_pairs_entries = binary_entries(acre::detail::elementary_pairs());

}  // namespace

std::span<binary_entry const> elementary_pairs() { return elementary_pairs_entries; }

}  // namespace acre::dynamic::detail
