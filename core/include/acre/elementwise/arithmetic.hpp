#pragma once

#include <acre/elementwise/operators.hpp>
#include <acre/math/complex.hpp>
#include <acre/math/division.hpp>
#include <acre/math/root.hpp>
#include <acre/math/rounding.hpp>

#include <utility>

/// The absolute value, signs, squares and reciprocals, as terms of a fused expression. Same bits
/// everywhere.
namespace acre {

namespace detail {

struct absolute_op : same_type {
  static constexpr char const* name = "absolute";
  using dtypes = all_elements;
  template <class T>
  KOKKOS_INLINE_FUNCTION auto operator()(T x) const
  {
    if constexpr (is_complex<T>::value)
      return math::hypot(x.real(), x.imag());
    else if constexpr (std::is_floating_point_v<T>)
      return math::fabs(x);
    else if constexpr (std::is_signed_v<T>)
      return x < 0 ? wrap_subtract(T{0}, x) : x;
    else
      return x;
  }
};
struct square_op : number_type {
  static constexpr char const* name = "square";
  static constexpr bool blind_to_sign = true;
  using dtypes = number_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return multiplies{}(x, x);
  }
};
struct reciprocal_op : number_type {
  static constexpr char const* name = "reciprocal";
  using dtypes = number_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    if constexpr (is_integer<T>)
      return x == 0 ? T{0} : static_cast<T>(1 / x);
    else if constexpr (is_complex<T>::value)
      return math::reciprocal(x);
    else
      return T{1} / x;
  }
};
struct sign_op : same_type {
  static constexpr char const* name = "sign";
  static constexpr char const* refuses_bool =
      "ufunc 'sign' did not contain a loop with signature matching types <class "
      "'numpy.dtypes.BoolDType'> -> None";
  using dtypes = number_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    if constexpr (is_complex<T>::value)
      return math::sign(x);
    else if constexpr (std::is_floating_point_v<T>)
      return x > 0 ? T{1} : x < 0 ? T{-1} : x == 0 ? T{0} : x;
    else if constexpr (std::is_unsigned_v<T>)
      return static_cast<T>(x != 0);
    else
      return static_cast<T>((x > 0) - (x < 0));
  }
};

using sign_functions = type_list<negate, absolute_op, sign_op>;
using power_functions = type_list<square_op, reciprocal_op>;

}  // namespace detail

/// The absolute value, of a complex number in its parts' dtype; the least integer stays as it is.
template <class... A>
  requires one_operand<A...>
auto abs(A... a)
{
  return detail::make_unary<detail::absolute_op>(std::move(a)...);
}
/// a * a.
template <class... A>
  requires one_operand<A...>
auto square(A... a)
{
  return detail::make_unary<detail::square_op>(std::move(a)...);
}
/// 1 / x in the dtype of x; an integer's is 1, -1 or 0.
template <class... A>
  requires one_operand<A...>
auto reciprocal(A... a)
{
  return detail::make_unary<detail::reciprocal_op>(std::move(a)...);
}
/// -1, 0 or 1; NaN stays. For a complex number z / |z|, or 0.
template <class... A>
  requires one_operand<A...>
auto sign(A... a)
{
  return detail::make_unary<detail::sign_op>(std::move(a)...);
}

}  // namespace acre
