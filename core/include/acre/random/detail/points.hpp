#pragma once

#include <acre/math/root.hpp>
#include <acre/random/detail/normal.hpp>

/// Uniform points of round things. The last axis is the coordinate.
namespace acre::detail {

/// In the unit disc (Filled), or on its edge: the radius is the root of a uniform number. Point j
/// is made as pair j of standard_normal_law is: from the words of its radius and of its angle
/// (float32: the sign is bit 0 of the radius' word, which the radius does not use).
template <class T, bool Filled>
struct disc_law {
  using value_type = T;
  static constexpr int group = standard_normal_law<T>::group;

  KOKKOS_INLINE_FUNCTION static point_on_circle<float> point(std::uint32_t w0, std::uint32_t w1)
  {
    return turned(Filled ? math::detail::root(unit_from(w0)) : 1.0f, w1, w0 << 31);
  }
  KOKKOS_INLINE_FUNCTION static point_on_circle<double> point(philox_words const& b)
  {
    return turned(Filled ? math::detail::root(unit_from(b.w[0], b.w[1])) : 1.0, b.w[2], b.w[3]);
  }
  template <int N, class Draw>
  KOKKOS_INLINE_FUNCTION packet<T, N> run(Draw const& draw, std::uint64_t e) const
  {
    philox_words const b = draw.block(e / group);
    point_on_circle<T> p;
    if constexpr (N == 4) {
      auto const q = point(b.w[2], b.w[3]);
      p = point(b.w[0], b.w[1]);
      return {{p.x, p.y, q.x, q.y}};
    } else {
      if constexpr (sizeof(T) == 4) {
        auto const word = words_of<2>(b, e);
        p = point(word.v[0], word.v[1]);
      } else {
        p = point(b);
      }
      if constexpr (N == 2)
        return {{p.x, p.y}};
      else
        return {{(e & 1) != 0 ? p.y : p.x}};
    }
  }
};

/// On the unit sphere, by Archimedes: z is uniform on [-1, 1), x and y a uniform angle times
/// sqrt(1 - z²). In the ball (Filled) all times the cube root of a uniform number. Point e / 3
/// from block e / 3: float32 z from word 0, the angle from word 1, the radius from word 2;
/// float64 from words 0 and 1, 2 and 3, and words 0 and 1 of part 1.
template <class T, bool Filled>
struct sphere_law {
  using value_type = T;
  static constexpr int group = 1;

  template <int N>
  KOKKOS_INLINE_FUNCTION packet<T, N> run(prepared_draw const& draw, std::uint64_t e) const
  {
    std::uint64_t const point = e / 3;
    std::uint32_t const coordinate = static_cast<std::uint32_t>(e - 3 * point);
    philox_words const b = draw.block(point);
    T z, radius = T(1);
    point_on_circle<T> edge;
    if constexpr (sizeof(T) == 4) {
      z = math::detail::fused(unit_from(b.w[0]), 2.0f, -1.0f);
      edge = turned(math::detail::root(math::detail::fused(-z, z, 1.0f)), b.w[1], b.w[0] << 31);
      if constexpr (Filled) radius = math::cbrt(unit_from(b.w[2]));
    } else {
      z = math::detail::fused(unit_from(b.w[0], b.w[1]), 2.0, -1.0);
      edge = turned(math::detail::root(math::detail::fused(-z, z, 1.0)), b.w[2], b.w[3]);
      if constexpr (Filled) {
        philox_words const c = draw.block(point, 1);
        radius = math::cbrt(unit_from(c.w[0], c.w[1]));
      }
    }
    return {{radius * (coordinate == 0 ? edge.x : coordinate == 1 ? edge.y : z)}};
  }
};

}  // namespace acre::detail
