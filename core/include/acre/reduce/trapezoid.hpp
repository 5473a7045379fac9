#pragma once

#include <acre/reduce/detail/distances.hpp>
#include <acre/reduce/detail/trapezoid.hpp>
#include <acre/reduce/products.hpp>
#include <acre/reduce/scan.hpp>

namespace acre {

namespace detail {

template <expression E>
auto trapezoid_axis(int axis)
{
  static_assert(E::rank > 0, "acre: trapezoid takes arrays of one and more axes");
  return normalized_axis(axis, E::rank);
}

/// The distances of y's elements along an axis that isn't negative, in y's rank.
template <expression E, expression X>
auto trapezoid_widths(E const& y, X const& x, int axis)
{
  static_assert(X::rank == 1 || X::rank == E::rank,
                "acre: trapezoid takes coordinates along the axis, or one for each element");
  if constexpr (X::rank == E::rank) {
    return distances(x, axis);
  } else {
    return lying_along(distances(x, 0), axis, y);
  }
}

}  // namespace detail

/// The integral along an axis by the trapezoidal rule, of elements that lie dx apart: the sum of
/// dx × (y[i + 1] + y[i]) / 2, NumPy's trapezoid. In y's dtype; integers and bool become float64
/// before they are added. One kernel, in the order of sum(); an expression is evaluated first.
/// Fewer than two elements: 0. Throws index_error for the axis. Queued, no scratch. Same bits on
/// every backend.
template <expression E, scalar S = double>
auto trapezoid(E const& y, S dx = S(1), axis_number axis = -1)
{
  axis = detail::trapezoid_axis<E>(axis);
  return detail::sum_along(detail::trapezoids(detail::computed_array(y), dx, axis), axis);
}

/// The integral of elements at given coordinates: one for each along the axis, or one for each
/// element; they may descend, in an unsigned dtype too. Scratch: their distances. Throws
/// shape_error where there are more or fewer of them: operands could not be broadcast together with
/// shapes (2,) (3,)
template <expression E, expression X>
auto trapezoid(E const& y, X const& x, axis_number axis = -1)
{
  axis = detail::trapezoid_axis<E>(axis);
  auto const widths = detail::trapezoid_widths(y, x, axis);
  return detail::sum_along(detail::trapezoids(detail::computed_array(y), widths, axis), axis);
}

/// The integral up to each element but the first, as SciPy's cumulative_trapezoid: trapezoid()'s
/// terms in the order of cumsum(), shorter by one along the axis; the last is trapezoid() but for
/// that order. Elements are dx apart, or at coordinates, as there.
template <expression E, scalar S = double>
auto cumulative_trapezoid(E const& y, S dx = S(1), axis_number axis = -1)
{
  axis = detail::trapezoid_axis<E>(axis);
  return acre::cumsum(detail::trapezoids(detail::computed_array(y), dx, axis), axis);
}
template <expression E, expression X>
auto cumulative_trapezoid(E const& y, X const& x, axis_number axis = -1)
{
  axis = detail::trapezoid_axis<E>(axis);
  auto const widths = detail::trapezoid_widths(y, x, axis);
  return acre::cumsum(detail::trapezoids(detail::computed_array(y), widths, axis), axis);
}

}  // namespace acre
