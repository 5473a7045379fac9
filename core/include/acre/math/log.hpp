#pragma once

#include <acre/backends/common/reciprocal.hpp>
#include <acre/math/detail/bits.hpp>
#include <acre/math/detail/double_double.hpp>
#include <acre/math/exp.hpp>

/// log, log1p, log2 and log10.
///
/// Method: x = 2^k * (1 + f) with 1 + f in [sqrt(1/2), sqrt(2)); with s = f/(2 + f),
/// log(1 + f) = 2*atanh(s) = f - f^2/2 + s*(f^2/2 + s^2*P(s^2)), the classical series behind
/// Muller, "Elementary Functions", and the FDLIBM logarithm; P is a minimax polynomial here.
/// log and log1p of a float take f + f^2*P(f) with 1 + f in [3/4, 3/2) instead.
///
/// log1p: with u = 1 + x rounded and 2^k from u, f = x*2^-k - (1 - 2^-k) holds all of x, however u
/// was rounded; f is exact (float) or its rounding error is kept (double).
///
/// For usual and quick see exp.hpp.
namespace acre::math {

namespace detail {

/// x = 2^k * (1 + f) for a positive normal x.
template <class T>
struct log_parts {
  T k;
  T f;
  T shrink;  ///< 2^-k, for k <= bias
};

template <class T>
KOKKOS_INLINE_FUNCTION log_parts<T> log_split(T x)
{
  using f = fp<T>;
  using bits = typename f::bits;
  constexpr bits one = static_cast<bits>(f::bias) << f::mantissa;
  bits const u = to_bits(x) + (one - f::sqrt_half_bits);
  T const k =
      from_bits<T>((u >> f::mantissa) | to_bits(f::two_mantissa)) - (f::two_mantissa + T(f::bias));
  T const m = from_bits<T>((u & f::mantissa_mask) + f::sqrt_half_bits);
  return {k, m - T(1), from_bits<T>(one + one - (u & f::inf_bits))};
}

/// Like log_split, for a subnormal x too.
template <class T>
KOKKOS_INLINE_FUNCTION log_parts<T> log_split_any(T x)
{
  using f = fp<T>;
  bool const small = x < f::min_normal;
  log_parts<T> p = log_split(small ? x * f::lift : x);
  p.k = small ? p.k - T(f::subnormal_lift) : p.k;
  return p;
}

/// (2*atanh(s) - 2s) / s^3 in w = s^2 <= 0.0295: absolute error 2^-51.5 and 2^-22.3.
inline constexpr double log_tail_double[] = {
    0x1.5555555555558p-1, 0x1.99999999952cap-2, 0x1.2492492df9572p-2, 0x1.c71c62d963d52p-3,
    0x1.7462b83b9084fp-3, 0x1.39fdeadcfd516p-3, 0x1.2b5dd4a9dafabp-3};
KOKKOS_INLINE_FUNCTION double log_tail(double w) { return horner<log_tail_double>(w); }
KOKKOS_INLINE_FUNCTION float log_tail(float w)
{
  return horner(w, 0x1.55555cp-1f, 0x1.997b92p-2f, 0x1.2ef828p-2f);
}

/// log(1 + f) - f, s = f/(2 + f)
template <class T>
KOKKOS_INLINE_FUNCTION T log_rest(T f, T s)
{
  T const w = s * s;
  T const h = T(0.5) * f;
  return fused(-h, f, s * fused(h, f, w * log_tail(w)));
}
template <class T>
KOKKOS_INLINE_FUNCTION T log_rest(T f)
{
  return log_rest(f, f / (T(2) + f));
}

/// k*ln2 + log(1 + f) + f_low
template <class T>
KOKKOS_INLINE_FUNCTION T log_join(T k, T f, T f_low)
{
  T const a = k * exp_constant<T, 1>();  // exact
  T const sum = a + f;
  T const rest = ((a - sum) + f) + f_low;
  return sum + (log_rest(f) + fused(k, exp_constant<T, 2>(), rest));
}

/// The logarithm's value for arguments that have none of the usual kind.
template <class T>
KOKKOS_INLINE_FUNCTION T log_special(T x, T value)
{
  value = x == infinity<T>() ? x : value;
  T const otherwise = x == T(0) ? -infinity<T>() : quiet_nan<T>();
  return x > T(0) ? value : otherwise;
}

/// log(1 + f + f_low) - minus_k/log_range<T>::unit * ln2; a zero in f and f_low keeps its sign
/// where minus_k is +0.
/// s is f/(2 + f), which floats do without.
KOKKOS_INLINE_FUNCTION double log_total(double minus_k, double f, double f_low, double s)
{
  double const a = minus_k * -0x1.62e42fefa2p-1;  // 40 bits: exact
  double const sum = a + f;
  double const rest = (f - (sum - a)) + f_low;
  return sum + (log_rest(f, s) + fused(minus_k, -0x1.9ef35793c7673p-41, rest));
}
KOKKOS_INLINE_FUNCTION double log_total(double minus_k, double f, double f_low)
{
  return log_total(minus_k, f, f_low, f / (2.0 + f));
}
/// log(1 + f) by a polynomial to 2^-27.6.
KOKKOS_INLINE_FUNCTION float log_series(float f)
{
  float const p =
      horner(f, -0x1p-1f, 0x1.5555a4p-2f, -0x1.000044p-2f, 0x1.99697p-3f, -0x1.54eed4p-3f,
             0x1.2885e2p-3f, -0x1.0d9402p-3f, 0x1.aca3ccp-4f, -0x1.714104p-5f);
  return fused(p, f * f, f);
}
/// f_low is 0 in the range of floats.
KOKKOS_INLINE_FUNCTION float log_total(float minus_k, float f, float)
{
  return fused(minus_k, -0x1p-23f * ln2<float>::nearest, log_series(f));
}

/// The lowest 1 + f; -k in some unit from the step, which added to the bits of x divides it by 2^k.
template <class T>
struct log_range;
template <>
struct log_range<double> {
  static constexpr std::uint64_t low = fp<double>::sqrt_half_bits;
  static constexpr double unit = 1;
  KOKKOS_INLINE_FUNCTION static double minus_k(std::uint64_t step)
  {
    using f = fp<double>;
    constexpr std::uint64_t offset = static_cast<std::uint64_t>(2 * f::bias) << f::mantissa;
    return from_bits<double>(((step + offset) >> f::mantissa) | to_bits(f::two_mantissa)) -
           (f::two_mantissa + 2 * f::bias);
  }
};
template <>
struct log_range<float> {
  static constexpr std::uint32_t low = 0x3f400000u;  // 3/4
  static constexpr float unit = 0x1p23f;
  KOKKOS_INLINE_FUNCTION static float minus_k(std::uint32_t step)
  {
    return static_cast<float>(static_cast<std::int32_t>(step));
  }
};
template <class T>
KOKKOS_INLINE_FUNCTION typename fp<T>::bits log_step(T x)
{
  return (log_range<T>::low + fp<T>::mantissa_mask - to_bits(x)) & ~fp<T>::mantissa_mask;
}

/// log(x) for a positive normal number; more is added to minus_k.
template <class T>
KOKKOS_INLINE_FUNCTION T log_quick(T x, T more = T(0))
{
  auto const step = log_step(x);
  T const minus_k = log_range<T>::minus_k(step) + more;
  T const f = from_bits<T>(to_bits(x) + step) - T(1);
  if constexpr (std::is_same_v<T, double>)  // f is +0 or far from the least numbers
    return log_total(minus_k, f, 0.0, backends::quotient(f, 2.0 + f));
  else
    return log_total(minus_k, f, 0.0f);
}
template <class T>
KOKKOS_INLINE_FUNCTION bool log_usual(T x)
{
  constexpr auto least = typename fp<T>::bits(1) << fp<T>::mantissa;
  return to_bits(x) - least < fp<T>::inf_bits - least;
}
template <class T>
KOKKOS_INLINE_FUNCTION T log_of(T x)
{
  using f = fp<T>;
  bool const small = x < f::min_normal;
  return log_special(
      x, log_quick(small ? x * f::lift : x, small ? f::subnormal_lift * log_range<T>::unit : T(0)));
}

/// log(1 + x) where 1 + x is positive and finite.
template <class T>
KOKKOS_INLINE_FUNCTION T log1p_quick(T x)
{
  constexpr auto four = static_cast<typename fp<T>::bits>(fp<T>::bias + 2) << fp<T>::mantissa;
  auto const step = log_step(T(1) + x);
  T const scaled = from_bits<T>(to_bits(x) + step);
  // 1 - 2^-k by way of 2^(2 - k), which is normal for every k
  T const shift = fused(from_bits<T>(four + step), T(-0.25), T(1));
  T const f = scaled - shift;
  return log_total(log_range<T>::minus_k(step), f, scaled - (f + shift));
}
/// Most of what log1p_quick covers, in two operations: above -1 by 2^-12 (2^-22), below 4095
/// (2^31).
KOKKOS_INLINE_FUNCTION bool log1p_usual(double x)
{
  return ::fabs(x - 1073741823.0) < 1073741824.0;
}
KOKKOS_INLINE_FUNCTION bool log1p_usual(float x) { return ::fabsf(x - 2047.0f) < 2048.0f; }
template <class T>
KOKKOS_INLINE_FUNCTION T log1p_of(T x)
{
  return log_special(T(1) + x, log1p_quick(x));
}

/// c*log(x) with k*log(2)*c = k*(high + low); scale + scale_low = c.
template <class T>
KOKKOS_INLINE_FUNCTION double log_scaled(T x, double high, double low, double scale,
                                         double scale_low)
{
  log_parts<double> const p = log_split_any(static_cast<double>(x));
  dd const l = quick_two_sum(p.f, log_rest(p.f));
  dd const m = two_product(l.hi, scale);
  double const m_low = m.lo + fused(l.lo, scale, l.hi * scale_low);
  dd const s = quick_two_sum(p.k * high, m.hi);
  return log_special(static_cast<double>(x), s.hi + (s.lo + fused(p.k, low, m_low)));
}

}  // namespace detail

ACRE_MATH_NAMESPACE(inlined) {

/// Natural logarithm. Largest error measured: 0.85 ulp (double), 0.93 ulp (float).
/// log(+-0) = -inf, log(inf) = inf, log of a negative number or NaN is NaN, log(1) = +0.
KOKKOS_INLINE_FUNCTION double log(double x) { return detail::log_of(x); }
KOKKOS_INLINE_FUNCTION float log(float x) { return detail::log_of(x); }

/// log(1 + x). Largest error measured: 0.88 ulp (double), 0.93 ulp (float).
/// log1p(+-0) = +-0, log1p(-1) = -inf, log1p(inf) = inf, below -1 or NaN: NaN.
KOKKOS_INLINE_FUNCTION double log1p(double x) { return detail::log1p_of(x); }
KOKKOS_INLINE_FUNCTION float log1p(float x) { return detail::log1p_of(x); }

/// Base 2 and base 10, the product with the constant carried in two doubles; powers of the base
/// give exact integers. Largest error measured: log2 0.87 ulp (double), 0.501 ulp
/// (float); log10 0.73 and 0.501 ulp. Special cases as log.
KOKKOS_INLINE_FUNCTION double log2(double x)
{
  using c = detail::ln2<double>;
  return detail::log_scaled(x, 1.0, 0.0, c::inverse, c::inverse_low);
}
KOKKOS_INLINE_FUNCTION double log10(double x)
{
  return detail::log_scaled(x, 0x1.34413509f8p-2, -0x1.80433b83b532ap-44, 0x1.bcb7b1526e50ep-2,
                            0x1.95355baaafad3p-57);
}
KOKKOS_INLINE_FUNCTION float log2(float x)
{
  return detail::same_nan(x, static_cast<float>(log2(static_cast<double>(x))));
}
KOKKOS_INLINE_FUNCTION float log10(float x)
{
  return detail::same_nan(x, static_cast<float>(log10(static_cast<double>(x))));
}

}  // ACRE_MATH_NAMESPACE(inlined)

}  // namespace acre::math
