#pragma once

#include <acre/array/detail/no_operands.hpp>
#include <acre/array/detail/shape_rules.hpp>
#include <acre/array/detail/view_rules.hpp>
#include <acre/rearrange/axis_order.hpp>
#include <acre/rearrange/detail/views.hpp>
#include <acre/reduce/detail/sum.hpp>

/// Differences, diagonals and products of vectors (of matrices: <acre/linalg/matmul.hpp>). Queued,
/// no scratch. Same bits on every backend. Arguments may be expressions.
namespace acre {

/// a[1:] - a[:-1] along an axis, n times over; of bool, whether they differ. A new array, shorter
/// by n; one kernel for each of the n. Expressions are evaluated first. Throws value_error (order
/// must be non-negative but got -1), index_error for the axis.
template <expression E>
auto diff(E const& e, std::int64_t n = 1, axis_number axis = -1)
{
  using T = typename E::value_type;
  static_assert(E::rank > 0, "acre: diff requires input that is at least one dimensional");
  if (n < 0) throw value_error("order must be non-negative but got " + std::to_string(n));
  axis = detail::normalized_axis(axis, E::rank);
  auto a = detail::computed_array(e);
  for (; n > 0 && a.shape()[axis] > 0; --n) {
    auto const later = detail::sliced(a, axis, slice(1, none)),
               earlier = detail::sliced(a, axis, slice(none, -1));
    if constexpr (std::is_same_v<T, bool>)
      a = evaluate(later != earlier);
    else
      a = evaluate(later - earlier);
  }
  return a;
}

/// The differences of neighbours of all elements in C order.
template <expression E>
auto ediff1d(E const& e)
{
  return acre::diff(detail::computed_array(e).reshape(shape(-1)));
}

/// The elements whose indices along two axes differ by `offset` (positive: further along axis2),
/// along a last axis of their own, in place of the two. A view.
template <element T, int Rank, class Space>
array<T, Rank - 1, Space> diagonal(array<T, Rank, Space> const& a, std::int64_t offset = 0,
                                   axis_number axis1 = 0, axis_number axis2 = 1)
{
  static_assert(Rank >= 2, "acre: diag requires an array of at least two dimensions");
  shape_t<Rank - 1> extent{}, stride{};
  auto const first =
      detail::diagonal({a.shape(), a.strides()}, offset, axis1, axis2, {extent, stride});
  return detail::node::view<array<T, Rank - 1, Space>>(a, detail::node::first(a) + first, extent,
                                                       stride);
}

/// Takes an expression, which is evaluated first.
template <expression E>
auto diagonal(E const& e, std::int64_t offset = 0, axis_number axis1 = 0, axis_number axis2 = 1)
{
  return diagonal(detail::computed_array(e), offset, axis1, axis2);
}

/// The sum along a diagonal, in the dtype of sum().
template <expression E>
auto trace(E const& e, std::int64_t offset = 0, axis_number axis1 = 0, axis_number axis2 = 1)
{
  return detail::sum_along(acre::diagonal(detail::computed_array(e), offset, axis1, axis2), -1);
}

/// a[i] * b[j] for all i and j, as an expression: nothing is stored. Both are flattened.
template <expression A, expression B>
auto outer(A const& a, B const& b)
{
  return detail::computed_array(a).reshape(shape(-1, 1)) *
         detail::computed_array(b).reshape(shape(1, -1));
}

namespace detail {

/// A factor of products that are summed in T: of halves in float32, as their sums are.
template <class T, expression E>
decltype(auto) factor(E const& e)
{
  if constexpr (is_half<T>)
    return acre::cast<float>(e);
  else
    return (e);
}

}  // namespace detail

/// The sum of a[i] * b[i], in the dtype that both promote to (integers wrap around, of bool: any),
/// fused and in the fixed order of sum(). Empty: 0. Throws shape_error: shapes (3,) and (4,) not
/// aligned: 3 (dim 0) != 4 (dim 0)
template <expression A, expression B>
auto dot(A const& a, B const& b)
{
  static_assert(A::rank == 1 && B::rank == 1,
                "acre: dot takes two one-dimensional arrays; of matrices it is matmul(a, b)");
  detail::require_aligned(a.shape(), 0, b.shape(), 0);
  using T = promote_t<typename A::value_type, typename B::value_type>;
  return detail::reduce_with(detail::sum_reducer<T>{}, detail::factor<T>(a) * detail::factor<T>(b));
}

namespace detail {

struct conjugate_multiplies : same_type {
  static constexpr char const* name = "vecdot";
  using dtypes = all_elements;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    if constexpr (is_complex<T>::value)
      return T(a.real(), -a.imag()) * b;
    else
      return multiplies{}(a, b);
  }
};

}  // namespace detail

/// The sum of conj(a) × b along the last axis, leading ones broadcast, in the dtype that both
/// promote to; fused and in the fixed order of sum(). Throws shape_error: vecdot: Input operand 1
/// has a mismatch in its core dimension 0, with gufunc signature (n),(n)->() (size 4 is different
/// from 3)
template <expression A, expression B>
auto vecdot(A const& a, B const& b)
{
  static_assert(A::rank > 0 && B::rank > 0, "acre: vecdot takes arrays of one and more dimensions");
  detail::require_vecdot(a.shape(), b.shape());
  using T = promote_t<typename A::value_type, typename B::value_type>;
  return detail::reduce_with(
      detail::sum_reducer<T>{},
      detail::make_binary<detail::conjugate_multiplies>(detail::factor<T>(a), detail::factor<T>(b)),
      -1);
}
/// Along another axis of both, counted from its end where it is negative. Expressions are evaluated
/// first. Throws index_error for the axis.
template <expression A, expression B>
auto vecdot(A const& a, B const& b, axis_number axis)
{
  return acre::vecdot(acre::moveaxis(a, detail::normalized_axis(axis, A::rank), -1),
                      acre::moveaxis(b, detail::normalized_axis(axis, B::rank), -1));
}

/// The sum of conj(a) × b over all elements in C order, whatever the shapes. Expressions that
/// aren't of one axis are evaluated first. Throws value_error where there are more of one: cannot
/// reshape array of size 3 into shape (6,)
template <expression A, expression B>
auto vdot(A const& a, B const& b)
{
  auto const x = detail::computed_array(a);
  auto const y = detail::computed_array(b);
  auto const count = shape(x.size());
  return acre::vecdot(x.reshape(count), y.reshape(count));
}

}  // namespace acre

#include <acre/reduce/detail/refusals/products.hpp>
