#pragma once

#include <acre/backends/common/operands.hpp>
#include <acre/backends/common/program.hpp>
#include <acre/backends/gpu_common/elementwise_warps.hpp>
#include <acre/backends/gpu_common/tuning.hpp>

#include <cstdint>
#include <type_traits>

/// Elementwise, rows of operands that advance alike, at any alignment.
namespace acre::backends::gpu {

template <class Program>
inline constexpr int alike_items = tuning::alike_items(held_of_one<Program>);
template <class Program>
inline constexpr int alike_items_at_ends =
    tuning::alike_items_at_ends(held_of_one<Program>, sizeof(typename Program::value_type));
template <class Program, bool Planes>
inline constexpr int alike_blocks =
    tuning::alike_blocks(held_of_one<Program>, sizeof(typename Program::value_type),
                         hints_of<Program>::computes_in_blocks, Planes);
/// Whether blocks that go through planes ask for lines before they read them: of what has fewer
/// blocks there than elsewhere, and hence registers left. If many operands are one array's, the
/// others find what the one furthest along the planes waited for.
template <class Program, bool Planes>
inline constexpr bool alike_asks_ahead = Planes && sizeof(typename Program::value_type) == 4 &&
                                         alike_blocks<Program, true> < alike_blocks<Program, false>;

/// Reads no operand's elements, but keeps the highest address of the operands of so many bytes: of
/// neighbouring planes of one array, the one that no warp has come to yet.
template <int Bytes>
struct highest_operand {
  char const** highest;

  __device__ std::int64_t column(int) const { return 0; }
  __device__ std::int64_t row(int) const { return 0; }
  template <int W, bool, class T>
  __device__ packet<T, W> read(T const* data, std::int64_t, std::int64_t) const
  {
    auto const address = reinterpret_cast<char const*>(data);
    if (sizeof(T) == Bytes && *highest < address) *highest = address;
    return {};
  }
};

/// Has a line brought to the L2 cache, on CUDA alone. (A branch around it would split the loop.)
__device__ inline void ask_for([[maybe_unused]] char const* line, [[maybe_unused]] bool wanted)
{
#if defined(__CUDA_ARCH__)
  asm volatile(
      "{\n.reg .pred wanted;\nsetp.ne.s32 wanted, %1, 0;\n@wanted prefetch.global.L2 [%0];\n}" ::
          "l"(line),
      "r"(static_cast<int>(wanted)));
#endif
}

/// Operands that advance alike, by 1 along the inner axis: one offset serves them all, which costs
/// an addition an operand and row. Elements are read as they are, whatever their alignment, the
/// sink's in whole lines of the cache.
template <int Items, int Blocks, bool AsksAhead, class Program, class Sink>
__global__ void __launch_bounds__(block_threads, Blocks)
    alike_kernel(warp_grid grid, Program program, Sink sink)
{
  await_work_before();
  auto [at, across] = place<false>(grid, 1);
  int const apart = AsksAhead ? 1 : grid.apart();
  std::int64_t const further = apart * grid.stride[0];
  int const left =
      static_cast<int>(::min(grid.extent - at.index[0], std::int64_t{apart} * grid.together));
  if (at.index[0] >= grid.extent || (grid.planes && at.index[1] >= grid.beside)) return;
  auto const to = sink.bind(at, 0);
  std::int64_t const begin = across * (32 * Items) - to.behind(128),
                     i = begin + static_cast<int>(threadIdx.x) % 32;
  if (begin >= grid.inner) return;
  constexpr int size = sizeof(typename Program::value_type);
  char const* ahead = nullptr;
  if constexpr (AsksAhead) {  // a line a lane, as many as the warp reads of a row
    fetched_at<1, true>(program.bind(at, 0), highest_operand<size>{&ahead});
    std::int64_t const lane = i - begin, line = lane * (128 / size);
    if (ahead != nullptr && line < 32 * Items)
      ahead += (::max(::min(begin + line, grid.inner - 1), std::int64_t{0}) +
                alike_planes_ahead * further) *
               size;
    else
      ahead = nullptr;
  }
  at.offset += i;
  auto const go_through = [&](position at, std::int64_t i, auto const& places, auto const& holds) {
    constexpr int items = std::remove_cvref_t<decltype(places)>::items;
#pragma unroll 1
    for (int k = 0; k < left; at.index[0] += apart, k += apart, at.offset += further) {
      auto const from = program.bind(at, 0);
      auto const operands = fetched_at<items, true>(from, places);
      if constexpr (AsksAhead)
        ask_for(ahead + k * further * size, ahead != nullptr && k + alike_planes_ahead < left);
      auto const value = computed<items>(from, operands);
#pragma unroll
      for (int m = 0; m < items; ++m)
        if (holds(m)) to.template put<true>(i + m * 32, value.v[m], k);
    }
  };
  if constexpr (!hints_of<Program>::computes_in_blocks) {  // (else the loop's code counts for more)
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
  constexpr bool asks = alike_asks_ahead<Program, Planes>;
  warp_grid grid;
  // fewer rows where that leaves multiprocessors without work
  int rows = (asks     ? alike_elements_that_ask
              : Planes ? alike_elements_of_planes
                       : alike_elements) /
             items;
  while (rows > 1 && it.rows * it.inner < std::int64_t{2 * block_threads * fitting} * items * rows *
                                              on.multiprocessors())
    rows /= 2;
  auto const blocks =
      lay_warps(grid, it, tiles, 32 * items, rows, behind_at_most(it, sink, 128), Planes);
  on.template launch_early<starts_early<Program, Sink>>(
      "elements", alike_kernel<items, fitting, asks, Program, Sink>, blocks, block_threads, grid,
      program, sink);
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
