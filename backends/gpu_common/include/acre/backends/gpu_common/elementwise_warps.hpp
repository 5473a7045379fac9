#pragma once

#include <acre/backends/common/divisor.hpp>
#include <acre/backends/common/iteration.hpp>
#include <acre/backends/common/operands.hpp>
#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/program.hpp>
#include <acre/backends/common/tiling.hpp>
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
  static constexpr int items = Items;
  std::int64_t i;  // of the first, along the innermost axis

  __device__ std::int64_t column(int m) const { return i + m * 32; }
  __device__ std::int64_t row(int) const { return 0; }
  template <int W, bool, class T>
  __device__ packet<T, W> read(T const* data, std::int64_t, std::int64_t) const
  {
    packet<T, W> p;
#pragma unroll
    for (int m = 0; m < W; ++m) p.v[m] = data[m * 32];
    return p;
  }
};

/// Likewise at a row's beginning or end: places beyond it are those of its first or last element.
template <int Items>
struct clamped_places {
  static constexpr int items = Items;
  std::int64_t i;
  int low, high;  // of the row's first and last element, from i

  __device__ int from_i(int m) const { return ::max(low, ::min(high, m * 32)); }
  __device__ std::int64_t column(int m) const { return i + from_i(m); }
  __device__ std::int64_t row(int) const { return 0; }
  template <int W, bool, class T>
  __device__ packet<T, W> read(T const* data, std::int64_t, std::int64_t) const
  {
    packet<T, W> p;
#pragma unroll
    for (int m = 0; m < W; ++m) p.v[m] = data[from_i(m)];
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
  std::uint32_t rows_a_block;  // along the first outer axis
  bool planes;
  divisor outer[max_rank];        // blocks, along the outer axes
  std::int64_t stride[max_rank];  // of the operands

  __device__ std::uint32_t rows() const { return (block_threads / 32) >> log2_warps; }
  __device__ int apart() const { return planes ? 1 : static_cast<int>(rows()); }
};

/// The element where a warp begins, its rows being `consecutive` or apart(), and its planes
/// `planes`; operands are bound to element 0 of the row. Every thread does this before it can read
/// anything: axes that are not there are left out by branches, not multiplied by 0.
struct warp_place {
  position at;
  std::int64_t across;  // warps before it in the row
};
/// Blocks that follow each other are side by side, and then, where NextRows, on the next rows along
/// the first outer axis, else along the second one: what both read is in the L2 cache still.
template <bool NextRows>
__device__ inline warp_place place(warp_grid const& grid, std::uint32_t consecutive,
                                   std::uint32_t planes = 1)
{
  std::uint32_t const warp = threadIdx.x / 32, row = warp >> grid.log2_warps;
  std::uint32_t block = grid.pieces.quotient(blockIdx.x);
  auto const taken = [&](int axis) {
    std::uint32_t const all = block;
    block = grid.outer[axis].quotient(all);
    return all - block * grid.outer[axis].by;
  };
  warp_place p;
  p.across = (std::int64_t{blockIdx.x - block * grid.pieces.by} << grid.log2_warps) +
             (warp & ((1u << grid.log2_warps) - 1));
  p.at.rank = grid.rank;
  p.at.alike = true;
  std::uint32_t first = 0;
  if constexpr (NextRows) first = taken(0);
  if (grid.rank > 1) {
    std::int64_t second = taken(1);
    second = grid.planes ? second * grid.rows() + row : second * planes;
    p.at.index[1] = second;
    p.at.offset = second * grid.stride[1];
  }
  if constexpr (!NextRows) first = taken(0);
  if (grid.rank > 2) {
#pragma unroll
    for (int axis = 2; axis < max_rank; ++axis) {
      if (axis >= grid.rank) continue;
      p.at.index[axis] = taken(axis);
      p.at.offset += p.at.index[axis] * grid.stride[axis];
    }
  }
  p.at.index[0] = std::int64_t{first} * grid.rows_a_block;
  if (!grid.planes) p.at.index[0] += row * consecutive;
  p.at.offset += p.at.index[0] * grid.stride[0];
  return p;
}

/// Elements by which rows of a sink begin behind a multiple of `bytes`: at most.
template <class Sink>
int behind_at_most(iteration const& it, Sink const& sink, int bytes)
{
  position at;
  at.rank = it.outer_rank;
  int const first = sink.bind(at, 0).behind(bytes);
  for (int axis = 0; axis < it.outer_rank; ++axis) {
    at.index[axis] = 1;
    if (sink.bind(at, 0).behind(bytes) != first) return bytes / Sink::width - 1;
    at.index[axis] = 0;
  }
  return first;
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
  grid.rows_a_block = static_cast<std::uint32_t>(apart * grid.together);
  group_rows(it, apart * grid.together);
  grid.rank = it.outer_rank;
  for (int axis = 0; axis < it.outer_rank; ++axis) grid.outer[axis] = divisor(it.outer[axis]);
  std::int64_t const per_piece = std::int64_t{wide} << grid.log2_warps,
                     pieces = (it.inner + before + per_piece - 1) / per_piece;
  grid.pieces = divisor(pieces);
  return it.rows * pieces;
}

}  // namespace acre::backends::gpu
