#pragma once

#include <acre/backends/common/reduce_parts.hpp>
#include <acre/backends/host_common/reduce.hpp>

#include <algorithm>
#include <cstdint>

/// Reductions in parts on a CPU, see backends/common/reduce_parts.hpp.
namespace acre::backends {

namespace host::detail {

/// Elements [begin, begin + count) of the row join the lanes, the first with lane 0.
template <class Program, class Reducer>
void combine_row(reduction const& red, Program const& program, Reducer const& reducer,
                 row_lanes<Reducer>& lanes, std::int64_t begin, std::int64_t count,
                 row_pieces* pieces)
{
  if (red.it.outer_rank != red.kept_rank || !(pieces || red.it.unit))
    combine_apart(red, program, reducer, lanes, 0, begin, count, pieces);
  else if (position const at = row_position(red, 0, 0); pieces)
    pieces->each(program, at, begin, begin + count,
                 [&](auto const& piece, std::int64_t lo, std::int64_t hi) {
                   combine_neighbours<Program>(reducer, lanes, lo, hi - lo, piece);
                 });
  else
    combine_neighbours<Program>(reducer, lanes, begin, count, bound(program, at));
}

/// One element joins the lanes as number `at` of its tile.
template <class Reducer, class Element>
void combine_one(Reducer const& reducer, row_lanes<Reducer>& lanes, std::int64_t at,
                 Element const& element)
{
  int const l = static_cast<int>(at % reduce_lanes);
  lanes.set(l, appended(reducer, lanes.get(l), element, at));
}

/// How many elements come before one of lane 0.
inline std::int64_t before_lane_0(std::int64_t at, std::int64_t count)
{
  return std::min<std::int64_t>(count, (reduce_lanes - at % reduce_lanes) % reduce_lanes);
}

template <class Reducer>
row_lanes<Reducer> lanes_from(Reducer const& reducer, typename Reducer::value_type const* values)
{
  row_lanes<Reducer> lanes(reducer);
  for (int l = 0; l < reduce_lanes; ++l) lanes.set(l, values[l]);
  return lanes;
}
template <class Reducer>
void lanes_to(row_lanes<Reducer> const& lanes, typename Reducer::value_type* values)
{
  for (int l = 0; l < reduce_lanes; ++l) values[l] = lanes.get(l);
}

}  // namespace host::detail

template <class Program, class Reducer>
void tiles_of_row(host::queue& on, reduction const& red, Program const& program,
                  Reducer const& reducer, std::int64_t first, std::int64_t count,
                  typename Reducer::value_type* tiles, laid_out_operands const& rows = {})
{
  using namespace host;
  constexpr std::int64_t tiles_per_task = 8;
  std::int64_t const all = (count + reduce_tile - 1) / reduce_tile;
  on.for_tasks("tiles", (all + tiles_per_task - 1) / tiles_per_task, [&](std::int64_t task) {
    row_pieces pieces(rows);
    std::int64_t const end = std::min(all, (task + 1) * tiles_per_task);
    for (std::int64_t t = task * tiles_per_task; t < end; ++t) {
      std::int64_t const begin = t * reduce_tile;
      detail::row_lanes<Reducer> lanes(reducer);
      detail::combine_row(red, program, reducer, lanes, first + begin,
                          std::min<std::int64_t>(count - begin, reduce_tile),
                          red.it.unit ? pieces.any() : nullptr);
      tiles[t] = detail::lane_tree(reducer, lanes);
    }
  });
}

template <class Program, class Reducer>
void join_tile(host::queue& on, reduction const& red, Program const& program,
               Reducer const& reducer, std::int64_t first, std::int64_t count, std::int64_t at,
               typename Reducer::value_type* lanes, laid_out_operands const& rows = {})
{
  using namespace host;
  on.for_one_task("lanes", [&](std::int64_t) {
    auto mine = detail::lanes_from(reducer, lanes);
    std::int64_t const length = red.it.outer_rank == red.kept_rank ? red.length : red.it.inner,
                       before = detail::before_lane_0(at, count);
    row_pieces pieces(rows);
    row_pieces* const laid_out = red.it.unit ? pieces.any() : nullptr;
    std::int64_t n = at;
    if (laid_out && red.it.outer_rank == red.kept_rank)
      laid_out->each(program, row_position(red, 0, 0), first, first + before,
                     [&](auto const& piece, std::int64_t lo, std::int64_t hi) {
                       for (std::int64_t e = lo; e < hi; ++e)
                         detail::combine_one(reducer, mine, n++, piece.template at<true>(e));
                     });
    else
      for (std::int64_t e = first; e < first + before; ++e) {
        std::int64_t const outer = e / length;
        auto const row = bound(program, row_position(red, 0, outer));
        detail::combine_one(reducer, mine, n++, row.template at<false>(e - outer * length));
      }
    if (before < count)
      detail::combine_row(red, program, reducer, mine, first + before, count - before, laid_out);
    detail::lanes_to(mine, lanes);
  });
}

template <class Reducer>
void tiles_of_values(Reducer const& reducer, typename Reducer::value_type const* values,
                     std::int64_t count, typename Reducer::value_type* tiles)
{
  for (std::int64_t begin = 0; begin < count; begin += reduce_tile)
    *tiles++ = host::detail::reduce_one_tile(reducer, begin,
                                             std::min<std::int64_t>(count - begin, reduce_tile),
                                             [&](std::int64_t e) { return values[e]; });
}

template <class Reducer>
void join_values(Reducer const& reducer, typename Reducer::value_type const* values,
                 std::int64_t count, std::int64_t at, typename Reducer::value_type* lanes)
{
  auto mine = host::detail::lanes_from(reducer, lanes);
  for (std::int64_t e = 0; e < count; ++e)
    host::detail::combine_one(reducer, mine, at + e, values[e]);
  host::detail::lanes_to(mine, lanes);
}

template <class Reducer>
void begin_tile(Reducer const& reducer, typename Reducer::value_type* lanes)
{
  std::fill(lanes, lanes + reduce_lanes, reducer.identity());
}

template <class Reducer>
auto end_tile(Reducer const& reducer, typename Reducer::value_type const* lanes)
{
  auto mine = host::detail::lanes_from(reducer, lanes);
  return host::detail::lane_tree(reducer, mine);
}

template <class Reducer>
auto top_of(Reducer const& reducer, typename Reducer::value_type* values, std::int64_t count)
{
  return host::detail::reduce_levels(reducer, values, count);
}

}  // namespace acre::backends
