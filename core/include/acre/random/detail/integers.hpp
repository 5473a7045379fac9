#pragma once

#include <acre/backends/common/device_code.hpp>
#include <acre/random/detail/draw.hpp>

#include <type_traits>

/// Integers of a range without bias: D. Lemire, "Fast random integer generation in an interval",
/// ACM TOMACS 29 (2019). The upper half of word × count is the result unless the lower half is
/// below 2^bits mod count, which happens with probability below count / 2^bits; then the next
/// word is taken from the element's own blocks, so that no other element notices.
namespace acre::detail {

inline constexpr int integers_law_version = 1;

KOKKOS_INLINE_FUNCTION std::uint64_t multiply_high(std::uint64_t a, std::uint64_t b)
{
  std::uint64_t const a0 = a & 0xffffffffu, a1 = a >> 32, b0 = b & 0xffffffffu, b1 = b >> 32;
  std::uint64_t const middle = a1 * b0 + (a0 * b0 >> 32);
  return a1 * b1 + (middle >> 32) + ((a0 * b1 + (middle & 0xffffffffu)) >> 32);
}

/// A number of [0, count) from 32-bit words; count 0 stands for 2^32.
struct below_32 {
  using word = std::uint32_t;
  std::uint32_t count, reject;

  explicit below_32(std::uint32_t n) : count(n), reject(n == 0 ? 0 : (0u - n) % n) {}
  KOKKOS_INLINE_FUNCTION bool accepts(std::uint32_t x) const { return x * count >= reject; }
  KOKKOS_INLINE_FUNCTION std::uint32_t value(std::uint32_t x) const
  {
    return count == 0 ? x : static_cast<std::uint32_t>(std::uint64_t{x} * count >> 32);
  }
};
/// Likewise from 64-bit words; count 0 stands for 2^64.
struct below_64 {
  using word = std::uint64_t;
  std::uint64_t count, reject;

  explicit below_64(std::uint64_t n) : count(n), reject(n == 0 ? 0 : (0u - n) % n) {}
  KOKKOS_INLINE_FUNCTION bool accepts(std::uint64_t x) const { return x * count >= reject; }
  KOKKOS_INLINE_FUNCTION std::uint64_t value(std::uint64_t x) const
  {
    return count == 0 ? x : multiply_high(x, count);
  }
};

/// Used if a first word was refused: words 0 to 3 of parts 1, 2, … of block e, in order.
template <class Draw>
KOKKOS_INLINE_FUNCTION std::uint32_t again(below_32 const& range, Draw const& draw, std::uint64_t e)
{
  for (std::uint32_t part = 1;; ++part) {
    auto const b = draw.own_block(e, part);
    if (range.accepts(b.w[0])) return range.value(b.w[0]);
    if (range.accepts(b.w[1])) return range.value(b.w[1]);
    if (range.accepts(b.w[2])) return range.value(b.w[2]);
    if (range.accepts(b.w[3])) return range.value(b.w[3]);
  }
}
template <class Draw>
KOKKOS_INLINE_FUNCTION std::uint64_t again(below_64 const& range, Draw const& draw, std::uint64_t e)
{
  for (std::uint32_t part = 1;; ++part) {
    auto const b = draw.own_block(e, part);
    std::uint64_t const x = joined(b.w[0], b.w[1]), y = joined(b.w[2], b.w[3]);
    if (range.accepts(x)) return range.value(x);
    if (range.accepts(y)) return range.value(y);
  }
}

/// Up to 2^32 values: element e from word e % 4 of block e / 4; more: from the 64 bits of words
/// 2 (e % 2) and 2 (e % 2) + 1 of block e / 2.
template <class T>
struct integers_law {
  using value_type = T;
  using bits = std::make_unsigned_t<T>;
  static constexpr bool may_be_wide = sizeof(T) == 8;
  static constexpr int group = may_be_wide ? 2 : 4;
  below_32 narrow;
  below_64 wide;
  bits low;
  bool is_wide;

  /// [low, high], both included.
  integers_law(T first, T last)
      : narrow(static_cast<std::uint32_t>(span(first, last) + 1)),
        wide(span(first, last) + 1),
        low(static_cast<bits>(first)),
        is_wide(span(first, last) > 0xffffffffu)
  {}
  static std::uint64_t span(T first, T last)
  {
    return static_cast<std::uint64_t>(
        static_cast<bits>(static_cast<bits>(last) - static_cast<bits>(first)));
  }

  int block_elements() const { return is_wide ? 2 : 4; }

  template <int N, class Draw>
  KOKKOS_INLINE_FUNCTION packet<T, N> run(Draw const& draw, std::uint64_t e) const
  {
    if constexpr (may_be_wide) {
      if (is_wide) {
        auto const word = words_of<2 * N>(draw.block(e / 2), 2 * e);
        packet<std::uint64_t, N> x;
        for (int k = 0; k < N; ++k) x.v[k] = joined(word.v[2 * k], word.v[2 * k + 1]);
        return of_words(wide, x, draw, e);
      }
    }
    return of_words(narrow, words_of<N>(draw.block(e / 4), e), draw, e);
  }

 private:
  template <class Range, class Word, int N, class Draw>
  KOKKOS_FORCEINLINE_FUNCTION packet<T, N> of_words(Range const& range, packet<Word, N> const& x,
                                                    Draw const& draw, std::uint64_t e) const
  {
    packet<T, N> p;
    if constexpr (!backends::is_device_code) {
      for (int k = 0; k < N; ++k)
        p.v[k] = from_low(range.accepts(x.v[k]) ? range.value(x.v[k]) : again(range, draw, e + k));
      return p;
    }
    // refusals, which are rare, behind the values of all: threads of a warp go together
    unsigned refused = 0;
    for (int k = 0; k < N; ++k) {
      p.v[k] = from_low(range.value(x.v[k]));
      refused |= (range.accepts(x.v[k]) ? 0u : 1u) << k;
    }
    for (int k = 0; refused != 0; ++k, refused >>= 1) {
      if ((refused & 1u) == 0) continue;
      T const other = from_low(again(range, draw, e + k));
      for (int n = 0; n < N; ++n) p.v[n] = n == k ? other : p.v[n];
    }
    return p;
  }
  template <class Word>
  KOKKOS_INLINE_FUNCTION T from_low(Word above) const
  {
    return static_cast<T>(low + static_cast<bits>(above));
  }
};

}  // namespace acre::detail
