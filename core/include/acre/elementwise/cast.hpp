#pragma once

#include <acre/elementwise/operators.hpp>

#include <utility>

/// Another dtype, as a term of a fused expression.
namespace acre {

namespace detail {

template <class To>
struct cast_op : same_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION To operator()(T x) const
  {
    return converted<To>(x);
  }
};

}  // namespace detail

/// Another dtype. Floating point to integer truncates; what does not fit is cut to the nearest
/// value that does, NaN becomes 0. Integers wrap to narrower ones.
template <element T, class... A>
  requires one_operand<A...>
auto cast(A... a)
{
  static_assert((detail::keeps_imaginary<T, typename A::value_type>() && ...));
  return detail::make_unary<detail::cast_op<T>>(std::move(a)...);
}
}  // namespace acre

#include <acre/elementwise/detail/refusals/cast.hpp>
