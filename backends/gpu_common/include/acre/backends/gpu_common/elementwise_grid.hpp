#pragma once

#include <acre/backends/common/iteration.hpp>
#include <acre/backends/gpu_common/tuning.hpp>

#include <cstdint>

/// How threads are laid over rows of elements, for the kernels that read packets and those that
/// read elements at any strides.
namespace acre::backends::gpu {

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

/// Groups of `rows` rows along the outermost axis in the place of rows; returns how many rows it
/// has.
inline std::int64_t group_rows(iteration& it, int rows)
{
  std::int64_t const extent = it.outer_rank > 0 ? it.outer[0] : 1;
  it.outer[0] = (extent + rows - 1) / rows;
  it.rows = it.rows / extent * it.outer[0];
  return extent;
}

}  // namespace acre::backends::gpu
