#pragma once

#include <acre/math/detail/log_double.hpp>
#include <acre/math/exp.hpp>
#include <acre/math/hyperbolic.hpp>
#include <acre/math/root.hpp>

/// pow.
///
/// Method: x^y = e^(y*log|x|), the logarithm to about 2^-65 in double-double and the product with
/// its rounding error (P. W. Markstein's and P. T. P. Tang's scheme, without their tables).
namespace acre::math {

namespace detail {

/// Distance of size to the nearest integer: 0 where it is one, or past 2^52.
KOKKOS_INLINE_FUNCTION double from_integer(double size)
{
  double const limited = size < 0x1p52 ? size : 0.0;
  return limited - ((limited + 0x1p52) - 0x1p52);
}

/// Signs and special cases of C's Annex F around value = |x|^y, as a chain of selects.
KOKKOS_INLINE_FUNCTION double pow_special(double x, double y, double value)
{
  double const inf = infinity<double>();
  double const nan = quiet_nan<double>();
  double const ax = magnitude(x);
  double const ay = magnitude(y);
  // From 2^53 on every number is even, between 2^52 and 2^53 half of it still tells.
  double const off_integer = from_integer(ay);
  double const off_even = from_integer(0.5 * ay);
  double const if_whole = off_even != 0.0 ? -1.0 : 1.0;
  double const sign = off_integer != 0.0 ? 1.0 : if_whole;
  std::uint64_t const flip = to_bits(x) & to_bits(sign) & fp<double>::sign_mask;
  // y's sign by its bits: g++ compares a float's in float, and doesn't vectorise what that selects.
  bool const negative = (to_bits(y) >> 63) != 0;
  double const at_zero = negative ? inf : 0.0;
  double const at_inf = negative ? 0.0 : inf;
  double const of_negative = off_integer != 0.0 ? nan : value;
  value = x < 0.0 ? of_negative : value;
  value = ax == 0.0 ? at_zero : value;
  value = ax == inf ? at_inf : value;
  double const beyond = ax > 1.0 ? at_inf : at_zero;
  double const tends = ax == 1.0 ? 1.0 : beyond;
  value = ay == inf ? tends : value;
  value = flip_sign(value, flip);
  value = x == x ? value : nan;
  value = y == y ? value : nan;
  value = value == value ? value : nan;
  value = y == 0.0 ? 1.0 : value;
  return x == 1.0 ? 1.0 : value;
}

/// x^y for x > 0 and finite x, y.
KOKKOS_INLINE_FUNCTION double pow_quick(double x, double y)
{
  dd const l = log_double(x);
  double const p = y * l.hi;
  double const p_low = fused(y, l.hi, -p) + y * l.lo;
  // 800 is past both ends, and 2^k can still be built.
  double const limited = clamp_to(p, -800.0, 800.0);
  double const limited_low = magnitude(p) < 800.0 ? p_low : 0.0;
  return exp_join(exp_reduce(limited, limited_low));
}
/// Likewise for doubles that are floats, to the accuracy that a float needs.
KOKKOS_INLINE_FUNCTION double pow_quick_float(double x, double y)
{
  log_parts<double> const l = log_split(x);
  double const p = y * rough_log_join(l.k, l.f);
  rough_exp_parts const e = rough_exp(clamp_to(p, -200.0, 200.0));
  return fused(e.scale, e.rest, e.scale);
}
KOKKOS_INLINE_FUNCTION float pow_quick(float x, float y)
{
  return static_cast<float>(pow_quick_float(static_cast<double>(x), static_cast<double>(y)));
}

/// Whether x^y is one operation that the hardware rounds correctly: a square, 1/x or a root.
template <class T>
KOKKOS_INLINE_FUNCTION bool pow_is_one_operation(T y)
{
  return (y == T(2)) | (y == T(-1)) | (y == T(0.5));
}
template <class T>
KOKKOS_INLINE_FUNCTION T pow_by_one_operation(T x, T y)
{
  T value;
  if (y == T(2))
    value = x * x;
  else if (y == T(-1))
    value = T(1) / x;
  else  // a root's sign at -0 and its NaN at -inf are not C's pow
    value = sqrt_of(x == T(0) || x == -infinity<T>() ? magnitude(x) : x);
  return same_nan(value, value);
}

/// Range in which quick has the bits of pow: see exp.hpp.
template <class T>
KOKKOS_INLINE_FUNCTION bool pow_usual(T x, T y)
{
  return log_usual(x) & (magnitude_bits(y) < fp<T>::inf_bits) & !pow_is_one_operation(y);
}

/// x^y for any other y.
KOKKOS_INLINE_FUNCTION double pow_of(double x, double y)
{
  return pow_special(x, y, pow_quick(magnitude(x), y));
}
KOKKOS_INLINE_FUNCTION float pow_of(float x, float y)
{
  auto const a = static_cast<double>(x);
  auto const b = static_cast<double>(y);
  auto const value = static_cast<float>(pow_special(a, b, pow_quick_float(magnitude(a), b)));
  return same_nan(value, value);
}

}  // namespace detail

#ifdef ACRE_MATH_CALLS_POW
double pow(double x, double y);  // the library's: see detail/called.hpp
float pow(float x, float y);
#else
ACRE_MATH_NAMESPACE(inlined) {

/// x^y. Largest error measured: 0.75 ulp (double), 0.51 ulp (float); pow(x, 2), pow(x, -1) and
/// pow(x, 0.5) are x * x, 1 / x and the root, rounded correctly, and take no longer than these.
/// Special cases as in C: pow(x, +-0) = pow(1, y) = 1 even for NaN, pow(-1, +-inf) = 1, a negative
/// finite x with y no integer is NaN, pow(+-0, y < 0) = +-inf (the sign only for odd integers y).
KOKKOS_INLINE_FUNCTION double pow(double x, double y)
{
  return detail::pow_is_one_operation(y) ? detail::pow_by_one_operation(x, y)
                                         : detail::pow_of(x, y);
}
KOKKOS_INLINE_FUNCTION float pow(float x, float y)
{
  return detail::pow_is_one_operation(y) ? detail::pow_by_one_operation(x, y)
                                         : detail::pow_of(x, y);
}

}  // ACRE_MATH_NAMESPACE(inlined)
#endif

}  // namespace acre::math
