#pragma once

#include <acre/backends/common/reduce_axis_parts.hpp>
#include <acre/backends/common/reduce_parts.hpp>
#include <acre/backends/generic/lanes.hpp>
#include <acre/backends/generic/loops.hpp>
#include <acre/backends/generic/reduce.hpp>
#include <acre/backends/generic/reduce_teams.hpp>

#include <cstdint>

/// See backends/common/reduce_parts.hpp: what a device has, queued, as core takes these queues for
/// devices (what is no queue's, a CPU's, is in host_common). Tiles as reduce.hpp has them; a thread
/// for each lane that elements join.
namespace acre::backends::generic {

/// Tile t of result k, as a row or a column of its own, number t × kept + k: elements from `first`
/// on are dealt to tiles.
template <class Source>
struct elements_of_part {
  Source source;
  std::int64_t kept, first, tile;
  template <class F>
  KOKKOS_INLINE_FUNCTION auto operator()(std::int64_t number, std::int64_t i, std::int64_t begin,
                                         F const& f) const
  {
    std::int64_t const t = quotient(number, kept);
    return source(number - t * kept, i, first + t * tile + begin, f);
  }
};
template <class Value>
struct put_tile {
  Value* tiles;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t number, Value const& value) const
  {
    tiles[number] = value;
  }
};

/// tiles[(t × kept + k) × inner + i], of `count` elements from `first` on of column i of k.
template <elements Are, bool Rows, class Backend, class Source, class Reducer>
void tiles_by_teams(queue<Backend>& on, std::int64_t kept, std::int64_t inner, std::int64_t first,
                    std::int64_t count, Source const& source, Reducer const& reducer,
                    typename Reducer::value_type* tiles)
{
  using value = typename Reducer::value_type;
  constexpr int tile = static_cast<int>(axis_tile(Rows));
  value* const no_level = nullptr;
  auto const reduce = [&](std::int64_t some, std::int64_t from, std::int64_t length, value* to) {
    reduce_level<Are, axis_lanes(Rows), tile>(on, some * kept, inner, length, false,
                                              elements_of_part<Source>{source, kept, from, tile},
                                              reducer, no_level, put_tile<value>{to});
  };
  std::int64_t const whole = count / tile, done = whole * tile;
  if (whole > 0) reduce(whole, first, tile, tiles);
  reduce(1, first + done, count - done, tiles + whole * kept * inner);
}

/// tiles[t × red.kept + k] of rows.
template <bool Unit, class Backend, class Program, class Reducer>
void tiles_of_rows_on_cores(queue<Backend>& on, reduction const& red, Program const& program,
                            Reducer const& reducer, std::int64_t first, std::int64_t count,
                            typename Reducer::value_type* tiles)
{
  std::int64_t const kept = red.kept, all = (count + reduce_tile - 1) / reduce_tile;
  for_each(
      on, "tiles", all * kept, KOKKOS_LAMBDA(std::int64_t number) {
        std::int64_t const t = quotient(number, kept), begin = t * reduce_tile,
                           left = count - begin;
        tiles[number] =
            tile_of_row<true, Unit>(red, program, reducer, number - t * kept, first + begin,
                                    left < reduce_tile ? left : reduce_tile);
      });
}
template <bool Unit, class Backend, class Program, class Reducer>
void tiles_of_rows(queue<Backend>& on, reduction const& red, Program const& program,
                   Reducer const& reducer, std::int64_t first, std::int64_t count,
                   typename Reducer::value_type* tiles)
{
  if constexpr (queue<Backend>::is_wide)
    tiles_by_teams<elements::of_arrays, true>(on, red.kept, 1, first, count,
                                              elements_of_rows<Unit, Program>{red, program},
                                              reducer, tiles);
  else
    tiles_of_rows_on_cores<Unit>(on, red, program, reducer, first, count, tiles);
}

/// A lane, number `lane` of `Lanes`, that some of x(0) … x(count - 1) join, elements at, at + 1, …
/// of its tile.
template <int Lanes, class Reducer, class X>
KOKKOS_INLINE_FUNCTION typename Reducer::value_type joined_lane(Reducer const& reducer,
                                                                typename Reducer::value_type so_far,
                                                                std::int64_t lane, std::int64_t at,
                                                                std::int64_t count, X const& x)
{
  for (std::int64_t e = (lane - at) & (Lanes - 1); e < count; e += Lanes)
    so_far = appended(reducer, so_far, x(e), at + e);
  return so_far;
}

/// Lanes of rows lie row by row, of columns lane by lane. `begins`: they are those before a tile's
/// first element.
template <bool Rows, class Source, class Reducer>
struct join_lanes {
  using value = typename Reducer::value_type;
  static constexpr int in_tile = axis_lanes(Rows);
  Source source;
  Reducer reducer;
  std::int64_t kept, inner, first, count, at;
  bool begins;
  value* lanes;

  std::int64_t all() const { return kept * inner * in_tile; }
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t number) const
  {
    std::int64_t const upper = quotient(number, Rows ? in_tile : kept * inner),
                       lower = number - upper * (Rows ? in_tile : kept * inner),
                       lane = Rows ? lower : upper, result = Rows ? upper : lower,
                       k = quotient(result, inner);
    source(k, result - k * inner, first, [&](auto const& x) {
      lanes[number] = joined_lane<in_tile>(reducer, begins ? reducer.identity() : lanes[number],
                                           lane, at, count, x);
    });
  }
};

/// The tree of a tile's lanes.
template <class Reducer>
struct end_lanes_of_row {
  Reducer reducer;
  typename Reducer::value_type const* lanes;
  typename Reducer::value_type* result;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t) const
  {
    *result = tree_of_lanes(reducer, reduce_lanes, [&](int l) { return lanes[l]; });
  }
};

/// Elements of one row join its tile, which may end with them.
template <class Backend, class Source, class Reducer>
void join_one_tile(queue<Backend>& on, Source const& source, Reducer const& reducer,
                   std::int64_t first, std::int64_t count, std::int64_t at, bool begins,
                   typename Reducer::value_type* lanes, typename Reducer::value_type* result)
{
  join_lanes<true, Source, Reducer> const join{source, reducer, 1,      1,    first,
                                               count,  at,      begins, lanes};
  for_each(on, "lanes", join.all(), join);
  if (result) for_each(on, "tile", 1, end_lanes_of_row<Reducer>{reducer, lanes, result});
}

}  // namespace acre::backends::generic

namespace acre::backends {

template <class Backend, class Program, class Reducer>
void tiles_of_row(generic::queue<Backend>& on, reduction const& red, Program const& program,
                  Reducer const& reducer, std::int64_t first, std::int64_t count,
                  typename Reducer::value_type* tiles)
{
  if (red.it.unit)
    generic::tiles_of_rows<true>(on, red, program, reducer, first, count, tiles);
  else
    generic::tiles_of_rows<false>(on, red, program, reducer, first, count, tiles);
}

template <class Backend, class Program, class Reducer>
void join_tile(generic::queue<Backend>& on, reduction const& red, Program const& program,
               Reducer const& reducer, std::int64_t first, std::int64_t count, std::int64_t at,
               bool begins, typename Reducer::value_type* lanes,
               typename Reducer::value_type* result)
{
  generic::join_one_tile(on, generic::elements_of_rows<false, Program>{red, program}, reducer,
                         first, count, at, begins, lanes, result);
}

template <class Backend, class Reducer>
void tiles_of_values(generic::queue<Backend>& on, Reducer const& reducer,
                     typename Reducer::value_type const* values, std::int64_t count,
                     typename Reducer::value_type* tiles)
{
  using source = generic::elements_of_level<typename Reducer::value_type>;
  generic::tiles_by_teams<generic::elements::of_tiles, true>(
      on, 1, 1, 0, count, source{values, count, 1}, reducer, tiles);
}

template <class Backend, class Reducer>
void join_values(generic::queue<Backend>& on, Reducer const& reducer,
                 typename Reducer::value_type const* values, std::int64_t count, std::int64_t at,
                 bool begins, typename Reducer::value_type* lanes,
                 typename Reducer::value_type* result)
{
  using source = generic::elements_of_level<typename Reducer::value_type>;
  generic::join_one_tile(on, source{values, count, 1}, reducer, 0, count, at, begins, lanes,
                         result);
}

}  // namespace acre::backends
