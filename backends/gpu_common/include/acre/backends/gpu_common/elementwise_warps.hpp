#pragma once

#include <acre/backends/common/iteration.hpp>
#include <acre/backends/common/operands.hpp>
#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/program.hpp>
#include <acre/backends/common/tiling.hpp>
#include <acre/backends/gpu_common/divisor.hpp>
#include <acre/backends/gpu_common/early_start.hpp>
#include <acre/backends/gpu_common/elementwise_grid.hpp>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

/// How warps are laid over rows of operands that advance alike, for the kernels of such rows and of
/// windows.
namespace acre::backends::gpu {

/// A thread's places in alike_kernel: a warp's width apart in one row. Operands were bound to the
/// first of them.
template <int Items>
struct apart_places {
  std::int64_t i;  // of the first, along the innermost axis
  int first;       // of them

  __device__ std::int64_t column(int m) const { return i + (first + m) * 32; }
  __device__ std::int64_t row(int) const { return 0; }
  template <int W, bool, class T>
  __device__ packet<T, W> read(T const* data, std::int64_t, std::int64_t) const
  {
    packet<T, W> p;
#pragma unroll
    for (int m = 0; m < W; ++m) p.v[m] = data[(first + m) * 32];
    return p;
  }
};

/// Bytes that a program's operands hold of one element.
template <class Program>
inline constexpr int held_of_one = sizeof(
    fetched_at<1, true>(std::declval<Program const&>().bind(position{}, 0), apart_places<1>{}));

/// How warps lie over rows of operands that advance alike: 2^log2_warps along a row, the block's
/// others on further rows along the first outer axis, of `extent` rows, `together` a warp; or, in
/// planes, on further rows along the second one, of `beside` rows, so that the block goes through
/// neighbouring planes. `pieces` blocks side by side cover one row.
struct warp_grid {
  std::int64_t inner, extent, beside;
  divisor pieces;
  int rank, log2_warps, together;
  bool planes;
  divisor outer[max_rank];        // blocks, along the outer axes
  std::int64_t stride[max_rank];  // of the operands

  __device__ int rows() const { return (block_threads / 32) >> log2_warps; }
  __device__ int apart() const { return planes ? 1 : rows(); }
};

/// Where a warp begins, its rows being `consecutive` or apart().
struct warp_place {
  position at;
  std::int64_t across;  // warps before it in the row
};
__device__ inline warp_place place(warp_grid const& grid, int consecutive)
{
  std::uint32_t const warp = threadIdx.x / 32;
  std::uint32_t block = grid.pieces.quotient(blockIdx.x);
  warp_place p;
  p.across = (std::int64_t{blockIdx.x - block * grid.pieces.by} << grid.log2_warps) +
             (warp & ((1u << grid.log2_warps) - 1));
  p.at.rank = grid.rank;
#pragma unroll
  for (int axis = max_rank - 1; axis > 0; --axis) {
    if (axis >= grid.rank) continue;
    std::uint32_t const next = grid.outer[axis].quotient(block);
    p.at.index[axis] = block - next * grid.outer[axis].by;
    block = next;
  }
  std::int64_t const row = warp >> grid.log2_warps;
  p.at.index[0] = std::int64_t{block} * grid.apart() * grid.together;
  if (grid.planes)
    p.at.index[1] = p.at.index[1] * grid.rows() + row;
  else
    p.at.index[0] += row * consecutive;
  return p;
}
/// Binds operands to element i of the row.
__device__ inline void bind_alike(warp_grid const& grid, std::int64_t i, position& at)
{
  at.alike = true;
  at.offset = i;
#pragma unroll
  for (int axis = 0; axis < max_rank; ++axis)
    if (axis < grid.rank) at.offset += at.index[axis] * grid.stride[axis];
}

/// Warps over rows of operands that advance alike, a warp taking `wide` elements of a row at once
/// and up to `together` rows. Rows begin up to `before` elements behind what a warp starts with.
/// Returns the blocks.
inline std::int64_t lay_warps(warp_grid& grid, iteration it, tiling const& tiles, int wide,
                              int together, int before, bool planes)
{
  constexpr int warps = block_threads / 32;
  grid.inner = it.inner;
  grid.extent = it.outer_rank > 0 ? it.outer[0] : 1;
  std::copy(std::begin(tiles.stride), std::end(tiles.stride), grid.stride);
  // on neighbouring rows, which read much of the same, as far as there are some
  grid.log2_warps = 0;
  grid.planes = planes;
  grid.beside = planes ? it.outer[1] : 1;
  while ((1 << grid.log2_warps) < warps && !planes && (warps >> grid.log2_warps) > grid.extent)
    ++grid.log2_warps;
  int const rows = warps >> grid.log2_warps, apart = planes ? 1 : rows;
  if (planes) {
    it.rows = it.rows / it.outer[1] * ((it.outer[1] + rows - 1) / rows);
    it.outer[1] = (it.outer[1] + rows - 1) / rows;
  }
  grid.together =
      static_cast<int>(std::min<std::int64_t>(together, (grid.extent + apart - 1) / apart));
  group_rows(it, apart * grid.together);
  grid.rank = it.outer_rank;
  for (int axis = 0; axis < it.outer_rank; ++axis) grid.outer[axis] = divisor(it.outer[axis]);
  std::int64_t const per_piece = std::int64_t{wide} << grid.log2_warps,
                     pieces = (it.inner + before + per_piece - 1) / per_piece;
  grid.pieces = divisor(pieces);
  return it.rows * pieces;
}

}  // namespace acre::backends::gpu
