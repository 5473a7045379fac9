#include <acre/elementwise/division.hpp>

#include "functions.hpp"

namespace acre::dynamic::detail {

namespace {

constexpr auto division_pairs_entries = binary_entries(acre::detail::division_pairs());

}  // namespace

std::span<binary_entry const> division_pairs() { return division_pairs_entries; }

}  // namespace acre::dynamic::detail
