#pragma once

#include <acre/math/exp.hpp>
#include <acre/random/detail/normal.hpp>

/// Exponential and lognormal numbers: functions of one uniform, of one normal number.
namespace acre::detail {

/// -ln(u) × scale. float32: u = (the upper 31 bits of word e % 4 of block e / 4 + 1/2) × 2^-31,
/// rounded; float64: (the lower 52 bits of words 2 (e % 2) and 2 (e % 2) + 1 of block e / 2 + 1/2)
/// × 2^-52.
template <class T>
struct exponential_law {
  using value_type = T;
  static constexpr int group = 16 / sizeof(T);  // to a block
  T scale;

  template <int N, class Draw>
  KOKKOS_INLINE_FUNCTION packet<T, N> run(Draw const& draw, std::uint64_t e) const
  {
    constexpr int words = sizeof(T) / 4;
    auto const word = words_of<words * N>(draw.block(e / group), words * e);
    packet<T, N> p;
    for (int k = 0; k < N; ++k) {
      if constexpr (words == 1)
        p.v[k] = exponential_from(half_open_from(word.v[k])) * scale;
      else
        p.v[k] = exponential_from(half_open_from(word.v[2 * k], word.v[2 * k + 1])) * scale;
    }
    return p;
  }
};

/// exp of a normal number.
template <class T>
struct lognormal_law {
  using value_type = T;
  static constexpr int group = normal_law<T>::group;
  normal_law<T> normal;

  template <int N, class Draw>
  KOKKOS_INLINE_FUNCTION packet<T, N> run(Draw const& draw, std::uint64_t e) const
  {
    auto p = normal.template run<N>(draw, e);
    for (int k = 0; k < N; ++k) p.v[k] = math::exp(p.v[k]);
    return p;
  }
};

}  // namespace acre::detail
