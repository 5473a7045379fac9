#pragma once

#include <acre/math/detail/bits.hpp>

/// sqrt, cbrt and hypot.
namespace acre::math {

namespace detail {

/// Decided by x and the root of |x|: a compiler that knows sqrt(x < 0) to be some NaN may drop a
/// comparison of x or of the result (clang 21 does), and which NaN it is would be the hardware's
/// choice. (By a comparison of numbers, as SSE2 has none of 64-bit words.)
template <class T>
KOKKOS_INLINE_FUNCTION T sqrt_of(T x)
{
  using f = fp<T>;
  auto const signed_root = to_bits(root(x)) | (to_bits(x) & f::sign_mask);  // of -0 it is -0
  return from_bits<T>(x >= T(0) ? signed_root : f::nan_bits);
}

/// |x| = m * 2^(3*third) with m in [1, 8), and z = m^(-1/3) to 2^-43.
struct cbrt_parts {
  double m;
  double z;
  double scale;
};

KOKKOS_INLINE_FUNCTION cbrt_parts cbrt_split(double size)
{
  bool const small = size < fp<double>::min_normal;
  std::uint64_t const b = to_bits(small ? size * fp<double>::lift : size);
  // The exponent field is 3*third + j as it stands: its bias, 1023, is a multiple of 3.
  auto const field = static_cast<std::uint32_t>(b >> 52);
  std::uint32_t const third = (field * 43691u) >> 17;  // field / 3
  std::uint32_t const j = field - 3u * third;
  double const f = from_bits<double>((b & fp<double>::mantissa_mask) | to_bits(1.0));
  double const shift = j == 0 ? 1.0 : (j == 1 ? 0x1.965fea53d6e3dp-1 : 0x1.428a2f98d728bp-1);
  double const m = f * power_of_two<double>(j);
  double const z =
      shift * horner(f, 0x1.ab859043fa59ap0, -0x1.2c41e23e1e41bp0, 0x1.6416505a18e58p-1,
                     -0x1.c5186105fc714p-3, 0x1.d46f7d335b37fp-6);
  // (1 - e)^(-1/3) = 1 + e/3 + 2/9 e^2 + ...; |e| < 2^-13
  double const e = fused(-m, z * z * z, 1.0);
  double const step = e * fused(e, 0x1.c71c71c71c71cp-3, 0x1.5555555555555p-2);
  double const scale =
      power_of_two<double>(static_cast<std::uint64_t>(third) - 341u - (small ? 18u : 0u));
  return {m, fused(z, step, z), scale};
}

KOKKOS_INLINE_FUNCTION double cbrt_of(double x)
{
  double const size = magnitude(x);
  cbrt_parts const c = cbrt_split(size);
  double const z2 = c.z * c.z;
  double const y = c.m * z2;
  // One Newton step with the residual m - y^3 computed in double-double.
  double const p = y * y;
  double const p_low = fused(y, y, -p);
  double const q = p * y;
  double const q_low = fused(p, y, -q);
  double const rest = ((c.m - q) - q_low) - p_low * y;
  double const value = fused(rest * z2, 0x1.5555555555555p-2, y) * c.scale;
  double const ordinary = size == 0.0 || size == infinity<double>() ? x : with_sign_of(value, x);
  return same_nan(x, ordinary);
}

/// Likewise from below, with 40 good bits.
KOKKOS_INLINE_FUNCTION float cbrt_of(float x)
{
  float const size = magnitude(x);
  cbrt_parts const c = cbrt_split(static_cast<double>(size));
  auto const value = static_cast<float>(c.m * (c.z * c.z) * c.scale);
  float const ordinary = size == 0.0f || size == infinity<float>() ? x : with_sign_of(value, x);
  return same_nan(x, ordinary);
}

KOKKOS_INLINE_FUNCTION double hypot_of(double x, double y)
{
  double const ax = magnitude(x);
  double const ay = magnitude(y);
  double const top = ax < ay ? ay : ax;
  double const bottom = ax < ay ? ax : ay;
  double const up = top > 0x1p500 ? 0x1p-600 : (top < 0x1p-500 ? 0x1p600 : 1.0);
  double const down = top > 0x1p500 ? 0x1p600 : (top < 0x1p-500 ? 0x1p-600 : 1.0);
  double const a = top * up;
  double const b = bottom * up;
  double const h = root(fused(a, a, b * b));
  // h^2 - a^2 - b^2, each square with its rounding error; h^2 - a^2 is exact.
  double const hh = h * h;
  double const aa = a * a;
  double const low = fused(h, h, -hh) - fused(a, a, -aa);
  double const excess = fused(-b, b, hh - aa) + low;
  double const value = a > 0.0 ? (h - excess / (2.0 * h)) * down : 0.0;
  bool const infinite = ax == infinity<double>() || ay == infinity<double>();
  return infinite ? infinity<double>() : same_nan(x + y, value);
}

KOKKOS_INLINE_FUNCTION float hypot_of(float x, float y)
{
  auto const a = static_cast<double>(x);
  auto const b = static_cast<double>(y);
  auto const value = static_cast<float>(root(fused(a, a, b * b)));
  bool const infinite = magnitude(x) == infinity<float>() || magnitude(y) == infinity<float>();
  return infinite ? infinity<float>() : same_nan(value, value);
}

}  // namespace detail

/// Square root, correctly rounded (IEEE 754 asks for it). sqrt(+-0) = +-0, sqrt(inf) = inf, a
/// negative number or NaN gives NaN.
KOKKOS_INLINE_FUNCTION double sqrt(double x) { return detail::sqrt_of(x); }
KOKKOS_INLINE_FUNCTION float sqrt(float x) { return detail::sqrt_of(x); }

ACRE_MATH_NAMESPACE(inlined) {

/// Cube root. Largest error measured: 0.501 ulp (double), 0.501 ulp (float).
/// Method: m^(-1/3) by a quartic and one step of third order (no division), then a Newton step for
/// m^(1/3) with the residual in double-double (Muller, "Elementary Functions").
/// cbrt(+-0) = +-0, cbrt(+-inf) = +-inf, NaN gives NaN.
KOKKOS_INLINE_FUNCTION double cbrt(double x) { return detail::cbrt_of(x); }
KOKKOS_INLINE_FUNCTION float cbrt(float x) { return detail::cbrt_of(x); }

/// sqrt(x^2 + y^2) without overflow or underflow on the way. Largest error measured: 0.73 ulp
/// (double), 0.501 ulp (float). Method: C. F. Borges, "Algorithm 1014: An improved algorithm for
/// hypot(x,y)", ACM TOMS 47 (2020): the square root corrected once by its residual, computed with
/// fma. An infinite argument gives inf even beside a NaN; else NaN gives NaN.
KOKKOS_INLINE_FUNCTION double hypot(double x, double y) { return detail::hypot_of(x, y); }
KOKKOS_INLINE_FUNCTION float hypot(float x, float y) { return detail::hypot_of(x, y); }

}  // ACRE_MATH_NAMESPACE(inlined)

}  // namespace acre::math
