#pragma once

#include <acre/backends/gpu_common/matmul.hpp>
#include <acre/backends/gpu_common/matmul_small.hpp>
#include <acre/backends/gpu_common/shared_memory.hpp>
#include <acre/backends/gpu_common/tiles.hpp>
#include <acre/backends/gpu_common/tuning.hpp>
#include <acre/backends/gpu_common/warp.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

/// The kernels of matmul, for the one source of each Api that instantiates it.
///
/// A block computes a tile of the result: slices of both operands, `slice` of the depth at a time,
/// lie in shared memory, twice, so that the next one arrives while one is multiplied; a thread
/// keeps ThreadRows × ThreadColumns sums in registers. Whatever the operands' strides, neighbouring
/// threads read along the axis with the smaller one.
namespace acre::backends::gpu {

/// Blocks that a multiprocessor of NVIDIA's is to hold, as __launch_bounds__ takes it; for AMD's it
/// counts waves, and the compiler's choice stands.
constexpr int min_blocks([[maybe_unused]] int blocks)
{
#if defined(__HIPCC__) || defined(ACRE_EMULATED)
  return 1;
#else
  return blocks;
#endif
}

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

struct matmul_grid {
  std::int64_t row_tiles, column_tiles;
  std::int64_t first_block;  // of this launch
  int slots;                 // 0: a block of threads sums all blocks of the depth, into c
  void* sums;                // else each block has a place here
};

/// The work of a block of threads.
template <class Tile>
struct matmul_share {
  std::int64_t number;             // of the batch
  std::int64_t first, depth;       // the part of the depth
  std::int64_t row0, column0, to;  // of its tile; where its matrix of sums begins

  __device__ matmul_share(matmul_problem const& p, matmul_grid const& grid)
  {
    std::int64_t const tiles = grid.row_tiles * grid.column_tiles;
    std::int64_t const tile = blockIdx.x % tiles, others = blockIdx.x / tiles;
    std::int64_t const slot = grid.slots > 0 ? others % grid.slots : 0;
    number = grid.slots > 0 ? others / grid.slots : others;
    // blocks that run at the same time share rows and columns: eight rows of tiles, column by
    // column
    constexpr int band = 8;
    std::int64_t const in_band = band * grid.column_tiles, first_tile = tile / in_band * band;
    std::int64_t const high =
        grid.row_tiles - first_tile < band ? grid.row_tiles - first_tile : band;
    row0 = (first_tile + tile % in_band % high) * Tile::rows;
    column0 = tile % in_band / high * Tile::columns;
    first = (grid.slots > 0 ? grid.first_block + slot : 0) * matmul_block;
    depth = p.depth - first;
    if (grid.slots > 0 && depth > matmul_block) depth = matmul_block;
    to = (slot * p.batches() + number) * p.rows * p.columns;
  }
};

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

/// c (+)= the sums of `slots` blocks, in order. A thread adds a batch of them while the next one is
/// on its way; a block of threads is a warp, as the sums may be few. (977 blocks' sums of 32 × 32
/// float64: on an H200 0.017 ms for 0.040 with one load after the other.)
template <class Numbers>
__global__ void __launch_bounds__(matmul_sum_threads)
    matmul_sum(std::int64_t total, typename Numbers::element const* sums, int slots, bool begun,
               typename Numbers::element* c)
{
  using element = typename Numbers::element;
  constexpr int batch = sizeof(element) < 16 ? 32 : 16;
  std::int64_t const i = std::int64_t{blockIdx.x} * matmul_sum_threads + threadIdx.x;
  if (i >= total) return;
  auto sum = Numbers::load(sums[i]);
  if (begun) sum = Numbers::add(Numbers::load(c[i]), sum);
  element const* from = sums + i + total;
  int left = slots - 1;
  element now[batch], next[batch];
  auto const fetch = [&](element(&to)[batch]) {
#pragma unroll
    for (int n = 0; n < batch; ++n) to[n] = from[n * total];
    from += batch * total;
  };
  auto const add = [&] {
#pragma unroll
    for (int n = 0; n < batch; ++n) sum = Numbers::add(sum, Numbers::load(now[n]));
    left -= batch;
  };
  if (left >= batch) {
    fetch(now);
    while (left >= 2 * batch) {
      fetch(next);
      add();
#pragma unroll
      for (int n = 0; n < batch; ++n) now[n] = next[n];
    }
    add();
  }
#pragma unroll
  for (int n = 0; n < batch; ++n)
    if (n < left) now[n] = from[n * total];
#pragma unroll
  for (int n = 0; n < batch; ++n)
    if (n < left) sum = Numbers::add(sum, Numbers::load(now[n]));
  c[i] = Numbers::store(sum);
}

/// Calls launch(grid, blocks of threads) for the whole depth, or, where tiles are less than
/// `enough`, for some blocks of it at a time, whose sums are added then.
template <class Numbers, class Api, class Launch>
void multiply_by_blocks(queue<Api>& on, matmul_problem const& p, int rows, int columns,
                        std::int64_t enough, Launch const& launch)
{
  using element = typename Numbers::element;
  matmul_grid grid{(p.rows + rows - 1) / rows, (p.columns + columns - 1) / columns, 0, 0, nullptr};
  std::int64_t const blocks = p.blocks(), batches = p.batches(),
                     total = batches * p.rows * p.columns,
                     tiles = grid.row_tiles * grid.column_tiles * batches;
  std::int64_t const slots =
      tiles < enough
          ? std::min(blocks, matmul_most_scratch / (total * std::int64_t{sizeof(element)}))
          : 1;
  if (slots < 2) {
    launch(grid, tiles);
    return;
  }
  auto const sums = on.template scratch<element>(slots * total);
  grid.sums = sums.data();
  for (; grid.first_block < blocks; grid.first_block += slots) {
    grid.slots = static_cast<int>(std::min(slots, blocks - grid.first_block));
    launch(grid, tiles * grid.slots);
    on.launch("sum", matmul_sum<Numbers>, (total + matmul_sum_threads - 1) / matmul_sum_threads,
              matmul_sum_threads, total, static_cast<element const*>(sums.data()), grid.slots,
              grid.first_block > 0, static_cast<element*>(p.c));
  }
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

/// A matrix times a column, or a row times a matrix: a thread has a sum of its own and a warp 32
/// neighbouring ones. Numbers of the matrix and of the vector come to shared memory, 128 bytes of
/// each of the warp's rows at a time, in a ring of two such stages; what follows them comes to L2.
/// (8192 × 8192 on an H200: float32 0.077 ms for 0.087 without that, float64 0.142 for 0.152.)
template <class Element>
struct matmul_vector_stage {
  static constexpr int slice = 128 / static_cast<int>(sizeof(Element)),
                       packet_numbers = 16 / static_cast<int>(sizeof(Element)),
                       pitch = slice + packet_numbers, size = 33 * pitch;
};

struct matmul_vector_tile {
  static constexpr int rows = 32, columns = 1;
};

/// `m` is the matrix, whose rows' strides stand in `row`, and along the depth in `column`; x the
/// vector. `packed`: 16 bytes along the depth are a packet.
template <class Numbers, bool Swapped>
__global__ void __launch_bounds__(32)
    matmul_vector(matmul_problem p, matmul_grid grid, matmul_operand m, std::int64_t lines,
                  matmul_operand x, bool packed)
{
  using element = typename Numbers::element;
  using value = typename Numbers::value;
  using stage = matmul_vector_stage<element>;
  constexpr int Slice = stage::slice, W = stage::packet_numbers;
  ACRE_ALIGNED_SHARED(bytes, unsigned char[2 * stage::size * sizeof(element)]);
  auto* const tiles = reinterpret_cast<element*>(bytes);
  matmul_share<matmul_vector_tile> const share(p, grid);
  int const lane = static_cast<int>(threadIdx.x);
  std::int64_t const left = lines - share.row0;
  element const* from = static_cast<element const*>(m.data) + p.offset(m, share.number) +
                        share.row0 * m.row + share.first * m.column;
  element const* vector =
      static_cast<element const*>(x.data) + p.offset(x, share.number) + share.first * x.column;
  auto const fetch = [&](int which, std::int64_t there) {
    element* const to = tiles + which * stage::size;
    if (packed && there >= Slice) {
#pragma unroll
      for (int n = 0; n < 8; ++n) {
        int const line = n * 4 + lane / 8, place = lane % 8 * W;
        if (line < left)
          copy_to_shared<16, true>(reinterpret_cast<char*>(to + line * stage::pitch + place),
                                   reinterpret_cast<std::uintptr_t>(from + line * m.row + place));
      }
    } else {  // neighbouring threads along the axis with the smaller stride
      bool const along = (m.column < 0 ? -m.column : m.column) < (m.row < 0 ? -m.row : m.row);
#pragma unroll
      for (int n = 0; n < Slice; ++n) {
        int const line = along ? n * (32 / Slice) + lane / Slice : lane,
                  place = along ? lane % Slice : n;
        if (line < left && place < there)
          copy_to_shared<sizeof(element)>(
              reinterpret_cast<char*>(to + line * stage::pitch + place),
              reinterpret_cast<std::uintptr_t>(from + line * m.row + place * m.column));
      }
    }
    for (int place = lane; place < there && place < Slice; place += 32)
      copy_to_shared<sizeof(element)>(reinterpret_cast<char*>(to + 32 * stage::pitch + place),
                                      reinterpret_cast<std::uintptr_t>(vector + place * x.column));
    from += Slice * m.column;
    vector += Slice * x.column;
    copies_begun();
  };
  struct alignas(16) group {
    element v[W];
  };
  auto const multiply = [](element const& a, element const& b, value const& sum) {
    return Swapped ? Numbers::multiply_add(Numbers::load(b), Numbers::load(a), sum)
                   : Numbers::multiply_add(Numbers::load(a), Numbers::load(b), sum);
  };
  value sum{}, whole{};
  bool begun = false;
  auto const end_block = [&] {
    whole = begun ? Numbers::add(whole, sum) : sum;
    begun = true;
    sum = value{};
  };
  fetch(0, share.depth);
  int now = 0;
#pragma unroll 1
  for (std::int64_t done = 0; done < share.depth; done += Slice, now ^= 1) {
    std::int64_t const there = share.depth - done;
    fetch(now ^ 1, there - Slice);
    copies_settled_but<1>();
    sync_warp();
    element const* const mine = tiles + now * stage::size + lane * stage::pitch;
    element const* const other = tiles + now * stage::size + 32 * stage::pitch;
    if (there >= Slice) {
#pragma unroll
      for (int k = 0; k < Slice; k += W) {
        group const a = *reinterpret_cast<group const*>(mine + k),
                    b = *reinterpret_cast<group const*>(other + k);
#pragma unroll
        for (int w = 0; w < W; ++w) sum = multiply(a.v[w], b.v[w], sum);
      }
    } else {
#pragma unroll 1
      for (int k = 0; k < there; ++k) sum = multiply(mine[k], other[k], sum);
    }
    if ((done + Slice) % matmul_block == 0 && there > Slice) end_block();
    sync_warp();
  }
  end_block();
  element* const c = static_cast<element*>(grid.slots > 0 ? grid.sums : p.c) + share.to;
  if (lane < left) c[share.row0 + lane] = Numbers::store(whole);
}

/// The extents of the transposed product.
inline matmul_problem turned(matmul_problem p)
{
  std::swap(p.rows, p.columns);
  return p;
}

/// Whether it was such a product, of numbers that lie in memory as they are computed.
template <class Numbers, class Api>
bool multiply_by_vector(queue<Api>& on, matmul_problem const& p)
{
  using element = typename Numbers::element;
  if constexpr (sizeof(element) < 4 || sizeof(element) != sizeof(typename Numbers::value)) {
    return false;
  } else {
    bool const column = p.columns == 1;
    std::int64_t const lines = column ? p.rows : p.columns;
    if ((!column && p.rows != 1) || lines < 32 || p.depth < 32) return false;
    matmul_operand m = column ? p.a : p.b, x = column ? p.b : p.a;
    if (column)
      x.column = x.row;
    else
      std::swap(m.row, m.column);
    bool packed = m.column == 1 && reinterpret_cast<std::uintptr_t>(m.data) % 16 == 0;
    auto const is_packed = [&](std::int64_t stride) {
      return stride * static_cast<std::int64_t>(sizeof(element)) % 16 == 0;
    };
    packed = packed && is_packed(m.row);
    for (int axis = 0; axis < p.batch_axes; ++axis) packed = packed && is_packed(m.batch[axis]);
    multiply_by_blocks<Numbers>(
        on, column ? p : turned(p), 32, 1, 16 * std::int64_t{on.multiprocessors()},
        [&](matmul_grid const& grid, std::int64_t blocks) {
          on.launch("vector", column ? matmul_vector<Numbers, false> : matmul_vector<Numbers, true>,
                    blocks, 32, column ? p : turned(p), grid, m, lines, x, packed);
        });
    return true;
  }
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
    multiplied = gpu::multiply_small_matrices<Numbers>(on, problem);
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
