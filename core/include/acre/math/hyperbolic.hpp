#pragma once

#include <acre/math/detail/rough.hpp>

/// sinh, cosh, tanh and their inverses, from exp's, expm1's and log1p's parts.
namespace acre::math {

namespace detail {

/// e^x / 2, finite as long as the true value is.
KOKKOS_INLINE_FUNCTION double half_exp(double x)
{
  exp_parts<double> e = exp_reduce(clamp_to(x, -746.0, 712.0), 0.0);
  e.count -= 1;
  return exp_join(e);
}

/// e^x - 1 for 0 <= x <= 50, with its rounding error.
KOKKOS_INLINE_FUNCTION dd expm1_double(double x)
{
  exp_parts<double> const e = exp_reduce(x, 0.0);
  std::uint64_t const k = e.count - 2048;
  double const tiny = power_of_two<double>(0 - k);
  double const a = 1.0 - tiny;
  double const a_low = (1.0 - a) - tiny;
  dd const sum = quick_two_sum(a, e.r);
  dd const all = quick_two_sum(sum.hi, sum.lo + a_low + e.p);
  double const scale = power_of_two<double>(k);
  return {all.hi * scale, all.lo * scale};
}

/// e/(e + c), with its rounding error; 0 <= e < 2^1000, c >= 1.
KOKKOS_INLINE_FUNCTION dd over_itself_plus(dd e, double c)
{
  dd const d = two_sum(e.hi, c);
  double const inverse = backends::reciprocal(d.hi);
  double const q = e.hi * inverse;
  double const rest = fused(-q, d.hi, e.hi) + fused(-q, d.lo + e.lo, e.lo);
  return {q, rest * inverse};
}

KOKKOS_INLINE_FUNCTION double sinh_of(double x)
{
  double const size = magnitude(x);
  dd const e = expm1_double(size > 22.0 ? 22.0 : size);
  dd const q = over_itself_plus(e, 1.0);
  dd const sum = quick_two_sum(e.hi, q.hi);
  double const near = 0.5 * (sum.hi + (sum.lo + (e.lo + q.lo)));
  double const value = size < 21.0 ? near : half_exp(size);
  return same_nan(x, size == 0.0 ? x : with_sign_of(value, x));
}
KOKKOS_INLINE_FUNCTION float sinh_of(float x)
{
  double const e = rough_expm1(static_cast<double>(at_most(magnitude(x), 92.0f)));
  // By numbers that floats have room for.
  double const q = rough_quotient(e, fused(e, 0x1p-20, 0x1p-20));
  auto const value = static_cast<float>(fused(q, 0x1p-21, 0.5 * e));
  return same_nan(x, with_sign_of(value, x));
}

KOKKOS_INLINE_FUNCTION double cosh_of(double x)
{
  exp_parts<double> const e = exp_reduce(clamp_to(magnitude(x), 0.0, 712.0), 0.0);
  dd const sum = quick_two_sum(1.0, e.r);
  dd const h = quick_two_sum(sum.hi, sum.lo + e.p);
  // 2^-k/h is added before scaling by 2^(k-1); past 2^120 it no longer matters.
  std::uint64_t const k = e.count - 2048;
  double const shrink = power_of_two<double>(0 - 2 * (k > 60 ? 60 : k));
  dd const all = quick_two_sum(h.hi, shrink / h.hi);
  return same_nan(x, exp_scale(all.hi + (all.lo + h.lo), e.count - 1));
}
KOKKOS_INLINE_FUNCTION float cosh_of(float x)
{
  rough_exp_parts const e = rough_exp(static_cast<double>(at_most(magnitude(x), 100.0f)));
  double const h = fused(e.scale, e.rest, e.scale);
  return same_nan(x, static_cast<float>(0.5 * (h + 1.0 / h)));
}

KOKKOS_INLINE_FUNCTION double tanh_of(double x)
{
  dd const q = over_itself_plus(expm1_double(clamp_to(2.0 * magnitude(x), 0.0, 50.0)), 2.0);
  return same_nan(x, with_sign_of(q.hi + q.lo, x));
}
/// The range of tanh_quick: see exp.hpp.
template <class T>
KOKKOS_INLINE_FUNCTION bool tanh_usual(T x)
{
  return magnitude(x) <= T(25);
}
KOKKOS_INLINE_FUNCTION double tanh_quick(double x)
{
  dd const q = over_itself_plus(expm1_double(2.0 * magnitude(x)), 2.0);
  return with_sign_of(q.hi + q.lo, x);
}
KOKKOS_INLINE_FUNCTION float tanh_quick(float x)
{
  double const e = rough_expm1(static_cast<double>(2.0f * magnitude(x)));
  return with_sign_of(static_cast<float>(rough_quotient(e, e + 2.0)), x);
}
KOKKOS_INLINE_FUNCTION float tanh_of(float x)
{
  double const e = rough_expm1(static_cast<double>(at_most(2.0f * magnitude(x), 50.0f)));
  return same_nan(x, with_sign_of(static_cast<float>(rough_quotient(e, e + 2.0)), x));
}

/// log(u + u_low) + extra*ln2 for a positive normal u.
KOKKOS_INLINE_FUNCTION double log_of_sum(double u, double u_low, double extra)
{
  log_parts<double> const p = log_split(u);
  double const low = u_low == 0.0 ? 0.0 : u_low * p.shrink;
  double const f = p.f + low;
  return log_join(p.k + extra, f, (p.f - f) + low);
}

/// log(1 + y + y_low) or, where large, log(2*size).
KOKKOS_INLINE_FUNCTION double log1p_or_log2x(double y, double y_low, double size, bool large)
{
  dd const u = two_sum(1.0, y);
  return log_of_sum(large ? size : u.hi, large ? 0.0 : u.lo + y_low, large ? 1.0 : 0.0);
}

KOKKOS_INLINE_FUNCTION double asinh_of(double x)
{
  double const size = magnitude(x);
  bool const large = size > 0x1p28;
  double const a = large ? 1.0 : size;
  double const square = a * a;
  double const part = square / (1.0 + root(square + 1.0));
  dd const y = two_sum(a, part);
  double const value = log1p_or_log2x(y.hi, y.lo, size, large);
  return same_nan(x, size == 0.0 || size == infinity<double>() ? x : with_sign_of(value, x));
}

KOKKOS_INLINE_FUNCTION float asinh_of(float x)
{
  float const size = magnitude(x);
  auto const a = static_cast<double>(at_most(size, fp<float>::max));
  double const square = a * a;
  // By 2^-8, which floats have room for.
  double const bottom = fused(root(square + 1.0), 0x1p-8, 0x1p-8);
  double const value = rough_log1p(a + rough_quotient(0x1p-8 * square, bottom));
  float const ordinary = size == infinity<float>() ? size : static_cast<float>(value);
  return same_nan(x, with_sign_of(ordinary, x));
}

KOKKOS_INLINE_FUNCTION double acosh_of(double x)
{
  bool const large = x > 0x1p28;
  double const a = large || !(x >= 1.0) ? 1.0 : x;
  double const t = a - 1.0;
  dd const y = two_sum(t, root(fused(t, t, 2.0 * t)));
  double const value = log1p_or_log2x(y.hi, y.lo, x, large);
  double const ordinary = x == infinity<double>() ? x : value;
  return x >= 1.0 ? ordinary : quiet_nan<double>();
}

KOKKOS_INLINE_FUNCTION float acosh_of(float x)
{
  double const t = static_cast<double>(at_most(x, fp<float>::max)) - 1.0;
  double const value = rough_log1p(t + root(t * (t + 2.0)));
  float const ordinary = x == infinity<float>() ? x : static_cast<float>(value);
  return x >= 1.0f ? ordinary : quiet_nan<float>();
}

KOKKOS_INLINE_FUNCTION double atanh_of(double x)
{
  double const size = magnitude(x);
  double const a = size < 1.0 ? size : 0.5;
  double const d = 1.0 - a;
  double const d_low = (1.0 - d) - a;
  double const inverse = 1.0 / d;
  double const y = 2.0 * a * inverse;
  double const y_low = (fused(-y, d, 2.0 * a) - y * d_low) * inverse;
  double const value = 0.5 * log1p_or_log2x(y, y_low, 0.0, false);
  double const ordinary = size == 1.0 ? infinity<double>() : value;
  double const signed_value = size == 0.0 ? x : with_sign_of(ordinary, x);
  return size <= 1.0 ? signed_value : quiet_nan<double>();
}

KOKKOS_INLINE_FUNCTION float atanh_of(float x)
{
  float const size = magnitude(x);
  auto const a = static_cast<double>(size < 1.0f ? size : 0.5f);
  double const value = 0.5 * rough_log1p(rough_quotient(2.0 * a, 1.0 - a));
  float const ordinary = size == 1.0f ? infinity<float>() : static_cast<float>(value);
  return size <= 1.0f ? with_sign_of(ordinary, x) : quiet_nan<float>();
}

}  // namespace detail

ACRE_MATH_NAMESPACE(inlined) {

/// (e^x - e^-x)/2 from expm1, beyond 21 from exp alone. Largest error measured: 0.93 ulp (double),
/// 0.51 ulp (float). sinh(+-0) = +-0, sinh(+-inf) = +-inf, NaN gives NaN.
KOKKOS_INLINE_FUNCTION double sinh(double x) { return detail::sinh_of(x); }
KOKKOS_INLINE_FUNCTION float sinh(float x) { return detail::sinh_of(x); }

/// (e^x + e^-x)/2. Largest error measured: 0.82 ulp (double), 0.51 ulp (float). cosh(+-inf) = inf,
/// NaN gives NaN.
KOKKOS_INLINE_FUNCTION double cosh(double x) { return detail::cosh_of(x); }
KOKKOS_INLINE_FUNCTION float cosh(float x) { return detail::cosh_of(x); }

/// e/(e + 2) with e = expm1(2x). Largest error measured: 0.85 ulp (double), 0.51 ulp (float).
/// tanh(+-0) = +-0, tanh(+-inf) = +-1, NaN gives NaN.
KOKKOS_INLINE_FUNCTION double tanh(double x) { return detail::tanh_of(x); }
KOKKOS_INLINE_FUNCTION float tanh(float x) { return detail::tanh_of(x); }

/// log1p(x + x^2/(1 + sqrt(1 + x^2))), odd; log(2x) for huge x. Largest error measured: 1.06 ulp
/// (double), 0.501 ulp (float). asinh(+-0) = +-0, asinh(+-inf) = +-inf, NaN gives NaN.
KOKKOS_INLINE_FUNCTION double asinh(double x) { return detail::asinh_of(x); }
KOKKOS_INLINE_FUNCTION float asinh(float x) { return detail::asinh_of(x); }

/// log1p(t + sqrt(2t + t^2)) with t = x - 1. Largest error measured: 1.41 ulp (double), 0.501 ulp
/// (float). acosh(1) = +0, acosh(inf) = inf, below 1 or NaN: NaN.
KOKKOS_INLINE_FUNCTION double acosh(double x) { return detail::acosh_of(x); }
KOKKOS_INLINE_FUNCTION float acosh(float x) { return detail::acosh_of(x); }

/// log1p(2x/(1 - x))/2, the quotient with its error. Largest error measured: 0.99 ulp (double),
/// 0.501 ulp (float). atanh(+-0) = +-0, atanh(+-1) = +-inf, beyond or NaN: NaN.
KOKKOS_INLINE_FUNCTION double atanh(double x) { return detail::atanh_of(x); }
KOKKOS_INLINE_FUNCTION float atanh(float x) { return detail::atanh_of(x); }

}  // ACRE_MATH_NAMESPACE(inlined)

}  // namespace acre::math
