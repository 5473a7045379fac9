#pragma once

#include <acre/array/detail/no_operands.hpp>
#include <acre/linalg/detail/matmul.hpp>
#include <acre/linalg/matmul.hpp>
#include <acre/rearrange/axis_order.hpp>
#include <acre/rearrange/concatenate.hpp>
#include <acre/rearrange/detail/views.hpp>
#include <acre/reduce/products.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

/// Products of arrays that NumPy has beside matmul() and those of <acre/reduce/products.hpp>.
/// Arguments may be expressions, which are evaluated first. Queued. Same bits on every backend.
namespace acre {

/// The cross product of the vectors of three elements along the last axis of both, or along another
/// one; the other axes broadcast. (NumPy's products of two elements, deprecated there, are
/// x(…, 0) * y(…, 1) - x(…, 1) * y(…, 0).) Throws value_error: incompatible dimensions for cross
/// product (dimension must be 3); shape_error where the others don't broadcast; index_error for the
/// axis.
template <expression A, expression B>
auto cross(A const& left, B const& right)
{
  static_assert(A::rank > 0 && B::rank > 0, "acre: cross takes vectors along a last axis");
  if (left.shape()[A::rank - 1] != 3 || right.shape()[B::rank - 1] != 3)
    throw value_error("incompatible dimensions for cross product (dimension must be 3)");
  detail::require_crossed(std::span(left.shape()).template first<A::rank - 1>(),
                          std::span(right.shape()).template first<B::rank - 1>());
  auto const a = detail::computed_array(left);
  auto const b = detail::computed_array(right);
  auto const product = [&](int i, int j) {
    return a(ellipsis, i) * b(ellipsis, j) - a(ellipsis, j) * b(ellipsis, i);
  };
  return acre::stack(std::tuple(product(1, 2), product(2, 0), product(0, 1)), -1);
}
template <expression A, expression B>
auto cross(A const& a, B const& b, axis_number axis)
{
  int const of_a = detail::normalized_axis("axisa", axis, A::rank);
  int const of_b = detail::normalized_axis("axisb", axis, B::rank);
  auto const result = acre::cross(acre::moveaxis(a, of_a, -1), acre::moveaxis(b, of_b, -1));
  return acre::moveaxis(result, -1, detail::normalized_axis("axisc", axis, result.rank));
}

/// Kronecker's product: each element of a times all of b, in a's places: extent k is that of a
/// times that of b, where axes of extent 1 are put in front of the one that has fewer.
template <expression A, expression B>
auto kron(A const& left, B const& right)
{
  constexpr int rank = std::max(A::rank, B::rank);
  static_assert(2 * rank <= max_rank, "acre: kron takes arrays of up to 4 axes");
  auto const a = detail::computed_array(left);
  auto const b = detail::computed_array(right);
  shape_t<2 * rank> of_a{}, of_b{};
  shape_t<rank> result{};
  for (int axis = 0; axis < rank; ++axis) {
    int const from_a = axis - rank + A::rank, from_b = axis - rank + B::rank;
    of_a[2 * axis] = from_a < 0 ? 1 : a.shape()[from_a], of_a[2 * axis + 1] = 1;
    of_b[2 * axis] = 1, of_b[2 * axis + 1] = from_b < 0 ? 1 : b.shape()[from_b];
    result[axis] = of_a[2 * axis] * of_b[2 * axis + 1];
  }
  return evaluate(a.reshape(of_a) * b.reshape(of_b)).reshape(result);
}

/// The sums of products over pairs of axes, the first of `of_a` with the first of `of_b` …; the
/// others of a, then those of b, are the result's: NumPy's tensordot(a, b, ((1, 0), (0, 2))) is
/// tensordot(a, b, axes(1, 0), axes(0, 2)). Dtype, order and scratch as matmul(). Throws
/// shape_error where two extents differ (shape-mismatch for sum: axis 1 of (2,3) has 3 elements,
/// axis 0 of (2,3) has 2), index_error for an axis, value_error for one named twice.
template <expression A, expression B, std::size_t N>
auto tensordot(A const& left, B const& right, axis_list<N> const& of_a, axis_list<N> const& of_b)
{
  constexpr int pairs = static_cast<int>(N), free_a = A::rank - pairs, free_b = B::rank - pairs;
  static_assert(free_a >= 0 && free_b >= 0, "acre: more axes are named than the expression has");
  static_assert(free_a + free_b <= max_rank, "acre: the result would have more than 8 axes");
  auto const a = detail::computed_array(left);
  auto const b = detail::computed_array(right);
  axis_list<N> behind{}, before{};
  std::int64_t depth = 1;
  for (int k = 0; k < pairs; ++k) {
    behind.axis[k] = free_a + k;
    before.axis[k] = k;
    depth *= detail::summed_extent(a.shape(), of_a.axis[k], b.shape(), of_b.axis[k]);
  }
  auto const x = acre::moveaxis(a, of_a, behind);
  auto const y = acre::moveaxis(b, of_b, before);
  shape_t<free_a + free_b> result{};
  std::int64_t rows = 1, columns = 1;
  for (int k = 0; k < free_a; ++k) rows *= result[k] = x.shape()[k];
  for (int k = 0; k < free_b; ++k) columns *= result[free_a + k] = y.shape()[pairs + k];
  return acre::matmul(x.reshape(shape(rows, depth)), y.reshape(shape(depth, columns)))
      .reshape(result);
}
/// Over the last Pairs axes of a and the first ones of b: tensordot<2>(a, b).
template <int Pairs = 2, expression A, expression B>
auto tensordot(A const& a, B const& b)
{
  axis_list<Pairs> last{}, first{};
  for (int k = 0; k < Pairs; ++k) last.axis[k] = A::rank - Pairs + k, first.axis[k] = k;
  return tensordot(a, b, last, first);
}

/// The sums of products along the last axes of both: (…, k), (…, k) → (…, …), a's leading axes,
/// then b's. Dtype, order and cost as matmul(), of vectors as dot(). Throws shape_error: shapes
/// (2,3) and (4,5) not aligned: 3 (dim 1) != 5 (dim 1)
template <expression A, expression B>
auto inner(A const& a, B const& b)
{
  if constexpr (A::rank == 0 || B::rank == 0) {
    return evaluate(a * b);
  } else {
    detail::require_inner(a.shape(), b.shape());
    if constexpr (A::rank == 1 && B::rank == 1)
      return acre::dot(a, b);
    else
      return tensordot(a, b, axes(-1), axes(-1));
  }
}

}  // namespace acre

#include <acre/linalg/detail/refusals/products.hpp>
