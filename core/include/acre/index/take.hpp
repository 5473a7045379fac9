#pragma once

#include <acre/index/detail/take_along.hpp>

#include <source_location>

namespace acre {

/// a's elements at `index` along an axis, as a term of an expression: nothing is stored before it
/// is assigned. Shape: a's with the axis replaced by index's shape; without an axis a is taken as
/// one row in C order (copied if it is not contiguous). `index` counts elements along the axis,
/// any integer dtype; what an index out of bounds means says index_mode, `raise` if absent;
/// fill(v) reads as v there.
///
/// Throws index_error at once for an empty axis and a non-empty index ("cannot do a non-empty
/// take from an empty axes."), for an axis that a does not have; in mode raise index_error at the
/// next synchronisation: index 6 is out of bounds for axis 0 with size 6. No scratch (an index
/// that is an expression is evaluated first); where slices that are rows of neighbours become an
/// array, of 256 bytes or more (on a CPU 8, of 64 indices or more), 4 bytes an index. Same bits and
/// same error on every backend.
template <element T, int Rank, class Space, expression I>
auto take(array<T, Rank, Space> const& a, I const& index, axis_number axis,
          index_mode mode = index_mode::raise,
          std::source_location where = std::source_location::current())
{
  return detail::take_along(a, index, axis, mode, T(0), where);
}
template <element T, int Rank, class Space, expression I>
auto take(array<T, Rank, Space> const& a, I const& index, index_mode mode = index_mode::raise,
          std::source_location where = std::source_location::current())
{
  return detail::take_along(a.reshape(shape(-1)), index, 0, mode, T(0), where);
}
template <element T, int Rank, class Space, expression I, scalar S>
auto take(array<T, Rank, Space> const& a, I const& index, axis_number axis, fill<S> f,
          std::source_location where = std::source_location::current())
{
  return detail::take_along(a, index, axis, index_mode::fill, detail::fitting<T>(f.value), where);
}
template <element T, int Rank, class Space, expression I, scalar S>
auto take(array<T, Rank, Space> const& a, I const& index, fill<S> f,
          std::source_location where = std::source_location::current())
{
  return detail::take_along(a.reshape(shape(-1)), index, 0, index_mode::fill,
                            detail::fitting<T>(f.value), where);
}

}  // namespace acre

#include <acre/index/detail/refusals/take.hpp>
