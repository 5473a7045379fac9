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
///
/// One row alone has its packets in the place of rows, if `along`: `Rows` of a piece, as many
/// apart as there are threads along it. (What is asked about rows costs more than a packet of most
/// programs: with a packet a thread maximum(x, a) and minimum(x, b) of 5 * 10^7 float32 together
/// took 0.274 ms on an H200, whose memory moves each in 0.095.)
template <int W, int Rows, class Program, class Sink>
__global__ void __launch_bounds__(block_threads)
    rows_kernel(iteration it, std::int64_t extent, bool along, grid_shape grid, Program program,
                Sink sink)
{
  await_work_before();
  auto const [group, piece, x] = place(grid);
  std::int64_t const i = ((piece * (along ? Rows : 1) << grid.log2_x) + x) * W;
  if (group >= it.rows || i >= it.inner) return;
  position at = unravel(it, group);
  std::int64_t const first = at.index[0] *= Rows;
  auto const from = program.bind(at, 0);
  auto const to = sink.bind(at, 0);
  // packet k is that many elements and rows behind the first
  std::int64_t const apart = along ? std::int64_t{W} << grid.log2_x : 0, down = along ? 0 : 1;
  if (i + (Rows - 1) * apart + W <= it.inner && first + (Rows - 1) * down < extent) {
    decltype(fetched<W, false>(from, i)) held[Rows];
#pragma unroll
    for (int k = 0; k < Rows; ++k) held[k] = fetched<W, false>(from, i + k * apart, k * down);
#pragma unroll
    for (int k = 0; k < Rows; ++k)
      to.template store<W>(i + k * apart, computed<W>(from, held[k]), k * down);
    return;
  }
#pragma unroll 1
  for (int k = 0; k < Rows && first + k * down < extent; ++k) {
    std::int64_t const begin = i + k * apart;
    if (begin + W <= it.inner) {  // the rows or packets that remain, or all where they are few
      to.template store<W>(begin, from.template load<W, false>(begin, k * down), k * down);
      continue;
    }
#pragma unroll 1
    for (std::int64_t j = begin; j < begin + W && j < it.inner; ++j)
      to.template put<false>(j, from.template at<false>(j, k * down), k * down);
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
  bool const along = it.rows == 1 && extent == 1 &&
                     packets >= std::int64_t{rows * block_threads} * on.multiprocessors();
  auto const grid = shape_for(packets, along ? rows : 1);
  auto* const kernel = rows_kernel<W, rows, Program, Sink>;
  on.template launch_early<starts_early<Program, Sink>>("elements", kernel, blocks_for(it, grid),
                                                        block_threads, it, extent, along, grid,
                                                        program, sink);
}

}  // namespace acre::backends::gpu
