#pragma once

#include <acre/backends/common/operands.hpp>
#include <acre/backends/common/program.hpp>
#include <acre/backends/gpu_common/elementwise_warps.hpp>

#include <cstdint>
#include <type_traits>

/// Elementwise, rows of operands that advance alike, at any alignment.
namespace acre::backends::gpu {

/// Elements of a row that a thread of alike_kernel has under way: four, eight where operands are
/// few (x[1:] - x[:-1] of 10^8 float32 takes 0.194 ms on an H200 with eight, 0.222 with four), two
/// where four of each would not fit some 64 registers.
template <class Program>
inline constexpr int alike_items = 8 * held_of_one<Program> <= 64    ? 8
                                   : 4 * held_of_one<Program> <= 256 ? 4
                                                                     : 2;
/// Blocks that have to fit a multiprocessor, which bounds the registers. What a thread has under
/// way fits those that six leave it, or else it is loaded in turns anyway, and more blocks have
/// more turns under way: heat on 8192^2 float32 takes 0.147 ms on an H200 with eight, 0.157 with
/// six, 0.166 with five. Not so where a block goes through planes (lay_warps; not profiled): a
/// Laplacian of 512^3, which holds as much, takes 0.352 with eight and 0.310 with five. float64 has
/// twice as much to hold: 0.263 with five, 0.278 with four.
template <class Program, bool Planes>
inline constexpr int alike_blocks = [] {
  constexpr int held = alike_items<Program> * held_of_one<Program>;
  if (Program::computes_long) return 4;
  if (held <= 96) return 6;
  if (held <= 128 && !Planes && sizeof(typename Program::value_type) <= 4) return 8;
  return held <= 256 ? 5 : 4;
}();
/// Elements of those that a warp at an end of a row has under way, each at an address of its own:
/// two where operands are few, or else what a thread has under way elsewhere no longer fits its
/// registers.
template <class Program>
inline constexpr int alike_items_at_ends =
    held_of_one<Program> <= 4 * static_cast<int>(sizeof(typename Program::value_type))
        ? 2
        : alike_items<Program>;
/// Elements that a thread computes in rows one after the other, with one outer axis and with more:
/// what was read for their neighbours is in the L1 cache still. (More take fewer instructions, and
/// yet longer: heat float32 0.164 with 32, with six blocks; a Laplacian of 512^3 float64 0.553 with
/// 16, 0.564 with 32.)
inline constexpr int alike_elements = 8, alike_elements_of_planes = 16;

/// Operands that advance alike, by 1 along the inner axis: one offset serves them all, which costs
/// an addition an operand and row. Elements are read as they are, whatever their alignment, the
/// sink's in whole lines of the cache.
template <int Items, int Blocks, class Program, class Sink>
__global__ void __launch_bounds__(block_threads, Blocks)
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
  auto const go_through = [&](position at, std::int64_t i, auto const& places, auto const& holds) {
    constexpr int items = std::remove_cvref_t<decltype(places)>::items;
#pragma unroll 1
    for (std::int64_t k = 0; at.index[0] < end;
         at.index[0] += apart, k += apart, at.offset += further) {
      auto const from = program.bind(at, 0);
      auto const value = computed<items>(from, fetched_at<items, true>(from, places));
#pragma unroll
      for (int m = 0; m < items; ++m)
        if (holds(m)) to.template put<true>(i + m * 32, value.v[m], k);
    }
  };
  if constexpr (!Program::computes_long) {  // (else the loop's code counts for more)
    if (begin >= 0 && begin + 32 * Items <= grid.inner) {
      go_through(at, i, apart_places<Items>{i}, [](int) { return true; });
      return;
    }
  }
  // a warp that has an end of a row reads several at once, too (of five warps of rows of 510 two
  // have)
  constexpr int at_ends = alike_items_at_ends<Program>;
  constexpr std::int64_t far = 32 * Items;
#pragma unroll 1
  for (int past = 0; past < 32 * Items; past += 32 * at_ends, at.offset += 32 * at_ends) {
    std::int64_t const j = i + past;
    clamped_places<at_ends> const ends{j, static_cast<int>(::max(-j, -far)),
                                       static_cast<int>(::min(grid.inner - 1 - j, far))};
    go_through(at, j, ends, [&](int m) { return m * 32 >= ends.low && m * 32 <= ends.high; });
  }
}

template <bool Planes, class Queue, class Program, class Sink>
void launch_alike(Queue& on, iteration const& it, tiling const& tiles, Program const& program,
                  Sink const& sink)
{
  constexpr int items = alike_items<Program>, fitting = alike_blocks<Program, Planes>;
  warp_grid grid;
  // fewer rows where that leaves multiprocessors without work
  int rows = (Planes ? alike_elements_of_planes : alike_elements) / items;
  while (rows > 1 && it.rows * it.inner < std::int64_t{2 * block_threads * fitting} * items * rows *
                                              on.multiprocessors())
    rows /= 2;
  auto const blocks =
      lay_warps(grid, it, tiles, 32 * items, rows, behind_at_most(it, sink, 128), Planes);
  on.template launch_early<starts_early<Program, Sink>>("elements",
                                                        alike_kernel<items, fitting, Program, Sink>,
                                                        blocks, block_threads, grid, program, sink);
}

template <class Queue, class Program, class Sink>
void launch_alike(Queue& on, iteration const& it, tiling const& tiles, Program const& program,
                  Sink const& sink)
{
  if (it.outer_rank > 1 && it.outer[1] >= block_threads / 32)
    launch_alike<true>(on, it, tiles, program, sink);
  else
    launch_alike<false>(on, it, tiles, program, sink);
}

}  // namespace acre::backends::gpu
