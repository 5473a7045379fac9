#pragma once

#include <acre/math/log.hpp>

/// log x in double-double, for pow and the gamma functions.
namespace acre::math::detail {

/// 1/d for d in [1.707, 2.415], to about 2^-53: a quadratic first guess and two Newton-like steps.
KOKKOS_INLINE_FUNCTION double log_reciprocal(double d)
{
  double const start = horner(d, 0x1.7a4e7p0, -0x1.71e488p-1, 0x1.deac12p-4);
  double const e = fused(-d, start, 1.0);
  double const y = fused(start, fused(e, e, e), start);
  return fused(y, fused(-d, y, 1.0), y);
}

/// log(2^k * (1 + f)) with a relative error of about 2^-65. Like log.hpp, with the series' first
/// two terms, 2s + 2/3 s^3, in double-double.
KOKKOS_INLINE_FUNCTION dd log_double(log_parts<double> x)
{
  double const f = x.f;
  double const d = 2.0 + f;
  double const d_low = f - (d - 2.0);
  double const inverse = log_reciprocal(d);
  double const s = f * inverse;
  double const s_low = (fused(-s, d, f) - s * d_low) * inverse;
  double const w = s * s;
  double const w_low = fused(s, s, -w) + 2.0 * s * s_low;
  // (2*atanh(s) - 2s)/s^3 = 2/3 + w*(...)
  double const tail = horner(w, 0x1.999999999999ap-2, 0x1.24924924922fep-2, 0x1.c71c71c74c7f3p-3,
                             0x1.745d173cd8f9ap-3, 0x1.3b13a9d1a0095p-3, 0x1.11154fa38ee5bp-3,
                             0x1.e019c6b486dcbp-4, 0x1.daa1a3d43322dp-4);
  dd t = quick_two_sum(0x1.5555555555555p-1, w * tail);
  t.lo += fused(w_low, tail, 0x1.5555555555555p-55);
  double const v = w * t.hi;
  double const v_low = fused(w, t.hi, -v) + fused(w, t.lo, w_low * t.hi);
  double const u = s * v;
  double const u_low = fused(s, v, -u) + fused(s, v_low, s_low * v);
  dd const m = quick_two_sum(2.0 * s, u);
  double const m_low = m.lo + fused(2.0, s_low, u_low);
  dd const sum = quick_two_sum(x.k * ln2<double>::high, m.hi);
  dd const all = two_sum(sum.hi, x.k * ln2<double>::low);
  double const rest =
      fused(x.k, 0x1.f97b57a079a19p-103, fused(x.k, ln2<double>::low, -(x.k * ln2<double>::low)));
  return quick_two_sum(all.hi, all.lo + (sum.lo + (m_low + rest)));
}

/// For a positive finite x, subnormal too.
KOKKOS_INLINE_FUNCTION dd log_double(double x) { return log_double(log_split_any(x)); }

}  // namespace acre::math::detail
