#pragma once

#include <acre/backends/common/iteration.hpp>
#include <acre/backends/common/packet.hpp>

#include <algorithm>
#include <cstdint>

namespace acre::backends::gpu {

inline constexpr int block_threads = 256;

/// How threads are laid over rows: 2^log2_x threads along a row, the block's others on further
/// rows; `pieces` blocks side by side cover one row.
struct grid_shape {
  int log2_x;
  std::uint32_t pieces;
};

struct thread_place {
  std::int64_t row, piece;
  int x;
};

__device__ inline thread_place place(grid_shape const& grid)
{
  std::uint32_t block = blockIdx.x, piece = 0;
  if (grid.pieces > 1) {
    std::uint32_t const rows = block / grid.pieces;
    piece = block - rows * grid.pieces;
    block = rows;
  }
  int const x = threadIdx.x & ((1 << grid.log2_x) - 1);
  std::int64_t const rows_per_block = block_threads >> grid.log2_x;
  return {block * rows_per_block + (threadIdx.x >> grid.log2_x), piece, x};
}

/// One contiguous row, which most work is: `Packets` packets a thread, a block's width apart, with
/// nothing before them but their index. (What packed_kernel asks about rows costs a program
/// without loads, random numbers, half its time on an H200.)
template <int W, int Packets, class Program, class Sink>
__global__ void __launch_bounds__(block_threads, Packets > 1 ? 6 : 1)
    flat_kernel(std::int64_t count, Program program, Sink sink)
{
  constexpr int apart = block_threads * W;
  std::int64_t const first = std::int64_t{blockIdx.x} * (Packets * apart) + threadIdx.x * W;
  auto const from = program.bind(position{});
  auto const to = sink.bind(position{});
  if (first + (Packets - 1) * apart + W <= count) {
#pragma unroll
    for (int k = 0; k < Packets; ++k)
      to.template store<W>(first + k * apart, from.template load<W, true>(first + k * apart));
    return;
  }
  for (std::int64_t i = first; i < count; i += apart)
    for (std::int64_t j = i; j < i + W && j < count; ++j) to.template put<true>(j, from.template at<true>(j));
}

/// Thread (x, row) computes packet x of its row's piece. One packet a thread reaches the copy
/// bandwidth of an H200 for float32 and float64 alike.
template <int W, bool Unit, class Program, class Sink>
__global__ void __launch_bounds__(block_threads)
    packed_kernel(iteration it, grid_shape grid, Program program, Sink sink)
{
  auto const [row, piece, x] = place(grid);
  if (row >= it.rows) return;
  position const at = unravel(it, row);
  auto const from = program.bind(at);
  auto const to = sink.bind(at);
  std::int64_t const i = ((piece << grid.log2_x) + x) * W;
  if (i + W <= it.inner) {
    to.template store<W>(i, from.template load<W, Unit>(i));
  } else {
    for (std::int64_t j = i; j < it.inner; ++j) to.template put<false>(j, from.template at<false>(j));
  }
}

/// Any strides: one element an access, several a thread, a block's width apart.
template <int Items, class Program, class Sink>
__global__ void __launch_bounds__(block_threads)
    strided_kernel(iteration it, grid_shape grid, Program program, Sink sink)
{
  auto const [row, piece, x] = place(grid);
  if (row >= it.rows) return;
  position const at = unravel(it, row);
  auto const from = program.bind(at);
  auto const to = sink.bind(at);
  std::int64_t const first = (piece * Items << grid.log2_x) + x;
  typename Program::value_type value[Items];
#pragma unroll
  for (int k = 0; k < Items; ++k) {
    std::int64_t const i = first + (k << grid.log2_x);
    if (i < it.inner) value[k] = from.template at<false>(i);
  }
#pragma unroll
  for (int k = 0; k < Items; ++k) {
    std::int64_t const i = first + (k << grid.log2_x);
    if (i < it.inner) to.template put<false>(i, value[k]);
  }
}

/// Threads along a row: a power of two that covers `packets` in one piece if it can.
inline grid_shape shape_for(std::int64_t packets, int items)
{
  std::int64_t const wanted = (packets + items - 1) / items;
  int log2_x = 0;
  while ((1 << log2_x) < block_threads && (1 << log2_x) < wanted) ++log2_x;
  std::int64_t const per_piece = std::int64_t{items} << log2_x;
  return {log2_x, static_cast<std::uint32_t>((packets + per_piece - 1) / per_piece)};
}

inline std::int64_t blocks_for(iteration const& it, grid_shape const& grid)
{
  std::int64_t const rows_per_block = block_threads >> grid.log2_x;
  return (it.rows + rows_per_block - 1) / rows_per_block * grid.pieces;
}

/// sink[i] = program[i] for every element; queued on the space's stream, does not wait.
///
/// `space.launch(kernel, blocks, threads, args...)` queues and throws launch_error.
template <class Space, class Program, class Sink>
void elementwise(Space const& space, iteration const& it, Program const& program, Sink const& sink)
{
  if constexpr (Sink::packable) {
    constexpr int W = packet_width(Program::width > Sink::width ? Program::width : Sink::width);
    if (it.packed && it.unit && it.rows == 1) {
      // one packet saturates the memory; what computes long enough to see its own prologue gets four
      constexpr int packets = prefers_packets<Program> ? 4 : 1;
      constexpr std::int64_t per_block = packets * block_threads * W;
      space.launch(flat_kernel<W, packets, Program, Sink>, (it.inner + per_block - 1) / per_block, block_threads, it.inner,
                   program, sink);
      return;
    }
    if (it.packed) {
      auto const grid = shape_for((it.inner + W - 1) / W, 1);
      auto* const kernel = it.unit ? packed_kernel<W, true, Program, Sink> : packed_kernel<W, false, Program, Sink>;
      space.launch(kernel, blocks_for(it, grid), block_threads, it, grid, program, sink);
      return;
    }
  }
  constexpr int items = 4;
  auto const grid = shape_for(it.inner, items);
  space.launch(strided_kernel<items, Program, Sink>, blocks_for(it, grid), block_threads, it, grid, program, sink);
}

}  // namespace acre::backends::gpu
