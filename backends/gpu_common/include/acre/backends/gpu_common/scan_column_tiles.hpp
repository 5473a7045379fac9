#pragma once

#include <acre/backends/common/program.hpp>
#include <acre/backends/common/scan.hpp>
#include <acre/backends/gpu_common/columns.hpp>
#include <acre/backends/gpu_common/early_start.hpp>
#include <acre/backends/gpu_common/scan_rows.hpp>
#include <acre/backends/gpu_common/shared_memory.hpp>
#include <acre/backends/gpu_common/stamped_words.hpp>
#include <acre/backends/gpu_common/warp.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

/// Long columns that are very few, as those of (n, 3): a block has a tile of two or three
/// neighbouring ones, which lie together in memory, a thread a chunk of one. Tiles are joined as
/// those of rows are (scan_rows.hpp), by a warp for each column, so that elements are read once.
namespace acre::backends::gpu {

/// Strips of `width` columns, `strips` of them beside each other and `all` of all results.
struct column_tiles {
  int width;
  std::int64_t strips, all;
};
inline constexpr int most_tile_columns = 3;

/// Accumulators of which a block has room for a tile of so many columns.
template <class Op>
inline constexpr bool scans_column_tiles = sizeof(typename Op::value_type) <= 16;

/// In shared memory a row lies behind the other, with room for one behind each chunk, so that a
/// warp's threads, each of which goes down a chunk, read different banks.
template <class Program, class Op, class Sink>
__global__ void __launch_bounds__(scan_threads* most_tile_columns, 2)
    scan_column_tiles_kernel(reduction red, column_tiles how, scan_split split, Program program,
                             Op op, Sink sink, stamped_words between_blocks)
{
  await_work_before();
  using value = typename Op::value_type;
  using fold_type = scan_fold<value, 1>;
  constexpr int items = scan_items<value>, rows = scan_tile<value>, most = most_tile_columns,
                held = items < 8 ? items : 8;
  ACRE_DYNAMIC_SHARED(column_tile_bytes, packet<std::uint64_t, 2>);
  ACRE_SHARED(of_chunk, raw_storage<value, scan_threads * most>);
  ACRE_SHARED(piece_fold, raw_storage<value, scan_pieces * most>);
  ACRE_SHARED(tile_before, raw_storage<value, most>);
  ACRE_SHARED(ticket, unsigned);
  auto* const cell = reinterpret_cast<value*>(column_tile_bytes);

  int const width = how.width, thread = static_cast<int>(threadIdx.x), chunk = thread / width,
            in_strip = thread - chunk * width;
  if (thread == 0)
    ticket = atomicAdd(reinterpret_cast<unsigned*>(between_blocks.words), 1u) -
             between_blocks.first_ticket;
  __syncthreads();
  // strips that are next to each other share what the memory reads at once
  std::int64_t const number = ticket, tile = quotient(number, how.all),
                     strip_of_all = number - tile * how.all, k = quotient(strip_of_all, how.strips),
                     first_column = (strip_of_all - k * how.strips) * width,
                     first_row = tile * rows;
  int const columns = static_cast<int>(::min(red.it.inner - first_column, std::int64_t{width})),
            length = static_cast<int>(::min(red.length - first_row, std::int64_t{rows}));
  bool const here = in_strip < columns;  // surplus threads have the last column and store nothing
  std::int64_t const column = first_column + ::min(in_strip, columns - 1);
  // the thread's elements as they lie in memory, and where they are in shared memory
  static_assert(scan_threads % items == 0);
  auto const row_of = [&](int j) { return chunk + j * scan_threads; };
  int const first_cell = (chunk + chunk / items) * width + in_strip,
            cells = (scan_threads + scan_threads / items) * width;
  // a column's chunks, an odd number of values for each so that their threads read different banks
  auto const place = [&](int a_chunk, int a_column) { return a_chunk * most + a_column; };
  static_assert(most % 2 == 1);

  int const own_row = ::min(chunk, length - 1);
  auto const from = bound_columns(red, program, k, first_row + own_row);
  bool const full = length == rows;
  auto const load = [&](auto const& below) {
#pragma unroll 1
    for (int j = 0; j < items; j += held) {
      value v[held];
#pragma unroll
      for (int h = 0; h < held; ++h)
        v[h] = static_cast<value>(from.template at<false>(column, below(j + h)));
#pragma unroll
      for (int h = 0; h < held; ++h) cell[first_cell + (j + h) * cells] = v[h];
    }
  };
  if (full)
    load([](int j) { return j * scan_threads; });
  else  // after the end the last one again, not used
    load([&](int j) { return ::min(row_of(j), length - 1) - own_row; });
  __syncthreads();

  {  // registers are for other blocks while this one waits: the scanned chunk lies where it was
    value through{};
    value* const mine = cell + chunk * (items + 1) * width + in_strip;
#pragma unroll
    for (int n = 0; n < items; n += held) {
      value v[held];
#pragma unroll
      for (int h = 0; h < held; ++h) v[h] = mine[(n + h) * width];
#pragma unroll
      for (int h = 0; h < held; ++h) {
        through = n + h == 0 ? v[h] : op.combine(through, v[h]);
        mine[(n + h) * width] = through;
      }
    }
    of_chunk[place(chunk, in_strip)] = through;
  }
  __syncthreads();

  // neighbouring threads have the chunks of a column
  int const own_column = thread / scan_threads, own_chunk = thread % scan_threads,
            piece = own_chunk / scan_lanes;
  warp_team const team(scan_lanes);
  value& ahead = of_chunk[place(own_chunk, own_column)];
  value through = ahead;
#pragma unroll
  for (int half = 1; half < scan_lanes; half *= 2) {
    value const earlier = team.member_value(through, (team.member & ~(2 * half - 1)) + half - 1);
    if ((team.member & half) != 0) through = op.combine(earlier, through);
  }
  fold_type before{{team.shuffle_up(through, 1)}, team.member > 0};
  if (team.member == scan_lanes - 1) piece_fold[own_column * scan_pieces + piece] = through;
  __syncthreads();
  fold_type pieces;
#pragma unroll
  for (int p = 0; p < scan_pieces; ++p)
    if (p < piece) pieces.append(op, {{piece_fold[own_column * scan_pieces + p]}, true});
  before.prepend(op, pieces);
  if (piece == 0 && own_column < columns) {
    fold_type whole;
#pragma unroll
    for (int p = 0; p < scan_pieces; ++p)
      whole.append(op, {{piece_fold[own_column * scan_pieces + p]}, true});
    auto const outside = before_tile(op, split, k * red.it.inner + first_column + own_column, tile,
                                     whole.v[0], between_blocks);
    if (team.member == 0) tile_before[own_column] = outside.v[0];
  }
  __syncthreads();
  if (tile > 0) before.prepend(op, {{tile_before[own_column]}, true});
  if (before.there) ahead = before.v[0];
  __syncthreads();

  if (!here) return;
  auto const to = bound_columns(red, sink, k, first_row + own_row);
  auto const put = [&](int j) {
    int const a_chunk = chunk / items + j * (scan_threads / items);
    value x = cell[first_cell + j * cells];
    if (tile > 0 || a_chunk > 0) x = op.combine(of_chunk[place(a_chunk, in_strip)], x);
    to.template put<false>(column, op.finish(x), j * scan_threads);
  };
  if (full) {
#pragma unroll 8
    for (int j = 0; j < items; ++j) put(j);
  } else {
    for (int j = 0; j < items && row_of(j) < length; ++j) put(j);
  }
}

/// Whether it was done: of so few columns side by side that to read parts of sectors takes less
/// time than to read all twice.
template <class Queue, class Program, class Op, class Sink>
bool launch_scan_column_tiles(Queue& on, reduction const& red, Program const& program, Op const& op,
                              Sink const& sink)
{
  using value = typename Op::value_type;
  constexpr std::int64_t rows = scan_tile<value>, size = sizeof(value),
                         of_column = (rows + rows / scan_items<value>)*size;
  std::int64_t const inner = red.it.inner,
                     most = std::min<std::int64_t>(most_tile_columns,
                                                   on.shared_memory() * 3 / 4 / of_column);
  if (most < 2 || inner < 2 || inner > tiled_columns || inner * size > tiled_columns_bytes ||
      red.it.outer_rank != red.kept_rank + 1)
    return false;
  column_tiles how;
  how.strips = (inner + most - 1) / most;
  how.all = red.kept * how.strips;
  how.width = static_cast<int>((inner + how.strips - 1) / how.strips);
  scan_split split;
  split.rows = red.kept * inner;
  split.tiles = (red.length + rows - 1) / rows;
  auto const bytes = static_cast<std::size_t>(of_column * how.width);
  int const threads = scan_threads * how.width;
  auto* const kernel = scan_column_tiles_kernel<Program, Op, Sink>;
  on.resident_blocks(kernel, threads, bytes);
  launch_scan_tiles<value, starts_early<Program, Op, Sink>>(
      on, kernel, split, how.all * split.tiles, threads, bytes, red, how, split, program, op, sink);
  return true;
}

}  // namespace acre::backends::gpu
