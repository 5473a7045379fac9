#include <acre/elementwise/maximum.hpp>

#include "functions.hpp"

namespace acre::dynamic::detail {

namespace {

constexpr auto number_maximum_pairs_entries = binary_entries(acre::detail::number_maximum_pairs());

}  // namespace

std::span<binary_entry const> number_maximum_pairs() { return number_maximum_pairs_entries; }

}  // namespace acre::dynamic::detail
