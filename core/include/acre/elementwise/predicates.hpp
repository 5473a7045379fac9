#pragma once

#include <acre/elementwise/operators.hpp>
#include <acre/math/rounding.hpp>

#include <utility>

/// Kinds of numbers that elements are: NaN, infinite, finite, negative; bool, as terms of a fused
/// expression.
namespace acre {

namespace detail {

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
struct isposinf_op : inexact_type {
  static constexpr char const* name = "isposinf";
  static constexpr bool is_ambiguous_of_complex = true;
  using dtypes = float_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION bool operator()(T x) const
  {
    return math::isinf(x) && !math::signbit(x);
  }
};
struct isneginf_op : inexact_type {
  static constexpr char const* name = "isneginf";
  static constexpr bool is_ambiguous_of_complex = true;
  using dtypes = float_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION bool operator()(T x) const
  {
    return math::isinf(x) && math::signbit(x);
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

using float_predicates =
    type_list<isnan_op, isinf_op, isfinite_op, isposinf_op, isneginf_op, signbit_op>;

}  // namespace detail

/// Whether it is NaN, an infinity, a number; bool.
template <class... A>
  requires one_operand<A...>
auto isnan(A... a)
{
  return detail::make_unary<detail::isnan_op>(std::move(a)...);
}
template <class... A>
  requires one_operand<A...>
auto isinf(A... a)
{
  return detail::make_unary<detail::isinf_op>(std::move(a)...);
}
template <class... A>
  requires one_operand<A...>
auto isfinite(A... a)
{
  return detail::make_unary<detail::isfinite_op>(std::move(a)...);
}
/// Whether it is an infinity of that sign; bool.
template <class... A>
  requires one_operand<A...>
auto isposinf(A... a)
{
  return detail::make_unary<detail::isposinf_op>(std::move(a)...);
}
template <class... A>
  requires one_operand<A...>
auto isneginf(A... a)
{
  return detail::make_unary<detail::isneginf_op>(std::move(a)...);
}
/// Whether the sign's bit is set, as of -0.0 and of some NaNs; bool.
template <class... A>
  requires one_operand<A...>
auto signbit(A... a)
{
  return detail::make_unary<detail::signbit_op>(std::move(a)...);
}

}  // namespace acre
