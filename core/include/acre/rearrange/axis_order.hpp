#pragma once

#include <acre/array/array.hpp>
#include <acre/array/axes.hpp>
#include <acre/array/detail/axis_order.hpp>
#include <acre/rearrange/detail/axis_order.hpp>
#include <acre/rearrange/detail/views.hpp>

#include <array>
#include <concepts>
#include <cstdint>
#include <initializer_list>

/// Axes in another order, added or taken away: views of the same elements (an expression is
/// evaluated first). Axes count from the end where they are negative; throws index_error for one
/// that is not there.
namespace acre {

/// All axes in the given order: the array API's name of transpose(). Throws value_error (repeated
/// axis in transpose).
template <expression E, std::size_t N>
auto permute_dims(E const& e, axis_list<N> const& order)
{
  static_assert(static_cast<int>(N) == E::rank, "acre: permute_dims names every axis once");
  return detail::computed_array(e).transpose(order);
}

/// The axes `from`, in this order, at the places `to` of the result, the others as they were among
/// each other. Throws value_error for an axis named twice (repeated axis in `source` argument).
template <expression E, std::size_t N>
auto moveaxis(E const& e, axis_list<N> const& from, axis_list<N> const& to)
{
  return detail::with_axis_order(detail::computed_array(e),
                                 detail::moved_axes(from.axis, to.axis, E::rank));
}
template <expression E>
auto moveaxis(E const& e, axis_number from, axis_number to)
{
  return moveaxis(e, axes(from), axes(to));
}

/// Two axes exchanged.
template <expression E>
auto swapaxes(E const& e, axis_number axis1, axis_number axis2)
{
  return detail::with_axis_order(detail::computed_array(e),
                                 detail::swapped_axes(axis1, axis2, E::rank));
}

/// New axes of extent 1, at the places that are named in the result. Throws value_error (repeated
/// axis).
template <expression E, std::size_t N>
auto expand_dims(E const& e, axis_list<N> const& places)
{
  constexpr int rank = E::rank + static_cast<int>(N);
  static_assert(rank <= max_rank, "acre: the result would have more than 8 axes");
  auto const a = detail::computed_array(e);
  shape_t<rank> extent{}, stride{};
  detail::expand_axes({a.shape(), a.strides()}, places.axis, {extent, stride});
  using view = array<typename E::value_type, rank, typename E::space_type>;
  return detail::node::view<view>(a, detail::node::first(a), extent, stride);
}
template <expression E>
auto expand_dims(E const& e, axis_number place)
{
  return expand_dims(e, axes(place));
}

/// Without the named axes, whose extents are 1. Throws value_error (cannot select an axis to
/// squeeze out which has size not equal to one; duplicate value in 'axis'). Axes are always named,
/// as the rank of the result is known at compile time.
template <expression E, std::size_t N>
auto squeeze(E const& e, axis_list<N> const& which)
{
  constexpr int rank = E::rank - static_cast<int>(N);
  static_assert(rank >= 0, "acre: more axes are named than the expression has");
  auto const a = detail::computed_array(e);
  shape_t<rank> extent{}, stride{};
  detail::squeeze_axes({a.shape(), a.strides()}, which.axis, {extent, stride});
  using view = array<typename E::value_type, rank, typename E::space_type>;
  return detail::node::view<view>(a, detail::node::first(a), extent, stride);
}
template <expression E>
auto squeeze(E const& e, axis_number axis)
{
  return squeeze(e, axes(axis));
}

}  // namespace acre

#include <acre/rearrange/detail/refusals/axis_order.hpp>
