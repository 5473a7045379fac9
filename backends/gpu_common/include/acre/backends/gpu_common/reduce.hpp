#pragma once

#include <acre/backends/common/reduce.hpp>
#include <acre/backends/gpu_common/queue.hpp>
#include <acre/backends/gpu_common/reduce_bulk_rows.hpp>
#include <acre/backends/gpu_common/reduce_columns.hpp>
#include <acre/backends/gpu_common/reduce_dense_columns.hpp>
#include <acre/backends/gpu_common/reduce_made.hpp>
#include <acre/backends/gpu_common/reduce_rows.hpp>
#include <acre/backends/gpu_common/reduce_short_columns.hpp>
#include <acre/backends/gpu_common/reduce_staged_rows.hpp>
#include <acre/backends/gpu_common/reduce_thread_rows.hpp>
#include <acre/backends/gpu_common/tuning.hpp>

#include <algorithm>
#include <cstdint>

/// Reductions on a GPU: one kernel each; two for one row of millions of elements, and for long rows
/// of random numbers.
/// See reduce_….hpp for how the work is dealt out, backends/common/reduce.hpp for the order.
namespace acre::backends::gpu {

/// How many values the levels of tile results hold, and how many tickets their groups need.
struct level_sizes {
  std::int64_t values = 0, groups = 0;

  level_sizes(std::int64_t count, int tile)
  {
    while (count > 1) {
      values += count;
      count = (count + tile - 1) / tile;
      groups += count;
    }
  }
};

/// Rows of a tile at most, if there are several; false where there are not.
template <row_form Form, class Queue, class Program, class Reducer, class Out>
bool reduce_short_rows(Queue& on, reduction const& red, Program const& program,
                       Reducer const& reducer, Out* out)
{
  if (red.length > reduce_tile || red.it.outer_rank != red.kept_rank) return false;
  if constexpr (packed_program<Program> && !hints_of<Program>::prefers_packets &&
                staged_element<Program> <= 16) {
    constexpr int W = packet_width(Program::width), bytes = staged_element<Program>;
    constexpr bool early = starts_early<Program, Reducer>;
    if (!red.side_by_side &&
        launch_staged_rows<early, false, bytes, W>(
            on, red, staged_rows_kernel<false, Program, Reducer, Out>, program, reducer, out))
      return true;
    if constexpr (nests_staged_rows<Program>)
      if (!red.side_by_side &&
          launch_staged_rows<early, true, bytes, W>(
              on, red, staged_rows_kernel<true, Program, Reducer, Out>, program, reducer, out))
        return true;
  }
  if constexpr (!hints_of<Program>::prefers_packets)
    if (takes_thread_rows(red, Form == row_form::packed, on.multiprocessors())) {
      auto* const kernel = reads_rows_ahead(red) ? thread_rows_kernel<true, Program, Reducer, Out>
                                                 : thread_rows_kernel<false, Program, Reducer, Out>;
      on.template launch_early<starts_early<Program, Reducer>>(
          "rows", kernel, (red.kept + thread_rows - 1) / thread_rows, thread_rows, red, program,
          reducer, out);
      return true;
    }
  constexpr int short_threads = 256;
  using short_access = short_row_access<Program, Form>;
  constexpr int together = std::clamp(short_access::loads / 4, 1, 4);
  std::int64_t const fill = std::int64_t{row_teams} * on.multiprocessors();
  if (red.kept_rank > 1 || red.kept < 4 * together) return false;
  auto const rows =
      together * static_cast<int>(std::clamp<std::int64_t>(red.kept / (together * fill), 1, 64));
  std::int64_t const in_block = std::int64_t{rows} * (short_threads / short_access::threads);
  on.template launch_early<starts_early<Program, Reducer>>(
      "rows", short_rows_kernel<Form, together, Program, Reducer, Out>,
      (red.kept + in_block - 1) / in_block, short_threads, red, rows, program, reducer, out);
  return true;
}

/// Rows of any length.
template <row_form Form, class Queue, class Program, class Reducer, class Out>
void reduce_long_rows(Queue& on, reduction const& red, Program const& program,
                      Reducer const& reducer, Out* out)
{
  constexpr int max_threads = long_row_threads;
  std::int64_t const tiles = (red.length + reduce_tile - 1) / reduce_tile;
  using access = tile_access<Program, Form, tile_value<Program, Reducer>>;
  std::int64_t const wanted = std::int64_t{tile_teams} * on.multiprocessors();
  auto* const kernel = long_rows_kernel<Form, Program, Reducer, Out>;
  // 64 KiB a team: less is spent on starting and ending, more on waiting for the last
  constexpr int most_tiles = std::clamp(65536 / reduce_tile / Program::width, 1, 8);
  rows_split split;
  if constexpr (Form == row_form::pieces) split.inner = divisor(red.it.inner);
  if (red.kept >= wanted && tiles <= reduce_tile) {
    split.tiles = static_cast<int>(tiles);
  } else {
    // teams of few threads, which small elements have, are wanted as many times more
    while (split.tiles < most_tiles &&
           red.kept * tiles / (2 * split.tiles) >= wanted * 32 / access::threads)
      split.tiles *= 2;
    split.pieces = (tiles + split.tiles - 1) / split.tiles;
  }
  std::int64_t const teams = red.kept * split.pieces;
  // few teams spread over the multiprocessors
  int threads = max_threads;
  while (threads > 32 && teams * access::threads < std::int64_t{threads} * on.multiprocessors())
    threads /= 2;
  std::int64_t const in_block = threads / access::threads,
                     blocks = (teams + in_block - 1) / in_block;
  if (split.pieces == 1) {
    if constexpr (Form == row_form::packed &&
                  brings_rows_in_bulk<typename Queue::api, Program, Reducer>) {
      constexpr int in_bulk_block = long_row_threads / 32;
      if (tiles > 1) {
        on.template launch_early<starts_early<Program, Reducer>>(
            "rows", bulk_rows_kernel<Program, Reducer, Out>,
            (red.kept + in_bulk_block - 1) / in_bulk_block, long_row_threads, red, program, reducer,
            out);
        return;
      }
    }
    on.template launch_early<starts_early<Program, Reducer>>(
        "rows", kernel, blocks, threads, red, split, program, reducer, out,
        static_cast<typename Reducer::value_type*>(nullptr), static_cast<std::uint32_t*>(nullptr));
    return;
  }
  using value = typename Reducer::value_type;
  level_sizes const sizes = finds_in_two_steps<Reducer, Program>
                                ? level_sizes(split.pieces, places_together<access>)
                                : level_sizes(tiles, reduce_tile);
  auto const scratch = on.template scratch<value>(red.kept * sizes.values);
  auto const launch = [&](std::uint32_t* tickets) {
    on.template launch_early<starts_early<Program, Reducer>>("rows", kernel, blocks, threads, red,
                                                             split, program, reducer, out,
                                                             scratch.data(), tickets);
  };
  if constexpr (!finds_in_two_steps<Reducer, Program> && fits_tiles_kernel<value>) {
    std::int64_t const groups = (tiles + reduce_tile - 1) / reduce_tile;
    if (red.kept == 1 && tiles >= tiles_for_two_kernels && groups <= most_tile_groups) {
      launch(nullptr);
      int const at_once = static_cast<int>(std::min<std::int64_t>(groups, tile_groups_at_once));
      on.template launch_early<starts_early<values_program<value>, Reducer>>(
          "tiles", tiles_kernel<Reducer, Out>, 1, reduce_lanes * at_once, tiles,
          static_cast<value const*>(scratch.data()), reducer, out);
      return;
    }
  }
  launch(on.tickets(red.kept * sizes.groups));
}

template <row_form Form, class Queue, class Program, class Reducer, class Out>
void reduce_rows_as(Queue& on, reduction const& red, Program const& program, Reducer const& reducer,
                    Out* out)
{
  if (!reduce_short_rows<Form>(on, red, program, reducer, out))
    reduce_long_rows<Form>(on, red, program, reducer, out);
}

}  // namespace acre::backends::gpu

namespace acre::backends {

/// out[r] = the reduction of row r, for red.kept rows; queued, does not wait.
/// Scratch: a value for each 4096 elements where rows are long and few.
template <class Api, class Program, class Reducer, class Out>
void reduce_rows(gpu::queue<Api>& on, reduction const& red, Program const& program,
                 Reducer const& reducer, Out* out)
{
  using namespace gpu;
  bool const packed = red.it.packed && red.it.unit && red.it.outer_rank == red.kept_rank;
  static_assert(reduction_takes<Program, Reducer, Out>());
  if constexpr (hints_of<Program>::prefers_packets) {
    using value = typename Reducer::value_type;
    using form = aligned_form<Program>;
    std::int64_t const tiles = (red.length + reduce_tile - 1) / reduce_tile;
    if (packed && red.it.outer_rank == 0 &&
        tiles >= std::int64_t{tile_teams} * on.multiprocessors() &&
        form::exists(program, red.length)) {
      auto const scratch = on.template scratch<value>(tiles);
      reduce_made_tiles(on, red.length, form::of(program), reducer, scratch.data());
      reduction upper;
      upper.it.inner = upper.length = tiles;
      upper.it.unit = true;
      reduce_rows_as<row_form::anywhere>(on, upper, values_program<value>{scratch.data()}, reducer,
                                         out);
      return;
    }
  }
  if (packed) {
    reduce_rows_as<row_form::packed>(on, red, program, reducer, out);
    return;
  }
  if constexpr (!hints_of<Program>::prefers_packets) {
    if (red.it.unit && red.it.outer_rank == red.kept_rank) {
      if (!reduce_short_rows<row_form::anywhere>(on, red, program, reducer, out))
        reduce_long_rows<row_form::neighbours>(on, red, program, reducer, out);
      return;
    }
    if constexpr (!finds_in_two_steps<Reducer, Program>)
      if (red.it.unit && red.it.outer_rank == red.kept_rank + 1 && red.length < (1 << 30)) {
        reduce_long_rows<row_form::pieces>(on, red, program, reducer, out);
        return;
      }
  }
  reduce_rows_as<row_form::anywhere>(on, red, program, reducer, out);
}

}  // namespace acre::backends

namespace acre::backends::gpu {

template <int L, int Items, bool Packed, class Queue, class Program, class Reducer, class Out>
void reduce_columns_by(Queue& on, reduction const& red, Program const& program,
                       Reducer const& reducer, Out* out)
{
  using value = typename Reducer::value_type;
  using of_tiles = typename tile_reducer<Reducer, typename Program::value_type>::type::value_type;
  constexpr int columns = columns_together<L, Program, of_tiles, Packed>,
                side_by_side = column_threads / (column_lanes / L);
  std::int64_t const packets = (red.it.inner + columns - 1) / columns;
  std::int64_t const tiles = (red.length + column_tile - 1) / column_tile, units = red.kept * tiles;
  auto const covered = [&](int log2_x) {
    return (packets + (1 << log2_x) - 1) >> log2_x << log2_x;
  };
  columns_split split{0, 0};
  while ((1 << split.log2_x) < std::min<std::int64_t>(side_by_side, packets)) ++split.log2_x;
  // fewer threads side by side where that leaves fewer idle
  for (int x = split.log2_x; x >= 3; --x)
    if (8 * covered(x) <= 7 * covered(split.log2_x)) split.log2_x = x;
  split.pieces = static_cast<std::uint32_t>(covered(split.log2_x) >> split.log2_x);
  std::int64_t const slices = side_by_side >> split.log2_x;
  std::int64_t const blocks = (units + slices - 1) / slices * split.pieces;
  auto const launch = [&](value* scratch, std::uint32_t* ticket) {
    on.template launch_early<starts_early<Program, Reducer>>(
        "columns", columns_kernel<L, Items, Packed, Program, Reducer, Out>, blocks, column_threads,
        red, split, program, reducer, out, scratch, ticket);
  };
  if (tiles == 1) {
    launch(nullptr, nullptr);
    return;
  }
  level_sizes const sizes(tiles, column_tile);
  auto const scratch = on.template scratch<value>(red.kept * sizes.values * red.it.inner);
  launch(scratch.data(), on.tickets(red.kept * sizes.groups * split.pieces));
}

template <bool Packed, class Queue, class Program, class Reducer, class Out>
void reduce_columns_as(Queue& on, reduction const& red, Program const& program,
                       Reducer const& reducer, Out* out)
{
  using element = typename Program::value_type;
  using value = typename tile_reducer<Reducer, element>::type::value_type;
  constexpr bool made = hints_of<Program>::prefers_packets, is_small = sizeof(value) <= 8,
                 streams = !made &&
                           (finds_places<Reducer, element> ? finds_in_two_steps<Reducer, Program>
                                                           : is_small || combines_alike<Reducer>);
  if constexpr (is_small || streams) {
    constexpr int columns = columns_together<column_lanes, Program, value, Packed>;
    std::int64_t const tiles = (red.length + column_tile - 1) / column_tile,
                       threads = red.kept * tiles * ((red.it.inner + columns - 1) / columns) /
                                 on.multiprocessors(),
                       of_a_lane = threads * column_lanes * columns * Program::width;
    if (threads >= column_threads && (Packed || red.it.outer_rank == red.kept_rank + 1)) {
      if constexpr (streams)
        if (!Packed || 2 * of_a_lane >= column_bytes_under_way) {
          // (packets of small elements have many lanes in registers, and no room for two)
          constexpr bool few = Packed && Program::width < 4 && !finds_places<Reducer, element>;
          reduce_columns_by<column_lanes, few ? 1 : 2, Packed>(on, red, program, reducer, out);
          return;
        }
      if constexpr (is_small && (Packed || made)) {
        reduce_columns_by<column_lanes, made ? 1 : 4, Packed>(on, red, program, reducer, out);
        return;
      }
    }
  }
  // (variances of float32: 0.17 ms for 10^8 elements with 8, 0.20 with 16; of float64 0.43, 0.36)
  constexpr int items = made ? 1 : sizeof(value) == 16 ? 8 : 16;
  reduce_columns_by<1, items, Packed>(on, red, program, reducer, out);
}

/// Few columns whose rows follow each other, by a kernel for tiles and one for their results; false
/// where they are others.
template <class Queue, class Program, class Reducer, class Out>
bool reduce_dense_columns(Queue& on, reduction const& red, bool packed, Program const& program,
                          Reducer const& reducer, Out* out)
{
  using value = typename Reducer::value_type;
  constexpr int V = dense_lanes<Program, Reducer>;
  if (!takes_dense_columns<V>(red, packed, Program::width, on.multiprocessors())) return false;
  std::int64_t const tiles = (red.length + column_tile - 1) / column_tile, units = red.kept * tiles;
  int const sharing = static_cast<int>(column_lanes * red.it.inner / V);
  dense_split const split{sharing, dense_column_threads / sharing};
  auto const launch = [&](value* results) {
    on.template launch_early<starts_early<Program, Reducer>>(
        "columns", dense_columns_kernel<Program, Reducer, Out>,
        (units + split.tiles - 1) / split.tiles, dense_column_threads, red, split, program, reducer,
        out, results);
  };
  if (tiles == 1) {
    launch(nullptr);
    return true;
  }
  auto const scratch = on.template scratch<value>(units * red.it.inner);
  launch(scratch.data());
  constexpr int items = sizeof(value) >= 16 ? 8 : 16;
  reduce_columns_by<1, items, false>(on, over_tiles(red, tiles),
                                     tile_columns<value>{scratch.data(), red.it.inner, tiles},
                                     reducer, out);
  return true;
}

}  // namespace acre::backends::gpu

namespace acre::backends {

/// out[k * inner + i] = the reduction along the outer reduced axes; queued, does not wait.
/// Scratch: a value for each 512 elements of a column where it is longer than that.
template <class Api, class Program, class Reducer, class Out>
void reduce_columns(gpu::queue<Api>& on, reduction const& red, Program const& program,
                    Reducer const& reducer, Out* out)
{
  using namespace gpu;
  static_assert(reduction_takes<Program, Reducer, Out>());
  constexpr int V = packet_width(Program::width);
  bool const packed = red.it.packed && red.it.unit && red.it.outer_rank == red.kept_rank + 1 &&
                      red.it.inner % V == 0;
  if constexpr (!hints_of<Program>::prefers_packets && sizeof(tile_value<Program, Reducer>) <= 32) {
    constexpr int together = short_columns<Program, Reducer>;
    column_strips const strips(red, together, packed);
    if (takes_column_strips(red, strips, column_lanes, on.multiprocessors())) {
      launch_column_strips<starts_early<Program, Reducer>>(
          on, red, strips, short_columns_kernel<Program, Reducer, Out>, program, reducer, out);
      return;
    }
    if (reduce_dense_columns(on, red, packed, program, reducer, out)) return;
  }
  if (packed)
    reduce_columns_as<true>(on, red, program, reducer, out);
  else
    reduce_columns_as<false>(on, red, program, reducer, out);
}

}  // namespace acre::backends
