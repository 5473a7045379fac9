#pragma once

#include <acre/array/copy.hpp>
#include <acre/backends/common/runs_on_cpu.hpp>
#include <acre/index/compress.hpp>
#include <acre/order/detail/bin_edges.hpp>
#include <acre/order/detail/reader.hpp>
#include <acre/order/detail/sort_rows.hpp>
#include <acre/order/detail/tally.hpp>
#include <acre/reduce/scan.hpp>

#include <algorithm>
#include <optional>
#include <type_traits>

/// Integers of which there are many more than different ones: they are counted by value, which
/// reads them twice, where sorting moves them several times, and which of the values each is is
/// looked up. (10^7 int32 below 10^5, processor time on two cores: 15 ms for 178.)
namespace acre::detail {

template <class T>
struct place_above : same_type {
  T low = 0;
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(T x) const
  {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(x) -
                                     static_cast<std::uint64_t>(low));
  }
};
template <class T>
struct value_at_place : same_type {
  T low = 0;
  KOKKOS_INLINE_FUNCTION T operator()(std::int64_t place) const
  {
    return static_cast<T>(static_cast<std::uint64_t>(low) + static_cast<std::uint64_t>(place));
  }
};
/// How many of the values that occur are less, of one that does; `through`: how many there are up
/// to the value at each place.
template <class T>
struct rank_at_place {
  template <class V>
  using argument = T;
  T low;
  std::int64_t const* through;
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(T x) const
  {
    return through[place_above<T>{{}, low}(x)] - 1;
  }
};
struct is_positive : same_type {
  KOKKOS_INLINE_FUNCTION bool operator()(std::int64_t x) const { return x > 0; }
};

/// How often each value from `low` on occurs.
template <class T, class Space>
struct counted_values {
  T low;
  array<std::int64_t, 1, Space> counts;

  /// The values that occur.
  marked<Space> marks() const { return mark_true(make_unary(counts, is_positive{})); }
  array<T, 1, Space> values(marked<Space> const& m) const
  {
    return compress_marked(
        m, make_unary(linear_positions(counts.space(), m.size), value_at_place<T>{{}, low}));
  }
  /// For each of the elements that were counted, as a term, which of the values that occur it is.
  auto ranks(array<T, 1, Space> const& x) const
  {
    array<std::int64_t, 1, Space> const through =
        cumsum(cast<std::int64_t>(make_unary(counts, is_positive{})));
    return reading(rank_at_place<T>{low, through.data()}, x, through);
  }
  /// First positions of the values that occur among the elements that were counted.
  array<std::int64_t, 1, Space> first_places(marked<Space> const& m,
                                             array<T, 1, Space> const& x) const
  {
    array<std::int64_t, 1, Space> first(counts.space(), counts.shape());
    first = min_into{}.template identity<std::int64_t>();
    accumulate_places("unique", make_unary(x, place_above<T>{{}, low}),
                      linear_positions(x.space(), x.size()), first, min_into{});
    return compress_marked(m, first);
  }
};

/// Whether it is worth it: the counts of all take no more memory than the elements do. Waits; first
/// for a few of the elements, so that arrays that span much are found out cheaply.
template <class T, class Space>
std::optional<counted_values<T, Space>> count_values(array<T, 1, Space> const& x)
{
  constexpr std::int64_t least = backends::runs_on_cpu<Space> ? 4096 : 1 << 19;
  constexpr std::int64_t few = 64 / static_cast<std::int64_t>(sizeof(T));
  std::int64_t const n = x.size();
  auto const most = static_cast<std::uint64_t>(n) * sizeof(T) / sizeof(std::int64_t);
  auto const span = [](T low, T high) {
    return static_cast<std::uint64_t>(place_above<T>{{}, low}(high));
  };
  if (n < least) return {};
  auto const first = to_vector(x(slice(0, few)));
  auto const [low, high] = std::minmax_element(first.begin(), first.end());
  if (span(*low, *high) >= most) return {};
  bounds<T> const found = reduce_with(bounds_reducer<T>{}, x).item();
  if (span(found.low, found.high) >= most) return {};
  return counted_values<T, Space>{
      found.low, tally("unique", make_unary(x, place_above<T>{{}, found.low}),
                       static_cast<std::int64_t>(span(found.low, found.high)) + 1)};
}

template <class T>
inline constexpr bool may_be_counted = std::is_integral_v<T> && !std::is_same_v<T, bool>;

}  // namespace acre::detail
