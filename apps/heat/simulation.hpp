#pragma once
#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/elementwise/shifted.hpp>

#include <algorithm>
#include <cstdint>

/// Heat that spreads by the explicit five- and seven-point scheme.
namespace acre::heat {

inline constexpr float cold = 20, hot = 100;  // degrees Celsius

/// A ring with a gap and a rod, on a plate of rows x columns points.
template <class Space>
array<bool, 2, Space> heated_places(Space const& space, std::int64_t rows, std::int64_t columns)
{
  auto const size = static_cast<float>(std::min(rows, columns));
  array<float, 1, Space> const x = cast<float>(index_of(space, shape(columns))) / size;
  array<float, 1, Space> const down = cast<float>(index_of(space, shape(rows))) / size;
  auto const y = down(ALL, newaxis);
  auto const ring = (abs(hypot(x - 0.5f, y - 0.5f) - 0.28f) < 0.02f) & (y < x + 0.1f);
  auto const rod = (abs(x - 1.2f) < 0.02f) & (abs(y - 0.5f) < 0.3f);
  return ring | rod;
}

/// A plate whose edges stay cold; a ring with a gap and a rod on it stay hot.
template <class Space>
struct plate {
  array<bool, 2, Space> heated;
  array<float, 2, Space> now, next;

  plate(Space const& space, shape_t<2> points)
      : heated(heated_places(space, points[0], points[1])),
        now(where(heated, hot, cold)),
        next(copy(now))
  {}
  void step()
  {
    slice const inner(1, -1);
    auto const source = heated(inner, inner);
    auto const t = interior<1>(now);
    next(inner, inner) = where(source, hot,
                               t + 0.2f * ((shifted<-1, 0>(t) + shifted<1, 0>(t)) +
                                           (shifted<0, -1>(t) + shifted<0, 1>(t)) - 4.0f * t));
    now.swap(next);
  }
  auto cut() const { return now; }              ///< what a picture shows
  void begin_again() { next(ALL, ALL) = now; }  ///< after `now` was given other temperatures
};

/// A block whose faces stay cold but for the lowest: there the ring and the rod stay hot.
template <class Space>
struct block {
  array<float, 3, Space> now, next;

  block(Space const& space, shape_t<3> points) : now(begin(space, points)), next(copy(now)) {}
  static array<float, 3, Space> begin(Space const& space, shape_t<3> points)
  {
    auto const t = full(space, points, cold);
    t(0, ALL, ALL) = where(heated_places(space, points[1], points[2]), hot, cold);
    return t;
  }
  void step()
  {
    slice const inner(1, -1);
    auto const t = interior<1>(now);
    next(inner, inner, inner) =
        t + 0.1f * ((shifted<-1, 0, 0>(t) + shifted<1, 0, 0>(t)) +
                    (shifted<0, -1, 0>(t) + shifted<0, 1, 0>(t)) +
                    (shifted<0, 0, -1>(t) + shifted<0, 0, 1>(t)) - 6.0f * t);
    now.swap(next);
  }
  void begin_again() { next(ALL, ALL, ALL) = now; }
  /// Upright, through the middle; the lowest row last.
  auto cut() const { return now(slice(none, none, -1), now.shape()[1] / 2, ALL); }
};

}  // namespace acre::heat
