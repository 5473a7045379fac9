#pragma once

#include <acre/random/detail/uniform.hpp>

/// Normal numbers by the method of G. E. P. Box and M. E. Muller, "A note on the generation of
/// random normal deviates", Ann. Math. Stat. 29 (1958): a pair of independent normals is a radius
/// sqrt(-2 ln u) and a uniform angle.
///
/// Why not the inverse of the distribution function: in float32 that takes a logarithm and a
/// polynomial of degree 8 (M. Giles, 2012) or two divisions (M. J. Wichura, AS 241) for each
/// element, about 30 to 50 instructions, and warps run both of its branches. A pair here takes
/// about 40 for two, with no branch but the square root's own. The logarithm and the sines are
/// made for these arguments alone (never NaN, 0 or infinite), by + - * fma and sqrt, so that the
/// bits are the same everywhere. Coefficients: Sollya's fpminimax.
namespace acre::detail {

inline constexpr int normal_law_version = 1;

/// log2(u) for u in [2^-32, 1]: log2(u) is the exponent e and f + f (1 - f) q(f) for the mantissa
/// 1 + f, whose first two terms together are the float's bits read as an integer. The result is
/// scaled by 2^23. Relative error 3e-7 at most, 0 for u = 1 (all 2^31 arguments checked).
KOKKOS_INLINE_FUNCTION float log2_scaled(float u)
{
  using math::detail::from_bits, math::detail::fused, math::detail::to_bits;
  std::uint32_t const bits = to_bits(u);
  float const whole = static_cast<float>(static_cast<std::int32_t>(bits - 0x3f800000u));
  float const f = from_bits<float>((bits & 0x007fffffu) | 0x3f800000u) - 1.0f;
  float const q =
      math::detail::horner(f, 0x1.c54e36p+21f, -0x1.1cf43cp+21f, 0x1.96eca8p+20f, -0x1.2299b8p+20f,
                           0x1.5f91b4p+19f, -0x1.20bfbp+18f, 0x1.c1cc92p+15f);
  return fused(fused(-f, f, f), q, whole);
}

/// Likewise, not scaled, for u in [2^-53, 1). Relative error 6e-16 at most (10^7 arguments).
KOKKOS_INLINE_FUNCTION double log2_of(double u)
{
  using math::detail::from_bits, math::detail::fused, math::detail::to_bits;
  std::uint64_t const bits = to_bits(u);
  double const e = static_cast<double>(static_cast<std::int32_t>(bits >> 52) - 1023);
  double const f = from_bits<double>((bits & 0x000fffffffffffffu) | 0x3ff0000000000000u) - 1.0;
  double const q = math::detail::horner(
      f, 0x1.c551d94ae0bf5p-2, -0x1.1d57135a8efa4p-2, 0x1.9e3314d17d919p-3, -0x1.4475d7b36c06fp-3,
      0x1.0a77af0201babp-3, -0x1.c3f16d0c4f7c6p-4, 0x1.88387b098145ep-4, -0x1.5a4a2b2858145p-4,
      0x1.356d317a0dff3p-4, -0x1.15a48ac1ffe7p-4, 0x1.ec7adc5b9767ep-5, -0x1.a370f27e36e82p-5,
      0x1.48db12c6b20cap-5, -0x1.c314e9c00ec1bp-6, 0x1.fffe61268a37ap-7, -0x1.c4288b4f01c78p-8,
      0x1.1f3f00ab48faep-9, -0x1.cec785d8c4522p-12, 0x1.60e054068eb33p-15);
  return fused(fused(-f, f, f), q, e + f);
}

/// -ln of a uniform number of (0, 1]: the exponential distribution.
/// float32: u = (the word's upper 31 bits + 1/2) × 2^-31, rounded.
KOKKOS_INLINE_FUNCTION float half_open_from(std::uint32_t word)
{
  return math::detail::fused(static_cast<float>(static_cast<std::int32_t>(word >> 1)), 0x1p-31f,
                             0x1p-32f);
}
/// float64: u = (the lower 52 bits of both words + 1/2) × 2^-52, exact.
KOKKOS_INLINE_FUNCTION double half_open_from(std::uint32_t low, std::uint32_t high)
{
  constexpr std::uint64_t one = 0x3ff0000000000000u;
  return math::detail::from_bits<double>((joined(low, high) & 0x000fffffffffffffu) | one) -
         (1.0 - 0x1p-53);
}
KOKKOS_INLINE_FUNCTION float exponential_from(float u)
{
  return ::fabsf(log2_scaled(u)) * 0x1.62e43p-24f;
}
KOKKOS_INLINE_FUNCTION double exponential_from(double u)
{
  return ::fabs(log2_of(u)) * 0x1.62e42fefa39efp-1;
}

/// radius × (cos, sin) of a uniform angle.
template <class T>
struct point_on_circle {
  T x, y;
};

/// The word as a signed number t × 2^32 gives an angle of t × pi on the right half; bit 31 of
/// `sign` turns the cosine over.
KOKKOS_INLINE_FUNCTION point_on_circle<float> turned(float radius, std::uint32_t word,
                                                     std::uint32_t sign)
{
  using math::detail::flip_sign, math::detail::horner;
  float const t = static_cast<float>(static_cast<std::int32_t>(word)) * 0x1p-32f;
  float const tt = t * t;
  float const sine =
      t * horner(tt, 0x1.921fb6p1f, -0x1.4abbdap2f, 0x1.466b8ap1f, -0x1.328aeep-1f, 0x1.41308p-4f);
  float const cosine =
      horner(tt, 0x1.fffffep-1f, -0x1.3bd3a2p2f, 0x1.03bcdp2f, -0x1.54f172p0f, 0x1.c1ac2ep-3f);
  return {flip_sign(radius * cosine, sign & 0x80000000u), radius * sine};
}
/// A quarter of the circle, an angle of t × pi / 2 for t in [-1/2, 1/2), becomes four by a swap of
/// the coordinates and the cosine's sign. Bits 0 to 51 of the 64, × 2^-52 - 1/2, are t, bit 62
/// swaps, bit 63 is the sign.
KOKKOS_INLINE_FUNCTION point_on_circle<double> turned(double radius, std::uint32_t low,
                                                      std::uint32_t high)
{
  using math::detail::flip_sign, math::detail::horner;
  std::uint64_t const bits = joined(low, high);
  double const t =
      math::detail::from_bits<double>((bits & 0x000fffffffffffffu) | 0x3ff0000000000000u) - 1.5;
  double const tt = t * t;
  double const sine = t * horner(tt, 0x1.921fb54442d18p0, -0x1.4abbce625be09p-1,
                                 0x1.466bc67754fe4p-4, -0x1.32d2ccdfe6454p-8, 0x1.50782d5b6c794p-13,
                                 -0x1.e2fe734043752p-19, 0x1.e356911dff651p-25);
  double const cosine = horner(tt, 0x1p0, -0x1.3bd3cc9be45dep0, 0x1.03c1f081b5a65p-2,
                               -0x1.55d3c7e3c2d7bp-6, 0x1.e1f5067b057f8p-11, -0x1.a6d1e6b52f418p-16,
                               0x1.f9c840cb5822bp-22, -0x1.b14b5b3e5d1cep-28);
  double const s = radius * sine, c = flip_sign(radius * cosine, bits & 0x8000000000000000u);
  return (bits & 0x4000000000000000u) != 0 ? point_on_circle<double>{s, c}
                                           : point_on_circle<double>{c, s};
}

/// The radius is the root of -2 ln u, which root() takes of 2 ln u as well.
///
/// float32: the first word as a signed number s gives u = (|s| + 1/2) × 2^-31, rounded, and the
/// sign. (u of s = -2^31 is 1, and no other s pairs with 0: 2^-32 of the whole.)
KOKKOS_INLINE_FUNCTION point_on_circle<float> normal_pair(std::uint32_t w0, std::uint32_t w1)
{
  float const s = static_cast<float>(static_cast<std::int32_t>(w0));
  float const u = math::detail::fused(::fabsf(s), 0x1p-31f, 0x1p-32f);
  float const radius = math::detail::root(log2_scaled(u) * 0x1.62e43p-23f);
  return turned(radius, w1, math::detail::to_bits(s));
}
/// float64: u = (the lower 52 bits of words 0 and 1, + 1/2) × 2^-52.
KOKKOS_INLINE_FUNCTION point_on_circle<double> normal_pair(philox_words const& b)
{
  double const u = half_open_from(b.w[0], b.w[1]);
  return turned(math::detail::root(log2_of(u) * 0x1.62e42fefa39efp0), b.w[2], b.w[3]);
}

/// float32: elements 2 j and 2 j + 1 are the pair of words 2 (j % 2) (radius) and 2 (j % 2) + 1
/// (angle) of block j / 2. float64: of words 0, 1 (radius) and 2, 3 (angle) of block j.
template <class T>
struct standard_normal_law;

template <>
struct standard_normal_law<float> {
  using value_type = float;
  static constexpr int group = 4;

  template <int N, class Draw>
  KOKKOS_INLINE_FUNCTION packet<float, N> run(Draw const& draw, std::uint64_t e) const
  {
    philox_words const b = draw.block(e / 4);
    if constexpr (N == 4) {
      auto const p = normal_pair(b.w[0], b.w[1]), q = normal_pair(b.w[2], b.w[3]);
      return {{p.x, p.y, q.x, q.y}};
    } else {
      auto const word = words_of<2>(b, e);
      auto const p = normal_pair(word.v[0], word.v[1]);
      if constexpr (N == 2)
        return {{p.x, p.y}};
      else
        return {{(e & 1) != 0 ? p.y : p.x}};
    }
  }
};

template <>
struct standard_normal_law<double> {
  using value_type = double;
  static constexpr int group = 2;

  template <int N, class Draw>
  KOKKOS_INLINE_FUNCTION packet<double, N> run(Draw const& draw, std::uint64_t e) const
  {
    auto const p = normal_pair(draw.block(e / 2));
    if constexpr (N == 2)
      return {{p.x, p.y}};
    else
      return {{(e & 1) != 0 ? p.y : p.x}};
  }
};

/// fma(z, sigma, mean).
template <class T>
struct normal_law {
  using value_type = T;
  static constexpr int group = standard_normal_law<T>::group;
  T mean, sigma;

  template <int N, class Draw>
  KOKKOS_INLINE_FUNCTION packet<T, N> run(Draw const& draw, std::uint64_t e) const
  {
    auto p = standard_normal_law<T>{}.template run<N>(draw, e);
    for (int k = 0; k < N; ++k) p.v[k] = math::detail::fused(p.v[k], sigma, mean);
    return p;
  }
};

}  // namespace acre::detail
