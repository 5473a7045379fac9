#pragma once

#include <acre/math/hyperbolic.hpp>

/// erf and erfc.
///
/// Method: below 1 (erfc: 1/2), erf is an odd minimax polynomial; above,
/// erfc(x) = e^(-x^2) * g(t) / (1 + 2x) with g a polynomial in t = (x - 3)/(x + 3)
/// (M. M. Shepherd and J. G. Laframboise, "Chebyshev approximation of (1 + 2x) exp(x^2) erfc x in
/// 0 <= x < inf", Math. Comp. 36, 1981); x^2 and the factors carry their rounding errors.
namespace acre::math {

namespace detail {

/// erf(x) for |x| < 1.
KOKKOS_INLINE_FUNCTION dd erf_near(double x)
{
  double const z = x * x;
  double const tail = horner(z, -0x1.812746b0379e7p-2, 0x1.ce2f21a042c2fp-4, -0x1.b82ce3128a6fap-6,
                             0x1.565bcd0eaf7b2p-8, -0x1.c02db40b05324p-11, 0x1.f9a327be3426fp-14,
                             -0x1.f4d25b3b65972p-17, 0x1.b9e56e2f79dap-20, -0x1.5f561fbbe86cap-23,
                             0x1.fa194ecfcf24dp-27, -0x1.402ed1697fd6cp-30, 0x1.1adaa79e31a1fp-34);
  double const p = x * 0x1.20dd750429b6dp0;
  double const p_low = fused(x, 0x1.20dd750429b6dp0, -p) + x * 0x1.1ae3a914fed8p-56;
  return quick_two_sum(p, fused(x * z, tail, p_low));
}
inline constexpr double erf_near_series_float[] = {
    0x1.20dd750429b6dp0,  -0x1.812746ade155cp-2,  0x1.ce2f1dfef2667p-4,  -0x1.b82bf72eae0d3p-6,
    0x1.564547533606bp-8, -0x1.be1dfb2c73c83p-11, 0x1.e07e4519e034cp-14, -0x1.5746ea58eb78ep-17};
KOKKOS_INLINE_FUNCTION double erf_near_float(double x)
{
  return x * horner<erf_near_series_float>(x * x);
}

/// erfc(x) for x >= 0.49.
KOKKOS_INLINE_FUNCTION double erfc_far(double x)
{
  x = clamp_to(x, 0.49, 27.3);
  double const t = (x - 3.0) / (x + 3.0);
  double const tail = horner(
      t, -0x1.15c084bb9e8f3p-3, -0x1.85a15c58aa5cbp-5, 0x1.098366a5b4691p-3, -0x1.e88b803a493a8p-4,
      0x1.17ca2877f2077p-4, -0x1.8574c40bc915ap-6, 0x1.4b884e41c6623p-9, 0x1.ef1bdd4030228p-10,
      -0x1.98db50b15ee71p-11, -0x1.b9126eca61f8cp-14, 0x1.065a2d5e957ffp-13, 0x1.4c22377fd784ep-18,
      -0x1.513a099f2de5cp-16, -0x1.87f756c069b51p-21, 0x1.d1eb27d48ef01p-19, 0x1.7ad7ff838c223p-22,
      -0x1.49c3b091745d1p-21, -0x1.20ffcdf91e309p-23, 0x1.a6b4abb116a55p-24, 0x1.2842c0287353cp-25,
      -0x1.699cb07a8ff15p-27, -0x1.30a8414637f50p-28);
  dd g = quick_two_sum(0x1.40c522d7e4987p+0, t * tail);
  g.lo += 0x1.977ea5c90e8fep-55;
  double const square = x * x;
  exp_parts<double> const e = exp_reduce(-square, -fused(x, x, -square));
  dd const sum = quick_two_sum(1.0, e.r);
  dd const top = dd_multiply(dd{sum.hi, sum.lo + e.p}, g);
  dd const bottom = two_sum(1.0, 2.0 * x);
  double const inverse = 1.0 / bottom.hi;
  double const q = top.hi * inverse;
  double const rest = fused(-q, bottom.hi, top.hi) + fused(-q, bottom.lo, top.lo);
  return exp_scale(fused(rest, inverse, q), e.count);
}
inline constexpr double erfc_far_series_float[] = {
    0x1.40c522d81a3c1p+0,  -0x1.15c0849e7bca3p-3,  -0x1.85a15e1b81578p-5,  0x1.09835f8f5bfc6p-3,
    -0x1.e88b7ce6d6194p-4, 0x1.17cb0d1e07160p-4,   -0x1.857384a338388p-6,  0x1.4ac96e74424ebp-9,
    0x1.ee8146a0c5821p-10, -0x1.8f3717853ba8ap-11, -0x1.a1273d20136aep-14, 0x1.91ee69ae6e34ep-14};
/// Both quotients from one.
KOKKOS_INLINE_FUNCTION double erfc_far_float(double x)
{
  x = clamp_to(x, 0.49, 12.0);
  double const sum = x + 3.0;
  double const bottom = fused(2.0, x, 1.0);
  double const inverse = rough_quotient(1.0, sum * bottom);
  double const g = horner<erfc_far_series_float>((x - 3.0) * (bottom * inverse));
  rough_exp_parts const e = rough_exp(-x * x);
  return fused(e.scale, e.rest, e.scale) * g * (sum * inverse);
}

KOKKOS_INLINE_FUNCTION double erf_of(double x)
{
  double const size = magnitude(x);
  dd const near = erf_near(size < 1.0 ? size : 1.0);
  double const value = size < 1.0 ? near.hi : 1.0 - erfc_far(size);
  return same_nan(x, with_sign_of(value, x));
}
/// log(erfc(x)) on [1, 4], erfc to 2^-33; beyond, erf of a float is 1.
inline constexpr double log_erfc_float[] = {
    0x1.1bfca68df6a08p-13,  -0x1.2114364eef73cp+0, -0x1.44c3c586aced7p-1,  -0x1.b47e1b4902e77p-4,
    0x1.7c2390f75aa01p-6,   -0x1.699c089633462p-9, -0x1.14c5e48888a2fp-12, 0x1.b90f4502ed171p-13,
    -0x1.a4eb9a0e1d1a4p-15, 0x1.c6394f7195895p-18, -0x1.1417f6835fa06p-21, 0x1.27a9054be6cb7p-26};
KOKKOS_INLINE_FUNCTION float erf_of(float x)
{
  float const size = magnitude(x);
  double const near = erf_near_float(static_cast<double>(at_most(size, 1.0f)));
  auto const beyond = static_cast<double>(clamp_to(size, 1.0f, 4.0f));
  rough_exp_parts const e = rough_exp(horner<log_erfc_float>(beyond));
  double const far = (1.0 - e.scale) - e.scale * e.rest;
  auto const value = static_cast<float>(size < 1.0f ? near : far);
  return same_nan(x, with_sign_of(value, x));
}

KOKKOS_INLINE_FUNCTION double erfc_of(double x)
{
  double const size = magnitude(x);
  dd const near = erf_near(size < 0.5 ? x : 0.0);
  dd const small = quick_two_sum(1.0, -near.hi);
  double const far = erfc_far(size);
  double const large = x < 0.0 ? 2.0 - far : far;
  return same_nan(x, size < 0.5 ? small.hi + (small.lo - near.lo) : large);
}
KOKKOS_INLINE_FUNCTION float erfc_of(float x)
{
  double const size = static_cast<double>(magnitude(x));
  double const near = 1.0 - erf_near_float(size < 0.5 ? static_cast<double>(x) : 0.0);
  double const far = erfc_far_float(size);
  double const large = x < 0.0f ? 2.0 - far : far;
  return same_nan(x, static_cast<float>(size < 0.5 ? near : large));
}

}  // namespace detail

ACRE_MATH_NAMESPACE(inlined) {

/// Error function. Largest error measured: 1.18 ulp (double), 0.51 ulp (float).
/// erf(+-0) = +-0, erf(+-inf) = +-1, NaN gives NaN.
KOKKOS_INLINE_FUNCTION double erf(double x) { return detail::erf_of(x); }
KOKKOS_INLINE_FUNCTION float erf(float x) { return detail::erf_of(x); }

/// 1 - erf(x). Largest error measured: 1.15 ulp (double), 0.51 ulp (float). erfc(-inf) = 2,
/// erfc(inf) = +0, NaN gives NaN.
KOKKOS_INLINE_FUNCTION double erfc(double x) { return detail::erfc_of(x); }
KOKKOS_INLINE_FUNCTION float erfc(float x) { return detail::erfc_of(x); }

}  // ACRE_MATH_NAMESPACE(inlined)

}  // namespace acre::math
