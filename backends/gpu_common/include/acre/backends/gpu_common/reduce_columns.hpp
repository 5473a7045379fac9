#pragma once

#include <acre/backends/gpu_common/reduce_lanes.hpp>
#include <acre/backends/gpu_common/warp.hpp>

#include <algorithm>
#include <cstdint>

/// Columns: a block is 2^log2_x threads along the columns, 2^log2_y along the lanes of a tile and
/// the rest over further tiles; each thread combines its lane of a packet of columns.
namespace acre::backends::gpu {

struct columns_split {
  int log2_x, log2_y;
  std::uint32_t pieces;  // blocks side by side that cover the columns
};

/// How a thread reads columns: as many as one 16-byte access holds, fewer if the lanes of a block's
/// threads then don't fit in shared memory.
template <class Program, class Value, bool Packed>
struct column_access {
  static constexpr int room = 32768, size = sizeof(Value);
  static constexpr int threads = size <= room / 256 ? 256 : size <= room / 64 ? 64 : column_lanes;
  static constexpr int lanes = [] {
    int fit = Packed ? packet_width(Program::width) : 1;
    while (fit > 1 && fit * threads * size > room) fit /= 2;
    return fit;
  }();
  static constexpr int loads = program_loads<Program, lanes, 256>;

  template <class Row>
  __device__ static auto get(Row const& from, std::int64_t i, std::int64_t r)
  {
    if constexpr (Packed)
      return from.template load<lanes, true>(i, r);
    else
      return packet<typename Program::value_type, 1>{{from.template at<false>(i, r)}};
  }
};

/// out[k * inner + i] from columns of any length. Tile results go to `scratch`; the last block of
/// up to 512 tiles of a piece to finish (a `ticket`, zero before and after, tells) reduces these,
/// and so on. Blocks of few columns do several tiles at once, and so go through all levels in step.
template <bool Packed, class Program, class Reducer, class Out>
__global__ void __launch_bounds__(256, 2)
    columns_kernel(reduction red, columns_split split, Program program, Reducer reducer, Out* out,
                   typename Reducer::value_type* scratch, std::uint32_t* ticket)
{
  using value = typename Reducer::value_type;
  using access = column_access<Program, value, Packed>;
  constexpr int V = access::lanes;
  __shared__ raw_storage<value, access::threads * V> partial;
  __shared__ bool busy[access::threads];           // slices whose tile is still to be combined
  __shared__ std::int64_t place[access::threads];  // where its result belongs
  int const x_threads = 1 << split.log2_x, y_threads = 1 << split.log2_y, width = V << split.log2_x;
  int const x = threadIdx.x & (x_threads - 1), y = threadIdx.x >> split.log2_x & (y_threads - 1);
  int const slice = threadIdx.x >> (split.log2_x + split.log2_y),
            slices = blockDim.x >> (split.log2_x + split.log2_y);
  std::uint32_t const piece = blockIdx.x % split.pieces;
  std::int64_t const tiles = (red.length + column_tile - 1) / column_tile;
  std::int64_t const unit = std::int64_t{blockIdx.x / split.pieces} * slices + slice;
  std::int64_t const k = tiles == 1 ? unit : quotient(unit, tiles);
  std::int64_t const column0 = std::int64_t{piece} * width, column = column0 + x * V;
  bool const here = column < red.it.inner;
  std::int64_t count = tiles, index = unit - k * tiles;
  bool mine = unit < red.kept * tiles;

  value lane[V];
  clear(reducer, lane);
  if (mine && here) {
    std::int64_t const first = index * column_tile;
    int const items = (static_cast<int>(min(red.length - first, std::int64_t{column_tile})) - y +
                       column_lanes - 1) /
                      column_lanes;
    if (Packed || red.it.outer_rank == red.kept_rank + 1) {
      auto const from = bind_along(program, reduced_position(red, k, first), red.kept_rank);
      accumulate_at_once<access::loads>(reducer, lane, items, [&](int item) {
        return access::get(from, column, y + std::int64_t{item} * column_lanes);
      });
    } else {
      accumulate_at_once<1>(reducer, lane, items, [&](int item) {
        return access::get(program.bind(reduced_position(red, k, first + y + item * column_lanes)),
                           column, 0);
      });
    }
  }
  for (;;) {
    // the lanes of a column meet in shared memory
    if (x == 0 && y == 0) {
      busy[slice] = mine;
      place[slice] = k * count + index;
    }
#pragma unroll
    for (int j = 0; j < V; ++j) partial[threadIdx.x * V + j] = lane[j];
    __syncthreads();
    for (int c = threadIdx.x; c < slices * width; c += blockDim.x) {
      int const s = c / V >> split.log2_x, at = c - s * width;
      if (!busy[s] || column0 + at >= red.it.inner) continue;
      value total[column_lanes];
#pragma unroll
      for (int l = 0; l < column_lanes; ++l)
        total[l] = l < y_threads ? partial[(s * y_threads + l) * width + at] : reducer.identity();
      combined(reducer, total);
      std::int64_t const to = place[s] * red.it.inner + column0 + at;
      if (count == 1)
        out[to] = reducer.finish(total[0]);
      else
        scratch[to] = total[0];
    }
    if (count == 1) return;
    __syncthreads();
    std::int64_t const groups = (count + column_tile - 1) / column_tile,
                       group = index / column_tile;
    int const members =
        static_cast<int>(min(count - group * column_tile, std::int64_t{column_tile}));
    if (x == 0 && y == 0 && mine)
      busy[slice] = comes_last(ticket + (k * groups + group) * split.pieces + piece, 1, members);
    __syncthreads();
    mine = mine && busy[slice];
    if (!__syncthreads_or(mine)) return;
    clear(reducer, lane);
    if (mine && here) {
      value const* const from = scratch + (k * count + group * column_tile) * red.it.inner + column;
      accumulate_at_once<access::loads>(
          reducer, lane, (members - y + column_lanes - 1) / column_lanes, [&](int item) {
            packet<value, V> p;
#pragma unroll
            for (int j = 0; j < V; ++j) p.v[j] = from[(y + item * column_lanes) * red.it.inner + j];
            return p;
          });
    }
    scratch += red.kept * count * red.it.inner;
    ticket += red.kept * groups * split.pieces;
    index = group;
    count = groups;
  }
}

}  // namespace acre::backends::gpu
