#pragma once

#include <acre/elementwise/detail/fast_function.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/math/division.hpp>
#include <acre/math/pow.hpp>
#include <acre/math/root.hpp>
#include <acre/math/rounding.hpp>

#include <optional>

/// NumPy's arithmetic functions beyond the operators, as terms of a fused expression: rounding,
/// signs, integer division, minima and maxima, where, cast, predicates. Same bits everywhere.
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
  using dtypes = ordered_number_dtypes;
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
  using dtypes = ordered_number_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    if constexpr (std::is_floating_point_v<T>)
      return x > 0 ? T{1} : x < 0 ? T{-1} : x == 0 ? T{0} : x;
    else if constexpr (std::is_unsigned_v<T>)
      return static_cast<T>(x != 0);
    else
      return static_cast<T>((x > 0) - (x < 0));
  }
};

/// floor, ceil and trunc leave integers as they are.
struct rounding : same_type {
  using dtypes = float_dtypes;
  static constexpr bool keeps_integers = true;
};
struct floor_op : rounding {
  static constexpr char const* name = "floor";
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    if constexpr (kind_of<T>() <= kind::integer)
      return x;
    else
      return math::floor(x);
  }
};
struct ceil_op : rounding {
  static constexpr char const* name = "ceil";
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    if constexpr (kind_of<T>() <= kind::integer)
      return x;
    else
      return math::ceil(x);
  }
};
struct trunc_op : rounding {
  static constexpr char const* name = "trunc";
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    if constexpr (kind_of<T>() <= kind::integer)
      return x;
    else
      return math::trunc(x);
  }
};
struct rint_op : inexact_type {
  static constexpr char const* name = "rint";
  using dtypes = float_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::rint(x);
  }
};

template <class T>
KOKKOS_INLINE_FUNCTION bool is_nan(T x)
{
  if constexpr (is_complex<T>::value)
    return is_nan(x.real()) || is_nan(x.imag());
  else
    return !(x == x);
}
struct isnan_op : inexact_type {
  static constexpr char const* name = "isnan";
  using dtypes = inexact_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION bool operator()(T x) const
  {
    return is_nan(x);
  }
};
struct isfinite_op : inexact_type {
  static constexpr char const* name = "isfinite";
  using dtypes = inexact_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION bool operator()(T x) const
  {
    if constexpr (is_complex<T>::value)
      return (*this)(x.real()) && (*this)(x.imag());
    else
      return x - x == T{0};
  }
};
struct isinf_op : inexact_type {
  static constexpr char const* name = "isinf";
  using dtypes = inexact_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION bool operator()(T x) const
  {
    if constexpr (is_complex<T>::value)
      return (*this)(x.real()) || (*this)(x.imag());
    else
      return !isfinite_op{}(x) && !is_nan(x);
  }
};
struct signbit_op : inexact_type {
  static constexpr char const* name = "signbit";
  using dtypes = float_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION bool operator()(T x) const
  {
    return math::signbit(x);
  }
};

/// The larger one; a NaN wins (the first, if both are).
struct maximum_op : same_type {
  static constexpr char const* name = "maximum";
  static constexpr bool asks_order = true;
  using dtypes = real_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    if constexpr (std::is_floating_point_v<T>)
      return a >= b || is_nan(a) ? a : b;
    else
      return is_nan(a) || !(less_than(a, b) || is_nan(b)) ? a : b;
  }
};
struct minimum_op : same_type {
  static constexpr char const* name = "minimum";
  static constexpr bool asks_order = true;
  using dtypes = real_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    if constexpr (std::is_floating_point_v<T>)
      return a <= b || is_nan(a) ? a : b;
    else
      return is_nan(a) || !(less_than(b, a) || is_nan(b)) ? a : b;
  }
};
/// The larger one; a NaN loses.
struct fmax_op : same_type {
  static constexpr char const* name = "fmax";
  static constexpr bool asks_order = true;
  using dtypes = real_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    return is_nan(b) || !(less_than(a, b) || is_nan(a)) ? a : b;
  }
};
struct fmin_op : same_type {
  static constexpr char const* name = "fmin";
  static constexpr bool asks_order = true;
  using dtypes = real_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    return is_nan(b) || !(less_than(b, a) || is_nan(a)) ? a : b;
  }
};

struct floor_divide_op : number_type {
  static constexpr char const* name = "floor_divide";
  using dtypes = ordered_number_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    if constexpr (std::is_floating_point_v<T>)
      return math::floor_divide(a, b);
    else
      return floor_quotient(a, b);
  }
};
struct remainder_op : number_type {
  static constexpr char const* name = "remainder";
  static constexpr char const* alias = "mod";
  using dtypes = ordered_number_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    if constexpr (std::is_floating_point_v<T>)
      return math::remainder(a, b);
    else
      return floor_remainder(a, b);
  }
};
struct fmod_op : number_type {
  static constexpr char const* name = "fmod";
  using dtypes = ordered_number_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    if constexpr (std::is_floating_point_v<T>)
      return math::fmod(a, b);
    else
      return truncated_remainder(a, b);
  }
};
struct power_op : number_type {
  static constexpr char const* name = "power";
  static constexpr error_bound ulp{0.75, 0.51};
  using dtypes = ordered_number_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    if constexpr (std::is_floating_point_v<T>)
      return math::pow(a, b);
    else
      return integer_power(a, b);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T a, T b)
  {
    return Kokkos::pow(a, b);
  }
};

template <class To>
struct cast_op : same_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION To operator()(T x) const
  {
    return converted<To>(x);
  }
};

using sign_functions = type_list<negate, absolute_op, sign_op>;
using power_functions = type_list<square_op, reciprocal_op>;
using rounding_functions = type_list<floor_op, ceil_op, trunc_op, rint_op>;
using float_predicates = type_list<isnan_op, isinf_op, isfinite_op, signbit_op>;
using maximum_pairs = type_list<maximum_op, minimum_op>;
using number_maximum_pairs = type_list<fmax_op, fmin_op>;
using division_pairs = type_list<floor_divide_op>;
using remainder_pairs = type_list<remainder_op, fmod_op>;
using power_pairs = type_list<power_op>;

}  // namespace detail

template <expression A>
auto abs(A const& a)
{
  return detail::make_unary<detail::absolute_op>(a);
}
template <expression A>
auto square(A const& a)
{
  return detail::make_unary<detail::square_op>(a);
}
/// 1 / x in the dtype of x; an integer's is 1, -1 or 0.
template <expression A>
auto reciprocal(A const& a)
{
  return detail::make_unary<detail::reciprocal_op>(a);
}
/// -1, 0 or 1; NaN stays.
template <expression A>
auto sign(A const& a)
{
  return detail::make_unary<detail::sign_op>(a);
}
template <expression A>
auto floor(A const& a)
{
  return detail::make_unary<detail::floor_op>(a);
}
template <expression A>
auto ceil(A const& a)
{
  return detail::make_unary<detail::ceil_op>(a);
}
template <expression A>
auto trunc(A const& a)
{
  return detail::make_unary<detail::trunc_op>(a);
}
/// To the nearest integer, halves to the even one; of integers in floating point, as NumPy's.
template <expression A>
auto rint(A const& a)
{
  return detail::make_unary<detail::rint_op>(a);
}
template <expression A>
auto isnan(A const& a)
{
  return detail::make_unary<detail::isnan_op>(a);
}
template <expression A>
auto isinf(A const& a)
{
  return detail::make_unary<detail::isinf_op>(a);
}
template <expression A>
auto isfinite(A const& a)
{
  return detail::make_unary<detail::isfinite_op>(a);
}
template <expression A>
auto signbit(A const& a)
{
  return detail::make_unary<detail::signbit_op>(a);
}

/// The larger of two; NaN if either is NaN. fmax takes the other one instead.
template <class A, class B>
  requires operands<A, B>
auto maximum(A const& a, B const& b)
{
  return detail::make_binary<detail::maximum_op>(a, b);
}
template <class A, class B>
  requires operands<A, B>
auto minimum(A const& a, B const& b)
{
  return detail::make_binary<detail::minimum_op>(a, b);
}
template <class A, class B>
  requires operands<A, B>
auto fmax(A const& a, B const& b)
{
  return detail::make_binary<detail::fmax_op>(a, b);
}
template <class A, class B>
  requires operands<A, B>
auto fmin(A const& a, B const& b)
{
  return detail::make_binary<detail::fmin_op>(a, b);
}
/// Limits x to [low, high], or on one side: clip(x, none, high); where low > high, gives high.
template <expression A, operand L, operand H>
auto clip(A const& a, L const& low, H const& high)
{
  return minimum(maximum(a, low), high);
}
template <expression A, operand H>
auto clip(A const& a, std::nullopt_t, H const& high)
{
  return minimum(a, high);
}
template <expression A, operand L>
auto clip(A const& a, L const& low, std::nullopt_t)
{
  return maximum(a, low);
}

/// Python's //: rounded down. Integers by 0 give 0; floats use the exact remainder, so that
/// 1.0 // 0.1 is 9.
template <class A, class B>
  requires operands<A, B>
auto floor_divide(A const& a, B const& b)
{
  return detail::make_binary<detail::floor_divide_op>(a, b);
}
/// Python's %: the sign of the divisor.
template <class A, class B>
  requires operands<A, B>
auto remainder(A const& a, B const& b)
{
  return detail::make_binary<detail::remainder_op>(a, b);
}
/// C's remainder: the sign of the dividend.
template <class A, class B>
  requires operands<A, B>
auto fmod(A const& a, B const& b)
{
  return detail::make_binary<detail::fmod_op>(a, b);
}
/// a to the power b. Integers wrap around; a negative element of an integer b gives 0 (±1 for
/// a = ±1). Throws value_error for a negative integer scalar b, with NumPy's text: Integers to
/// negative integer powers are not allowed.
template <class A, class B>
  requires operands<A, B>
auto power(A const& a, B const& b)
{
  if constexpr (detail::integer_element<B> && std::is_signed_v<B> &&
                detail::kind_of<detail::promotion_t<A, B>>() <= detail::kind::integer)
    if (b < 0) throw value_error("Integers to negative integer powers are not allowed.");
  return detail::make_binary<detail::power_op>(a, b);
}
namespace fast {
/// Computed in floating point: of integers too.
inline constexpr acre::detail::fast_pair<acre::detail::power_op> power{};
}  // namespace fast

/// Another dtype. Floating point to integer truncates; what does not fit is cut to the nearest
/// value that does, NaN becomes 0. Integers wrap to narrower ones.
template <element T, expression A>
auto cast(A const& a)
{
  return detail::make_unary<detail::cast_op<T>>(a);
}

/// a where the condition is true, else b; both are evaluated.
template <expression C, operand A, operand B>
auto where(C const& condition, A const& a, B const& b)
{
  using T = decltype([] {
    if constexpr (expression<A> || expression<B>)
      return detail::promotion_t<A, B>{};
    else if constexpr (detail::kind_of<A>() > detail::kind_of<B>())
      return A{};
    else
      return B{};
  }());
  auto x = detail::as_node<T>(a);
  auto y = detail::as_node<T>(b);
  return detail::conditional<T, C, decltype(x), decltype(y)>(condition, std::move(x), std::move(y));
}

}  // namespace acre
