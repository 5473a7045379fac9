#pragma once

#include <acre/math/detail/lgamma_zeros.hpp>
#include <acre/math/detail/rough.hpp>

/// tgamma and lgamma of floats: in double, whose rounding errors don't matter to a float.
///
/// Method: Stirling's series at 6 and more, reached from below by
/// Gamma(a + 6) = a (a + 1) ... (a + 5) Gamma(a), and the reflection formula (NIST DLMF 5.5 and
/// 5.11); lgamma on [0.75, 2.75) by a polynomial (fitted at Chebyshev points), next to its zeros
/// below -2 by the Taylor series that doubles have.
namespace acre::math::detail {

/// x (1/(12 x) - 1/(360 x^3) + ...) in 1/x^2 for x >= 6, to 2^-34.
inline constexpr double rough_stirling_rest[] = {0x1.555555551833ap-4, -0x1.6c169ef8a307bp-9,
                                                 0x1.9fb82164944f4p-11, -0x1.217c4d30a9db5p-11};

/// Gamma(a) = e^series / product.
struct rough_gamma_parts {
  double series;
  double product;  ///< 1 from 6 on
};

KOKKOS_INLINE_FUNCTION rough_gamma_parts rough_gamma(double a)
{
  bool const near = a < 6.0;
  double const u = fused(a, a, 5.0 * a);  // a (a + 5), by which the other pairs are written too
  double const x = near ? a + 6.0 : a;
  double const inverse = rough_quotient(1.0, x);
  double const rest = inverse * horner<rough_stirling_rest>(inverse * inverse);
  double const half_log_2_pi = 0x1.d67f1c864beb5p-1;
  return {fused(x - 0.5, rough_log(x), (half_log_2_pi + rest) - x),
          near ? u * (u + 4.0) * (u + 6.0) : 1.0};
}

/// sin(pi r) / r in r^2 <= 1/4, to 2^-43.
inline constexpr double rough_sin_pi[] = {
    0x1.921fb54442bb4p+1, -0x1.4abbce624ad99p+2, 0x1.466bc66ed3d1cp+1, -0x1.32d2c9b2d1df5p-1,
    0x1.50770f6a5a66bp-4, -0x1.e29b82ab98ea9p-8, 0x1.d53abdeb199c1p-12};

/// pi / |sin(pi a)|
KOKKOS_INLINE_FUNCTION double pi_over_sin_pi(double a)
{
  double const r = magnitude(a - ::rint(a));  // exact
  return 0x1.921fb54442d18p1 / (r * horner<rough_sin_pi>(r * r));
}

/// log Gamma(1 + t) / (t (t - 1)) at t = 3/4 + s, |s| <= 1, to 2^-34.
inline constexpr double rough_log_gamma_ratio[] = {
    0x1.ccf151e13c22ap-2,  -0x1.e9658631d697cp-4,  0x1.6cb621f24856fp-5,   -0x1.382e13fcd211ap-6,
    0x1.1f96d4245da98p-7,  -0x1.14f931cf665adp-8,  0x1.12761ea6c2ac1p-9,   -0x1.15cc00e11bea5p-10,
    0x1.21c4730cdfc83p-11, -0x1.2d6cd98234c4fp-12, 0x1.0a56935614796p-13,  -0x1.179fc23f02474p-14,
    0x1.3d99c31eb272ep-14, -0x1.57494b822d2cbp-15, -0x1.2b9e18e9e73f2p-16, 0x1.4becbee13c1ecp-17,
    0x1.0a613ca92dff3p-16, -0x1.22ff33614775ep-17};

KOKKOS_INLINE_FUNCTION float lgamma_of(float x)
{
  auto const wide = static_cast<double>(x);
  double const size = magnitude(wide);
  bool const negative = x < 0.0f;
  if (x != x) return quiet_nan<float>();
  if (x == 0.0f || size == infinity<double>()) return infinity<float>();
  if (negative && ::floor(size) == size) return infinity<float>();
  if (x >= 0.75f && x < 2.75f) {
    double const t = wide - 1.0;
    // + 0.0, as lgamma(1) is not -0.0.
    double const value = fused(t * (t - 1.0), horner<rough_log_gamma_ratio>(t - 0.75), 0.0);
    return static_cast<float>(value);
  }
  // |Gamma(-a)| = pi / (|sin(pi a)| Gamma(a + 1))
  double const a = negative ? size + 1.0 : size;
  rough_gamma_parts const g = rough_gamma(a);
  double const product = negative ? g.product * pi_over_sin_pi(size) : g.product;
  double const log_gamma = product == 1.0 ? g.series : g.series - rough_log(product);
  double const value = negative ? -log_gamma : log_gamma;
  bool const near_zero = negative && size < 16.0 && magnitude(value) < 0x1p-8;
  return static_cast<float>(near_zero ? lgamma_near_zero(wide) : value);
}

/// Gamma at x, which is no integer where it is negative.
KOKKOS_INLINE_FUNCTION bool gamma_is_negative(double x)
{
  double const size = magnitude(x);
  return x < 0.0 && ::floor(0.5 * ::floor(size)) == 0.5 * ::floor(size);
}

KOKKOS_INLINE_FUNCTION float tgamma_of(float x)
{
  auto const wide = static_cast<double>(x);
  double const size = magnitude(wide);
  bool const negative = x < 0.0f;
  if (x != x || x == -infinity<float>()) return quiet_nan<float>();
  if (x > 36.0f) return infinity<float>();
  if (negative && ::floor(size) == size) return quiet_nan<float>();
  if (size < 0x1p-60) return 1.0f / x;
  bool const below = negative && gamma_is_negative(wide);
  if (x < -50.0f) return below ? -0.0f : 0.0f;
  rough_gamma_parts const g = rough_gamma(negative ? size + 1.0 : size);
  rough_exp_parts const e = rough_exp(g.series);
  double const power = fused(e.scale, e.rest, e.scale);
  double const value =
      negative ? g.product * pi_over_sin_pi(size) / power : rough_quotient(power, g.product);
  return static_cast<float>(below ? -value : value);
}

}  // namespace acre::math::detail
