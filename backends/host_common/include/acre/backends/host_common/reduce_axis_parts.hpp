#pragma once

#include <acre/backends/common/reduce_axis_parts.hpp>
#include <acre/backends/host_common/reduce.hpp>
#include <acre/backends/host_common/reduce_parts.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

/// Reductions along axes in parts on a CPU, see backends/common/reduce_axis_parts.hpp. Lanes of
/// rows lie row by row, of columns lane by lane.
namespace acre::backends {

namespace host::detail {

/// Elements [begin, begin + count) of a row join the lanes, the first with lane 0.
template <class Program, class Reducer>
void combine_some(reduction const& red, Program const& program, Reducer const& reducer,
                  row_lanes<Reducer>& lanes, std::int64_t row, std::int64_t begin,
                  std::int64_t count, row_pieces* pieces)
{
  if (red.it.outer_rank != red.kept_rank || !(pieces || red.it.unit))
    combine_apart(red, program, reducer, lanes, row, begin, count, pieces);
  else if (position const at = row_position(red, row, 0); pieces)
    pieces->each(program, at, begin, begin + count,
                 [&](auto const& piece, std::int64_t lo, std::int64_t hi) {
                   combine_neighbours<Program>(reducer, lanes, lo, hi - lo, piece);
                 });
  else
    combine_neighbours<Program>(reducer, lanes, begin, count, bound(program, at));
}

/// What a program or a sink binds to row k of the kept ones and the reduced (scanned) elements from
/// `first` on: row(r).at(i, step(r)). Bound once where these lie along one axis, as binding costs
/// more than some columns' elements.
template <class What>
class rows_along {
 public:
  rows_along(reduction const& red, What const& what, std::int64_t k, std::int64_t first)
      : red_(red),
        what_(what),
        k_(k),
        first_(first),
        one_axis_(red.it.outer_rank == red.kept_rank + 1),
        bound_(what.bind(row_position(red, k, first), one_axis_ ? red.kept_rank : 0))
  {}
  auto row(std::int64_t r) const
  {
    return one_axis_ || r == 0 ? bound_ : what_.bind(row_position(red_, k_, first_ + r), 0);
  }
  std::int64_t step(std::int64_t r) const { return one_axis_ ? r : 0; }

 private:
  reduction const& red_;
  What const& what_;
  std::int64_t k_, first_;
  bool one_axis_;
  decltype(std::declval<What const&>().bind(position(), 0)) bound_;
};

/// f(lo, hi, element) once with an element of each of some columns, r-th from the rows' first on:
/// element(i), i in [lo, hi), as column i0 + i.
template <class Program, class F>
void with_columns(reduction const& red, Program const& program, rows_along<Program> const& rows,
                  std::int64_t k, std::int64_t first, std::int64_t r, std::int64_t i0, int columns,
                  row_pieces* pieces, F const& f)
{
  if (pieces) {
    pieces->each(program, row_position(red, k, first + r), i0, i0 + columns,
                 [&](auto const& from, std::int64_t lo, std::int64_t hi) {
                   f(static_cast<int>(lo - i0), static_cast<int>(hi - i0),
                     [&](int i) { return from.template at<true>(i0 + i); });
                 });
    return;
  }
  auto const from = rows.row(r);
  std::int64_t const step = rows.step(r);
  if (red.it.unit)
    f(0, columns, [&](int i) { return from.template at<true>(i0 + i, step); });
  else
    f(0, columns, [&](int i) { return from.template at<false>(i0 + i, step); });
}

/// The tiles' results of a strip of columns, one level further, in place.
template <class Reducer>
void reduce_column_levels(Reducer const& reducer, typename Reducer::value_type* level,
                          std::int64_t count, std::int64_t kept, int columns)
{
  for (; count > 1; count = (count + column_tile - 1) / column_tile)
    for (std::int64_t t = 0; t * column_tile < count; ++t)
      reduce_one_tile_of_columns(
          reducer, columns, 0, std::min<std::int64_t>(count - t * column_tile, column_tile),
          [&](std::int64_t r, auto const& add) {
            auto const* const from = level + (t * column_tile + r) * kept;
            add(0, columns, [&](int i) { return from[i]; });
          },
          level + t * kept);
}

}  // namespace host::detail

template <class Program, class Reducer>
void tiles_along(host::queue& on, reduction const& red, bool rows, Program const& program,
                 Reducer const& reducer, std::int64_t first, std::int64_t count,
                 typename Reducer::value_type* tiles, laid_out_operands const& laid_out = {})
{
  using namespace host;
  std::int64_t const tile = axis_tile(rows), all = (count + tile - 1) / tile;
  if (rows) {
    constexpr std::int64_t tiles_per_task = 8;
    std::int64_t const units = red.kept * all;
    return on.for_tasks(
        "tiles", (units + tiles_per_task - 1) / tiles_per_task, [&](std::int64_t task) {
          row_pieces pieces(laid_out);
          row_pieces* const any = red.it.unit ? pieces.any() : nullptr;
          std::int64_t const end = std::min(units, (task + 1) * tiles_per_task);
          for (std::int64_t u = task * tiles_per_task; u < end; ++u) {
            std::int64_t const row = u / all, t = u % all;
            detail::row_lanes<Reducer> lanes(reducer);
            detail::combine_some(red, program, reducer, lanes, row, first + t * tile,
                                 std::min(count - t * tile, tile), any);
            tiles[t * red.kept + row] = detail::lane_tree(reducer, lanes);
          }
        });
  }
  constexpr int strip = detail::column_strip<typename Reducer::value_type>;
  std::int64_t const inner = red.it.inner, strips = (inner + strip - 1) / strip,
                     kept = red.kept * inner;
  on.for_tasks("tiles", red.kept * all * strips, [&](std::int64_t task) {
    std::int64_t const s = task % strips, t = task / strips % all, k = task / strips / all,
                       i0 = s * strip;
    int const columns = static_cast<int>(std::min<std::int64_t>(strip, inner - i0));
    row_pieces pieces(laid_out);
    row_pieces* const any = red.it.unit ? pieces.any() : nullptr;
    std::int64_t const begin = first + t * tile;
    detail::rows_along<Program> const source(red, program, k, begin);
    detail::reduce_one_tile_of_columns(
        reducer, columns, 0, std::min(count - t * tile, tile),
        [&](std::int64_t r, auto const& add) {
          detail::with_columns(red, program, source, k, begin, r, i0, columns, any, add);
        },
        tiles + t * kept + k * inner + i0);
  });
}

template <class Program, class Reducer>
void join_along(host::queue& on, reduction const& red, bool rows, Program const& program,
                Reducer const& reducer, std::int64_t first, std::int64_t count, std::int64_t at,
                typename Reducer::value_type* lanes, laid_out_operands const& laid_out = {})
{
  using namespace host;
  if (rows) {
    std::int64_t const length = red.it.outer_rank == red.kept_rank ? red.length : red.it.inner,
                       before = detail::before_lane_0(at, count),
                       together = std::max<std::int64_t>(1, 4096 / count);
    return on.for_tasks("lanes", (red.kept + together - 1) / together, [&](std::int64_t task) {
      row_pieces pieces(laid_out);
      row_pieces* const any = red.it.unit ? pieces.any() : nullptr;
      std::int64_t const end = std::min(red.kept, (task + 1) * together);
      for (std::int64_t row = task * together; row < end; ++row) {
        auto* const of_row = lanes + row * reduce_lanes;
        auto mine = detail::lanes_from(reducer, of_row);
        std::int64_t n = at;
        auto const one = [&](auto const& x) { detail::combine_one(reducer, mine, n++, x); };
        if (any && red.it.outer_rank == red.kept_rank)
          any->each(program, row_position(red, row, 0), first, first + before,
                    [&](auto const& piece, std::int64_t lo, std::int64_t hi) {
                      for (std::int64_t e = lo; e < hi; ++e) one(piece.template at<true>(e));
                    });
        else
          for (std::int64_t e = first; e < first + before; ++e)
            one(bound(program, row_position(red, row, e / length)).template at<false>(e % length));
        if (before < count)
          detail::combine_some(red, program, reducer, mine, row, first + before, count - before,
                               any);
        detail::lanes_to(mine, of_row);
      }
    });
  }
  constexpr int strip = detail::column_strip<typename Reducer::value_type>;
  std::int64_t const inner = red.it.inner, strips = (inner + strip - 1) / strip,
                     kept = red.kept * inner;
  on.for_tasks("lanes", red.kept * strips, [&](std::int64_t task) {
    std::int64_t const k = task / strips, i0 = task % strips * strip;
    int const columns = static_cast<int>(std::min<std::int64_t>(strip, inner - i0));
    row_pieces pieces(laid_out);
    row_pieces* const any = red.it.unit ? pieces.any() : nullptr;
    detail::lanes_of_columns<Reducer> mine(reducer, columns);
    auto const for_all = [&](auto const& f) {
      for (int l = 0; l < column_lanes; ++l)
        for (int i = 0; i < columns; ++i) f(mine.lane[l], i, lanes[l * kept + k * inner + i0 + i]);
    };
    for_all([](auto& lane, int i, auto& value) { lane.set(i, value); });
    detail::rows_along<Program> const source(red, program, k, first);
    for (std::int64_t r = 0; r < count; ++r) {
      auto& lane = mine.lane[(at + r) % column_lanes];
      detail::with_columns(red, program, source, k, first, r, i0, columns, any,
                           [&](int lo, int hi, auto const& element) {
#pragma GCC ivdep
                             for (int i = lo; i < hi; ++i)
                               lane.set(i, appended(reducer, lane.get(i), element(i), at + r));
                           });
    }
    for_all([](auto& lane, int i, auto& value) { value = lane.get(i); });
  });
}

template <class Reducer>
void begin_lanes(Reducer const& reducer, bool rows, std::int64_t kept,
                 typename Reducer::value_type* lanes)
{
  std::fill(lanes, lanes + axis_lanes(rows) * kept, reducer.identity());
}

template <class Reducer>
void end_lanes(Reducer const& reducer, bool rows, std::int64_t kept,
               typename Reducer::value_type const* lanes, typename Reducer::value_type* tiles)
{
  using namespace host;
  if (rows) {
    for (std::int64_t r = 0; r < kept; ++r) {
      auto mine = detail::lanes_from(reducer, lanes + r * reduce_lanes);
      tiles[r] = detail::lane_tree(reducer, mine);
    }
    return;
  }
  constexpr int strip = detail::column_strip<typename Reducer::value_type>;
  for (std::int64_t i0 = 0; i0 < kept; i0 += strip) {
    int const columns = static_cast<int>(std::min<std::int64_t>(strip, kept - i0));
    detail::lanes_of_columns<Reducer> mine(reducer, columns);
    for (int l = 0; l < column_lanes; ++l)
      for (int i = 0; i < columns; ++i) mine.lane[l].set(i, lanes[l * kept + i0 + i]);
    mine.combine_into(reducer, columns, tiles + i0);
  }
}

template <class Reducer>
void top_along(Reducer const& reducer, bool rows, typename Reducer::value_type* values,
               std::int64_t tiles, std::int64_t kept)
{
  using namespace host;
  if (tiles == 1) return;
  if (rows) {
    auto const row = std::make_unique<typename Reducer::value_type[]>(std::size_t(tiles));
    for (std::int64_t r = 0; r < kept; ++r) {
      for (std::int64_t t = 0; t < tiles; ++t) row[std::size_t(t)] = values[t * kept + r];
      values[r] = detail::reduce_levels(reducer, row.get(), tiles);
    }
    return;
  }
  constexpr int strip = detail::column_strip<typename Reducer::value_type>;
  for (std::int64_t i0 = 0; i0 < kept; i0 += strip)
    detail::reduce_column_levels(reducer, values + i0, tiles, kept,
                                 static_cast<int>(std::min<std::int64_t>(strip, kept - i0)));
}

}  // namespace acre::backends
