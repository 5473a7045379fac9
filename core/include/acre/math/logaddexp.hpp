#pragma once

#include <acre/math/detail/rough.hpp>
#include <acre/math/exp.hpp>
#include <acre/math/log.hpp>

/// logaddexp, and what is made likewise: logaddexp2 and softplus.
///
/// Method: log(e^x + e^y) = max + log(1 + e^-|x - y|). The difference, the power and the last sum
/// of doubles have their rounding errors (T. J. Dekker, "A floating-point technique for extending
/// the available precision", 1971); floats compute in double, where these don't matter.
namespace acre::math {

namespace detail {

/// 1/(1 + p), 0 <= p <= 1, to 0.0016/p: enough for what is below p's last digit.
KOKKOS_INLINE_FUNCTION double slope_of_log1p(double p)
{
  return horner(p, 0x1.ecap-1, -0x1.6cp-1, 0.25);
}

KOKKOS_INLINE_FUNCTION double logaddexp_of(double x, double y)
{
  double const top = x < y ? y : x;
  double const bottom = x < y ? x : y;
  double const gap = bottom - top;  // <= 0; NaN for infinities of one sign
  double const turned = gap + top;
  double const gap_low = (bottom - turned) + ((turned - gap) - top);
  double const c = clamp_to(gap, exp_clamp(-infinity<double>()), 0.0);
  double const rest = c == gap && gap_low == gap_low ? gap_low : 0.0;
  // e^gap with what its rounding lost, and the last sum with its own error
  exp_parts<double> const e = exp_reduce(c, rest);
  double const one = 1.0 + e.r;
  double const tail = ((1.0 - one) + e.r) + e.p;
  double const mantissa = one + tail;
  double const power = exp_scale(mantissa, e.count);
  double const lost = exp_scale((one - mantissa) + tail, e.count) * slope_of_log1p(power);
  double const part = log1p_of(power);
  double const sum = top + part;
  double const added = sum - top;
  double const low = ((top - (sum - added)) + (part - added)) + lost;
  double const value = low == low ? sum + low : sum;  // NaN beside infinities
  double const ordinary = x == y ? top + ln2<double>::nearest : value;
  return x != x || y != y ? quiet_nan<double>() : ordinary;
}

/// log(1 + p), 0 < p <= 1 and normal: the bits of log1p. 1 + p is 2^k (1 + f + f_low), k 0 or 1.
KOKKOS_INLINE_FUNCTION double log1p_of_power(double p)
{
  constexpr std::uint64_t halved_from = fp<double>::sqrt_half_bits + fp<double>::mantissa_mask + 1;
  bool const halved = to_bits(1.0 + p) >= halved_from;
  double const half = halved ? 0.5 : 0.0;
  double const scale = halved ? 0.5 : 1.0;
  double const f = fused(p, scale, -half);
  double const f_low = fused(p, scale, -(f + half));
  double const a = halved ? 0x1.62e42fefa2p-1 : 0.0;
  double const sum = a + f;
  double const rest = (f - (sum - a)) + f_low;
  double const low = rest + (halved ? 0x1.9ef35793c7673p-41 : 0.0);
  return sum + (log_rest(f, backends::quotient(f, 2.0 + f)) + low);
}

/// Whether both are finite, and the smaller power beside the larger one is a normal number.
KOKKOS_INLINE_FUNCTION bool logaddexp_usual(double x, double y) { return magnitude(x - y) < 700.0; }
/// Where x and y are equal it is top + ln2, without asking.
KOKKOS_INLINE_FUNCTION double logaddexp_quick(double x, double y)
{
  using f = fp<double>;
  double const difference = x - y;
  bool const less = (to_bits(difference) & f::sign_mask) != 0;
  double const top = less ? y : x;
  double const bottom = less ? x : y;
  double const gap = -magnitude(difference);
  double const turned = gap + top;
  exp_parts<double> const e = exp_reduce(gap, (bottom - turned) + ((turned - gap) - top));
  double const one = 1.0 + e.r;
  double const tail = ((1.0 - one) + e.r) + e.p;
  double const mantissa = one + tail;
  using bits = f::bits;
  bits const shift = (e.count - static_cast<bits>(2 * (f::bias + 1))) << f::mantissa;
  constexpr bits unit = static_cast<bits>(f::bias) << f::mantissa;
  double const power = from_bits<double>(to_bits(mantissa) + shift);
  double const lost =
      ((one - mantissa) + tail) * from_bits<double>(unit + shift) * slope_of_log1p(power);
  double const part = log1p_of_power(power);
  double const sum = top + part;
  double const added = sum - top;
  double const low = ((top - (sum - added)) + (part - added)) + lost;
  return sum + low;
}

/// (log(1 + p) - p)/p^2, 0 <= p <= 1: relative error of the logarithm 2^-32.
inline constexpr double log1p_tail_float[] = {
    -0x1.ffffff2faf51ap-2, 0x1.555512ae97907p-2, -0x1.fff31e1a81443p-3, 0x1.99030d6be6eb7p-3,
    -0x1.516910108b0ebp-3, 0x1.140382f0a671dp-3, -0x1.a1a677a518618p-4, 0x1.08c2bcc5cefdep-4,
    -0x1.f38838b32d1d7p-6, 0x1.2c0e41b7cd23dp-7, -0x1.50e4831ac47b1p-10};

/// log(1 + e^-distance) for float results, to 2^-31 of it; 0 to a float from 200 on and for a NaN,
/// which is the distance of equal infinities.
KOKKOS_INLINE_FUNCTION double log1p_of_exp_float(double distance)
{
  rough_exp_parts const e = rough_exp(-at_most(distance, 200.0));
  double const p = fused(e.scale, e.rest, e.scale);
  return fused(p * p, horner<log1p_tail_float>(p), p);
}

/// Whether the distance is finite, so that neither is a NaN.
KOKKOS_INLINE_FUNCTION bool logaddexp_usual(float x, float y)
{
  return magnitude(x - y) < infinity<float>();
}
KOKKOS_INLINE_FUNCTION float logaddexp_quick(float x, float y)
{
  double const distance = magnitude(static_cast<double>(x) - static_cast<double>(y));
  return static_cast<float>(static_cast<double>(x < y ? y : x) + log1p_of_exp_float(distance));
}
KOKKOS_INLINE_FUNCTION float logaddexp_of(float x, float y)
{
  float const value = logaddexp_quick(x, y);
  return x != x || y != y ? quiet_nan<float>() : value;
}

/// log(1 + e^x)
template <class T>
KOKKOS_INLINE_FUNCTION T softplus_of(T x)
{
  T const rest = log1p_of(exp_of(-magnitude(x)));  // NaN for a NaN
  return x > T(0) ? x + rest : rest;
}

/// log2(2^x + 2^y)
KOKKOS_INLINE_FUNCTION double logaddexp2_of(double x, double y)
{
  if (x == y) return x + 1.0;
  double const gap = x - y;
  if (gap != gap) return quiet_nan<double>();
  double const larger = gap > 0.0 ? x : y;
  return larger + 1.442695040888963407 * log1p_of(exp2_of(-magnitude(gap)));
}
KOKKOS_INLINE_FUNCTION float logaddexp2_of(float x, float y)
{
  double const distance = magnitude(static_cast<double>(x) - static_cast<double>(y));
  double const part = log1p_of_exp_float(distance * ln2<double>::nearest);
  auto const value =
      static_cast<float>(fused(part, ln2<double>::inverse, static_cast<double>(x < y ? y : x)));
  return x != x || y != y ? quiet_nan<float>() : value;
}

}  // namespace detail

ACRE_MATH_NAMESPACE(inlined) {

/// log(e^x + e^y) = max + log1p(e^-|x - y|). Like NumPy's, but for the accuracy. Largest error
/// measured where max >= 0: 1.01 ulp (double), 0.504 ulp (float); elsewhere the two terms may
/// cancel: 2.1 and 0.508 ulp of the larger of |result| and |max|. Infinities of one sign give
/// themselves, NaN gives NaN.
KOKKOS_INLINE_FUNCTION double logaddexp(double x, double y) { return detail::logaddexp_of(x, y); }
KOKKOS_INLINE_FUNCTION float logaddexp(float x, float y) { return detail::logaddexp_of(x, y); }

}  // ACRE_MATH_NAMESPACE(inlined)

}  // namespace acre::math
