#pragma once

#include <acre/backends/common/iteration.hpp>
#include <acre/backends/gpu_common/divisor.hpp>

#include <cstdint>

/// Elementwise, a user's kernel: a call for each element.
namespace acre::backends::gpu {

/// Threads of a block, and calls of a thread, which lie a row's threads apart: what several of them
/// read of memory that nothing writes (array_ref<T const, Rank>) is under way at once. A copy of
/// 8192 x 8192 and of 256 x 512 x 512 float32 takes 0.130 ms on an H200 so, as cudaMemcpy does;
/// with rows found by divisions, and eight calls of 256 threads, 0.135.
inline constexpr int call_threads = 128, call_items = 4;

/// How threads lie over rows: 2^log2_x along a row, the block's others on further rows; `pieces`
/// blocks side by side cover one row, each thread with `items` calls.
struct call_grid {
  std::int64_t inner, rows;
  divisor pieces;
  int log2_x, items, rank;
  std::int64_t outer[max_rank];  // extents
  divisor by[max_rank];          // the same, where there are less than 2^31 rows
};

__device__ inline position place(call_grid const& grid, std::int64_t row)
{
  position at;
  at.rank = grid.rank;
  if (grid.rows >> 31 == 0) {
    auto left = static_cast<std::uint32_t>(row);
#pragma unroll
    for (int axis = max_rank - 1; axis > 0; --axis) {
      if (axis >= grid.rank) continue;
      std::uint32_t const next = grid.by[axis].quotient(left);
      at.index[axis] = left - next * grid.by[axis].by;
      left = next;
    }
    at.index[0] = left;
    return at;
  }
#pragma unroll
  for (int axis = max_rank - 1; axis > 0; --axis) {
    if (axis >= grid.rank) continue;
    at.index[axis] = row % grid.outer[axis];
    row /= grid.outer[axis];
  }
  at.index[0] = row;
  return at;
}

template <class Sink>
__global__ void __launch_bounds__(call_threads) calls_kernel(call_grid grid, Sink sink)
{
  std::uint32_t const block = grid.pieces.quotient(blockIdx.x),
                      piece = blockIdx.x - block * grid.pieces.by;
  int const x = static_cast<int>(threadIdx.x) & ((1 << grid.log2_x) - 1), apart = 1 << grid.log2_x;
  std::int64_t const row = std::int64_t{block} * (call_threads >> grid.log2_x) +
                           (threadIdx.x >> grid.log2_x),
                     i = (std::int64_t{piece} * grid.items << grid.log2_x) + x;
  if (row >= grid.rows || i >= grid.inner) return;
  auto const to = sink.bind(place(grid, row), 0);
  int const items = static_cast<int>(
      ::min((grid.inner - i + apart - 1) >> grid.log2_x, std::int64_t{grid.items}));
  auto const call = [&](int m) { to.template put<true>(i + m * apart, 0); };
  if (items == call_items) {
#pragma unroll
    for (int m = 0; m < call_items; ++m) call(m);
    return;
  }
  int m = 0;
#pragma unroll 1
  for (; m + 1 < items; m += 2) {
    call(m);
    call(m + 1);
  }
  if (m < items) call(m);
}

/// sink's call for every position. Fewer of a thread where that leaves multiprocessors without
/// work.
template <class Queue, class Sink>
void launch_calls(Queue& on, iteration const& it, Sink const& sink)
{
  call_grid grid;
  grid.inner = it.inner;
  grid.rows = it.rows;
  grid.items = call_items;
  while (grid.items > 1 &&
         it.rows * it.inner < std::int64_t{4 * call_threads} * grid.items * on.multiprocessors())
    grid.items /= 2;
  std::int64_t const wanted = (it.inner + grid.items - 1) / grid.items;
  grid.log2_x = 0;
  while ((1 << grid.log2_x) < call_threads && (1 << grid.log2_x) < wanted) ++grid.log2_x;
  std::int64_t const piece = std::int64_t{grid.items} << grid.log2_x,
                     pieces = (it.inner + piece - 1) / piece, rows = call_threads >> grid.log2_x;
  grid.pieces = divisor(pieces);
  grid.rank = it.outer_rank;
  for (int axis = 0; axis < it.outer_rank; ++axis) {
    grid.outer[axis] = it.outer[axis];
    grid.by[axis] = divisor(it.outer[axis]);
  }
  on.launch("elements", calls_kernel<Sink>, (it.rows + rows - 1) / rows * pieces, call_threads,
            grid, sink);
}

}  // namespace acre::backends::gpu
