#pragma once

#include <acre/backends/common/divisor.hpp>
#include <acre/backends/common/matmul.hpp>
#include <acre/backends/common/packet.hpp>
#include <acre/backends/gpu_common/matmul_blocks.hpp>
#include <acre/backends/gpu_common/shared_memory.hpp>
#include <acre/backends/gpu_common/tiles.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

/// Products of many short rows and one small matrix. It lies in shared memory, and tiles of rows
/// come there while others are multiplied: neighbours by neighbours, whatever the rows' length, and
/// so do results leave. A thread sums a packet of neighbours of a few rows of the result.
namespace acre::backends::gpu {

/// Longest rows of the left operand and of the result, and of the latter with elements of more than
/// 4 bytes; threads of a block, and bytes of its shared memory, for which there may be less of
/// them.
inline constexpr std::int64_t tall_depth = 32, tall_columns = 32, tall_wide_columns = 8;
inline constexpr int tall_threads = 128, tall_bytes = 49152;

/// Steps of the operands and of their places in shared memory.
struct tall_split {
  std::int64_t rows, tiles, a_row, a_column, b_row, b_column;
  int depth, columns, threads;
  int across = 0;            // logarithms: of the threads that have a row,
  int tile_rows = 0;         // of the rows of a tile,
  int b_pitch = 0;           // of the elements of the small matrix's rows in shared memory
  int a_pitch;               // of a tile's rows there
  bool in_packets;           // the depth is a number of packets
  bool brings_packets;       // a tile is a run of packets,
  bool leaves_in_packets;    // and so is that of the result;
  bool leaves_from_threads;  // what a thread has of a row is one, or all of the row
  divisor of_row;

  /// For `each` rows a thread; as many threads as shared memory has room for.
  template <int Size>
  tall_split(matmul_problem const& p, int each, std::integral_constant<int, Size>)
      : rows(p.rows),
        a_row(p.a.row),
        a_column(p.depth == 1 ? 1 : p.a.column),
        b_row(p.b.row),
        b_column(p.b.column),
        depth(static_cast<int>(p.depth)),
        columns(static_cast<int>(p.columns)),
        threads(tall_threads),
        of_row(p.depth)
  {
    constexpr int W = packet_width(Size);
    auto const is_aligned = [](void const* data) {
      return reinterpret_cast<std::uintptr_t>(data) % 16 == 0;
    };
    in_packets = depth % W == 0;
    // an odd number of packets, and neighbouring threads' reads meet no bank twice
    a_pitch = in_packets && depth / W % 2 == 0 ? depth + W : depth;
    brings_packets = a_column == 1 && a_row == depth && is_aligned(p.a.data);
    leaves_in_packets = is_aligned(p.c);
    leaves_from_threads = columns == 1 || (leaves_in_packets && columns % W == 0);
    while ((W << across) < columns) ++across;
    while ((1 << b_pitch) < W << across) ++b_pitch;
    while (threads > 32 && bytes(each, Size) > tall_bytes) threads /= 2;
    while ((1 << tile_rows) < (each * threads) >> across) ++tile_rows;
    tiles = (rows + (std::int64_t{1} << tile_rows) - 1) >> tile_rows;
  }
  /// Shared memory: two tiles of rows, the small matrix, results that don't leave from threads.
  std::size_t bytes(int each, int size) const
  {
    int const in_tile = (each * threads) >> across,
              elements = 2 * in_tile * a_pitch + (depth << b_pitch) +
                         (leaves_from_threads ? 0 : in_tile * columns);
    return static_cast<std::size_t>(elements) * static_cast<std::size_t>(size);
  }
};

template <class Numbers, int Rows>
__global__ void __launch_bounds__(tall_threads, min_blocks(Rows > 4 ? 4 : 8))
    matmul_tall(typename Numbers::element const* a, typename Numbers::element const* b,
                typename Numbers::element* c, tall_split split)
{
  using element = typename Numbers::element;
  using value = typename Numbers::value;
  constexpr int size = sizeof(element), W = packet_width(size);
  using group = packet<element, W>;
  static_assert(sizeof(group) == 16);
  ACRE_DYNAMIC_SHARED(bytes, unsigned char);
  int const thread = static_cast<int>(threadIdx.x), threads = split.threads, depth = split.depth,
            columns = split.columns, pitch = split.a_pitch, tile_rows = 1 << split.tile_rows;
  auto* const tiles_of_a = reinterpret_cast<element*>(bytes);
  element* const small = tiles_of_a + 2 * tile_rows * pitch;
  element* const results = small + (depth << split.b_pitch);
  auto const copy = [](element* to, element const* from) {
    copy_to_shared<size>(reinterpret_cast<char*>(to), reinterpret_cast<std::uintptr_t>(from));
  };
  auto const rows_of = [&](std::int64_t tile) {
    return static_cast<int>(::min(split.rows - (tile << split.tile_rows), std::int64_t{tile_rows}));
  };
  auto const row_of = [&](int e) {
    return static_cast<int>(split.of_row.quotient(static_cast<std::uint32_t>(e)));
  };
  auto const bring = [&](std::int64_t tile, int which) {
    std::int64_t const row0 = tile << split.tile_rows;
    int const count = rows_of(tile) * depth;
    element* const to = tiles_of_a + which * tile_rows * pitch;
    if (split.brings_packets) {
      element const* const from = a + row0 * depth;
      int const whole = count / W * W, gap = pitch - depth;  // a gap is behind whole packets alone
#pragma unroll 4
      for (int e = thread * W; e < whole; e += threads * W)
        copy_to_shared<16>(reinterpret_cast<char*>(to + e + (gap > 0 ? row_of(e) * gap : 0)),
                           reinterpret_cast<std::uintptr_t>(from + e));
      if (int const e = whole + thread; e < count) copy(to + e, from + e);
      return;
    }
    element const* const from = a + row0 * split.a_row;
    bool const along = (split.a_column < 0 ? -split.a_column : split.a_column) <=
                       (split.a_row < 0 ? -split.a_row : split.a_row);
    if (along) {
#pragma unroll 4
      for (int e = thread; e < count; e += threads) {
        int const row = row_of(e), k = e - row * depth;
        copy(to + row * pitch + k, from + row * split.a_row + k * split.a_column);
      }
    } else {
      int const there = rows_of(tile);
#pragma unroll 4
      for (int e = thread; e < depth << split.tile_rows; e += threads) {
        int const k = e >> split.tile_rows, row = e & (tile_rows - 1);
        if (row < there) copy(to + row * pitch + k, from + row * split.a_row + k * split.a_column);
      }
    }
  };

  for (int e = thread; e < depth << split.b_pitch; e += threads) {
    int const k = e >> split.b_pitch, column = e & ((1 << split.b_pitch) - 1);
    if (column < columns) copy(small + e, b + k * split.b_row + column * split.b_column);
  }
  int const row_threads = threads >> split.across, row_thread = thread >> split.across,
            column0 = (thread & ((1 << split.across) - 1)) * W;
  element const* const other = small + column0;
  bring(blockIdx.x, 0);
  copies_begun();
  int now = 0;
#pragma unroll 1
  for (std::int64_t tile = blockIdx.x; tile < split.tiles; tile += gridDim.x, now ^= 1) {
    if (tile + gridDim.x < split.tiles) bring(tile + gridDim.x, now ^ 1);
    copies_begun();
    copies_settled_but<1>();
    __syncthreads();
    element const* const mine = tiles_of_a + (now * tile_rows + row_thread) * pitch;
    value sum[Rows][W];
#pragma unroll
    for (int r = 0; r < Rows; ++r)
#pragma unroll
      for (int w = 0; w < W; ++w) sum[r][w] = value{};
    auto const multiply = [&](element const(&x)[Rows], int k) {
      group const y = *reinterpret_cast<group const*>(other + (k << split.b_pitch));
#pragma unroll
      for (int r = 0; r < Rows; ++r)
#pragma unroll
        for (int w = 0; w < W; ++w)
          sum[r][w] = Numbers::multiply_add(Numbers::load(x[r]), Numbers::load(y.v[w]), sum[r][w]);
    };
    if (split.in_packets) {
#pragma unroll 1
      for (int k = 0; k < depth; k += W) {
        group x[Rows];
#pragma unroll
        for (int r = 0; r < Rows; ++r)
          x[r] = *reinterpret_cast<group const*>(mine + r * row_threads * pitch + k);
#pragma unroll
        for (int w = 0; w < W; ++w) {
          element of_k[Rows];
#pragma unroll
          for (int r = 0; r < Rows; ++r) of_k[r] = x[r].v[w];
          multiply(of_k, k + w);
        }
      }
    } else {
#pragma unroll 2
      for (int k = 0; k < depth; ++k) {
        element of_k[Rows];
#pragma unroll
        for (int r = 0; r < Rows; ++r) of_k[r] = mine[r * row_threads * pitch + k];
        multiply(of_k, k);
      }
    }
    int const there = rows_of(tile);
    element* const to = c + (tile << split.tile_rows) * columns;
#pragma unroll
    for (int r = 0; r < Rows; ++r) {
      int const row = row_thread + r * row_threads;
      if (row >= there || column0 >= columns) continue;
      group stored;
#pragma unroll
      for (int w = 0; w < W; ++w) stored.v[w] = Numbers::store(sum[r][w]);
      if (columns == 1)
        to[row] = stored.v[0];
      else if (split.leaves_from_threads)
        store_packet(to + row * columns + column0, stored);
      else
#pragma unroll
        for (int w = 0; w < W; ++w)
          if (column0 + w < columns) results[row * columns + column0 + w] = stored.v[w];
    }
    __syncthreads();
    if (split.leaves_from_threads) continue;
    int const count = there * columns, whole = split.leaves_in_packets ? count / W * W : 0;
#pragma unroll 2
    for (int e = thread * W; e < whole; e += threads * W)
      store_packet(to + e, *reinterpret_cast<group const*>(results + e));
#pragma unroll 2
    for (int e = whole + thread; e < count; e += threads) to[e] = results[e];
  }
}

/// Matrices of a batch that have the right operand in common, and follow each other as their rows
/// do, are one matrix. Whether all are.
inline bool merge_batch(matmul_problem& p)
{
  for (int axis = p.batch_axes - 1; axis >= 0; --axis) {
    if (p.batch[axis] == 1) continue;
    if (p.rows == 1) p.a.row = p.a.batch[axis];
    if (p.b.batch[axis] != 0 || p.a.batch[axis] != p.rows * p.a.row) return false;
    p.rows *= p.batch[axis];
  }
  p.batch_axes = 0;
  return true;
}

/// Whether it was such a product.
template <class Numbers, class Queue>
bool multiply_tall(Queue& on, matmul_problem p)
{
  using element = typename Numbers::element;
  if constexpr (sizeof(element) < 4 || sizeof(element) != sizeof(typename Numbers::value)) {
    return false;
  } else {
    constexpr int size = sizeof(element), W = packet_width(size);
    // columns of a long depth are left to matmul_vector
    if (p.depth < 1 || p.depth > tall_depth || (p.columns == 1 && p.depth == tall_depth) ||
        p.columns > (size == 4 ? tall_columns : tall_wide_columns) || !merge_batch(p))
      return false;
    bool const wide = size == 4 && p.columns > 2 * W;
    constexpr int few = size == 4 ? 4 : 2;
    int const each = wide ? 8 : few;
    tall_split const split(p, each, std::integral_constant<int, size>());
    std::size_t const shared = split.bytes(each, size);
    if (shared > tall_bytes || split.tiles < (wide ? std::int64_t{on.multiprocessors()} : 16))
      return false;
    auto const run = [&](auto* kernel) {
      on.launch_shared("tall", kernel,
                       std::min(split.tiles, on.resident_blocks(kernel, split.threads, shared)),
                       split.threads, shared, static_cast<element const*>(p.a.data),
                       static_cast<element const*>(p.b.data), static_cast<element*>(p.c), split);
    };
    if constexpr (size == 4) {
      if (wide) {
        run(matmul_tall<Numbers, 8>);
        return true;
      }
    }
    run(matmul_tall<Numbers, few>);
    return true;
  }
}

}  // namespace acre::backends::gpu
