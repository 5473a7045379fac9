#pragma once

#include <acre/rearrange/detail/views.hpp>
#include <acre/reduce/detail/logic.hpp>

namespace acre {

namespace detail {

/// Throws value_error with NumPy's texts.
void require_gradient(std::int64_t extent, int edge_order);
void require_coordinates(std::int64_t extent, std::int64_t coordinates);

/// Elements first, first + 1 … along the axis, `count` of them.
template <class Array>
Array part(Array const& a, int axis, std::int64_t first, std::int64_t count)
{
  return sliced(a, axis, slice(first, first + count));
}

/// The first (last) element of the derivative from two or three of f's, h apart.
template <class Array, class Result, class H>
void gradient_at_edges(Array const& f, Result const& to, H const& h, int axis, int edge_order)
{
  std::int64_t const n = f.shape()[axis];
  auto const at = [&](std::int64_t i) { return part(f, axis, i, 1); };
  auto const first = part(to, axis, 0, 1), last = part(to, axis, n - 1, 1);
  if (edge_order == 1) {
    assign(first, (at(1) - at(0)) / h);
    assign(last, (at(n - 1) - at(n - 2)) / h);
  } else {
    assign(first, -1.5 / h * at(0) + 2.0 / h * at(1) + -0.5 / h * at(2));
    assign(last, 0.5 / h * at(n - 3) + -2.0 / h * at(n - 2) + 1.5 / h * at(n - 1));
  }
}

/// The derivative of f along an axis for steps of h, a number or an expression of rank 0.
template <class Array, class Result, class H>
void gradient_of_steps(Array const& f, Result const& to, H const& h, int axis, int edge_order)
{
  std::int64_t const n = f.shape()[axis];
  assign(part(to, axis, 1, n - 2), (part(f, axis, 2, n - 2) - part(f, axis, 0, n - 2)) / (2.0 * h));
  gradient_at_edges(f, to, h, axis, edge_order);
}

}  // namespace detail

/// The derivative along an axis from central differences, as NumPy's: (f[i + 1] - f[i - 1]) / 2h,
/// at the ends from two elements (edge_order 1) or three (2). In f's dtype, of integers and bool in
/// float64. A new array; three kernels, no scratch; an expression is evaluated first. One axis at a
/// time: NumPy's gradient(f) of a matrix is gradient(f, 1, 0) and gradient(f, 1, 1). Throws
/// value_error for fewer elements than edge_order + 1, index_error for the axis.
template <expression E, scalar S = double>
auto gradient(E const& e, S h = S(1), axis_number axis = -1, int edge_order = 1)
{
  static_assert(E::rank > 0, "acre: gradient takes arrays of one and more axes");
  using T = quotient_t<typename E::value_type>;
  auto const f = evaluate(acre::cast<T>(e));
  axis = detail::normalized_axis(axis, E::rank);
  detail::require_gradient(f.shape()[axis], edge_order);
  auto const result = empty_like(f);
  detail::gradient_of_steps(f, result, static_cast<double>(h), axis, edge_order);
  return result;
}

/// The same for elements at given coordinates, one for each along the axis. Where these are equally
/// far apart the result is that of their distance, as NumPy's: to see whether they are waits.
template <expression E, expression X>
auto gradient(E const& e, X const& x, axis_number axis = -1, int edge_order = 1)
{
  static_assert(E::rank > 0, "acre: gradient takes arrays of one and more axes");
  static_assert(X::rank == 1,
                "acre: gradient takes a distance, or coordinates of one axis along an axis of the "
                "array");
  using T = quotient_t<typename E::value_type>;
  using Step = quotient_t<typename X::value_type>;
  auto const f = evaluate(acre::cast<T>(e));
  axis = detail::normalized_axis(axis, E::rank);
  std::int64_t const n = f.shape()[axis];
  detail::require_coordinates(n, x.shape()[0]);
  detail::require_gradient(n, edge_order);
  auto const result = empty_like(f);
  auto const at = evaluate(acre::cast<Step>(x));
  auto const steps = evaluate(at(slice(1, none)) - at(slice(none, -1)));
  if (detail::all_along(steps == steps(slice(0, 1))).item()) {
    detail::gradient_of_steps(f, result, steps(0), axis, edge_order);
    return result;
  }
  // along the axis in question, as the last axes of an expression broadcast
  auto const along = [&](array<Step, 1, typename E::space_type> const& s) {
    shape_t<E::rank> extent{};
    extent.fill(1);
    extent[axis] = s.size();
    return s.reshape(extent);
  };
  auto const before = along(steps(slice(none, -1))), behind = along(steps(slice(1, none)));
  detail::assign(detail::part(result, axis, 1, n - 2),
                 -behind / (before * (before + behind)) * detail::part(f, axis, 0, n - 2) +
                     (behind - before) / (before * behind) * detail::part(f, axis, 1, n - 2) +
                     before / (behind * (before + behind)) * detail::part(f, axis, 2, n - 2));
  auto const first = detail::part(result, axis, 0, 1), last = detail::part(result, axis, n - 1, 1);
  auto const value = [&](std::int64_t i) { return detail::part(f, axis, i, 1); };
  if (edge_order == 1) {
    detail::assign(first, (value(1) - value(0)) / steps(0));
    detail::assign(last, (value(n - 1) - value(n - 2)) / steps(-1));
  } else {
    auto const a = steps(0), b = steps(1);
    detail::assign(first, -(2.0 * a + b) / (a * (a + b)) * value(0) + (a + b) / (a * b) * value(1) +
                              -a / (b * (a + b)) * value(2));
    auto const c = steps(-2), d = steps(-1);
    detail::assign(last, d / (c * (c + d)) * value(n - 3) + -(d + c) / (c * d) * value(n - 2) +
                             (2.0 * d + c) / (d * (c + d)) * value(n - 1));
  }
  return result;
}

}  // namespace acre
