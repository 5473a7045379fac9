#pragma once

#include <acre/elementwise/detail/evaluated_as.hpp>
#include <acre/reduce/detail/gradient.hpp>

namespace acre {

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
  auto const f = detail::evaluated_as<T>(e);
  axis = detail::normalized_axis(axis, E::rank);
  detail::require_gradient(f.shape()[axis], edge_order);
  auto const result = empty_like(f);
  detail::write_gradient(f, result, static_cast<double>(h), axis, edge_order);
  return result;
}

/// The derivative of elements at given coordinates, one for each along the axis. If these are
/// equally far apart the result is that of their distance, as NumPy's; checking whether the spacing
/// is uniform waits.
template <expression E, expression X>
auto gradient(E const& e, X const& x, axis_number axis = -1, int edge_order = 1)
{
  static_assert(E::rank > 0, "acre: gradient takes arrays of one and more axes");
  static_assert(X::rank == 1,
                "acre: gradient takes a distance, or coordinates of one axis along an axis of the "
                "array");
  using T = quotient_t<typename E::value_type>;
  using Step = quotient_t<typename X::value_type>;
  auto const f = detail::evaluated_as<T>(e);
  axis = detail::normalized_axis(axis, E::rank);
  std::int64_t const n = f.shape()[axis];
  detail::require_coordinates(n, x.shape()[0]);
  detail::require_gradient(n, edge_order);
  auto const result = empty_like(f);
  auto const at = detail::evaluated_as<Step>(x);
  auto const steps = evaluate(at(slice(1, none)) - at(slice(none, -1)));
  detail::write_gradient_of_steps(f, result, steps, axis, edge_order);
  return result;
}

}  // namespace acre
