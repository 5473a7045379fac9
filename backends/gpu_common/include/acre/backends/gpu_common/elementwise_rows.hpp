#pragma once

#include <acre/backends/common/iteration.hpp>
#include <acre/backends/common/operands.hpp>
#include <acre/backends/common/program.hpp>
#include <acre/backends/gpu_common/early_start.hpp>
#include <acre/backends/gpu_common/elementwise_grid.hpp>
#include <acre/backends/gpu_common/tuning.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

/// Elementwise, aligned rows, with operands that are constant along them.
namespace acre::backends::gpu {

/// Thread (x, group) computes packet x of its piece in `Rows` rows that follow each other along the
/// outermost axis, of `extent` rows; the operands of all are on their way before the first is
/// computed. `it` counts groups instead of rows there. For what is packed.
template <int W, int Rows, class Program, class Sink>
__global__ void __launch_bounds__(block_threads)
    rows_kernel(iteration it, std::int64_t extent, grid_shape grid, Program program, Sink sink)
{
  await_work_before();
  auto const [group, piece, x] = place(grid);
  std::int64_t const i = ((piece << grid.log2_x) + x) * W;
  if (group >= it.rows || i >= it.inner) return;
  position at = unravel(it, group);
  std::int64_t const first = at.index[0] *= Rows;
  auto const from = program.bind(at, 0);
  auto const to = sink.bind(at, 0);
  if (i + W <= it.inner && first + Rows <= extent) {
    decltype(fetched<W, false>(from, i)) held[Rows];
#pragma unroll
    for (int k = 0; k < Rows; ++k) held[k] = fetched<W, false>(from, i, k);
#pragma unroll
    for (int k = 0; k < Rows; ++k) to.template store<W>(i, computed<W>(from, held[k]), k);
    return;
  }
#pragma unroll 1
  for (int k = 0; k < Rows && first + k < extent; ++k) {
    if (i + W <= it.inner) {  // the rows that remain
      to.template store<W>(i, from.template load<W, false>(i, k), k);
      continue;
    }
#pragma unroll 1
    for (std::int64_t j = i; j < it.inner; ++j)
      to.template put<false>(j, from.template at<false>(j, k), k);
  }
}

template <int W, class Program>
inline constexpr int rows_a_thread = tuning::rows_a_thread(
    sizeof(fetched<W, true>(std::declval<Program const&>().bind(position{}, 0), 0)));

template <int W, class Queue, class Program, class Sink>
void launch_rows(Queue& on, iteration it, Program const& program, Sink const& sink)
{
  constexpr int rows = rows_a_thread<W, Program>;
  std::int64_t const extent = group_rows(it, rows), packets = (it.inner + W - 1) / W;
  auto const grid = shape_for(packets, 1);
  auto* const kernel = rows_kernel<W, rows, Program, Sink>;
  on.template launch_early<starts_early<Program, Sink>>(
      "elements", kernel, blocks_for(it, grid), block_threads, it, extent, grid, program, sink);
}

}  // namespace acre::backends::gpu
