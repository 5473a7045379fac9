#pragma once

#include <acre/backends/common/divisor.hpp>
#include <acre/backends/common/operands.hpp>
#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/program.hpp>
#include <acre/backends/common/tiling.hpp>
#include <acre/backends/gpu_common/early_start.hpp>
#include <acre/backends/gpu_common/elementwise_grid.hpp>
#include <acre/backends/gpu_common/elementwise_warps.hpp>
#include <acre/backends/gpu_common/shared_memory.hpp>
#include <acre/backends/gpu_common/tiles.hpp>
#include <acre/backends/gpu_common/tuning.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

/// Elementwise, elements at any strides, with operands that are gathered in tiles.
namespace acre::backends::gpu {

template <class Program, class Sink>
inline constexpr int elements_items = [] {
  if constexpr (Sink::packable && !hints_of<Program>::computes_in_blocks)
    return tuning::elements_items(held_of_one<Program>);
  else
    return 4;
}();
template <class Program, class Sink>
inline constexpr int elements_blocks = tuning::elements_blocks(elements_items<Program, Sink>);

/// How a block's threads lie over elements, where rows are not read in packets: `across` along the
/// inner axis, the others on further rows. Elsewhere than in groups each has `count` elements of
/// one row, `inner_step` apart. A *group* is `columns` elements of `rows` rows along the first
/// outer axis: a tile, or short rows, where threads that follow each other have elements that do.
/// Of a thread's elements there one is `inner_step` or `outer_step` from the next, and behind a row
/// comes the one `row_step` further.
struct element_grid {
  divisor across;
  std::uint32_t pieces = 1;
  int rows = 1, count = 1, inner_step = 0, outer_step = 0, row_step = 0;
  int columns = 0;  // 0: no groups
};

/// A thread's places in a tile, of which the first column is the row's element `first`.
struct tile_places {
  std::int64_t first;
  std::uint32_t x, y, inner_step, outer_step;

  __device__ std::int64_t column(int m) const { return first + x + m * inner_step; }
  __device__ std::int64_t row(int m) const { return y + m * outer_step; }
  // (in 32 bits times 64, which a GPU multiplies in half the time)
  template <int W, bool, class T>
  __device__ packet<T, W> read(T const* data, std::int64_t inner, std::int64_t step) const
  {
    data += first * inner + x * inner + y * step;
    std::int64_t const apart = inner_step * inner + outer_step * step;
    packet<T, W> p;
#pragma unroll
    for (int m = 0; m < W; ++m) p.v[m] = data[m * apart];
    return p;
  }
  template <int W, class T>
  __device__ void write(T* data, std::int64_t inner, std::int64_t step,
                        packet<T, W> const& value) const
  {
    data += first * inner + x * inner + y * step;
    std::int64_t const apart = inner_step * inner + outer_step * step;
#pragma unroll
    for (int m = 0; m < W; ++m) data[m * apart] = value.v[m];
  }
};

/// Whether threads that lie along whole rows of tiles may begin where a line of the cache does.
template <class Sink>
inline constexpr bool writes_lines = requires(Sink const& to) {
  to.bind(position{}).behind(128, 0);
  requires 128 % Sink::width == 0;
};

/// Any strides: one element an access, `Items` of them under way. `it` counts tiles along the first
/// outer axis, of `extent` elements, where there are tiles.
///
/// Rows of a tile are begun where a line of the cache of the result begins, and what lies before is
/// written behind all else: a warp that begins within a line writes parts of two, and of two
/// sectors. (5 * 10^7 float32 of (n, 3) transposed took 0.136 on an H200 where rows of the result
/// begin within lines, 0.104 elsewhere.)
template <int Items, class Program, class Sink>
__global__ void __launch_bounds__(block_threads, (elements_blocks<Program, Sink>))
    elements_kernel(iteration it, std::int64_t extent, element_grid grid, tiling tiles,
                    Program program, Sink sink)
{
  await_work_before();
  ACRE_DYNAMIC_SHARED(gathered, char);
  std::uint32_t block = blockIdx.x, piece = 0;
  if (grid.pieces > 1) {
    block = blockIdx.x / grid.pieces;
    piece = blockIdx.x - block * grid.pieces;
  }
  auto const y = static_cast<int>(grid.across.quotient(threadIdx.x)),
             x = static_cast<int>(threadIdx.x) - y * static_cast<int>(grid.across.by);
  bool const tiled = tiles.count > 0, grouped = grid.columns > 0;
  std::int64_t const row = grouped ? block : std::int64_t{block} * grid.rows + y;
  if (row >= it.rows) return;
  position at = unravel(it, row);
  int columns, rows = 1;
  if (grouped) {
    if (!tiled && y >= grid.outer_step) return;  // threads that short rows leave over
    at.rank = it.outer_rank > 0 ? it.outer_rank : 1;
    at.index[0] *= grid.rows;
    at.first = std::int64_t{piece} * grid.columns;
    at.gathered = tiled ? gathered : nullptr;
    columns = static_cast<int>(::min(it.inner - at.first, std::int64_t{grid.columns}));
    rows = static_cast<int>(::min(extent - at.index[0], std::int64_t{grid.rows}));
  } else {
    at.first = std::int64_t{piece} * grid.count * grid.inner_step;
    columns = static_cast<int>(::min(it.inner - at.first, std::int64_t{1 << 30}));
  }
  if (tiled) {
    for (int n = 0; n < tiles.count; ++n) gather(tiles.part[n], gathered, at, columns, rows);
    copies_settled();
  }
  auto const from = program.bind(at, 0);
  auto const to = sink.bind(at, 0);
  int k = grouped ? y : 0;
  auto const before_line = [&] {
    if constexpr (writes_lines<Sink>)
      if (tiled && grid.row_step > 0 && columns == grid.columns)
        return -to.behind(128, k) & (128 / Sink::width - 1);
    return 0;
  };
  int turn = before_line(), i = x + turn;
  auto const advance = [&](int elements) {
    i += elements * grid.inner_step;
    k += elements * grid.outer_step;
    if (grid.row_step > 0 && i >= grid.columns + turn) {
      k += grid.row_step;
      turn = before_line();
      i = x + turn;
    }
  };
#pragma unroll 1
  for (int n = 0; n < grid.count; n += Items) {
    if (n + Items <= grid.count && i + (Items - 1) * grid.inner_step < columns &&
        k + (Items - 1) * grid.outer_step < rows) {
      tile_places const places{
          at.first, static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(k),
          static_cast<std::uint32_t>(grid.inner_step), static_cast<std::uint32_t>(grid.outer_step)};
      auto const value = computed<Items>(from, fetched_at<Items, false>(from, places));
      if constexpr (Sink::packable) {
        to.template store_at<Items>(places, value);
      } else {
#pragma unroll
        for (int m = 0; m < Items; ++m)
          to.template put<false>(places.column(m), value.v[m], places.row(m));
      }
      advance(Items);
      continue;
    }
#pragma unroll 1
    for (int m = 0; m < Items && n + m < grid.count; ++m) {
      int const c = turn > 0 && i >= columns ? i - columns : i;
      if (c < columns && k < rows)
        to.template put<false>(at.first + c, from.template at<false>(at.first + c, k), k);
      advance(1);
    }
  }
}

/// Rows of up to so many elements are dealt to threads by groups, which no row's end leaves without
/// work; longer ones go by pieces.
inline constexpr std::int64_t most_grouped = 2048;

/// Groups of rows as above, or of equal pieces of them, where a group's rows are there along the
/// first outer axis and, if they are very short, follow each other in memory; or no groups. (Rows
/// of 3 float32 picked by an index array, 5 * 10^7 elements on an H200: 0.60 with a thread a row.)
inline element_grid grouped_rows(iteration const& it, int items)
{
  if (it.inner > most_grouped || it.outer_rank < 1 || (it.outer_rank > 1 && it.inner < 32))
    return {};
  // of a few ways to cut a row the first that leaves few threads without work
  std::int64_t const fewest = (it.inner + block_threads - 1) / block_threads;
  int columns = 1, busy = 0;
  for (std::int64_t pieces = fewest; pieces < fewest + 8 && 8 * busy < 7 * block_threads;
       ++pieces) {
    std::int64_t const wide = (it.inner + pieces - 1) / pieces;
    int const threads = static_cast<int>(it.inner * (block_threads / wide) / pieces);
    if (busy > 0 && wide < 32) break;
    if (threads > busy) busy = threads, columns = static_cast<int>(wide);
  }
  element_grid grid;
  grid.outer_step = block_threads / columns;
  grid.rows = grid.outer_step * items;
  if (it.outer[0] < grid.rows) return {};
  grid.across = divisor(columns);
  grid.pieces = static_cast<std::uint32_t>((it.inner + columns - 1) / columns);
  grid.count = items;
  grid.columns = columns;
  return grid;
}

/// Groups of very short rows that operands lie across and whose length is no power of two, which
/// leaves threads idle in tiles: operands are read where they lie, as what a warp reads of each
/// column is side by side. Elements of a group that are computed side by side are whole sectors of
/// 32 bytes, each of `width` bytes. Or no groups.
inline element_grid rows_read_across(iteration const& it, int items, int width, int multiprocessors)
{
  if (it.inner > most_read_across || (it.inner & (it.inner - 1)) == 0 || it.outer_rank != 1)
    return {};
  element_grid grid;
  grid.columns = static_cast<int>(it.inner);
  grid.across = divisor(grid.columns);
  int const sector = std::max(1, 32 / width);
  grid.outer_step = block_threads / grid.columns / sector * sector;
  grid.count = read_across_elements;
  while (grid.count > items &&
         it.rows * it.inner < std::int64_t{2 * block_threads} * grid.count * multiprocessors)
    grid.count /= 2;
  grid.rows = grid.outer_step * grid.count;
  return grid;
}

template <class Queue, class Program, class Sink>
void launch_elements(Queue& on, iteration it, tiling const& tiles, Program const& program,
                     Sink const& sink)
{
  constexpr int most = elements_items<Program, Sink>;
  auto* const kernel = elements_kernel<most, Program, Sink>;
  if (tiles.count > 0)
    if (auto const grid = rows_read_across(it, most, Sink::width, on.multiprocessors());
        grid.columns > 0) {
      std::int64_t const extent = group_rows(it, grid.rows);
      on.template launch_early<starts_early<Program, Sink>>(
          "elements", kernel, it.rows, block_threads, it, extent, grid, tiling(), program, sink);
      return;
    }
  if (tiles.count == 0) {
    // fewer a thread where that leaves multiprocessors without work
    int items = most;
    while (items > 1 && it.rows * it.inner < std::int64_t{2 * block_threads} * std::min(items, 4) *
                                                 on.multiprocessors())
      items /= 2;
    element_grid grid = grouped_rows(it, items);
    std::int64_t extent = 1, blocks;
    if (grid.columns > 0) {
      extent = group_rows(it, grid.rows);
      blocks = it.rows * grid.pieces;
    } else {
      auto const rows = shape_for(it.inner, items);
      int const across = 1 << rows.log2_x;
      grid = {divisor(across), rows.pieces, block_threads / across, items, across};
      blocks = blocks_for(it, rows);
    }
    on.template launch_early<starts_early<Program, Sink>>("elements", kernel, blocks, block_threads,
                                                          it, extent, grid, tiles, program, sink);
    return;
  }
  std::int64_t const extent = group_rows(it, tiles.rows);
  int x = 1;
  while (x < block_threads && x < tiles.columns) x *= 2;
  int const y = block_threads / x;
  element_grid grid;
  grid.across = divisor(x);
  grid.pieces = static_cast<std::uint32_t>((it.inner + tiles.columns - 1) / tiles.columns);
  grid.rows = tiles.rows;
  grid.columns = tiles.columns;
  grid.count = tiles.columns / x * (tiles.rows / y);
  if (tiles.columns > x)
    grid.inner_step = x, grid.row_step = y;
  else
    grid.outer_step = y;
  on.launch_shared("elements", kernel, it.rows * grid.pieces, block_threads,
                   static_cast<std::size_t>(tiles.shared_bytes), it, extent, grid, tiles, program,
                   sink);
}

}  // namespace acre::backends::gpu
