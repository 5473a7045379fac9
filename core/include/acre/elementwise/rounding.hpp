#pragma once

#include <acre/elementwise/operators.hpp>
#include <acre/math/rounding.hpp>

#include <cstdint>
#include <limits>
#include <utility>

/// Rounding to integers and to decimal places, as terms of a fused expression. Same bits
/// everywhere.
namespace acre {

namespace detail {

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
  static constexpr char const* alias = "fix";
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
  using dtypes = inexact_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    if constexpr (is_complex<T>::value)
      return {math::rint(x.real()), math::rint(x.imag())};
    else
      return math::rint(x);
  }
};
/// Halves to the even one; each part of a complex number by itself. Integers stay.
struct round_op : rounding {
  static constexpr char const* name = "round";
  using dtypes = inexact_dtypes;
  template <class T>
  using argument = std::conditional_t<std::is_same_v<T, bool>, inexact_t<T>, T>;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    if constexpr (is_integer<T>)
      return x;
    else if constexpr (is_complex<T>::value)
      return {math::rint(x.real()), math::rint(x.imag())};
    else
      return math::rint(x);
  }
};
/// Rounds to a multiple of `unit`, or of 1 / unit: in T's own floating point, integers in float64,
/// as NumPy computes it (an error of an ulp or two of x included).
struct round_to_op : round_op {
  double unit = 1;
  bool is_fraction = true;  // round to multiples of 1 / unit
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    if constexpr (is_integer<T>) {
      return is_fraction ? x : converted<T>(part(static_cast<double>(x), unit));
    } else if constexpr (is_complex<T>::value) {
      auto const u = static_cast<typename T::value_type>(unit);
      return {part(x.real(), u), part(x.imag(), u)};
    } else {
      return part(x, static_cast<T>(unit));
    }
  }

 private:
  template <class T>
  KOKKOS_INLINE_FUNCTION T part(T x, T u) const
  {
    return is_fraction ? math::rint(x * u) / u : math::rint(x / u) * u;
  }
};

/// Powers of ten as NumPy has them: exact up to 10^22, then multiplied up.
inline double power_of_ten(std::int64_t n)
{
  double power = 1;
  for (std::int64_t k = 0; k < n && power < std::numeric_limits<double>::infinity(); ++k)
    power *= 10;
  return power;
}

template <class... A>
inline constexpr bool is_operand_and_int = false;
template <expression A, std::integral N>
  requires(!std::same_as<N, bool>)
inline constexpr bool is_operand_and_int<A, N> = true;
template <class... A>
concept operand_and_int = is_operand_and_int<A...>;

template <class A>
auto rounded_to(A a, std::int64_t decimals)
{
  round_to_op op;
  op.is_fraction = decimals >= 0;
  op.unit = power_of_ten(op.is_fraction ? decimals : -decimals);
  return make_unary(std::move(a), op);
}

using rounding_functions = type_list<floor_op, ceil_op, trunc_op, rint_op, round_op>;

}  // namespace detail

/// To the next integer below, above, towards 0; integers stay as they are.
template <class... A>
  requires one_operand<A...>
auto floor(A... a)
{
  return detail::make_unary<detail::floor_op>(std::move(a)...);
}
template <class... A>
  requires one_operand<A...>
auto ceil(A... a)
{
  return detail::make_unary<detail::ceil_op>(std::move(a)...);
}
template <class... A>
  requires one_operand<A...>
auto trunc(A... a)
{
  return detail::make_unary<detail::trunc_op>(std::move(a)...);
}
/// To the nearest integer, halves to the even one; of integers in floating point, as NumPy's.
template <class... A>
  requires one_operand<A...>
auto rint(A... a)
{
  return detail::make_unary<detail::rint_op>(std::move(a)...);
}
/// To the nearest integer, halves to the even one; with `decimals` to that many decimal places,
/// before the point where it is negative: round(x, 2), round(x, -3). Integers stay integers,
/// complex numbers are rounded part by part, bool becomes float32.
template <class... A>
  requires one_operand<A...>
auto round(A... a)
{
  return detail::make_unary<detail::round_op>(std::move(a)...);
}
template <class... A>
  requires detail::operand_and_int<A...>
auto round(A... a)
{
  return detail::rounded_to(std::move(a)...);
}

}  // namespace acre
