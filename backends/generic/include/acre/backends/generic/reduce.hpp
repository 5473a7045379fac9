#pragma once

#include <acre/backends/common/reduce.hpp>
#include <acre/backends/generic/loops.hpp>

#include <cstdint>
#include <type_traits>

/// See backends/common/reduce.hpp. A thread combines a tile. Where a result has several, their
/// values go to scratch, and are reduced by the same rule until one is left.
namespace acre::backends::generic {

/// Columns that a CPU takes together: some hundred bytes of each row, whose lanes stay in L1.
template <class Queue, class Value>
inline constexpr int columns_of = !Queue::is_host      ? 1
                                  : sizeof(Value) <= 8 ? 128
                                                       : 16;

/// The lanes of a tile, of W results side by side.
template <int Lanes, int W, class Reducer>
struct tile_lanes {
  using value = typename Reducer::value_type;
  value lane[Lanes][W];

  /// For a tile of `count` elements: lanes beyond it have none, and are never read.
  KOKKOS_INLINE_FUNCTION void clear(Reducer const& reducer, std::int64_t count, int width)
  {
    int const used = static_cast<int>(count < Lanes ? count : Lanes);
    for (int l = 0; l < used; ++l)
      for (int w = 0; w < width; ++w) lane[l][w] = reducer.identity();
  }
  /// The tree; the results are in the first lane.
  KOKKOS_INLINE_FUNCTION void fold(Reducer const& reducer, std::int64_t count, int width)
  {
    int const used = static_cast<int>(count < Lanes ? count : Lanes);
    for (int step = 1; step < used; step *= 2)
      for (int l = 0; l + step < used; l += 2 * step)
        for (int w = 0; w < width; ++w) lane[l][w] = reducer.combine(lane[l][w], lane[l + step][w]);
  }
};

/// An accumulator's value among tile results, or an element of number n.
template <bool OfTiles, class Reducer, class Element>
KOKKOS_INLINE_FUNCTION typename Reducer::value_type taken(Reducer const& reducer,
                                                          typename Reducer::value_type const& v,
                                                          Element const& x, std::int64_t n)
{
  if constexpr (OfTiles)
    return reducer.combine(v, x);
  else
    return appended(reducer, v, x, n);
}

/// Elements e … e + length - 1 of a tile that begins with the row's element `first`: x(j), j from
/// 0.
template <bool OfTiles = false, class Reducer, class X>
KOKKOS_INLINE_FUNCTION void append_run(Reducer const& reducer,
                                       tile_lanes<reduce_lanes, 1, Reducer>& lanes,
                                       std::int64_t first, std::int64_t e, std::int64_t length,
                                       X const& x)
{
  for (std::int64_t j = 0; j < length;) {
    int const from = static_cast<int>((e + j) % reduce_lanes);
    std::int64_t const left = length - j;
    if (from == 0 && left >= reduce_lanes) {
#pragma GCC ivdep
      for (int l = 0; l < reduce_lanes; ++l)
        lanes.lane[l][0] = taken<OfTiles>(reducer, lanes.lane[l][0], x(j + l), first + e + j + l);
      j += reduce_lanes;
    } else {
      int const to =
          from + static_cast<int>(left < reduce_lanes - from ? left : reduce_lanes - from);
      for (int l = from; l < to; ++l, ++j)
        lanes.lane[l][0] = taken<OfTiles>(reducer, lanes.lane[l][0], x(j), first + e + j);
    }
  }
}

/// `count` elements of result `kept` from element `first` on.
template <bool Host, bool Unit, class Program, class Reducer>
KOKKOS_INLINE_FUNCTION typename Reducer::value_type tile_of_row(
    reduction const& red, Program const& program, Reducer const& reducer, std::int64_t kept,
    std::int64_t first, std::int64_t count)
{
  if constexpr (finds_in_two_steps<Reducer, Program>) {  // the value, and then its place
    auto value = reducer.in_tile(
        tile_of_row<Host, Unit>(red, program, reducer.of_values(), kept, first, count), first);
    bool found = false;
    for_runs(red, program, kept, first, count,
             [&](auto const& row, std::int64_t i, std::int64_t e, std::int64_t length) {
               for (std::int64_t j = 0; !found && j < length; ++j) {
                 auto const x = row.template at<Unit>(i + j);
                 found = reducer.is_at(value, x);
                 if (found) value = reducer.in_tile(x, first + e + j);
               }
             });
    return value;
  } else {
    tile_lanes<reduce_lanes, 1, Reducer> lanes;
    lanes.clear(reducer, count, 1);
    bool const packed = red.it.packed;
    for_runs(red, program, kept, first, count,
             [&](auto const& row, std::int64_t i, std::int64_t e, std::int64_t length) {
               if constexpr (Unit && by_lines<Host, Program>) {
                 for (; length >= line_size; length -= line_size, i += line_size, e += line_size) {
                   line_of<Program> const made = read_line<Program>(row, packed, i);
                   append_run(reducer, lanes, first, e, line_size,
                              [&](std::int64_t j) { return made.v[j]; });
                 }
               }
               append_run(reducer, lanes, first, e, length,
                          [&](std::int64_t j) { return row.template at<Unit>(i + j); });
             });
    lanes.fold(reducer, count, 1);
    return lanes.lane[0][0];
  }
}

/// `count` elements of each of `width` results, from element `first` on: rows(e)(w).
template <int Lanes, int W, bool OfTiles = false, class Reducer, class Rows>
KOKKOS_INLINE_FUNCTION void tile_side_by_side(Reducer const& reducer,
                                              tile_lanes<Lanes, W, Reducer>& lanes, int width,
                                              std::int64_t first, std::int64_t count,
                                              Rows const& rows)
{
  lanes.clear(reducer, count, width);
  for (std::int64_t e = 0; e < count; ++e) {
    auto* const lane = lanes.lane[e % Lanes];
    auto const x = rows(e);
    if (width == W)  // which the compiler knows
#pragma GCC ivdep
      for (int w = 0; w < W; ++w) lane[w] = taken<OfTiles>(reducer, lane[w], x(w), first + e);
    else
      for (int w = 0; w < width; ++w) lane[w] = taken<OfTiles>(reducer, lane[w], x(w), first + e);
  }
  lanes.fold(reducer, count, width);
}

/// Results of tiles, out[(k × tiles + t) × inner + i] of tile t, where there are several; those of
/// the next level behind them.
template <int Lanes, int Tile, class Backend, class Reducer, class Out>
void reduce_tiles(queue<Backend>& on, std::int64_t kept, std::int64_t tiles, std::int64_t inner,
                  typename Reducer::value_type* level, Reducer const& reducer, Out* out)
{
  while (tiles > 1) {
    std::int64_t const groups = (tiles + Tile - 1) / Tile;
    auto* const next = level + kept * tiles * inner;
    for_each(
        on, "tiles", kept * groups * inner, KOKKOS_LAMBDA(std::int64_t number) {
          std::int64_t const unit = number / inner, i = number - unit * inner, k = unit / groups,
                             first = (unit - k * groups) * Tile,
                             count = tiles - first < Tile ? tiles - first : Tile;
          auto const* const from = level + (k * tiles + first) * inner + i;
          tile_lanes<Lanes, 1, Reducer> lanes;
          tile_side_by_side<Lanes, 1, true>(reducer, lanes, 1, first, count, [&](std::int64_t e) {
            return [=](int) { return from[e * inner]; };
          });
          if (groups == 1)
            out[number] = reducer.finish(lanes.lane[0][0]);
          else
            next[number] = lanes.lane[0][0];
        });
    level = next;
    tiles = groups;
  }
}
/// How many values the levels have.
inline std::int64_t values_of_levels(std::int64_t tiles, int tile)
{
  std::int64_t all = 0;
  for (; tiles > 1; tiles = (tiles + tile - 1) / tile) all += tiles;
  return all;
}

/// n values by one thread, those of `Level` levels: a tile of one is up to `reduce_tile` results of
/// the level below, in order, and of the lowest tile(first, count).
template <int Level = 0, class Reducer, class Tile>
KOKKOS_INLINE_FUNCTION typename Reducer::value_type reduce_alone(Reducer const& reducer,
                                                                 std::int64_t first, std::int64_t n,
                                                                 Tile const& tile)
{
  if constexpr (Level == 0) {
    return tile(first, n);
  } else {
    std::int64_t below = reduce_tile;
    for (int level = 1; level < Level; ++level) below *= reduce_tile;
    std::int64_t const count = (n + below - 1) / below;
    tile_lanes<reduce_lanes, 1, Reducer> lanes;
    lanes.clear(reducer, count, 1);
    for (std::int64_t e = 0; e < count; ++e) {
      auto& lane = lanes.lane[e % reduce_lanes][0];
      std::int64_t const left = n - e * below;
      lane = reducer.combine(lane, reduce_alone<Level - 1>(reducer, first + e * below,
                                                           left < below ? left : below, tile));
    }
    lanes.fold(reducer, count, 1);
    return lanes.lane[0][0];
  }
}
/// All of them: tile(first, count) is the value of one tile.
template <class Reducer, class Tile>
KOKKOS_INLINE_FUNCTION typename Reducer::value_type reduce_levels(Reducer const& reducer,
                                                                  std::int64_t n, Tile const& tile)
{
  constexpr std::int64_t second = std::int64_t{reduce_tile} * reduce_tile,
                         third = second * reduce_tile;
  return n <= reduce_tile ? reduce_alone<0>(reducer, 0, n, tile)
         : n <= second    ? reduce_alone<1>(reducer, 0, n, tile)
         : n <= third     ? reduce_alone<2>(reducer, 0, n, tile)
                          : reduce_alone<3>(reducer, 0, n, tile);
}

template <bool Unit, class Backend, class Program, class Reducer, class Out>
void reduce_short_rows(queue<Backend>& on, reduction const& red, Program const& program,
                       Reducer const& reducer, Out* out)
{
  constexpr int W = side_by_side<queue<Backend>>;
  int const along = red.kept_rank - 1;
  std::int64_t const rows = red.it.outer[along], groups = (rows + W - 1) / W;
  for_each(
      on, "rows", red.kept / rows * groups, KOKKOS_LAMBDA(std::int64_t task) {
        std::int64_t const outer = task / groups, first = (task - outer * groups) * W,
                           row = outer * rows + first;
        int const width = static_cast<int>(rows - first < W ? rows - first : W);
        auto const from = program.bind(reduced_position(red, row, 0), along);
        tile_lanes<reduce_lanes, W, Reducer> lanes;
        tile_side_by_side<reduce_lanes, W>(
            reducer, lanes, width, 0, red.length,
            [&](std::int64_t e) { return [&, e](int w) { return from.template at<Unit>(e, w); }; });
        for (int w = 0; w < width; ++w) out[row + w] = reducer.finish(lanes.lane[0][w]);
      });
}

template <bool Unit, class Backend, class Program, class Reducer, class Out>
void reduce_rows_by(queue<Backend>& on, reduction const& red, Program const& program,
                    Reducer const& reducer, Out* out)
{
  constexpr bool host = queue<Backend>::is_host;
  if (red.length <= reduce_lanes && red.kept_rank > 0 && red.it.outer_rank == red.kept_rank &&
      !by_lines<host, Program>)
    return reduce_short_rows<Unit>(on, red, program, reducer, out);
  std::int64_t const tiles = (red.length + reduce_tile - 1) / reduce_tile;
  auto const levels =
      scratch_of<typename Reducer::value_type>(on, red.kept * values_of_levels(tiles, reduce_tile));
  auto* const level = levels.data();
  for_each(
      on, "rows", red.kept * tiles, KOKKOS_LAMBDA(std::int64_t number) {
        std::int64_t const k = number / tiles, first = (number - k * tiles) * reduce_tile,
                           left = red.length - first;
        auto const value = tile_of_row<host, Unit>(red, program, reducer, k, first,
                                                   left < reduce_tile ? left : reduce_tile);
        if (tiles == 1)
          out[k] = reducer.finish(value);
        else
          level[number] = value;
      });
  reduce_tiles<reduce_lanes, reduce_tile>(on, red.kept, tiles, 1, level, reducer, out);
}

template <bool Unit, class Backend, class Program, class Reducer, class Out>
void reduce_columns_by(queue<Backend>& on, reduction const& red, Program const& program,
                       Reducer const& reducer, Out* out)
{
  constexpr int W = columns_of<queue<Backend>, typename Reducer::value_type>;
  std::int64_t const inner = red.it.inner, groups = (inner + W - 1) / W,
                     tiles = (red.length + column_tile - 1) / column_tile;
  bool const one_axis = red.it.outer_rank == red.kept_rank + 1;
  auto const levels = scratch_of<typename Reducer::value_type>(
      on, red.kept * inner * values_of_levels(tiles, column_tile));
  auto* const level = levels.data();
  for_each(
      on, "columns", red.kept * tiles * groups, KOKKOS_LAMBDA(std::int64_t task) {
        std::int64_t const unit = task / groups, i = (task - unit * groups) * W, k = unit / tiles,
                           first = (unit - k * tiles) * column_tile, left = red.length - first,
                           count = left < column_tile ? left : column_tile;
        int const width = static_cast<int>(inner - i < W ? inner - i : W);
        tile_lanes<column_lanes, W, Reducer> lanes;
        if (one_axis) {
          auto const from = bind_along(program, reduced_position(red, k, first), red.kept_rank);
          tile_side_by_side<column_lanes, W>(
              reducer, lanes, width, first, count, [&](std::int64_t e) {
                return [&, e](int w) { return from.template at<Unit>(i + w, e); };
              });
        } else {
          tile_side_by_side<column_lanes, W>(
              reducer, lanes, width, first, count, [&](std::int64_t e) {
                return [&, from = program.bind(reduced_position(red, k, first + e))](int w) {
                  return from.template at<Unit>(i + w);
                };
              });
        }
        for (int w = 0; w < width; ++w)
          if (tiles == 1)
            out[k * inner + i + w] = reducer.finish(lanes.lane[0][w]);
          else
            level[unit * inner + i + w] = lanes.lane[0][w];
      });
  reduce_tiles<column_lanes, column_tile>(on, red.kept, tiles, inner, level, reducer, out);
}

}  // namespace acre::backends::generic

namespace acre::backends {

template <class Backend, class Program, class Reducer, class Out>
void reduce_rows(generic::queue<Backend>& on, reduction const& red, Program const& program,
                 Reducer const& reducer, Out* out)
{
  static_assert(reduction_takes<Program, Reducer, Out>());
  if (red.it.unit)
    generic::reduce_rows_by<true>(on, red, program, reducer, out);
  else
    generic::reduce_rows_by<false>(on, red, program, reducer, out);
}

template <class Backend, class Program, class Reducer, class Out>
void reduce_columns(generic::queue<Backend>& on, reduction const& red, Program const& program,
                    Reducer const& reducer, Out* out)
{
  static_assert(reduction_takes<Program, Reducer, Out>());
  if (red.it.unit)
    generic::reduce_columns_by<true>(on, red, program, reducer, out);
  else
    generic::reduce_columns_by<false>(on, red, program, reducer, out);
}

}  // namespace acre::backends
