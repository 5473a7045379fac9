#pragma once

#include <acre/math/detail/bits.hpp>

/// Unevaluated sums hi + lo of two doubles (about 106 bits).
///
/// Sources: T. J. Dekker, "A floating-point technique for extending the available precision",
/// Numer. Math. 18 (1971); D. E. Knuth, The Art of Computer Programming 2, 4.2.2;
/// M. Joldes, J.-M. Muller, V. Popescu, "Tight and rigorous error bounds for basic building blocks
/// of double-word arithmetic", ACM TOMS 44 (2017).
namespace acre::math::detail {

struct dd {
  double hi;
  double lo;
};

/// a + b exactly, for |a| >= |b| or a == 0.
KOKKOS_INLINE_FUNCTION dd quick_two_sum(double a, double b)
{
  double const s = a + b;
  return {s, (a - s) + b};
}

/// a + b exactly.
KOKKOS_INLINE_FUNCTION dd two_sum(double a, double b)
{
  double const s = a + b;
  double const bb = s - a;
  return {s, (a - (s - bb)) + (b - bb)};
}

/// a * b exactly (no underflow).
KOKKOS_INLINE_FUNCTION dd two_product(double a, double b)
{
  double const p = a * b;
  return {p, fused(a, b, -p)};
}

KOKKOS_INLINE_FUNCTION dd dd_add(dd a, dd b)
{
  dd const s = two_sum(a.hi, b.hi);
  dd const t = two_sum(a.lo, b.lo);
  dd const v = quick_two_sum(s.hi, s.lo + t.hi);
  return quick_two_sum(v.hi, t.lo + v.lo);
}

KOKKOS_INLINE_FUNCTION dd dd_add(dd a, double b)
{
  dd const s = two_sum(a.hi, b);
  return quick_two_sum(s.hi, s.lo + a.lo);
}

KOKKOS_INLINE_FUNCTION dd dd_negate(dd a) { return {-a.hi, -a.lo}; }

KOKKOS_INLINE_FUNCTION dd dd_multiply(dd a, double b)
{
  dd const p = two_product(a.hi, b);
  return quick_two_sum(p.hi, fused(a.lo, b, p.lo));
}

KOKKOS_INLINE_FUNCTION dd dd_multiply(dd a, dd b)
{
  dd const p = two_product(a.hi, b.hi);
  double const cross = fused(a.lo, b.hi, a.hi * b.lo);
  return quick_two_sum(p.hi, p.lo + cross);
}

KOKKOS_INLINE_FUNCTION dd dd_divide(dd a, dd b)
{
  double const q = a.hi / b.hi;
  double const rest = fused(-q, b.hi, a.hi);
  double const low = (rest + fused(-q, b.lo, a.lo)) / b.hi;
  return quick_two_sum(q, low);
}

}  // namespace acre::math::detail
