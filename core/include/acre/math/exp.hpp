#pragma once

#include <acre/math/detail/bits.hpp>

#include <type_traits>

/// exp, exp2 and expm1.
///
/// Method: W. J. Cody and W. Waite, "Software Manual for the Elementary Functions" (1980):
/// x = k*ln2 + r with k an integer and |r| <= ln2/2, k*ln2 subtracted in two pieces;
/// e^r = 1 + r + r^2*q(r) with q a minimax polynomial. 2^k is applied as two factors, so overflow
/// and gradual underflow round once, as C requires. exp is the plain Horner sum; for the others
/// what the second piece leaves of r is kept and the sum 1 + r is split exactly (Dekker), so that
/// only the last addition rounds.
///
/// quick forms: where usual(x) holds, quick(x) has the bits of the function at fewer operations,
/// with no question about special cases. A GPU asks once for a packet of elements, a CPU for a
/// block; elsewhere vectors take the whole function where it has no branches.
namespace acre::math {

namespace detail {

/// e^x = 2^k * (1 + r + p). count is k plus 2*(bias + 1), so never negative.
template <class T>
struct exp_parts {
  T r;
  T p;
  typename fp<T>::bits count;
};

/// (e^r - 1 - r) / r^2 on |r| <= ln2/2: absolute error 2^-59.2 and 2^-28.9.
inline constexpr double exp_tail_double[] = {0x1p-1,
                                             0x1.5555555555557p-3,
                                             0x1.5555555555557p-5,
                                             0x1.111111111005p-7,
                                             0x1.6c16c16c156a5p-10,
                                             0x1.a01a01ac1e913p-13,
                                             0x1.a01a01ab9885cp-16,
                                             0x1.71de01aacddb2p-19,
                                             0x1.27e4cfaefd466p-22,
                                             0x1.af4ecf3057a21p-26,
                                             0x1.1f86f0de677cfp-29};
KOKKOS_INLINE_FUNCTION double exp_tail(double r) { return horner<exp_tail_double>(r); }
KOKKOS_INLINE_FUNCTION float exp_tail(float r)
{
  return horner(r, 0x1p-1f, 0x1.555556p-3f, 0x1.555502p-5f, 0x1.110fc2p-7f, 0x1.6d2e08p-10f,
                0x1.a2d998p-13f);
}

template <class T>
struct ln2;
template <>
struct ln2<double> {
  static constexpr double inverse = 0x1.71547652b82fep0;  // log2(e)
  static constexpr double inverse_low = 0x1.777d0ffda0d24p-56;
  static constexpr double high = 0x1.62e42fefa4p-1;  // 40 bits: k*high is exact
  static constexpr double low = -0x1.8432a1b0e2634p-43;
  static constexpr double nearest = 0x1.62e42fefa39efp-1;
  static constexpr double rest = 0x1.abc9e3b39803fp-56;
};
template <>
struct ln2<float> {
  static constexpr float inverse = 0x1.715476p0f;
  static constexpr float inverse_low = 0x1.4ae0cp-26f;
  static constexpr float high = 0x1.62e8p-1f;  // 14 bits
  static constexpr float low = -0x1.e8082ep-16f;
  static constexpr float nearest = 0x1.62e43p-1f;
  static constexpr float rest = -0x1.05c61p-29f;
};

/// log2(e) and both pieces of ln2 as operands.
inline constexpr double exp_reduction[] = {ln2<double>::inverse, ln2<double>::high,
                                           ln2<double>::low};
template <class T, int k>
KOKKOS_INLINE_FUNCTION T exp_constant()
{
  if constexpr (std::is_same_v<T, double>)
    return backends::constant_of<exp_reduction, k>();
  else
    return k == 0 ? ln2<T>::inverse : k == 1 ? ln2<T>::high : ln2<T>::low;
}

template <class T>
KOKKOS_INLINE_FUNCTION typename fp<T>::bits exp_count(T shifted)
{
  using f = fp<T>;
  return to_bits(shifted) - to_bits(f::round_shift) +
         static_cast<typename f::bits>(2 * (f::bias + 1));
}

/// e^(x + x_low) for |x| below about 2*bias*ln2; x_low is at most an ulp of x.
template <class T>
KOKKOS_INLINE_FUNCTION exp_parts<T> exp_reduce(T x, T x_low)
{
  using f = fp<T>;
  T const shifted = fused(x, exp_constant<T, 0>(), f::round_shift);
  T const k = shifted - f::round_shift;
  T const high = fused(-k, exp_constant<T, 1>(), x);  // exact
  T const low = fused(k, exp_constant<T, 2>(), -x_low);
  T const r = high - low;
  T const r_low = (high - r) - low;
  return {r, fused(r * r, exp_tail(r), r_low), exp_count(shifted)};
}

/// v * 2^k, rounded once: v is a normal number near 1.
template <class T>
KOKKOS_INLINE_FUNCTION T exp_scale(T v, typename fp<T>::bits count)
{
  using f = fp<T>;
  typename f::bits const half = count >> 1;
  T const a = from_bits<T>((half - 1) << f::mantissa);
  T const b = from_bits<T>((count - half - 1) << f::mantissa);
  return (v * a) * b;
}

template <class T>
KOKKOS_INLINE_FUNCTION T exp_join(exp_parts<T> e)
{
  T const sum = T(1) + e.r;
  T const rest = (T(1) - sum) + e.r;
  return exp_scale(sum + (rest + e.p), e.count);
}

/// Keeps x where 2^k can be built, and past overflow and underflow; a NaN passes.
template <class T>
KOKKOS_INLINE_FUNCTION T clamp_to(T x, T low, T high)
{
  x = x < low ? low : x;
  return x > high ? high : x;
}

/// high for a NaN too: one instruction.
template <class T>
KOKKOS_INLINE_FUNCTION T at_most(T x, T high)
{
  return x < high ? x : high;
}

KOKKOS_INLINE_FUNCTION double exp_clamp(double x) { return clamp_to(x, -746.0, 710.0); }
KOKKOS_INLINE_FUNCTION float exp_clamp(float x) { return clamp_to(x, -104.5f, 89.0f); }
KOKKOS_INLINE_FUNCTION double exp2_clamp(double x) { return clamp_to(x, -1076.0, 1025.0); }
KOKKOS_INLINE_FUNCTION float exp2_clamp(float x) { return clamp_to(x, -151.0f, 129.0f); }
KOKKOS_INLINE_FUNCTION double expm1_clamp(double x) { return clamp_to(x, -50.0, 710.0); }
KOKKOS_INLINE_FUNCTION float expm1_clamp(float x) { return clamp_to(x, -30.0f, 89.0f); }

/// e^r on |r| <= ln2/2, the polynomial to a relative 2^-57.9 and 2^-28.2.
inline constexpr double exp_near_zero_double[] = {0x1p0,
                                                  0x1p0,
                                                  0x1.000000000000ap-1,
                                                  0x1.5555555555508p-3,
                                                  0x1.55555555506dfp-5,
                                                  0x1.11111111248cfp-7,
                                                  0x1.6c16c1846d209p-10,
                                                  0x1.a01a013a4f86ap-13,
                                                  0x1.a019997b69ae1p-16,
                                                  0x1.71df03c4ca98cp-19,
                                                  0x1.28ade29dfe5a1p-22,
                                                  0x1.adb2060c18737p-26};
KOKKOS_INLINE_FUNCTION double exp_near_zero(double r) { return horner<exp_near_zero_double>(r); }
KOKKOS_INLINE_FUNCTION float exp_near_zero(float r)
{
  return horner(r, 0x1p0f, 0x1p0f, 0x1.fffffcp-2f, 0x1.555492p-3f, 0x1.5558aep-5f, 0x1.12397ep-7f,
                0x1.6a4f0cp-10f);
}

/// e^x = value * 2^k, k in the low bits of `shifted`.
template <class T>
struct exp_pair {
  T value;
  T shifted;
};

template <class T>
KOKKOS_INLINE_FUNCTION exp_pair<T> exp_pair_of(T x)
{
  T const shifted = fused(x, exp_constant<T, 0>(), fp<T>::round_shift);
  T const k = shifted - fp<T>::round_shift;
  T const r = fused(-k, exp_constant<T, 2>(), fused(-k, exp_constant<T, 1>(), x));
  return {exp_near_zero(r), shifted};
}

template <class T>
KOKKOS_INLINE_FUNCTION T exp_of(T x)
{
  exp_pair<T> const e = exp_pair_of(exp_clamp(x));
  return same_nan(x, exp_scale(e.value, exp_count(e.shifted)));
}

/// Whether e^x is a normal number.
KOKKOS_INLINE_FUNCTION bool exp_usual(double x) { return ::fabs(x) < 708.0; }
KOKKOS_INLINE_FUNCTION bool exp_usual(float x) { return ::fabsf(x) < 87.0f; }

template <class T>
KOKKOS_INLINE_FUNCTION T exp_quick(T x)
{
  exp_pair<T> const e = exp_pair_of(x);
  return from_bits<T>(to_bits(e.value) + (to_bits(e.shifted) << fp<T>::mantissa));
}

template <class T>
KOKKOS_INLINE_FUNCTION T exp2_of(T x)
{
  using f = fp<T>;
  T const c = exp2_clamp(x);
  T const shifted = c + f::round_shift;
  T const d = c - (shifted - f::round_shift);  // exact, |d| <= 1/2
  T const r = d * ln2<T>::nearest;
  T const r_low = fused(d, ln2<T>::nearest, -r) + d * ln2<T>::rest;
  exp_parts<T> const e{r, fused(r * r, exp_tail(r), r_low), exp_count(shifted)};
  return same_nan(x, exp_join(e));
}

/// 2^k * ((1 - 2^-k) + r + p): the first two added exactly.
template <class T>
KOKKOS_INLINE_FUNCTION T expm1_of(T x)
{
  using f = fp<T>;
  using bits = typename f::bits;
  exp_parts<T> const e = exp_reduce(expm1_clamp(x), T(0));
  bits const k = e.count - static_cast<bits>(2 * (f::bias + 1));
  // 2^-k vanishes beside 1 before it could leave the normal range.
  bits const limit = e.count > static_cast<bits>(3 * f::bias) ? static_cast<bits>(f::bias - 1) : k;
  T const tiny = power_of_two<T>(bits(0) - limit);
  T const a = T(1) - tiny;
  T const a_low = (T(1) - a) - tiny;
  T const sum = a + e.r;
  T const rest = ((a - sum) + e.r) + a_low;
  T const value = exp_scale(sum + (rest + e.p), e.count);
  return same_nan(x, x == T(0) ? x : value);
}

}  // namespace detail

ACRE_MATH_NAMESPACE(inlined) {

/// e^x. Largest error measured: 0.88 ulp (double), 0.90 ulp (float).
/// exp(+-0) = 1, exp(-inf) = 0, exp(inf) = inf, NaN gives NaN.
KOKKOS_INLINE_FUNCTION double exp(double x) { return detail::exp_of(x); }
KOKKOS_INLINE_FUNCTION float exp(float x) { return detail::exp_of(x); }

/// 2^x, exact for integers. Largest error measured: 0.77 ulp (double), 0.78 ulp (float). Special
/// cases as exp. x splits into an integer and d exactly; d*ln2 is kept in two pieces and goes
/// through exp's tail.
KOKKOS_INLINE_FUNCTION double exp2(double x) { return detail::exp2_of(x); }
KOKKOS_INLINE_FUNCTION float exp2(float x) { return detail::exp2_of(x); }

/// e^x - 1. Largest error measured: 1.07 ulp (double), 0.89 ulp (float).
/// expm1(+-0) = +-0, expm1(-inf) = -1, expm1(inf) = inf, NaN gives NaN.
KOKKOS_INLINE_FUNCTION double expm1(double x) { return detail::expm1_of(x); }
KOKKOS_INLINE_FUNCTION float expm1(float x) { return detail::expm1_of(x); }

}  // ACRE_MATH_NAMESPACE(inlined)

}  // namespace acre::math
