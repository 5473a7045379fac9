#pragma once

#include <acre/array/creation.hpp>
#include <acre/index/detail/selection.hpp>
#include <acre/index/detail/take_along.hpp>

#include <string>
#include <utility>

namespace acre {

namespace detail {

template <element T, int Rank, class Space, expression I>
auto gather_along_axis(array<T, Rank, Space> const& a, I const& index, int axis, index_mode mode,
                       T fallback, std::source_location where)
{
  static_assert(I::rank == Rank,
                "acre: `indices` and `arr` must have the same number of dimensions");
  using J = typename I::value_type;
  index_collector<T, J, 1, Space> list{a.space()};
  list.add(index);
  gather<T, Rank, Rank, Space, J, 1> g{
      {},
      a,
      list.operands,
      plan_along_axis(a.shape(), a.strides(), list.items[0], normalized_axis(axis, Rank)),
      mode,
      fallback,
      {"take_along_axis", where}};
  check_at_once(g);
  return g;
}

/// The positions along one axis, to broadcast over the others.
template <int Rank, class Space>
array<std::int64_t, Rank, Space> own_positions(Space const& space, std::int64_t count, int axis)
{
  shape_t<Rank> extent;
  extent.fill(1);
  extent[axis] = count;
  return arange<std::int64_t>(space, 0, count).reshape(extent);
}

}  // namespace detail

/// Element (i, j, k) of the result is a(i, index(i, j, k), k) for axis 1, as a term of an
/// expression (NumPy's take_along_axis): sorts by argsort, picks by argmax with keepdims. `index`
/// has a's rank; extents off the axis are equal or 1. Any integer dtype, modes as index_mode.
///
/// Throws index_error at once where the extents do not broadcast or the axis is empty, in mode
/// raise for a bad index at the next synchronisation. Same bits on every backend.
template <element T, int Rank, class Space, expression I>
auto take_along_axis(array<T, Rank, Space> const& a, I const& index, axis_number axis,
                     index_mode mode = index_mode::raise,
                     std::source_location where = std::source_location::current())
{
  return detail::gather_along_axis(a, index, axis, mode, T(0), where);
}
template <element T, int Rank, class Space, expression I, scalar S>
auto take_along_axis(array<T, Rank, Space> const& a, I const& index, axis_number axis, fill<S> f,
                     std::source_location where = std::source_location::current())
{
  return detail::gather_along_axis(a, index, axis, index_mode::fill, detail::fitting<T>(f.value),
                                   where);
}

/// a(i, index(i, j, k), k) = values(i, j, k) for axis 1 (NumPy's put_along_axis); of duplicates
/// the last in C order wins. `values` broadcasts. Errors as take_along_axis, shape_error for
/// values that do not fit; a bad index (raise) changes nothing. Scratch: as put(). Queued.
template <element T, int Rank, class Space, expression I, operand V>
void put_along_axis(array<T, Rank, Space> const& a, I const& index, V const& values,
                    axis_number axis, index_mode mode = index_mode::raise,
                    std::source_location where = std::source_location::current())
{
  static_assert(I::rank == Rank,
                "acre: `indices` and `arr` must have the same number of dimensions");
  int const along = detail::normalized_axis(axis, Rank);
  array<std::int64_t, Rank, Space> const positions(index);
  auto const pick = [&]<int... k>(std::integer_sequence<int, k...>) {
    return detail::selected(
        a, detail::index_site{"put_along_axis", where},
        (k == along ? positions : detail::own_positions<Rank>(a.space(), a.shape()[k], k))...,
        mode);
  };
  pick(std::make_integer_sequence<int, Rank>{}) = values;
}

}  // namespace acre

#include <acre/index/detail/refusals/along_axis.hpp>
