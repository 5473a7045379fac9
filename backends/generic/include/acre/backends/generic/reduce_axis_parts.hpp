#pragma once

#include <acre/backends/common/reduce_axis_parts.hpp>
#include <acre/backends/common/tiling.hpp>
#include <acre/backends/generic/loops.hpp>
#include <acre/backends/generic/queue.hpp>
#include <acre/backends/generic/reduce.hpp>
#include <acre/backends/generic/reduce_parts.hpp>
#include <acre/backends/generic/reduce_teams.hpp>

#include <cstddef>
#include <cstdint>

/// See backends/common/reduce_axis_parts.hpp. As reduce_parts.hpp, for many results; they wait, as
/// what comes and goes is the host's memory. (The levels above are a CPU's: host_common.)
namespace acre::backends::generic {

/// tiles[(t × red.kept + k) × inner + i] of columns.
template <bool Unit, class Backend, class Program, class Reducer>
void tiles_beside_on_cores(queue<Backend>& on, reduction const& red, Program const& program,
                           Reducer const& reducer, std::int64_t first, std::int64_t count,
                           typename Reducer::value_type* tiles)
{
  constexpr int W = columns_of<typename Reducer::value_type>;
  std::int64_t const kept = red.kept, inner = red.it.inner, groups = (inner + W - 1) / W,
                     all = (count + column_tile - 1) / column_tile;
  for_each(
      on, "tiles", all * kept * groups, KOKKOS_LAMBDA(std::int64_t task) {
        std::int64_t const unit = quotient(task, groups), i = (task - unit * groups) * W,
                           t = quotient(unit, kept), begin = t * column_tile, left = count - begin;
        tile_of_columns<W, Unit>(
            red, program, reducer, unit - t * kept, i, first + begin,
            left < column_tile ? left : column_tile,
            [&](int w, auto const& value) { tiles[unit * inner + i + w] = value; });
      });
}

template <bool Unit, class Backend, class Program, class Reducer>
void tiles_along_axes(queue<Backend>& on, reduction const& red, bool rows, Program const& program,
                      Reducer const& reducer, std::int64_t first, std::int64_t count,
                      typename Reducer::value_type* tiles)
{
  if (rows)
    tiles_of_rows<Unit>(on, red, program, reducer, first, count, tiles);
  else if constexpr (queue<Backend>::is_wide)
    tiles_by_teams<elements::of_arrays, false>(on, red.kept, red.it.inner, first, count,
                                               elements_of_columns<Unit, Program>{red, program},
                                               reducer, tiles);
  else
    tiles_beside_on_cores<Unit>(on, red, program, reducer, first, count, tiles);
}

template <bool Rows, class Backend, class Source, class Reducer>
void join_lanes_along(queue<Backend>& on, reduction const& red, Source const& source,
                      Reducer const& reducer, std::int64_t first, std::int64_t count,
                      std::int64_t at, typename Reducer::value_type* lanes)
{
  join_lanes<Rows, Source, Reducer> const join{
      source, reducer, red.kept, Rows ? 1 : red.it.inner, first, count, at, false, lanes};
  for_each(on, "lanes", join.all(), join);
}

}  // namespace acre::backends::generic

namespace acre::backends {

template <class Backend, class Program, class Reducer>
void tiles_along(generic::queue<Backend>& on, reduction const& red, bool rows,
                 Program const& program, Reducer const& reducer, std::int64_t first,
                 std::int64_t count, typename Reducer::value_type* tiles,
                 laid_out_operands const& = {})
{
  using value = typename Reducer::value_type;
  std::int64_t const tile = axis_tile(rows),
                     all = (count + tile - 1) / tile * results_along(red, rows);
  auto const there = generic::scratch_of<value>(on, all);
  if (red.it.unit)
    generic::tiles_along_axes<true>(on, red, rows, program, reducer, first, count, there.data());
  else
    generic::tiles_along_axes<false>(on, red, rows, program, reducer, first, count, there.data());
  on.copy_to_host(tiles, there.data(), static_cast<std::size_t>(all) * sizeof(value));
}

template <class Backend, class Program, class Reducer>
void join_along(generic::queue<Backend>& on, reduction const& red, bool rows,
                Program const& program, Reducer const& reducer, std::int64_t first,
                std::int64_t count, std::int64_t at, typename Reducer::value_type* lanes,
                laid_out_operands const& = {})
{
  using value = typename Reducer::value_type;
  std::int64_t const all = results_along(red, rows) * axis_lanes(rows);
  auto const bytes = static_cast<std::size_t>(all) * sizeof(value);
  auto const there = generic::scratch_of<value>(on, all);
  on.copy_from_host(there.data(), lanes, bytes);
  if (rows)
    generic::join_lanes_along<true>(on, red,
                                    generic::elements_of_rows<false, Program>{red, program},
                                    reducer, first, count, at, there.data());
  else
    generic::join_lanes_along<false>(on, red,
                                     generic::elements_of_columns<false, Program>{red, program},
                                     reducer, first, count, at, there.data());
  on.copy_to_host(lanes, there.data(), bytes);
}

}  // namespace acre::backends
