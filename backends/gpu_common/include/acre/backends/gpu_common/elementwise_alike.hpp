#pragma once

#include <acre/backends/common/operands.hpp>
#include <acre/backends/common/program.hpp>
#include <acre/backends/gpu_common/elementwise_warps.hpp>

#include <cstdint>

/// Elementwise, rows of operands that advance alike, at any alignment.
namespace acre::backends::gpu {

/// Elements of a row that a thread of alike_kernel has under way: four, eight where operands are
/// few (x[1:] - x[:-1] of 10^8 float32 takes 0.198 ms on an H200 with eight, 0.222 with four), two
/// where four of each would not fit some 24 registers (a Laplacian of 512^3 float32: 0.37 ms with
/// two, 0.44 with four).
template <class Program>
inline constexpr int alike_items = 8 * held_of_one<Program> <= 64    ? 8
                                   : 4 * held_of_one<Program> <= 128 ? 4
                                                                     : 2;
/// Blocks that have to fit a multiprocessor: with few registers loads and sums take turns.
template <class Program>
inline constexpr int alike_blocks = Program::computes_long || held_of_one<Program> > 64 ? 4
                                    : alike_items<Program> == 2                         ? 8
                                                                                        : 6;
/// Elements that a thread computes in rows one after the other, with one outer axis and with more:
/// what was read for their neighbours is in the L1 cache still.
inline constexpr int alike_elements = 8, alike_elements_of_planes = 32;

/// Operands that advance alike, by 1 along the inner axis: one offset serves them all, which costs
/// an addition an operand and row. Elements are read as they are, whatever their alignment, the
/// sink's in whole lines of the cache.
template <int Items, class Program, class Sink>
__global__ void __launch_bounds__(block_threads, alike_blocks<Program>)
    alike_kernel(warp_grid grid, Program program, Sink sink)
{
  await_work_before();
  auto [at, across] = place(grid, 1);
  std::int64_t const apart = grid.apart(), further = apart * grid.stride[0];
  std::int64_t const end = ::min(grid.extent, at.index[0] + apart * grid.together);
  if (at.index[0] >= grid.extent || (grid.planes && at.index[1] >= grid.beside)) return;
  auto const to = sink.bind(at, 0);
  std::int64_t const i =
      across * (32 * Items) + static_cast<int>(threadIdx.x) % 32 - to.behind(128);
  bind_alike(grid, i, at);
  bool const whole = i >= 0 && i + (Items - 1) * 32 < grid.inner;
#pragma unroll 1
  for (std::int64_t k = 0; at.index[0] < end;
       at.index[0] += apart, k += apart, at.offset += further) {
    auto const from = program.bind(at, 0);
    if (whole) {
      auto const value =
          computed<Items>(from, fetched_at<Items, true>(from, apart_places<Items>{i, 0}));
#pragma unroll
      for (int m = 0; m < Items; ++m) to.template put<true>(i + m * 32, value.v[m], k);
      continue;
    }
#pragma unroll 1
    for (int m = 0; m < Items; ++m) {  // the ends of rows
      std::int64_t const j = i + m * 32;
      if (j < 0 || j >= grid.inner) continue;
      auto const value = computed<1>(from, fetched_at<1, true>(from, apart_places<1>{i, m}));
      to.template put<true>(j, value.v[0], k);
    }
  }
}

template <class Queue, class Program, class Sink>
void launch_alike(Queue& on, iteration const& it, tiling const& tiles, Program const& program,
                  Sink const& sink)
{
  constexpr int items = alike_items<Program>;
  warp_grid grid;
  bool const planes = it.outer_rank > 1 && it.outer[1] >= block_threads / 32;
  auto const blocks = lay_warps(grid, it, tiles, 32 * items,
                                (planes ? alike_elements_of_planes : alike_elements) / items,
                                128 / Sink::width - 1, planes);
  on.template launch_early<starts_early<Program, Sink>>(
      "elements", alike_kernel<items, Program, Sink>, blocks, block_threads, grid, program, sink);
}

}  // namespace acre::backends::gpu
