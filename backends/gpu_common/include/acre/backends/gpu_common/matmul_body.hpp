#pragma once

#include <acre/backends/gpu_common/matmul.hpp>
#include <acre/backends/gpu_common/matmul_blocks.hpp>
#include <acre/backends/gpu_common/matmul_small.hpp>
#include <acre/backends/gpu_common/matmul_tall.hpp>
#include <acre/backends/gpu_common/matmul_vectors.hpp>
#include <acre/backends/gpu_common/shared_memory.hpp>
#include <acre/backends/gpu_common/tiles.hpp>
#include <acre/backends/gpu_common/tuning.hpp>
#include <acre/backends/gpu_common/warp.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

/// The kernels of matmul, for the one source of each Api that instantiates it: of vectors
/// (matmul_vectors.hpp), of short rows and one small matrix (matmul_tall.hpp), of many small
/// matrices (matmul_small.hpp), and here of any others.
///
/// A block computes a tile of the result: slices of both operands, `slice` of the depth at a time,
/// lie in shared memory, twice, so that the next one arrives while one is multiplied; a thread
/// keeps ThreadRows × ThreadColumns sums in registers. Whatever the operands' strides, neighbouring
/// threads read along the axis with the smaller one.
namespace acre::backends::gpu {

/// RowThreads × ColumnThreads threads of ThreadRows × ThreadColumns sums each.
template <int ThreadRows, int ThreadColumns, int RowThreads, int ColumnThreads, int Slice,
          int Resident>
struct matmul_tile {
  static constexpr int thread_rows = ThreadRows, thread_columns = ThreadColumns,
                       row_threads = RowThreads, column_threads = ColumnThreads, slice = Slice,
                       resident = min_blocks(Resident);
  static constexpr int rows = ThreadRows * RowThreads, columns = ThreadColumns * ColumnThreads,
                       threads = RowThreads * ColumnThreads;
};

/// By the bytes of a sum: 64 to 128 registers of sums a thread.
template <int Bytes, int Parts>
struct matmul_large_tile {
  using type = matmul_tile<8, 8, 16, 16, 8, 2>;  // 128 × 128 of 4 bytes
};
template <>
struct matmul_large_tile<8, 1> {
  using type = matmul_tile<8, 8, 16, 8, 8, 2>;  // 128 × 64
};
template <>
struct matmul_large_tile<8, 2> {
  using type = matmul_tile<8, 4, 16, 16, 8, 2>;  // 128 × 64
};
template <>
struct matmul_large_tile<16, 2> {
  using type = matmul_tile<4, 4, 16, 16, 8, 2>;  // 64 × 64
};
/// For problems whose large tiles would leave multiprocessors without work: 32 × 32.
template <int Bytes>
using matmul_small_tile = matmul_tile<4, 4, 8, 8, (Bytes < 16 ? 16 : 8), (Bytes < 8 ? 8 : 6)>;

/// One operand's way into shared memory: a thread's elements are `step` apart, of a tile with
/// `Wide` rows (columns) and `slice` of depth, where they are to lie as [depth][Wide].
template <class Numbers, int Wide, int Slice, int Threads>
class matmul_reader {
 public:
  using element = typename Numbers::element;
  using value = typename Numbers::value;
  static constexpr int count = Wide * Slice / Threads;
  static constexpr int pitch = Wide + (sizeof(value) < 16 ? 16 / sizeof(value) : 1);

  /// `wide` and `deep`: strides along the tile and along the depth; `extent`: what is there of
  /// Wide.
  __device__ matmul_reader(element const* from, std::int64_t wide, std::int64_t deep,
                           std::int64_t extent)
  {
    int const thread = static_cast<int>(threadIdx.x);
    bool const along_depth = (deep < 0 ? -deep : deep) < (wide < 0 ? -wide : wide);
    int const first = along_depth ? thread / Slice : thread % Wide;
    int const step_wide = along_depth ? Threads / Slice : 0;
    depth_ = along_depth ? thread % Slice : thread / Wide;
    depth_step_ = along_depth ? 0 : Threads / Wide;
    at_ = from + first * wide + depth_ * deep;
    step_ = step_wide * wide + depth_step_ * deep;
    advance_ = Slice * deep;
    to_ = depth_ * pitch + first;
    to_step_ = depth_step_ * pitch + step_wide;
    there_ = 0;
#pragma unroll
    for (int n = 0; n < count; ++n)
      if (first + n * step_wide < extent) there_ |= 1u << n;
  }

  /// The next slice's elements are on their way; `left` of the depth are there.
  __device__ void fetch(std::int64_t left)
  {
    element const* from = at_;
    if (left >= Slice) {
#pragma unroll
      for (int n = 0; n < count; ++n, from += step_)
        held_[n] = (there_ >> n & 1u) != 0 ? Numbers::load(*from) : value{};
    } else {
#pragma unroll
      for (int n = 0; n < count; ++n, from += step_)
        held_[n] = (there_ >> n & 1u) != 0 && depth_ + n * depth_step_ < left ? Numbers::load(*from)
                                                                              : value{};
    }
    at_ += advance_;
  }
  __device__ void put(value* tile) const
  {
#pragma unroll
    for (int n = 0; n < count; ++n) tile[to_ + n * to_step_] = held_[n];
  }

 private:
  element const* at_;
  std::int64_t step_, advance_;
  int depth_, depth_step_, to_, to_step_;
  unsigned there_;
  value held_[count];
};

/// Neighbouring values of a thread are 16 bytes, and its groups of them a block's width apart, so
/// that a warp's reads meet no bank twice.
template <class Value, int Threads>
__device__ constexpr int matmul_place(int thread, int n)
{
  constexpr int W = sizeof(Value) < 16 ? 16 / sizeof(Value) : 1;
  return n / W * (Threads * W) + thread * W + n % W;
}
template <class Value, int Count, int Threads>
__device__ void matmul_read(Value const* line, int thread, Value (&to)[Count])
{
  constexpr int W = sizeof(Value) < 16 ? 16 / sizeof(Value) : 1;
  struct alignas(sizeof(Value) * W) group {
    Value v[W];
  };
#pragma unroll
  for (int n = 0; n < Count; n += W) {
    group const g = *reinterpret_cast<group const*>(line + matmul_place<Value, Threads>(thread, n));
#pragma unroll
    for (int w = 0; w < W; ++w) to[n + w] = g.v[w];
  }
}

template <class Numbers, class Tile>
__global__ void __launch_bounds__(Tile::threads, Tile::resident)
    matmul_tiles(matmul_problem p, matmul_grid grid)
{
  using element = typename Numbers::element;
  using value = typename Numbers::value;
  constexpr int M = Tile::thread_rows, N = Tile::thread_columns, Slice = Tile::slice;
  using row_reader = matmul_reader<Numbers, Tile::rows, Slice, Tile::threads>;
  using column_reader = matmul_reader<Numbers, Tile::columns, Slice, Tile::threads>;
  ACRE_ALIGNED_SHARED(row_bytes, unsigned char[2][Slice * row_reader::pitch * sizeof(value)]);
  ACRE_ALIGNED_SHARED(column_bytes, unsigned char[2][Slice * column_reader::pitch * sizeof(value)]);

  matmul_share<Tile> const share(p, grid);
  std::int64_t const number = share.number, row0 = share.row0, column0 = share.column0,
                     first = share.first, depth = share.depth;
  element* const c = static_cast<element*>(grid.slots > 0 ? grid.sums : p.c) + share.to;

  row_reader rows(static_cast<element const*>(p.a.data) + p.offset(p.a, number) + row0 * p.a.row +
                      first * p.a.column,
                  p.a.row, p.a.column, p.rows - row0);
  column_reader columns(static_cast<element const*>(p.b.data) + p.offset(p.b, number) +
                            column0 * p.b.column + first * p.b.row,
                        p.b.column, p.b.row, p.columns - column0);
  int const row_thread = static_cast<int>(threadIdx.x) / Tile::column_threads,
            column_thread = static_cast<int>(threadIdx.x) % Tile::column_threads;
  auto const row_tile = [&](int which) { return reinterpret_cast<value*>(row_bytes[which]); };
  auto const column_tile = [&](int which) { return reinterpret_cast<value*>(column_bytes[which]); };

  value sum[M][N];
  auto const clear = [&] {
#pragma unroll
    for (int i = 0; i < M; ++i)
#pragma unroll
      for (int j = 0; j < N; ++j) sum[i][j] = value{};
  };
  auto const multiply = [&](value const* a, value const* b) {
    value x[M], y[N];
    matmul_read<value, M, Tile::row_threads>(a, row_thread, x);
    matmul_read<value, N, Tile::column_threads>(b, column_thread, y);
#pragma unroll
    for (int i = 0; i < M; ++i)
#pragma unroll
      for (int j = 0; j < N; ++j) sum[i][j] = Numbers::multiply_add(x[i], y[j], sum[i][j]);
  };
  auto const put = [&](bool begun) {
#pragma unroll
    for (int i = 0; i < M; ++i) {
      std::int64_t const row = row0 + matmul_place<value, Tile::row_threads>(row_thread, i);
      if (row >= p.rows) continue;
      element* const to = c + row * p.columns;
#pragma unroll
      for (int j = 0; j < N; ++j) {
        std::int64_t const column =
            column0 + matmul_place<value, Tile::column_threads>(column_thread, j);
        if (column < p.columns)
          to[column] = Numbers::store(begun ? Numbers::add(Numbers::load(to[column]), sum[i][j])
                                            : sum[i][j]);
      }
    }
  };

  clear();
  if (depth > 0) {
    rows.fetch(depth);
    columns.fetch(depth);
    rows.put(row_tile(0));
    columns.put(column_tile(0));
  }
  __syncthreads();
  int now = 0;
  bool begun = false;
  for (std::int64_t done = 0; done < depth; done += Slice, now ^= 1) {
    std::int64_t const left = depth - done;
    bool const more = left > Slice;
    if (more) {
      rows.fetch(left - Slice);
      columns.fetch(left - Slice);
    }
    value const *const a = row_tile(now), *const b = column_tile(now);
    if (left >= Slice) {
#pragma unroll
      for (int k = 0; k < Slice; ++k)
        multiply(a + k * row_reader::pitch, b + k * column_reader::pitch);
    } else {  // what is not there is not added: 0 is not nothing beside -0
#pragma unroll 1
      for (int k = 0; k < left; ++k)
        multiply(a + k * row_reader::pitch, b + k * column_reader::pitch);
    }
    if (more) {
      rows.put(row_tile(now ^ 1));
      columns.put(column_tile(now ^ 1));
      if ((done + Slice) % matmul_block == 0) {
        put(begun);
        begun = true;
        clear();
      }
    }
    __syncthreads();
  }
  put(begun);
}

template <class Numbers, class Tile, class Api>
void multiply_in_tiles(queue<Api>& on, matmul_problem const& p)
{
  multiply_by_blocks<Numbers>(
      on, p, Tile::rows, Tile::columns, 2 * std::int64_t{on.multiprocessors()},
      [&](matmul_grid const& grid, std::int64_t blocks) {
        on.launch("tiles", matmul_tiles<Numbers, Tile>, blocks, Tile::threads, p, grid);
      });
}

/// A vendor's source may have a faster way with the same bits: it specialises this before it
/// instantiates matmul, and says whether it took a problem.
template <class Api>
struct matmul_units_of {
  static bool multiply(queue<Api>&, matmul_problem const&) { return false; }
};

}  // namespace acre::backends::gpu

namespace acre::backends {

template <class Api>
void matmul(gpu::queue<Api>& on, matmul_problem const& problem)
{
  bool multiplied = false;
  with_matmul_numbers(problem.kind, [&]<class Numbers>(Numbers) {
    multiplied = gpu::multiply_tall<Numbers>(on, problem) ||
                 gpu::multiply_small_matrices<Numbers>(on, problem);
  });
  if (multiplied || gpu::matmul_units_of<Api>::multiply(on, problem)) return;
  with_matmul_numbers(problem.kind, [&]<class Numbers>(Numbers) {
    if (gpu::multiply_by_vector<Numbers>(on, problem)) return;
    using value = typename Numbers::value;
    using large = typename gpu::matmul_large_tile<sizeof(value), Numbers::parts>::type;
    using small = gpu::matmul_small_tile<sizeof(value)>;
    auto const tiles = [](std::int64_t extent, int in_tile) {
      return (extent + in_tile - 1) / in_tile;
    };
    std::int64_t const large_tiles = tiles(problem.rows, large::rows) *
                                     tiles(problem.columns, large::columns) * problem.batches() *
                                     std::max<std::int64_t>(problem.blocks(), 1);
    // of a large tile at least a half is there
    if (large_tiles >= on.multiprocessors() && 2 * problem.rows >= large::rows &&
        2 * problem.columns >= large::columns)
      gpu::multiply_in_tiles<Numbers, large>(on, problem);
    else
      gpu::multiply_in_tiles<Numbers, small>(on, problem);
  });
}

}  // namespace acre::backends
