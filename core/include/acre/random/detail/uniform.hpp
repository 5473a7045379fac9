#pragma once

#include <acre/backends/common/program.hpp>
#include <acre/backends/common/upper_bytes.hpp>
#include <acre/math/detail/bits.hpp>
#include <acre/random/detail/draw.hpp>

/// Uniform floating-point numbers from random words.
namespace acre::detail {

inline constexpr int uniform_law_version = 1;

/// 24 bits × 2^-24: [0, 1), every value equally likely.
KOKKOS_INLINE_FUNCTION float unit_from_24(std::uint32_t bits)
{
  return static_cast<float>(static_cast<std::int32_t>(bits)) * 0x1p-24f;
}
/// The upper 24 bits of a word.
KOKKOS_INLINE_FUNCTION float unit_from(std::uint32_t word) { return unit_from_24(word >> 8); }

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

/// Element e of float64 is made from the words 2 (e % 2), the lower half, and 2 (e % 2) + 1 of
/// block e / 2.
///
/// float32 takes 24 bits, so that three words of 32 make four elements. 16 elements share parts 0,
/// 1 and 2 of one block: those of a stack (256 elements in lines of 64) whose place in their line
/// differs in nothing but its two lowest bits. Element e is of line e / 64 % 4 and of block e / 256
/// × 16 + e / 4 % 16, and is made
///
///   in lines 0, 1, 2   from the lower 24 bits of word e % 4 of the part of that number
///   in line 3          from the upper 8 bits of word e % 4 of part 0 (lowest), 1 and 2
template <class T>
struct unit_law;

template <>
struct unit_law<float> {
  using value_type = float;
  static constexpr int group = 4;

  static constexpr block_sharing stacks{16, backends::stack_size};
  static_assert(backends::stack_line == 64 && backends::stack_lines == 4);

  KOKKOS_INLINE_FUNCTION static float lower(std::uint32_t a) { return unit_from_24(a & 0xffffff); }
  KOKKOS_INLINE_FUNCTION static float upper(std::uint32_t a, std::uint32_t b, std::uint32_t c)
  {
    return unit_from_24(backends::upper_bytes(a, b, c));
  }

  template <int N, class Draw>
  KOKKOS_INLINE_FUNCTION packet<float, N> run(Draw const& draw, std::uint64_t e) const
  {
    std::uint64_t const block = e / 256 * 16 + e / 4 % 16;
    auto const line = static_cast<std::uint32_t>(e / 64 % 4);
    auto const a = words_of<N>(draw.block(block, line % 3), e);
    packet<float, N> p;
    if (line < 3) {
      for (int k = 0; k < N; ++k) p.v[k] = lower(a.v[k]);
    } else {
      auto const b = words_of<N>(draw.block(block, 1), e), c = words_of<N>(draw.block(block, 2), e);
      for (int k = 0; k < N; ++k) p.v[k] = upper(a.v[k], b.v[k], c.v[k]);
    }
    return p;
  }
  template <int W, class Draw>
  KOKKOS_INLINE_FUNCTION packet<float, 4 * W> stack(Draw const& draw, std::uint64_t number,
                                                    int lane) const
  {
    std::uint64_t const block = number * 16 + lane / 4;
    auto const a = words_of<W>(draw.block(block, 0), lane),
               b = words_of<W>(draw.block(block, 1), lane),
               c = words_of<W>(draw.block(block, 2), lane);
    packet<float, 4 * W> p;
    for (int k = 0; k < W; ++k) {
      p.v[k] = lower(a.v[k]);
      p.v[W + k] = lower(b.v[k]);
      p.v[2 * W + k] = lower(c.v[k]);
      p.v[3 * W + k] = upper(a.v[k], b.v[k], c.v[k]);
    }
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
struct uniform_law : unit_law<T> {
  T low, high, width, last;

  uniform_law(T from, T to, T largest) : low(from), high(to), width(to - from), last(largest) {}

  template <int N>
  KOKKOS_INLINE_FUNCTION packet<T, N> scaled(packet<T, N> p) const
  {
    for (int k = 0; k < N; ++k) {
      T const x = math::detail::fused(p.v[k], width, low);
      p.v[k] = x < high ? x : last;
    }
    return p;
  }
  template <int N, class Draw>
  KOKKOS_INLINE_FUNCTION packet<T, N> run(Draw const& draw, std::uint64_t e) const
  {
    return scaled(unit_law<T>::template run<N>(draw, e));
  }
  template <int W, class Draw>
    requires stacked_law<unit_law<T>>
  KOKKOS_INLINE_FUNCTION auto stack(Draw const& draw, std::uint64_t number, int lane) const
  {
    return scaled(unit_law<T>::template stack<W>(draw, number, lane));
  }
};

}  // namespace acre::detail
