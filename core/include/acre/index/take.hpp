#pragma once

#include <acre/index/detail/selection.hpp>

#include <source_location>

namespace acre {

namespace detail {

/// a's axis replaced by `index`.
template <element T, int Rank, class Space, expression I>
auto take_along(array<T, Rank, Space> const& a, I const& index, int axis, index_mode mode,
                T fallback, std::source_location where)
{
  int const along = normalized_axis(axis, Rank);
  index_collector<T, typename I::value_type, 1, Space> list{a.space()};
  for (int k = 0; k < along; ++k) list.add(ALL);
  list.add(index);
  constexpr int rank = Rank - 1 + I::rank;
  static_assert(rank <= max_rank, "acre: the result would have more than 6 axes");
  gather<T, Rank, rank, Space, typename I::value_type, 1> g{
      {},
      a,
      list.operands,
      plan_index(a.shape(), a.strides(),
                 std::span(list.items.data(), static_cast<std::size_t>(list.count))),
      mode,
      fallback,
      {"take", where}};
  if (g.plan.picks > 0 && mode != index_mode::unchecked && g.plan.axis[0].size == 0)
    throw index_error(empty_axis_text);
  check_at_once(g);
  return g;
}

}  // namespace detail

/// a's elements at `index` along an axis, as a term of an expression: nothing is stored before it
/// is assigned. Shape: a's with the axis replaced by index's shape; without an axis a is taken as
/// one row in C order (copied if it is not contiguous). `index` counts elements along the axis,
/// any integer dtype; what an index out of bounds means says index_mode, `raise` if absent;
/// fill(v) reads as v there.
///
/// Throws index_error at once for an empty axis and a non-empty index ("cannot do a non-empty
/// take from an empty axes."), for an axis that a does not have; in mode raise index_error at the
/// next synchronisation: index 6 is out of bounds for axis 0 with size 6. No scratch (an index
/// that is an expression is evaluated first). Same bits and same error on every backend.
template <element T, int Rank, class Space, expression I>
  requires(Rank > 0)
auto take(array<T, Rank, Space> const& a, I const& index, int axis,
          index_mode mode = index_mode::raise,
          std::source_location where = std::source_location::current())
{
  return detail::take_along(a, index, axis, mode, T(0), where);
}
template <element T, int Rank, class Space, expression I>
  requires(Rank > 0)
auto take(array<T, Rank, Space> const& a, I const& index, index_mode mode = index_mode::raise,
          std::source_location where = std::source_location::current())
{
  return detail::take_along(a.reshape(shape(-1)), index, 0, mode, T(0), where);
}
template <element T, int Rank, class Space, expression I, scalar S>
  requires(Rank > 0)
auto take(array<T, Rank, Space> const& a, I const& index, int axis, fill<S> f,
          std::source_location where = std::source_location::current())
{
  return detail::take_along(a, index, axis, index_mode::fill, detail::fitting<T>(f.value), where);
}
template <element T, int Rank, class Space, expression I, scalar S>
  requires(Rank > 0)
auto take(array<T, Rank, Space> const& a, I const& index, fill<S> f,
          std::source_location where = std::source_location::current())
{
  return detail::take_along(a.reshape(shape(-1)), index, 0, index_mode::fill,
                            detail::fitting<T>(f.value), where);
}

}  // namespace acre
