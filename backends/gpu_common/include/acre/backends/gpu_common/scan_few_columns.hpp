#pragma once

#include <acre/backends/common/program.hpp>
#include <acre/backends/common/scan.hpp>
#include <acre/backends/gpu_common/columns.hpp>
#include <acre/backends/gpu_common/early_start.hpp>
#include <acre/backends/gpu_common/shared_memory.hpp>
#include <acre/backends/gpu_common/tuning.hpp>
#include <acre/backends/gpu_common/warp.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

/// Long columns that are too few for a thread each, as those of (n, 20): three kernels. Blocks have
/// a piece of a strip of neighbouring columns, which lies together in memory, and fold its columns;
/// a block for each column then finds what lies before its tiles; and blocks scan their pieces,
/// knowing what lies before them. The elements are read twice and written once. (Tiles of two or
/// three columns, scan_column_tiles.hpp, read and write parts of sectors: 5 * 10^7 float32 take
/// 0.400 on an H200 as columns of (n, 32) and 0.608 in such tiles; memory moves them in 0.095.)
namespace acre::backends::gpu {

/// Strips of `width` columns, `strips` of them beside each other and `all` of all results, of
/// `columns` columns.
struct few_column_strips {
  int width;
  std::int64_t strips, all, columns, pieces;
};

template <class Value>
inline constexpr int piece_rows = scan_lanes * scan_items<Value>;
/// Columns of a strip at most: those of two sectors of memory.
template <class Value>
inline constexpr int strip_columns = 64 / static_cast<int>(sizeof(Value));

/// Programs that may be computed twice.
template <class Program, class Op>
inline constexpr bool scans_few_columns =
    sizeof(typename Op::value_type) <= 16 && !hints_of<Program>::costs_much &&
    !hints_of<Program>::computes_in_blocks && !hints_of<Program>::prefers_packets &&
    !hints_of<Program>::looks_up_rows;

/// A block's piece of a strip, `scan_lanes` threads for each of its columns: folded, or (Put)
/// scanned. In shared memory a row lies behind the other, with room for one behind each chunk, so
/// that a warp's threads, each of which goes down a chunk, read different banks.
template <bool Put, class Program, class Op, class Sink>
__global__ void __launch_bounds__(scan_lanes* strip_columns<typename Op::value_type>,
                                  1024 / (scan_lanes * strip_columns<typename Op::value_type>))
    scan_pieces_kernel(reduction red, few_column_strips how, Program program, Op op, Sink sink,
                       typename Op::value_type* folds, typename Op::value_type const* before_tiles)
{
  await_work_before();
  using value = typename Op::value_type;
  using fold_type = scan_fold<value, 1>;
  constexpr int items = scan_items<value>, rows = piece_rows<value>, most = strip_columns<value>;
  ACRE_DYNAMIC_SHARED(piece_bytes, packet<std::uint64_t, 2>);
  ACRE_SHARED(through_chunk, raw_storage<value, scan_lanes*(most + 1)>);
  ACRE_SHARED(before_piece, raw_storage<value, most>);
  ACRE_SHARED(before_tile, raw_storage<value, most>);
  auto* const cell = reinterpret_cast<value*>(piece_bytes);

  int const width = how.width, thread = static_cast<int>(threadIdx.x), chunk = thread / width,
            in_strip = thread - chunk * width;
  std::int64_t const block = blockIdx.x, piece = quotient(block, how.all),
                     strip_of_all = block - piece * how.all, k = quotient(strip_of_all, how.strips),
                     first_column = (strip_of_all - k * how.strips) * width,
                     tile = piece / scan_pieces, first_row = piece * rows;
  int const columns = static_cast<int>(::min(red.it.inner - first_column, std::int64_t{width})),
            length = static_cast<int>(::min(red.length - first_row, std::int64_t{rows}));
  bool const here = in_strip < columns;  // surplus threads have the last column and store nothing
  std::int64_t const column = first_column + ::min(in_strip, columns - 1);
  auto const place = [&](int of_chunk, int of_column) {
    return of_chunk * (width + 1) + of_column;
  };
  // the thread's elements as they lie in memory: a row of each chunk, or of every few
  auto const row_of = [&](int j) { return chunk + j * scan_lanes; };
  auto const cell_of = [&](int row) { return (row + row / items) * width + in_strip; };

  int const own_row = ::min(chunk, length - 1);
  auto const from = bound_columns(red, program, k, first_row + own_row);
  bool const full_piece = length == rows;
  auto const load = [&](auto const& below) {
#pragma unroll 8
    for (int j = 0; j < items; ++j)
      cell[cell_of(row_of(j))] = static_cast<value>(from.template at<false>(column, below(j)));
  };
  if (full_piece)
    load([](int j) { return j * scan_lanes; });
  else  // after the end the last one again, not used
    load([&](int j) { return ::min(row_of(j), length - 1) - own_row; });
  if constexpr (Put) {
    if (thread < columns) {
      std::int64_t const number = k * red.it.inner + first_column + thread;
      fold_type before;
      for (std::int64_t p = tile * scan_pieces; p < piece; ++p)
        before.append(op, {{folds[p * how.columns + number]}, true});
      if (before.there) before_piece[thread] = before.v[0];
      if (tile > 0) before_tile[thread] = before_tiles[tile * how.columns + number];
    }
  }
  __syncthreads();

  int const count = ::max(0, ::min(length - chunk * items, items)), full = length / items;
  value v[items];
#pragma unroll
  for (int n = 0; n < items; ++n) v[n] = cell[(chunk * (items + 1) + n) * width + in_strip];
#pragma unroll
  for (int n = 1; n < items; ++n) v[n] = op.combine(v[n - 1], v[n]);
  if (chunk < full) through_chunk[place(chunk, in_strip)] = v[items - 1];
  __syncthreads();
  {  // the chunks up to each, by halves: neighbouring threads have those of a column
    warp_team const team(scan_lanes);
    value& all_through = through_chunk[place(team.member, thread / scan_lanes)];
    value through = all_through;
#pragma unroll
    for (int half = 1; half < scan_lanes; half *= 2) {
      value const earlier = team.member_value(through, (team.member & ~(2 * half - 1)) + half - 1);
      if ((team.member & half) != 0 && team.member < full) through = op.combine(earlier, through);
    }
    all_through = through;
  }
  __syncthreads();
  if constexpr (!Put) {
    if (thread < columns)
      folds[piece * how.columns + k * red.it.inner + first_column + thread] =
          through_chunk[place(scan_lanes - 1, thread)];
  } else {
    fold_type before;
    if (chunk > 0 && count > 0) before = {{through_chunk[place(chunk - 1, in_strip)]}, true};
    if (here && count > 0) {
      if (piece % scan_pieces != 0) before.prepend(op, {{before_piece[in_strip]}, true});
      if (tile > 0) before.prepend(op, {{before_tile[in_strip]}, true});
    }
#pragma unroll
    for (int n = 0; n < items; ++n)
      cell[(chunk * (items + 1) + n) * width + in_strip] =
          before.there ? op.combine(before.v[0], v[n]) : v[n];
    __syncthreads();
    if (!here) return;
    auto const to = bound_columns(red, sink, k, first_row + own_row);
    auto const put = [&](int j) {
      to.template put<false>(column, op.finish(cell[cell_of(row_of(j))]), j * scan_lanes);
    };
    if (full_piece) {
#pragma unroll 8
      for (int j = 0; j < items; ++j) put(j);
    } else {
      for (int j = 0; j < items && row_of(j) < length; ++j) put(j);
    }
  }
}

/// A block for each column: what lies before its tiles, from the folds of their pieces. A thread
/// has a tile, a warp a line; all threads go through the lines.
template <class Op>
__global__ void __launch_bounds__(1024)
    scan_before_tiles_kernel(std::int64_t columns, std::int64_t tiles, Op op,
                             typename Op::value_type const* folds,
                             typename Op::value_type* before_tiles)
{
  using value = typename Op::value_type;
  using order = scan_order<value>;
  using fold_type = scan_fold<value, 1>;
  ACRE_SHARED(line_fold, raw_storage<value, 1024 / scan_lanes>);
  std::int64_t const column = blockIdx.x;
  int const thread = static_cast<int>(threadIdx.x),
            lines = static_cast<int>(blockDim.x) / scan_lanes;
  warp_team const team(scan_lanes);
  fold_type of_lines, of_groups, of_supergroups;
  int line = 0, group = 0;
#pragma unroll 1
  for (std::int64_t first = 0; first < tiles; first += blockDim.x) {
    std::int64_t const tile = first + thread;
    bool const ends = tile + 1 < tiles;  // the last one need not, and is before no other
    fold_type whole;
    if (ends) {
      value piece[scan_pieces];
#pragma unroll
      for (int p = 0; p < scan_pieces; ++p)
        piece[p] = folds[(tile * scan_pieces + p) * columns + column];
#pragma unroll
      for (int p = 0; p < scan_pieces; ++p) whole.append(op, {{piece[p]}, true});
    }
    value through = whole.v[0];
#pragma unroll
    for (int half = 1; half < scan_lanes; half *= 2) {
      value const earlier = team.member_value(through, (team.member & ~(2 * half - 1)) + half - 1);
      if ((team.member & half) != 0 && ends) through = op.combine(earlier, through);
    }
    fold_type before{{team.shuffle_up(through, 1)}, team.member > 0};
    if (team.member == scan_lanes - 1) line_fold[thread / scan_lanes] = through;
    __syncthreads();
#pragma unroll 1
    for (int l = 0; l < lines && first + l * scan_lanes < tiles; ++l) {
      if (l == thread / scan_lanes) {
        before.prepend(op, of_lines);
        before.prepend(op, of_groups);
        before.prepend(op, of_supergroups);
      }
      of_lines.append(op, {{line_fold[l]}, true});
      if (++line < order::group / scan_lanes) continue;
      line = 0;
      of_groups.append(op, of_lines.taken());
      if (++group < order::supergroup) continue;
      group = 0;
      of_supergroups.append(op, of_groups.taken());
    }
    if (tile < tiles && before.there) before_tiles[tile * columns + column] = before.v[0];
    __syncthreads();
  }
}

/// Whether there was enough of them.
template <class Queue, class Program, class Op, class Sink>
bool launch_scan_few_columns(Queue& on, reduction const& red, Program const& program, Op const& op,
                             Sink const& sink)
{
  using value = typename Op::value_type;
  constexpr std::int64_t rows = piece_rows<value>;
  few_column_strips how;
  how.columns = red.kept * red.it.inner;
  how.pieces = (red.length + rows - 1) / rows;
  if (red.it.inner < 2 || red.it.outer_rank != red.kept_rank + 1 || how.pieces < 3 ||
      how.columns * red.length < few_columns_elements)
    return false;
  std::int64_t const of_column = (rows + scan_lanes) * static_cast<std::int64_t>(sizeof(value)),
                     most = std::min<std::int64_t>(strip_columns<value>,
                                                   on.shared_memory() * 3 / 4 / of_column);
  if (most < 1) return false;
  how.strips = (red.it.inner + most - 1) / most;
  how.all = red.kept * how.strips;
  how.width = static_cast<int>((red.it.inner + how.strips - 1) / how.strips);
  auto const bytes = static_cast<std::size_t>(of_column * how.width);
  int const threads = scan_lanes * how.width;
  std::int64_t const tiles = (how.pieces + scan_pieces - 1) / scan_pieces;
  auto const folds = on.template scratch<value>((how.pieces - 1) * how.columns);
  auto const before_tiles = on.template scratch<value>(tiles * how.columns);
  auto* const fold = scan_pieces_kernel<false, Program, Op, Sink>;
  auto* const put = scan_pieces_kernel<true, Program, Op, Sink>;
  on.resident_blocks(fold, threads, bytes);
  on.resident_blocks(put, threads, bytes);
  value const* const earlier = before_tiles.data();
  value const* const of_pieces = folds.data();
  on.launch_shared("folds", fold, (how.pieces - 1) * how.all, threads, bytes, red, how, program, op,
                   sink, folds.data(), earlier);
  if (tiles > 1)
    on.launch("tiles", scan_before_tiles_kernel<Op>, how.columns,
              static_cast<int>(std::min<std::int64_t>(1024, (tiles + 31) / 32 * 32)), how.columns,
              tiles, op, of_pieces, before_tiles.data());
  on.launch_shared("columns", put, how.pieces * how.all, threads, bytes, red, how, program, op,
                   sink, folds.data(), earlier);
  return true;
}

}  // namespace acre::backends::gpu
