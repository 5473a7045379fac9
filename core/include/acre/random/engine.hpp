#pragma once

#include <acre/random/detail/integers.hpp>
#include <acre/random/detail/normal.hpp>

#include <type_traits>

namespace acre {

/// One index's own sequence of random words, for kernels of one's own (generator::engine) and for
/// the distributions that take a number of words that differs from element to element.
///
/// The words are those of the blocks (index, part), part = first_part, first_part + 1, …, words 0
/// to 3 of each in order; 2^31 blocks before another part of the draw's counters begins. About
/// 12 registers; copying it copies the place.
class random_engine {
 public:
  using result_type = std::uint32_t;

  KOKKOS_INLINE_FUNCTION random_engine(detail::random_draw const& draw, std::uint64_t index,
                                       std::uint32_t first_part = detail::engine_part)
      : draw_(draw), index_(index), part_(first_part)
  {}

  /// 32 random bits.
  KOKKOS_INLINE_FUNCTION std::uint32_t next_uint32()
  {
    if (left_ == 0) {
      block_ = draw_.block(index_, part_++);
      left_ = 4;
    }
    --left_;
    std::uint32_t const word = block_.w[0];
    block_ = {{block_.w[1], block_.w[2], block_.w[3], 0}};
    return word;
  }
  /// 64 random bits: the next word is the lower half, the one after it the upper.
  KOKKOS_INLINE_FUNCTION std::uint64_t next_uint64()
  {
    std::uint32_t const low = next_uint32();
    return detail::joined(low, next_uint32());
  }
  /// Uniform on [0, 1): float32 from the upper 24 bits of one word, float64 from two as
  /// generator::uniform.
  template <class T = double>
  KOKKOS_INLINE_FUNCTION T uniform()
  {
    if constexpr (std::is_same_v<T, float>) {
      return detail::unit_from(next_uint32());
    } else {
      static_assert(std::is_same_v<T, double>, "acre: uniform numbers are float or double");
      std::uint32_t const low = next_uint32();
      return detail::unit_from(low, next_uint32());
    }
  }
  /// Uniform on [low, high): fma(u, high - low, low).
  template <class T>
  KOKKOS_INLINE_FUNCTION T uniform(T low, T high)
  {
    return math::detail::fused(uniform<T>(), high - low, low);
  }
  /// Uniform on (0, 1], never 0: for a logarithm. One word (float32) or two (float64).
  template <class T = double>
  KOKKOS_INLINE_FUNCTION T uniform_positive()
  {
    if constexpr (std::is_same_v<T, float>) {
      return detail::half_open_from(next_uint32());
    } else {
      std::uint32_t const low = next_uint32();
      return detail::half_open_from(low, next_uint32());
    }
  }
  /// Two independent normal numbers from two words (float32) or four (float64), as
  /// generator::normal.
  template <class T = double>
  KOKKOS_INLINE_FUNCTION detail::point_on_circle<T> normal_pair()
  {
    std::uint32_t const a = next_uint32(), b = next_uint32();
    if constexpr (std::is_same_v<T, float>) {
      return detail::normal_pair(a, b);
    } else {
      std::uint32_t const c = next_uint32(), d = next_uint32();
      return detail::normal_pair({{a, b, c, d}});
    }
  }
  /// The first of normal_pair(); the second is not kept.
  template <class T = double>
  KOKKOS_INLINE_FUNCTION T normal()
  {
    return normal_pair<T>().x;
  }
  /// Exponential with mean 1.
  template <class T = double>
  KOKKOS_INLINE_FUNCTION T exponential()
  {
    return detail::exponential_from(uniform_positive<T>());
  }
  /// An integer of [0, count) without bias; count 0 stands for 2^32.
  KOKKOS_INLINE_FUNCTION std::uint32_t below(std::uint32_t count)
  {
    if (count == 0) return next_uint32();
    std::uint64_t product = std::uint64_t{next_uint32()} * count;
    if (static_cast<std::uint32_t>(product) < count) {
      std::uint32_t const reject = (0u - count) % count;
      while (static_cast<std::uint32_t>(product) < reject)
        product = std::uint64_t{next_uint32()} * count;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

 private:
  detail::random_draw draw_;
  std::uint64_t index_;
  philox_words block_{};
  std::uint32_t part_;
  int left_ = 0;
};

}  // namespace acre
