#include "groups.hpp"

namespace acre::dynamic::detail {

namespace {

template <bool Root>
dynamic_array spread(group_bounds const& groups, dynamic_array const& ordered, ddof d)
{
  return with_partition<floats>(groups, ordered, [d](auto& of, auto const& x) {
    return acre::detail::spread_of_ordered(of, x, d, Root);
  });
}
template <bool Last>
dynamic_array edge(group_bounds const& groups, dynamic_array const& ordered, ddof)
{
  auto const got = with_partition<bit_patterns>(
      groups, bits_of(ordered),
      [](auto& of, auto const& x) { return acre::detail::edge_of_ordered<Last>(of, x); });
  return as_dtype(got, ordered.dtype());
}

constexpr group_entry group_spreads_entries[] = {
    {"var", quotient_dtype, quotient_dtype, spread<false>},
    {"std", quotient_dtype, quotient_dtype, spread<true>},
    {"first", own_dtype, own_dtype, edge<false>},
    {"last", own_dtype, own_dtype, edge<true>},
};

}  // namespace

std::span<group_entry const> group_spreads() { return group_spreads_entries; }

}  // namespace acre::dynamic::detail
