#pragma once

#include <acre/math/detail/double_double.hpp>
#include <acre/math/detail/pi_reduction.hpp>
#include <acre/math/detail/rough.hpp>

/// sin, cos, sincos and tan.
///
/// Method: x = k*pi/2 + r with |r| <= pi/4, r kept as r + r_low; two minimax polynomials in r^2,
/// chosen and signed by k mod 4 through selects. Up to |x| = 131072 (float: 2^27) the reduction is
/// straight-line (W. J. Cody and W. Waite, "Software Manual for the Elementary Functions", 1980;
/// with fma as in S. Boldo, M. Daumas, R.-C. Li, IEEE Trans. Comput. 58, 2009); beyond, exact
/// (M. H. Payne and R. N. Hanek, "Radian reduction for trigonometric functions", 1983).
namespace acre::math {

namespace detail {

inline constexpr double sin_tail_double[] = {-0x1.5555555555555p-3,  0x1.1111111110c83p-7,
                                             -0x1.a01a019ea134dp-13, 0x1.71de37b1d3398p-19,
                                             -0x1.ae60210e407ffp-26, 0x1.5e11938821a06p-33};
inline constexpr double cos_tail_double[] = {0x1.5555555555555p-5,  -0x1.6c16c16c168ccp-10,
                                             0x1.a01a019f38b18p-16, -0x1.27e4fa0371482p-22,
                                             0x1.1eeb585601c4dp-29, -0x1.9073d8c03afa7p-37};

/// sin(r + r_low) on |r| <= pi/4, before its last addition: near 0 to 2^-100.
KOKKOS_INLINE_FUNCTION dd sin_parts(double r, double r_low)
{
  double const z = r * r;
  double const tail = horner<sin_tail_double>(z);
  double const low = fused(-0.5 * z, r_low, r_low);
  return {r, fused(r * z, tail, low)};
}

/// cos(r + r_low) on |r| <= pi/4, before its last addition.
KOKKOS_INLINE_FUNCTION dd cos_parts(double r, double r_low)
{
  double const z = r * r;
  double const tail = horner<cos_tail_double>(z);
  double const half = 0.5 * z;
  double const sum = 1.0 - half;
  double const rest = (1.0 - sum) - half;
  return {sum, rest + fused(z * z, tail, -(r * r_low))};
}

KOKKOS_INLINE_FUNCTION double sin_kernel(double r, double r_low)
{
  dd const s = sin_parts(r, r_low);
  return s.hi + s.lo;
}
KOKKOS_INLINE_FUNCTION double cos_kernel(double r, double r_low)
{
  dd const c = cos_parts(r, r_low);
  return c.hi + c.lo;
}

/// Likewise to 2^-35, for float results.
inline constexpr double sin_tail_float[] = {-0x1.555555545e556p-3, 0x1.11110def977cep-7,
                                            -0x1.a013a7e469c7p-13, 0x1.6dbe150e449a5p-19};
inline constexpr double cos_tail_float[] = {-0x1p-1, 0x1.5555555502e23p-5, -0x1.6c16bf5517a39p-10,
                                            0x1.a015c49bd5ba6p-16, -0x1.252450550287cp-22};
KOKKOS_INLINE_FUNCTION double sin_kernel_float(double r)
{
  double const z = r * r;
  return fused(r * z, horner<sin_tail_float>(z), r);
}
KOKKOS_INLINE_FUNCTION double cos_kernel_float(double r)
{
  double const z = r * r;
  return fused(z, horner<cos_tail_float>(z), 1.0);
}

struct sin_and_cos {
  double sin;
  double cos;
};

/// (sin, cos)(r) turned by quadrant * pi/2.
KOKKOS_INLINE_FUNCTION sin_and_cos turn(double s, double c, std::uint64_t quadrant)
{
  bool const odd = (quadrant & 1) != 0;
  double const a = odd ? c : s;
  double const b = odd ? s : c;
  return {flip_sign(a, (quadrant & 2) << 62), flip_sign(b, ((quadrant + 1) & 2) << 62)};
}

KOKKOS_INLINE_FUNCTION sin_and_cos sincos_finish(reduced_angle a)
{
  return turn(sin_kernel(a.r, a.r_low), cos_kernel(a.r, a.r_low), a.quadrant);
}
KOKKOS_INLINE_FUNCTION sin_and_cos sincos_finish_float(reduced_angle a)
{
  return turn(sin_kernel_float(a.r), cos_kernel_float(a.r), a.quadrant);
}

/// tan = sin/cos, or -cos/sin, with the quotient's error taken back.
KOKKOS_INLINE_FUNCTION double tan_finish(reduced_angle a)
{
  dd const sin = sin_parts(a.r, a.r_low);
  dd const cos = cos_parts(a.r, a.r_low);
  dd const s = quick_two_sum(sin.hi, sin.lo);
  dd const c = quick_two_sum(cos.hi, cos.lo);
  bool const odd = (a.quadrant & 1) != 0;
  dd const top = odd ? dd{-c.hi, -c.lo} : s;
  dd const bottom = odd ? s : c;
  double const inverse = backends::reciprocal(bottom.hi);
  double const t = top.hi * inverse;
  double const rest = fused(-t, bottom.hi, top.hi) + fused(-t, bottom.lo, top.lo);
  return fused(rest, inverse, t);
}

/// tan(x) from what x reduces to.
KOKKOS_INLINE_FUNCTION float tan_finish_float(float x, reduced_angle a)
{
  double const s = sin_kernel_float(a.r);
  double const c = cos_kernel_float(a.r);
  bool const odd = (a.quadrant & 1) != 0;
  auto const value = static_cast<float>(rough_quotient(odd ? -c : s, odd ? s : c));
  return x == 0.0f ? x : value;
}

/// For |x| above common_angle. Functions of their own, of a number and not of a reduced_angle, so
/// that a GPU's kernel keeps nothing in memory for a call that it hardly ever makes.
ACRE_MATH_NOINLINE double sin_huge(double x) { return sincos_finish(reduce_huge(x)).sin; }
ACRE_MATH_NOINLINE double cos_huge(double x) { return sincos_finish(reduce_huge(x)).cos; }

}  // namespace detail

/// Whether sin_common and cos_common may be used: a loop over a block that tests this once for the
/// block and calls them has no branch and vectorises. Infinities and NaN are not common.
KOKKOS_INLINE_FUNCTION bool trig_is_common(double x)
{
  return detail::magnitude(x) <= detail::common_angle;
}
KOKKOS_INLINE_FUNCTION bool trig_is_common(float x)
{
  return detail::magnitude(x) <= detail::common_angle_float;
}

/// sin and cos where trig_is_common: the same bits as sin and cos there, straight-line.
KOKKOS_INLINE_FUNCTION double sin_common(double x)
{
  double const value = detail::sincos_finish(detail::reduce_common(x)).sin;
  return x == 0.0 ? x : value;
}
KOKKOS_INLINE_FUNCTION double cos_common(double x)
{
  return detail::sincos_finish(detail::reduce_common<1>(x)).sin;  // sin(x + pi/2)
}
KOKKOS_INLINE_FUNCTION float sin_common(float x)
{
  auto const a = detail::reduce_common_float(static_cast<double>(x));
  auto const value = static_cast<float>(detail::sincos_finish_float(a).sin);
  return x == 0.0f ? x : value;
}
KOKKOS_INLINE_FUNCTION float cos_common(float x)
{
  auto const a = detail::reduce_common_float(static_cast<double>(x));
  return static_cast<float>(detail::sincos_finish_float(a).cos);
}

/// tan where trig_is_common.
KOKKOS_INLINE_FUNCTION double tan_common(double x)
{
  double const value = detail::tan_finish(detail::reduce_common(x));
  return x == 0.0 ? x : value;
}
KOKKOS_INLINE_FUNCTION float tan_common(float x)
{
  return detail::tan_finish_float(x, detail::reduce_common_float(static_cast<double>(x)));
}

ACRE_MATH_NAMESPACE(inlined) {

/// Sine, any finite x. Largest error measured: 0.80 ulp (double), 0.501 ulp (float).
/// sin(+-0) = +-0, sin(+-inf) and sin(NaN) are NaN.
KOKKOS_INLINE_FUNCTION double sin(double x)
{
  double const size = detail::magnitude(x);
  if (size <= detail::common_angle) return sin_common(x);
  return size < detail::infinity<double>() ? detail::sin_huge(x) : detail::quiet_nan<double>();
}
KOKKOS_INLINE_FUNCTION float sin(float x)
{
  auto const value = static_cast<float>(detail::sincos_finish_float(detail::reduce(x)).sin);
  return detail::finite_or_nan(x, x == 0.0f ? x : value);
}

/// Cosine, any finite x. Largest error measured: 0.80 ulp (double), 0.501 ulp (float). cos(+-inf)
/// and cos(NaN) are NaN.
KOKKOS_INLINE_FUNCTION double cos(double x)
{
  double const size = detail::magnitude(x);
  if (size <= detail::common_angle) return cos_common(x);
  return size < detail::infinity<double>() ? detail::cos_huge(x) : detail::quiet_nan<double>();
}
KOKKOS_INLINE_FUNCTION float cos(float x)
{
  auto const value = static_cast<float>(detail::sincos_finish_float(detail::reduce(x)).cos);
  return detail::finite_or_nan(x, value);
}

/// Both at once, the same bits as sin and cos.
KOKKOS_INLINE_FUNCTION void sincos(double x, double& s, double& c)
{
  auto const both = detail::sincos_finish(detail::reduce(x));
  s = detail::finite_or_nan(x, x == 0.0 ? x : both.sin);
  c = detail::finite_or_nan(x, both.cos);
}
KOKKOS_INLINE_FUNCTION void sincos(float x, float& s, float& c)
{
  auto const both = detail::sincos_finish_float(detail::reduce(x));
  s = detail::finite_or_nan(x, x == 0.0f ? x : static_cast<float>(both.sin));
  c = detail::finite_or_nan(x, static_cast<float>(both.cos));
}

/// Tangent, any finite x. Largest error measured: 1.03 ulp (double), 0.501 ulp (float).
/// tan(+-0) = +-0, tan(+-inf) and tan(NaN) are NaN.
KOKKOS_INLINE_FUNCTION double tan(double x)
{
  double const value = detail::tan_finish(detail::reduce(x));
  return detail::finite_or_nan(x, x == 0.0 ? x : value);
}
KOKKOS_INLINE_FUNCTION float tan(float x)
{
  return detail::finite_or_nan(x, detail::tan_finish_float(x, detail::reduce(x)));
}

}  // ACRE_MATH_NAMESPACE(inlined)

}  // namespace acre::math
