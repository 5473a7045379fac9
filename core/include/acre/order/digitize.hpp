#pragma once

#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/order/detail/bins.hpp>
#include <acre/order/detail/edge_cells.hpp>
#include <acre/order/searchsorted.hpp>

#include <algorithm>
#include <type_traits>
#include <vector>

namespace acre {

namespace detail {

/// 1 for values that ascend, -1 for those that descend, 0 for others; equal neighbours are either.
template <class T>
int monotonicity(std::vector<T> const& v)
{
  std::size_t i = 1;
  while (i < v.size() && v[i] == v[0]) ++i;
  if (i >= v.size()) return 1;
  bool const up = v[i - 1] < v[i];
  for (++i; i < v.size(); ++i)
    if (up ? v[i - 1] > v[i] : v[i - 1] < v[i]) return 0;
  return up ? 1 : -1;
}

/// The number of edges at or below a value, of descending ones above it.
template <class T, class Find>
struct digit_among {
  Find find;  // of ascending edges
  bool descending;

  template <class V>
  using argument = T;

  KOKKOS_INLINE_FUNCTION std::int64_t operator()(T x) const
  {
    std::int64_t const n = find(x);
    return descending ? find.n - n : n;
  }

  using staged_type = digit_among<T, typename Find::staged_type>;
  backends::staged_count staged_values(std::int64_t most, std::int64_t most_bytes) const
  {
    return find.staged_values(most, most_bytes);
  }
  KOKKOS_INLINE_FUNCTION void stage(int v, void* memory) const { find.stage(v, memory); }
  KOKKOS_INLINE_FUNCTION staged_type staged(int count, void const* memory) const
  {
    return {find.staged(count, memory), descending};
  }
};

}  // namespace detail

/// Which of the bins between edges each element falls into, as int64 in x's shape: i where
/// bins[i - 1] <= x < bins[i] (or, `right`, bins[i - 1] < x <= bins[i]), 0 below and their number
/// above. Edges may descend, with the comparisons turned round. NumPy's digitize; NaN is above all.
///
/// Both are compared in the dtype that they promote to, integers as the numbers that they are. A
/// term of an expression: nothing is stored before it is assigned. Waits for the edges. Throws
/// value_error: bins must be monotonically increasing or decreasing. Scratch: the edges, and 32
/// bytes more for each (16 on a GPU) where values are many. The bits are the same on every backend.
template <expression E, expression Bins>
auto digitize(E const& x, Bins const& bins, bool right = false)
{
  using S = typename Bins::value_type;
  using V = typename E::value_type;
  using T = detail::looked_up_t<S, V>;
  static_assert(detail::kind_of<T>() != detail::kind::complex, "acre: x may not be complex");
  static_assert(detail::edges_are_taken<typename E::space_type, Bins>());
  auto const values = to_vector(cast<T>(bins));
  std::vector<T> host(values.begin(), values.end());
  int const way = detail::monotonicity(host);
  if (way == 0) throw value_error("bins must be monotonically increasing or decreasing");
  if (way < 0) std::reverse(host.begin(), host.end());
  detail::known_edges<T, typename E::space_type> const edges(x.space(), std::move(host));
  return detail::looked_up(
      edges, !right, size_of(x.shape()), [&](auto const& find, auto const&... memory) {
        using digit = detail::digit_among<T, std::remove_cvref_t<decltype(find)>>;
        std::int64_t const below = way < 0 ? find.n : 0;
        return detail::reading(
            detail::looking_up<S, V>(digit{find, way < 0}, below, find.n - below), x, memory...);
      });
}

}  // namespace acre

#include <acre/order/detail/refusals/digitize.hpp>
