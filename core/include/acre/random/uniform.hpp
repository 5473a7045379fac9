#pragma once

#include <acre/math/detail/bits.hpp>
#include <acre/random/draw.hpp>

/// Uniform floating-point numbers from random words.
namespace acre::detail {

/// The upper 24 bits of a word × 2^-24: [0, 1), every value equally likely.
KOKKOS_INLINE_FUNCTION float unit_from(std::uint32_t word)
{
  return static_cast<float>(static_cast<std::int32_t>(word >> 8)) * 0x1p-24f;
}

/// The upper 53 bits of 64 × 2^-53: [0, 1), every value equally likely. Each half becomes the
/// lower half of a float64's bits, which makes it 2^52 + the half; two fma scale them, add them and
/// take the 2^52 away, all exactly. (A conversion from 64-bit integers costs more on GPUs and does
/// not vectorise on AVX2.)
KOKKOS_INLINE_FUNCTION double unit_from(std::uint32_t low, std::uint32_t high)
{
  using math::detail::from_bits, math::detail::fused;
  constexpr std::uint64_t two_52 = 0x4330000000000000u;
  double const upper = fused(from_bits<double>(two_52 | high), 0x1p-32, -0x1p20 - 0.5);
  return fused(from_bits<double>(two_52 | low >> 11), 0x1p-53, upper);
}

/// Element e of float32 is made from word e % 4 of block e / 4, of float64 from the words
/// 2 (e % 2), the lower half, and 2 (e % 2) + 1 of block e / 2.
template <class T>
struct unit_law;

template <>
struct unit_law<float> {
  using value_type = float;
  static constexpr int group = 4;

  template <int N, class Draw>
  KOKKOS_INLINE_FUNCTION packet<float, N> run(Draw const& draw, std::uint64_t e) const
  {
    auto const word = words_of<N>(draw.block(e / 4), e);
    packet<float, N> p;
    for (int k = 0; k < N; ++k) p.v[k] = unit_from(word.v[k]);
    return p;
  }
};

template <>
struct unit_law<double> {
  using value_type = double;
  static constexpr int group = 2;

  template <int N, class Draw>
  KOKKOS_INLINE_FUNCTION packet<double, N> run(Draw const& draw, std::uint64_t e) const
  {
    auto const word = words_of<2 * N>(draw.block(e / 2), 2 * e);
    packet<double, N> p;
    for (int k = 0; k < N; ++k) p.v[k] = unit_from(word.v[2 * k], word.v[2 * k + 1]);
    return p;
  }
};

/// low + u × (high - low) in T with one rounding at the end (fma); what would round to `high`
/// becomes the largest number below it.
template <class T>
struct uniform_law {
  using value_type = T;
  static constexpr int group = unit_law<T>::group;
  T low, high, width, last;

  KOKKOS_INLINE_FUNCTION T scaled(T u) const
  {
    T const x = math::detail::fused(u, width, low);
    return x < high ? x : last;
  }
  template <int N, class Draw>
  KOKKOS_INLINE_FUNCTION packet<T, N> run(Draw const& draw, std::uint64_t e) const
  {
    auto p = unit_law<T>{}.template run<N>(draw, e);
    for (int k = 0; k < N; ++k) p.v[k] = scaled(p.v[k]);
    return p;
  }
};

}  // namespace acre::detail
