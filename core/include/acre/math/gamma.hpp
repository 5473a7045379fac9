#pragma once

#include <acre/math/detail/gamma_float.hpp>
#include <acre/math/detail/lgamma_zeros.hpp>
#include <acre/math/detail/log_double.hpp>
#include <acre/math/trig.hpp>

/// tgamma and lgamma.
///
/// Method: from 14 on Stirling's series, its logarithm in double-double; nearer to 0 the recurrence
/// Gamma(x + 1) = x*Gamma(x), products in double-double, to polynomials on [1.75, 2.75] (fitted at
/// Chebyshev points); below -14 the reflection formula (Muller, "Elementary Functions"; NIST DLMF
/// 5.5 and 5.11). Between -16 and -2, where Gamma is 1 or -1, lgamma takes its Taylor series about
/// the zero. For floats see detail/gamma_float.hpp. These functions branch: neighbouring arguments
/// usually take the same way.
namespace acre::math {

namespace detail {

inline constexpr double gamma_series_from = 14.0;
inline constexpr double reflection_from = 18.0;  // beyond, |lgamma(-x)| > 3 for every double

/// 1/(12x) - 1/(360x^3) + ... for x >= 14.
KOKKOS_INLINE_FUNCTION double stirling_rest(double x)
{
  double const y = 1.0 / x;
  return y * horner(y * y, 0x1.5555555555555p-4, -0x1.6c16c16c16c17p-9, 0x1.a01a01a01a01ap-11,
                    -0x1.3813813813814p-11, 0x1.b951e2b18ff23p-11, -0x1.f6ab0d9993c7dp-10,
                    0x1.a41a41a41a41ap-8, -0x1.e4286cb0f5398p-6, 0x1.6fe96381e0680p-3);
}

/// log Gamma(x) for 14 <= x < 2^1000, to about 2^-63 relative.
KOKKOS_INLINE_FUNCTION dd log_gamma_far(double x)
{
  dd const l = dd_add(log_double(x), -1.0);
  dd const product = dd_multiply(l, two_sum(x, -0.5));
  // log(2*pi)/2 - 1/2
  dd const rest = two_sum(0x1.acfe390c97d69p-2, stirling_rest(x));
  return dd_add(product, dd{rest.hi, rest.lo + 0x1.3494bc9001442p-56});
}

/// Gamma(2.25 + s) for |s| <= 1/2, to about 2^-60.
KOKKOS_INLINE_FUNCTION dd gamma_near(double s)
{
  double const tail = horner(s, 0x1.552d86e559a1ap-4, 0x1.d186930bcd458p-7, 0x1.255c569f13073p-7,
                             -0x1.052e0ed6f90dp-15, 0x1.fc375fcb5ce5p-11, -0x1.deb308c6f0a8ap-13,
                             0x1.2d9ae54be29ecp-13, -0x1.d9c0683f00fecp-15, 0x1.bd89b5dbe7be7p-16,
                             -0x1.85728f055c739p-17, 0x1.5d264e4a752bbp-18, -0x1.36c2965a12fe5p-19,
                             0x1.14a9f6e5ea4e8p-20, -0x1.d9972fccecb9dp-22, 0x1.a52c9795736b5p-23,
                             -0x1.f999449cd40f5p-24, 0x1.c17fe0c3dafap-25);
  dd sum = dd_add(two_product(s, tail), dd{0x1.45553ac1369e8p-3, 0x1.166654360071ep-62});
  sum = dd_add(dd_multiply(sum, s), dd{0x1.00bbbf25f42c2p-1, 0x1.889397ee59af3p-55});
  sum = dd_add(dd_multiply(sum, s), dd{0x1.4c2200ac4a891p-1, -0x1.b221bae690abep-55});
  sum = dd_add(dd_multiply(sum, s), dd{0x1.220c7dacf5552p+0, 0x1.98206ce4ce598p-54});
  return sum;
}

/// Gamma(x) for -18 < x < 15, x no pole.
KOKKOS_INLINE_FUNCTION dd gamma_by_recurrence(double x)
{
  dd product{1.0, 0.0};
  if (x >= 1.75) {
    while (x >= 2.75) {
      x -= 1.0;  // exact
      product = dd_multiply(product, x);
    }
    return dd_multiply(gamma_near(x - 2.25), product);
  }
  dd shifted{x, 0.0};
  while (shifted.hi < 1.75) {
    product = dd_multiply(product, shifted);
    shifted = dd_add(shifted, 1.0);
  }
  // 2.25 is subtracted exactly but for the tiny low part, which moves Gamma by Gamma' ~ 0.6.
  dd const s = two_sum(shifted.hi, -2.25);
  dd top = gamma_near(s.hi);
  top.lo = fused(0.6, shifted.lo + s.lo, top.lo);
  return dd_divide(top, product);
}

/// |sin(pi*x)|, x of either sign, to about 2^-54, near an integer to 2^-100.
KOKKOS_INLINE_FUNCTION dd sin_pi_size(double x)
{
  double const size = magnitude(x);
  double const r = magnitude(size - ::rint(size));  // exact
  bool const steep = r <= 0.25;
  double const q = steep ? r : 0.5 - r;
  dd const angle = dd_multiply(dd{0x1.921fb54442d18p1, 0x1.1a62633145c07p-53}, q);
  dd const value = steep ? sin_parts(angle.hi, angle.lo) : cos_parts(angle.hi, angle.lo);
  return quick_two_sum(value.hi, value.lo);
}

KOKKOS_INLINE_FUNCTION double tgamma_of(double x)
{
  double const size = magnitude(x);
  double const inf = infinity<double>();
  if (x != x || x == -inf) return quiet_nan<double>();
  if (x == 0.0) return with_sign_of(inf, x);
  if (x > 172.0) return inf;
  if (x < 0.0 && ::floor(x) == x) return quiet_nan<double>();
  if (size < 0x1p-60) return 1.0 / x;
  if (size < gamma_series_from) {
    dd const g = gamma_by_recurrence(x);
    return g.hi + g.lo;
  }
  if (x < -190.0) return gamma_is_negative(x) ? -0.0 : 0.0;
  dd const l = log_gamma_far(size);
  exp_parts<double> const e = exp_reduce(l.hi, l.lo);
  dd const sum = quick_two_sum(1.0, e.r);
  dd const g{sum.hi, sum.lo + e.p};
  if (x > 0.0) return exp_scale(g.hi + g.lo, e.count);
  // Gamma(-a) = -pi / (a * sin(pi*a) * Gamma(a))
  dd const bottom = dd_multiply(dd_multiply(g, size), sin_pi_size(x));
  dd const value = dd_divide(dd{0x1.921fb54442d18p1, 0x1.1a62633145c07p-53}, bottom);
  double const scaled = exp_scale(value.hi + value.lo, 4096 - e.count);
  return gamma_is_negative(x) ? -scaled : scaled;
}

/// log Gamma(x) / ((x - 1)*(x - 2)) at x = 1.25 + s and 2.25 + s, |s| <= 1/2.
KOKKOS_INLINE_FUNCTION dd log_gamma_ratio_low(double s)
{
  double const tail = horner(
      s, -0x1.79f9bf0adea8ep-3, 0x1.83575d02c83bfp-4, -0x1.ccfde37c03842p-5, 0x1.28367ed88b8dep-5,
      -0x1.8e4684aa03801p-6, 0x1.13b466d4ae8d1p-6, -0x1.858dc508c98eep-7, 0x1.1759de3a28699p-7,
      -0x1.9545c03b82a07p-8, 0x1.28ac70c7b87bep-8, -0x1.b59c679f9369fp-9, 0x1.44c5328a55716p-9,
      -0x1.e48460892b5c4p-10, 0x1.6b28dffdfc93cp-10, -0x1.1235b2cbc372cp-10, 0x1.9e346cd42d596p-11,
      -0x1.2f08da0cd0492p-11, 0x1.cc30ef8117701p-12, -0x1.b31a7649034b4p-12, 0x1.4cdc9d3dc9803p-12,
      -0x1.4febaf3d48e76p-15, 0x1.f1d47e8fbbd36p-16, -0x1.4d29c27cc513ep-12, 0x1.00f28c6bdb99cp-12);
  dd const r = quick_two_sum(0x1.0c58fe25dca2cp-1, s * tail);
  return {r.hi, r.lo - 0x1.7408ca896d44fp-55};
}
KOKKOS_INLINE_FUNCTION dd log_gamma_ratio_high(double s)
{
  double const tail = horner(s, -0x1.5fc498795de96p-4, 0x1.9dff298b2095ep-6, -0x1.155963451c816p-7,
                             0x1.8e9b025ba70c6p-9, -0x1.2b1a505b690ebp-10, 0x1.ce0fe40078e23p-12,
                             -0x1.6c4b7aca55033p-13, 0x1.23998cc717ab8p-14, -0x1.d8444ea68bf61p-16,
                             0x1.81ef483e77f37p-17, -0x1.3db95eb0ea5a0p-18, 0x1.076649c559321p-19,
                             -0x1.b692424f89bb7p-21, 0x1.6734dd0b2454ep-22, -0x1.2d67160e5d2b8p-23,
                             0x1.3dc2a027329fap-24, -0x1.0c9cedb316bf8p-25);
  dd const r = quick_two_sum(0x1.992dfc9539d9bp-2, s * tail);
  return {r.hi, r.lo + 0x1.e6cdb0c1c9035p-58};
}

/// log Gamma(1 + t) for -1/4 <= t <= 7/4.
KOKKOS_INLINE_FUNCTION dd log_gamma_near(double t)
{
  dd const ratio = t < 0.75 ? log_gamma_ratio_low(t - 0.25) : log_gamma_ratio_high(t - 1.25);
  dd const other = two_sum(t, -1.0);
  return dd_multiply(dd_multiply(other, t), ratio);
}

KOKKOS_INLINE_FUNCTION double lgamma_of(double x)
{
  double const inf = infinity<double>();
  double const size = magnitude(x);
  if (x != x) return quiet_nan<double>();
  if (size == inf || x == 0.0) return inf;
  if (x < 0.0 && ::floor(x) == x) return inf;
  if (x < 0.75) {
    if (size < 0x1p-60) return -log_of(size);
    if (x < 0.0) {
      if (size < reflection_from) {
        dd const g = gamma_by_recurrence(x);
        dd const positive = g.hi < 0.0 ? dd_negate(g) : g;
        dd const l = log_double(positive.hi);
        double const value = l.hi + (l.lo + positive.lo / positive.hi);
        return magnitude(value) < 0x1p-8 ? lgamma_near_zero(x) : value;
      }
      // log(pi / (a*|sin(pi*a)|)) - log Gamma(a)
      dd const over_pi =
          dd_multiply(sin_pi_size(x), dd{0x1.45f306dc9c883p-2, -0x1.6b01ec5417056p-56});
      dd const bottom = dd_multiply(over_pi, size);
      dd const l = log_double(bottom.hi);
      dd const whole = size < 0x1p900 ? log_gamma_far(size) : dd{inf, 0.0};
      dd const sum = dd_add(whole, dd{l.hi, l.lo + bottom.lo / bottom.hi});
      return -sum.hi;
    }
    dd const l = log_double(x);
    dd const sum = dd_add(dd_negate(l), log_gamma_near(x));
    return sum.hi + sum.lo;
  }
  if (x < 2.75) {
    dd const l = log_gamma_near(x - 1.0);
    return l.hi + l.lo;
  }
  if (x < gamma_series_from) {
    dd product{1.0, 0.0};
    while (x >= 2.75) {
      x -= 1.0;
      product = dd_multiply(product, x);
    }
    dd const l = log_double(product.hi);
    dd const sum = dd_add(log_gamma_near(x - 1.0), dd{l.hi, l.lo + product.lo / product.hi});
    return sum.hi + sum.lo;
  }
  if (x > 0x1p1015) return inf;
  if (x > 0x1p900) {
    double const p = x * (log_double(x).hi - 1.0);
    return p;
  }
  dd const l = log_gamma_far(x);
  return l.hi + l.lo;
}

}  // namespace detail

ACRE_MATH_NAMESPACE(inlined) {

/// Gamma function. Largest error measured: 1.38 ulp (double), 0.504 ulp (float).
/// tgamma(+-0) = +-inf, negative integers, -inf and NaN give NaN, tgamma(inf) = inf.
KOKKOS_INLINE_FUNCTION double tgamma(double x) { return detail::tgamma_of(x); }
KOKKOS_INLINE_FUNCTION float tgamma(float x) { return detail::tgamma_of(x); }

/// log|Gamma(x)|. Largest error measured: 1.27 ulp (double), 0.502 ulp (float), at its zeros too.
/// Zeros and negative integers, +-inf: inf; lgamma(1) = lgamma(2) = +0; NaN gives NaN.
KOKKOS_INLINE_FUNCTION double lgamma(double x) { return detail::lgamma_of(x); }
KOKKOS_INLINE_FUNCTION float lgamma(float x) { return detail::lgamma_of(x); }

}  // ACRE_MATH_NAMESPACE(inlined)

}  // namespace acre::math
