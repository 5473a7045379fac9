#pragma once

#include <acre/backends/common/operands.hpp>
#include <acre/backends/common/program.hpp>
#include <acre/backends/gpu_common/elementwise_warps.hpp>

#include <cstdint>

/// Elementwise, rows of operands that advance alike, at any alignment.
namespace acre::backends::gpu {

/// Elements of a row that a thread of alike_kernel has under way: four, eight where operands are
/// few (x[1:] - x[:-1] of 10^8 float32 takes 0.198 ms on an H200 with eight, 0.222 with four), two
/// where four of each would not fit some 64 registers.
template <class Program>
inline constexpr int alike_items = 8 * held_of_one<Program> <= 64    ? 8
                                   : 4 * held_of_one<Program> <= 256 ? 4
                                                                     : 2;
/// Blocks that have to fit a multiprocessor, which bounds the registers. What a thread has under
/// way fits those that six leave it, or else it is loaded in turns anyway, and more blocks have
/// more turns under way: heat on 8192^2 float32 takes 0.149 ms on an H200 with eight, 0.157 with
/// six, 0.166 with five; a Laplacian of 512^3, which holds as much, 0.356 with eight and 0.309 with
/// six. float64 has twice as much to hold: 0.263 with five, 0.278 with four.
template <class Program>
inline constexpr int alike_blocks = [] {
  constexpr int held = alike_items<Program> * held_of_one<Program>;
  return Program::computes_long ? 4 : held <= 96 ? 6 : held <= 128 ? 8 : held <= 256 ? 5 : 4;
}();
/// Elements that a thread computes in rows one after the other, with one outer axis and with more:
/// what was read for their neighbours is in the L1 cache still. (More take fewer instructions, and
/// yet longer: heat float32 0.164 with 32, with six blocks; a Laplacian of 512^3 float64 0.553 with
/// 16, 0.564 with 32.)
inline constexpr int alike_elements = 8, alike_elements_of_planes = 16;

/// Operands that advance alike, by 1 along the inner axis: one offset serves them all, which costs
/// an addition an operand and row. Elements are read as they are, whatever their alignment, the
/// sink's in whole lines of the cache.
template <int Items, class Program, class Sink>
__global__ void __launch_bounds__(block_threads, alike_blocks<Program>)
    alike_kernel(warp_grid grid, Program program, Sink sink)
{
  await_work_before();
  auto [at, across] = place<false>(grid, 1);
  std::int64_t const apart = grid.apart(), further = apart * grid.stride[0];
  std::int64_t const end = ::min(grid.extent, at.index[0] + apart * grid.together);
  if (at.index[0] >= grid.extent || (grid.planes && at.index[1] >= grid.beside)) return;
  auto const to = sink.bind(at, 0);
  std::int64_t const begin = across * (32 * Items) - to.behind(128),
                     i = begin + static_cast<int>(threadIdx.x) % 32;
  if (begin >= grid.inner) return;
  at.offset += i;
  auto const go_through = [&](auto const& places, auto const& holds) {
#pragma unroll 1
    for (std::int64_t k = 0; at.index[0] < end;
         at.index[0] += apart, k += apart, at.offset += further) {
      auto const from = program.bind(at, 0);
      auto const value = computed<Items>(from, fetched_at<Items, true>(from, places));
#pragma unroll
      for (int m = 0; m < Items; ++m)
        if (holds(m)) to.template put<true>(i + m * 32, value.v[m], k);
    }
  };
  if constexpr (!Program::computes_long) {  // (else the loop's code counts for more)
    if (begin >= 0 && begin + 32 * Items <= grid.inner) {
      go_through(apart_places<Items>{i}, [](int) { return true; });
      return;
    }
  }
  // a warp that has an end of a row reads all at once, too (of five warps of rows of 510 two have)
  constexpr std::int64_t far = 32 * Items;
  clamped_places<Items> const ends{i, static_cast<int>(::max(-i, -far)),
                                   static_cast<int>(::min(grid.inner - 1 - i, far))};
  go_through(ends, [&](int m) { return m * 32 >= ends.low && m * 32 <= ends.high; });
}

template <class Queue, class Program, class Sink>
void launch_alike(Queue& on, iteration const& it, tiling const& tiles, Program const& program,
                  Sink const& sink)
{
  constexpr int items = alike_items<Program>;
  warp_grid grid;
  bool const planes = it.outer_rank > 1 && it.outer[1] >= block_threads / 32;
  // fewer rows where that leaves multiprocessors without work
  int rows = (planes ? alike_elements_of_planes : alike_elements) / items;
  while (rows > 1 && it.rows * it.inner < std::int64_t{2 * block_threads * alike_blocks<Program>} *
                                              items * rows * on.multiprocessors())
    rows /= 2;
  auto const blocks =
      lay_warps(grid, it, tiles, 32 * items, rows, behind_at_most(it, sink, 128), planes);
  on.template launch_early<starts_early<Program, Sink>>(
      "elements", alike_kernel<items, Program, Sink>, blocks, block_threads, grid, program, sink);
}

}  // namespace acre::backends::gpu
