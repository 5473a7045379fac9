#pragma once

#include <acre/backends/common/divisor.hpp>
#include <acre/backends/common/iteration.hpp>
#include <acre/backends/gpu_common/tuning.hpp>

#include <cstdint>

/// Elementwise, a user's kernel: a call for each element.
namespace acre::backends::gpu {

/// How threads lie over rows: 2^log2_x along a row, the block's others on further rows; `pieces`
/// blocks side by side cover one row, each thread with `items` calls. How many outer axes there are
/// is known when the kernel is compiled, as every thread begins with them.
template <int Axes>
struct call_grid {
  std::int64_t inner, rows;
  divisor pieces;
  int log2_x, items;
  std::int64_t outer[Axes + 1];  // extents
  divisor by[Axes + 1];          // the same, where there are less than 2^31 rows
};

template <int Axes>
__device__ inline position place(call_grid<Axes> const& grid, std::int64_t row)
{
  position at;
  at.rank = Axes;
  if constexpr (Axes > 1) {
    if (grid.rows >> 31 == 0) {
      auto left = static_cast<std::uint32_t>(row);
#pragma unroll
      for (int axis = Axes - 1; axis > 0; --axis) {
        std::uint32_t const next = grid.by[axis].quotient(left);
        at.index[axis] = left - next * grid.by[axis].by;
        left = next;
      }
      row = left;
    } else {
#pragma unroll
      for (int axis = Axes - 1; axis > 0; --axis) {
        at.index[axis] = row % grid.outer[axis];
        row /= grid.outer[axis];
      }
    }
  }
  at.index[0] = row;
  return at;
}

template <class Sink>
__global__ void __launch_bounds__(call_threads)
    calls_kernel(call_grid<Sink::outer_axes> grid, Sink sink)
{
  std::uint32_t const block = grid.pieces.quotient(blockIdx.x),
                      piece = blockIdx.x - block * grid.pieces.by;
  int const x = static_cast<int>(threadIdx.x) & ((1 << grid.log2_x) - 1), apart = 1 << grid.log2_x;
  std::int64_t const row = std::int64_t{block} * (call_threads >> grid.log2_x) +
                           (threadIdx.x >> grid.log2_x),
                     i = (std::int64_t{piece} * grid.items << grid.log2_x) + x;
  if (row >= grid.rows || i >= grid.inner) return;
  auto const to = sink.bind(place(grid, row), 0);
  auto const call = [&](int m) { to.template put<true>(i + m * apart, 0); };
  if (grid.items == call_items && i + (call_items - 1) * apart < grid.inner) {
#pragma unroll 1
    for (int first = 0; first < call_items; first += calls_at_once)
#pragma unroll
      for (int m = 0; m < calls_at_once; ++m) call(first + m);
    return;
  }
  int const items = static_cast<int>(
      ::min((grid.inner - i + apart - 1) >> grid.log2_x, std::int64_t{grid.items}));
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
  call_grid<Sink::outer_axes> grid;
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
  for (int axis = 0; axis < Sink::outer_axes; ++axis) {
    grid.outer[axis] = it.outer[axis];
    grid.by[axis] = divisor(it.outer[axis]);
  }
  on.launch("elements", calls_kernel<Sink>, (it.rows + rows - 1) / rows * pieces, call_threads,
            grid, sink);
}

}  // namespace acre::backends::gpu
