#pragma once

#include <acre/math/detail/double_double.hpp>
#include <acre/math/detail/rough.hpp>

/// asin, acos, atan and atan2.
///
/// Method: arguments are folded (asin(x) = pi/2 - 2*asin(sqrt((1 - x)/2)); atan(t) =
/// pi/4 + atan((t - 1)/(t + 1))), then a minimax polynomial; the multiple of pi/4 is added in two
/// doubles, and square roots and quotients carry their rounding errors (Muller, "Elementary
/// Functions"). Straight-line, with selects.
namespace acre::math {

namespace detail {

inline constexpr double quarter_pi = 0x1.921fb54442d18p-1;  // times 2, 3 and 4 is exact
inline constexpr double quarter_pi_low = 0x1.1a62633145c07p-55;

/// (asin(s) - s)/s^3 in z = s^2 <= 1/4: absolute error 2^-56.6 and 2^-28.
KOKKOS_INLINE_FUNCTION double asin_tail(double z)
{
  return horner(z, 0x1.5555555555555p-3, 0x1.33333333334b8p-4, 0x1.6db6db6d96522p-5,
                0x1.f1c71c85f079ap-6, 0x1.6e8b9f6650355p-6, 0x1.1c4f2674e4074p-6,
                0x1.c98b8d3670822p-7, 0x1.7b39c349edc0bp-7, 0x1.39ac2d761a234p-7,
                0x1.39c64b8b70ecp-7, 0x1.187da153d43c7p-9, 0x1.626418f9488aep-6,
                -0x1.68eb4b66ac666p-6, 0x1.0032fbc36c7e2p-5);
}
inline constexpr double asin_tail_float[] = {0x1.555554d534d4ap-3, 0x1.333448c3497b8p-4,
                                             0x1.6d55b7088bb78p-5, 0x1.fe1576387f29ep-6,
                                             0x1.168754913cc04p-6, 0x1.15f6f2b4b89d6p-5};

/// multiple*pi/4 + a + a_low, |a| < 1.
KOKKOS_INLINE_FUNCTION double add_quarters(double multiple, double a, double a_low)
{
  dd const sum = quick_two_sum(multiple * quarter_pi, a);
  return sum.hi + (sum.lo + fused(multiple, quarter_pi_low, a_low));
}

/// |x| <= 1: asin(x) for near, else asin(sqrt((1 - |x|)/2)), as s + low.
struct folded_asin {
  bool near;
  double s;
  double low;
};

KOKKOS_INLINE_FUNCTION folded_asin fold_asin(double size)
{
  bool const near = size <= 0.5;
  double const half = 0.5 * (1.0 - size);  // exact beyond 1/2
  double const z = near ? size * size : half;
  double const r = root(half);
  double const r_low = r > 0.0 ? fused(-r, r, half) / (2.0 * r) : 0.0;
  double const s = near ? size : r;
  return {near, s, fused(s * z, asin_tail(z), near ? 0.0 : r_low)};
}

KOKKOS_INLINE_FUNCTION double asin_of(double x)
{
  double const size = magnitude(x);
  folded_asin const a = fold_asin(size);
  double const far = add_quarters(2.0, -2.0 * a.s, -2.0 * a.low);
  double const value = with_sign_of(a.near ? a.s + a.low : far, x);
  return size <= 1.0 ? value : quiet_nan<double>();
}
KOKKOS_INLINE_FUNCTION double acos_of(double x)
{
  double const size = magnitude(x);
  folded_asin const a = fold_asin(size);
  double const multiple = a.near ? 2.0 : (x < 0.0 ? 4.0 : 0.0);
  double const factor = a.near ? (x < 0.0 ? 1.0 : -1.0) : (x < 0.0 ? -2.0 : 2.0);
  double const value = add_quarters(multiple, factor * a.s, factor * a.low);
  return size <= 1.0 ? value : quiet_nan<double>();
}

/// For float results: asin of |x| <= 1/2, else of sqrt((1 - |x|)/2).
KOKKOS_INLINE_FUNCTION double fold_asin_float(float size, bool near)
{
  float const half = 0.5f * (1.0f - size);  // exact beyond 1/2
  auto const w = static_cast<double>(near ? size : half);
  double const z = near ? w * w : w;
  double const s = near ? w : root(static_cast<double>(half));
  return fused(s * z, horner<asin_tail_float>(z), s);
}
KOKKOS_INLINE_FUNCTION float asin_of(float x)
{
  float const size = magnitude(x);
  bool const near = size <= 0.5f;
  double const a = fold_asin_float(size, near);
  auto const value = static_cast<float>(near ? a : fused(-2.0, a, 2.0 * quarter_pi));
  return size <= 1.0f ? with_sign_of(value, x) : quiet_nan<float>();
}
KOKKOS_INLINE_FUNCTION float acos_of(float x)
{
  float const size = magnitude(x);
  bool const near = size <= 0.5f;
  double const a = fold_asin_float(size, near);
  double const twice = near ? a : 2.0 * a;
  double const turn = near ? 2.0 * quarter_pi : (x < 0.0f ? 4.0 * quarter_pi : 0.0);
  bool const less = near != (x < 0.0f);
  auto const value = static_cast<float>(turn + (less ? -twice : twice));
  return size <= 1.0f ? value : quiet_nan<float>();
}

/// (atan(t) - t)/t^3 in z = t^2 <= tan(pi/8)^2: absolute error 2^-55.6 and 2^-26.
inline constexpr double atan_tail_double[] = {
    -0x1.5555555555555p-2, 0x1.9999999999815p-3, -0x1.2492492481cbcp-3, 0x1.c71c71bca8c25p-4,
    -0x1.745d1567fd48fp-4, 0x1.3b137c22b35dep-4, -0x1.110d2efef1745p-4, 0x1.e17f3a3c50d36p-5,
    -0x1.abcc2a08ef67cp-5, 0x1.7216409a7fd86p-5, -0x1.14bc889e862b3p-5, 0x1.fb7d8a5b59ea2p-7};
KOKKOS_INLINE_FUNCTION double atan_tail(double z) { return horner<atan_tail_double>(z); }
inline constexpr double atan_tail_float[] = {-0x1.55555458a8fadp-2, 0x1.999749ef3f478p-3,
                                             -0x1.24230a0ad95f5p-3, 0x1.b844a490aed0cp-4,
                                             -0x1.08dd52484175cp-4};

/// Which multiple of pi/4 is added, and with which sign atan(t) is, for the angle of (x, y).
struct octant {
  double multiple;
  double sign;
};

KOKKOS_INLINE_FUNCTION octant fold_octant(bool beyond, bool swapped, bool negative)
{
  double const inner = beyond ? 1.0 : 0.0;
  double const upper = swapped ? 2.0 - inner : inner;
  return {negative ? 4.0 - upper : upper, swapped != negative ? -1.0 : 1.0};
}

/// Angle in [0, pi] of (+-x, y), x = a or b, for 0 <= a <= b, b > 0 and far from under- and
/// overflow. For a multiple of 0 and tiny a/b the result is only a/b to 2^-53.
KOKKOS_INLINE_FUNCTION double angle_of(double a, double b, bool swapped, bool negative)
{
  bool const beyond = a > b * 0x1.a827999fcef32p-2;
  octant const o = fold_octant(beyond, swapped, negative);
  double const difference = b - a;
  double const difference_low = (b - difference) - a;
  dd const sum = quick_two_sum(b, a);
  double const top = beyond ? -difference : a;
  double const top_low = beyond ? -difference_low : 0.0;
  double const bottom = beyond ? sum.hi : b;
  double const bottom_low = beyond ? sum.lo : 0.0;
  double const inverse = backends::reciprocal(bottom);
  double const t = top * inverse;
  double const t_low = (fused(-t, bottom, top) + fused(-t, bottom_low, top_low)) * inverse;
  double const z = t * t;
  double const low = fused(t * z, atan_tail(z), fused(-z, t_low, t_low));
  return add_quarters(o.multiple, o.sign * t, o.sign * low);
}
/// For float results; b from 2^-100 to 2^100.
KOKKOS_INLINE_FUNCTION double angle_of_float(double a, double b, bool swapped, bool negative)
{
  bool const beyond = a > b * 0x1.a827999fcef32p-2;
  octant const o = fold_octant(beyond, swapped, negative);
  double const t = rough_quotient(beyond ? a - b : a, beyond ? a + b : b);
  double const z = t * t;
  return fused(o.sign, fused(t * z, horner<atan_tail_float>(z), t), o.multiple * quarter_pi);
}

KOKKOS_INLINE_FUNCTION double atan_of(double x)
{
  double const size = magnitude(x) > 0x1p100 ? 0x1p100 : magnitude(x);
  bool const steep = size > 1.0;
  double const value = angle_of(steep ? 1.0 : size, steep ? size : 1.0, steep, false);
  return same_nan(x, with_sign_of(value, x));
}
KOKKOS_INLINE_FUNCTION float atan_of(float x)
{
  float const size = at_most(magnitude(x), 0x1p100f);
  // atan(s) is pi/4 + atan((s - 1)/(s + 1)) and pi/2 + atan(-1/s).
  bool const low = size < 0x1.a8279ap-2f;
  bool const high = size > 0x1.3504f4p1f;
  double const with_size = high ? 0.0 : 1.0;
  double const with_one = low ? 0.0 : 1.0;
  auto const s = static_cast<double>(size);
  double const t = rough_quotient(fused(with_size, s, -with_one), fused(with_one, s, with_size));
  double const z = t * t;
  double const multiple = low ? 0.0 : (high ? 2.0 * quarter_pi : quarter_pi);
  double const value = multiple + fused(t * z, horner<atan_tail_float>(z), t);
  return same_nan(x, with_sign_of(static_cast<float>(value), x));
}

/// Both sizes, the smaller first, infinities replaced by finite numbers of the same angle, (0, 0)
/// by (0, 1).
struct ordered_sizes {
  double a;
  double b;
};

KOKKOS_INLINE_FUNCTION ordered_sizes order_sizes(double ax, double ay)
{
  double const inf = infinity<double>();
  double const a = ay > ax ? ax : ay;
  double const b = ay > ax ? ay : ax;
  double const finite_a = b == inf ? (a == inf ? 1.0 : 0.0) : a;
  double const finite_b = b == inf || b == 0.0 ? 1.0 : b;
  return {finite_a, finite_b};
}

KOKKOS_INLINE_FUNCTION double atan2_of(double y, double x)
{
  double const ax = magnitude(x);
  double const ay = magnitude(y);
  bool const negative = (to_bits(x) >> 63) != 0;
  bool const swapped = ay > ax;
  ordered_sizes const n = order_sizes(ax, ay);
  double const scale = n.b > 0x1p900 ? 0x1p-200 : (n.b < 0x1p-800 ? 0x1p200 : 1.0);
  double const angle = angle_of(n.a * scale, n.b * scale, swapped, negative);
  bool const tiny = n.a < n.b * 0x1p-30 && !swapped && !negative;
  double const value = with_sign_of(tiny ? n.a / n.b : angle, y);
  return x != x || y != y ? quiet_nan<double>() : value;
}
/// Where neither scaling nor a quotient in place of the angle is needed: b, the larger size, from
/// 2^-800 to 2^900, and a at least b * 2^-29. (By the halves of the bits that hold exponents.)
KOKKOS_INLINE_FUNCTION bool atan2_usual(double y, double x)
{
  auto const ay = static_cast<std::uint32_t>(magnitude_bits(y) >> 32),
             ax = static_cast<std::uint32_t>(magnitude_bits(x) >> 32);
  std::uint32_t const a = ay > ax ? ax : ay, b = ay > ax ? ay : ax;
  constexpr std::uint32_t least = (1023u - 800u) << 20, most = (1023u + 900u) << 20;
  return (b - least <= most - least) & (b - a <= 28u << 20);
}
KOKKOS_INLINE_FUNCTION double atan2_quick(double y, double x)
{
  double const ax = magnitude(x);
  double const ay = magnitude(y);
  bool const swapped = ay > ax;
  double const angle =
      angle_of(swapped ? ax : ay, swapped ? ay : ax, swapped, (to_bits(x) >> 63) != 0);
  return with_sign_of(angle, y);
}
/// b from 2^-90 to 2^90: a quotient of floats needs no scaling.
KOKKOS_INLINE_FUNCTION bool atan2_usual(float y, float x)
{
  std::uint32_t const ay = magnitude_bits(y), ax = magnitude_bits(x), b = ay > ax ? ay : ax;
  constexpr std::uint32_t least = (127u - 90u) << 23, most = (127u + 90u) << 23;
  return b - least <= most - least;
}
KOKKOS_INLINE_FUNCTION float atan2_quick(float y, float x)
{
  float const ay = magnitude(y);
  float const ax = magnitude(x);
  bool const swapped = ay > ax;
  double const angle =
      angle_of_float(static_cast<double>(swapped ? ax : ay), static_cast<double>(swapped ? ay : ax),
                     swapped, (to_bits(x) >> 31) != 0);
  return with_sign_of(static_cast<float>(angle), y);
}
/// 2^-k of a positive normal 2^k * (1 + f).
KOKKOS_INLINE_FUNCTION double one_over_power_of(double x)
{
  constexpr std::uint64_t twice_one = std::uint64_t{2 * fp<double>::bias} << fp<double>::mantissa;
  return from_bits<double>(twice_one - (to_bits(x) & fp<double>::inf_bits));
}
KOKKOS_INLINE_FUNCTION float atan2_of(float y, float x)
{
  double const ax = static_cast<double>(magnitude(x));
  double const ay = static_cast<double>(magnitude(y));
  bool const negative = (to_bits(x) >> 31) != 0;
  ordered_sizes const n = order_sizes(ax, ay);
  double const scale = one_over_power_of(n.b);
  double const angle = angle_of_float(n.a * scale, n.b * scale, ay > ax, negative);
  return x != x || y != y ? quiet_nan<float>() : with_sign_of(static_cast<float>(angle), y);
}

}  // namespace detail

ACRE_MATH_NAMESPACE(inlined) {

/// Largest error measured: 0.61 ulp (double), 0.52 ulp (float). asin(+-0) = +-0, outside [-1, 1] or
/// NaN: NaN.
KOKKOS_INLINE_FUNCTION double asin(double x) { return detail::asin_of(x); }
KOKKOS_INLINE_FUNCTION float asin(float x) { return detail::asin_of(x); }

/// Largest error measured: 0.58 ulp (double), 0.52 ulp (float). acos(1) = +0, outside [-1, 1] or
/// NaN: NaN.
KOKKOS_INLINE_FUNCTION double acos(double x) { return detail::acos_of(x); }
KOKKOS_INLINE_FUNCTION float acos(float x) { return detail::acos_of(x); }

/// Largest error measured: 0.65 ulp (double), 0.54 ulp (float). atan(+-0) = +-0, atan(+-inf) =
/// +-pi/2, NaN gives NaN.
KOKKOS_INLINE_FUNCTION double atan(double x) { return detail::atan_of(x); }
KOKKOS_INLINE_FUNCTION float atan(float x) { return detail::atan_of(x); }

/// Angle of the point (x, y) in [-pi, pi]. Largest error measured: 0.60 ulp (double), 0.54 ulp
/// (float). Zeros and infinities as in C (Annex F): atan2(+-0, +0) = +-0, atan2(+-0, -0) = +-pi,
/// atan2(+-inf, -inf) = +-3pi/4. NaN gives NaN.
KOKKOS_INLINE_FUNCTION double atan2(double y, double x) { return detail::atan2_of(y, x); }
KOKKOS_INLINE_FUNCTION float atan2(float y, float x) { return detail::atan2_of(y, x); }

}  // ACRE_MATH_NAMESPACE(inlined)

}  // namespace acre::math
