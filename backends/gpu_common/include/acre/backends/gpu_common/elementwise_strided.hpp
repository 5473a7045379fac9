#pragma once

#include <acre/backends/common/operands.hpp>
#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/program.hpp>
#include <acre/backends/common/tiling.hpp>
#include <acre/backends/gpu_common/early_start.hpp>
#include <acre/backends/gpu_common/elementwise_grid.hpp>
#include <acre/backends/gpu_common/elementwise_warps.hpp>
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

/// How a block's threads lie over elements, where rows are not read in packets: 2^log2_x along the
/// inner axis. Without tiles the others are on further rows, and each has `count` elements
/// `inner_step` apart. With tiles, they are on further rows of the tile, along the first outer
/// axis; of `count` elements one is `inner_step` or `outer_step` from the next, and behind a row
/// comes the one `row_step` further.
struct element_grid {
  int log2_x;
  std::uint32_t pieces;
  int count, inner_step, outer_step, row_step;
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

/// Any strides: one element an access, `Items` of them under way. `it` counts tiles along the first
/// outer axis, of `extent` elements, where there are tiles.
template <int Items, class Program, class Sink>
__global__ void __launch_bounds__(block_threads, (elements_blocks<Program, Sink>))
    elements_kernel(iteration it, std::int64_t extent, element_grid grid, tiling tiles,
                    Program program, Sink sink)
{
  await_work_before();
  extern __shared__ __align__(16) char gathered[];
  std::uint32_t block = blockIdx.x, piece = 0;
  if (grid.pieces > 1) {
    block = blockIdx.x / grid.pieces;
    piece = blockIdx.x - block * grid.pieces;
  }
  int const x = static_cast<int>(threadIdx.x) & ((1 << grid.log2_x) - 1),
            y = static_cast<int>(threadIdx.x) >> grid.log2_x;
  bool const tiled = tiles.count > 0;
  std::int64_t const row = tiled ? block : std::int64_t{block} * (block_threads >> grid.log2_x) + y;
  if (row >= it.rows) return;
  position at = unravel(it, row);
  if (tiled) {
    at.rank = it.outer_rank > 0 ? it.outer_rank : 1;
    at.index[0] *= tiles.rows;
    at.first = std::int64_t{piece} * tiles.columns;
    at.gathered = gathered;
  } else {
    at.first = std::int64_t{piece} * grid.count * grid.inner_step;
  }
  int const columns = static_cast<int>(
                ::min(it.inner - at.first, std::int64_t{tiled ? tiles.columns : 1 << 30})),
            rows =
                tiled ? static_cast<int>(::min(extent - at.index[0], std::int64_t{tiles.rows})) : 1;
  if (tiled) {
    for (int n = 0; n < tiles.count; ++n) gather(tiles.part[n], gathered, at, columns, rows);
    copies_settled();
  }
  auto const from = program.bind(at, 0);
  auto const to = sink.bind(at, 0);
  int i = x, k = tiled ? y : 0;
  auto const advance = [&](int elements) {
    i += elements * grid.inner_step;
    k += elements * grid.outer_step;
    if (grid.row_step > 0 && i >= tiles.columns) {
      i = x;
      k += grid.row_step;
    }
  };
#pragma unroll 1
  for (int n = 0; n < grid.count; n += Items) {
    if constexpr (Sink::packable) {
      if (n + Items <= grid.count && i + (Items - 1) * grid.inner_step < columns &&
          k + (Items - 1) * grid.outer_step < rows) {
        tile_places const places{at.first, static_cast<std::uint32_t>(i),
                                 static_cast<std::uint32_t>(k),
                                 static_cast<std::uint32_t>(grid.inner_step),
                                 static_cast<std::uint32_t>(grid.outer_step)};
        to.template store_at<Items>(places,
                                    computed<Items>(from, fetched_at<Items, false>(from, places)));
        advance(Items);
        continue;
      }
    }
    if constexpr (!Sink::packable) {
      if (n + Items <= grid.count && i + (Items - 1) * grid.inner_step < columns && k < rows &&
          grid.outer_step == 0) {
        typename Program::value_type value[Items];
#pragma unroll
        for (int m = 0; m < Items; ++m)
          value[m] = from.template at<false>(at.first + i + m * grid.inner_step, k);
#pragma unroll
        for (int m = 0; m < Items; ++m)
          to.template put<false>(at.first + i + m * grid.inner_step, value[m], k);
        advance(Items);
        continue;
      }
    }
#pragma unroll 1
    for (int m = 0; m < Items && n + m < grid.count; ++m) {
      if (i < columns && k < rows)
        to.template put<false>(at.first + i, from.template at<false>(at.first + i, k), k);
      advance(1);
    }
  }
}

template <class Queue, class Program, class Sink>
void launch_elements(Queue& on, iteration it, tiling const& tiles, Program const& program,
                     Sink const& sink)
{
  constexpr int most = elements_items<Program, Sink>;
  auto* const kernel = elements_kernel<most, Program, Sink>;
  if (tiles.count == 0) {
    // fewer a thread where that leaves multiprocessors without work
    int items = most;
    while (items > 1 && it.rows * it.inner < std::int64_t{2 * block_threads} * std::min(items, 4) *
                                                 on.multiprocessors())
      items /= 2;
    auto const rows = shape_for(it.inner, items);
    element_grid const grid{rows.log2_x, rows.pieces, items, 1 << rows.log2_x, 0, 0};
    on.template launch_early<starts_early<Program, Sink>>("elements", kernel, blocks_for(it, rows),
                                                          block_threads, it, std::int64_t{1}, grid,
                                                          tiles, program, sink);
    return;
  }
  std::int64_t const extent = group_rows(it, tiles.rows);
  element_grid grid{};
  while ((1 << grid.log2_x) < block_threads && (1 << grid.log2_x) < tiles.columns) ++grid.log2_x;
  int const x = 1 << grid.log2_x, y = block_threads / x;
  grid.pieces = static_cast<std::uint32_t>((it.inner + tiles.columns - 1) / tiles.columns);
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
