#include <acre/elementwise/maximum.hpp>

#include "functions.hpp"

namespace acre::dynamic::detail {

namespace {

constexpr auto maximum_pairs_entries = binary_entries(acre::detail::maximum_pairs());

}  // namespace

std::span<binary_entry const> maximum_pairs() { return maximum_pairs_entries; }

}  // namespace acre::dynamic::detail

namespace acre::dynamic {

dynamic_array clip(dynamic_array const& a, dynamic_array const& low, dynamic_array const& high)
{
  return binary("minimum", binary("maximum", a, low), high);
}

}  // namespace acre::dynamic
