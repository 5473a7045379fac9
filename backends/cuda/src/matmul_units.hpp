#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "matmul_ring.hpp"

/// float64 in the matrix units of compute capability 9.0. Their instruction for 16 × 8 sums and 4
/// of the depth is, for every sum, four fused multiply-adds in index order, rounded each: measured
/// on an H200 for 10^6 random sums of either magnitude, below the normal range, of zeros of both
/// signs, infinities and NaN, and held to by the tests of the order. So these products have the
/// order of backends/common/matmul.hpp at twice the speed of the threads' own arithmetic.
///
/// Operands come to shared memory as they lie, along the depth or across, in a ring of stages that
/// are under way while one is multiplied; a warp has a part of the block's tile.
namespace acre::backends::gpu {

/// WarpRows × WarpColumns sums a warp.
template <int Rows, int Columns, int WarpRows, int WarpColumns, int Slice, int Stages, int Resident>
struct unit_tile {
  static constexpr int rows = Rows, columns = Columns, warp_rows = WarpRows,
                       warp_columns = WarpColumns, slice = Slice, stages = Stages,
                       resident = Resident,
                       threads = Rows / WarpRows * (Columns / WarpColumns) * 32;
};

/// An operand's stage: Wide lines of Slice numbers, or Slice lines of Wide. Four more numbers a
/// line, and a warp's 8 × 4 reads meet no bank twice.
template <int Wide, int Slice, bool AlongDepth>
struct unit_stage {
  static constexpr int line = AlongDepth ? Slice : Wide, lines = AlongDepth ? Wide : Slice,
                       pitch = line + 4, size = lines * pitch, wide_step = AlongDepth ? pitch : 1,
                       deep_step = AlongDepth ? 1 : pitch;
  static_assert(line % 16 == 0);
};

/// Bytes that are there are copied, of 8 or 16, and zeros for the others.
template <int Bytes>
__device__ void copy_there(double* to, double const* from, int there)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  auto const at = static_cast<unsigned>(__cvta_generic_to_shared(to));
  if constexpr (Bytes == 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(at), "l"(from), "r"(there)
                 : "memory");
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(at), "l"(from), "r"(there)
                 : "memory");
#endif
}
template <int Wide, int Slice, int Threads, bool AlongDepth>
class unit_reader {
 public:
  using stage = unit_stage<Wide, Slice, AlongDepth>;

  __device__ unit_reader(double const* from, std::int64_t wide, std::int64_t deep,
                         std::int64_t extent, bool pairs)
      : from_(from),
        along_(AlongDepth ? deep : wide),
        across_(AlongDepth ? wide : deep),
        advance_(Slice * deep),
        extent_(static_cast<int>(::min(extent, std::int64_t{Wide}))),
        pairs_(pairs)
  {}
  /// The next slice's numbers are on their way; `left` of the depth are there.
  __device__ void fetch(double* to, std::int64_t left)
  {
    int const deep = static_cast<int>(::min(left, std::int64_t{Slice}));
    if (pairs_)
      copy<2>(to, deep);
    else
      copy<1>(to, deep);
    from_ += advance_;
  }

 private:
  template <int N>
  __device__ void copy(double* to, int deep) const
  {
    constexpr int in_line = stage::line / N, count = stage::lines * in_line / Threads;
    constexpr bool whole = Threads % in_line == 0;  // a thread keeps its place in the line
    static_assert(count * Threads == stage::lines * in_line);
    int const first = static_cast<int>(threadIdx.x) % in_line * N,
              line0 = static_cast<int>(threadIdx.x) / in_line;
    int const in_depth = AlongDepth ? deep : extent_, lines = AlongDepth ? extent_ : deep;
    double const* from = from_ + line0 * across_ + first * (N == 2 ? 1 : along_);
    std::int64_t const step = Threads / in_line * across_;
#pragma unroll
    for (int n = 0; n < count; ++n) {
      int place = first, line = line0 + n * (Threads / in_line);
      if constexpr (!whole) {
        int const number = static_cast<int>(threadIdx.x) + n * Threads;
        place = number % in_line * N;
        line = number / in_line;
        from = from_ + line * across_ + place * (N == 2 ? 1 : along_);
      }
      int const there = line < lines ? ::max(0, ::min(N, in_depth - place)) : 0;
      copy_there<8 * N>(to + line * stage::pitch + place, there > 0 ? from : from_, 8 * there);
      from += step;
    }
  }

  double const* from_;
  std::int64_t along_, across_, advance_;
  int extent_;
  bool pairs_;
};

/// Operands whose neighbours along the depth (ADeep, BDeep) or across it are brought together;
/// a_pairs, b_pairs: two at a time.
template <class Tile, bool ADeep, bool BDeep>
__global__ void __launch_bounds__(Tile::threads, Tile::resident)
    matmul_units(matmul_problem p, matmul_grid grid, bool a_pairs, bool b_pairs)
{
  constexpr int Slice = Tile::slice, Stages = Tile::stages, M = Tile::warp_rows / 16,
                N = Tile::warp_columns / 8, warps_across = Tile::columns / Tile::warp_columns;
  using a_reader = unit_reader<Tile::rows, Slice, Tile::threads, ADeep>;
  using b_reader = unit_reader<Tile::columns, Slice, Tile::threads, BDeep>;
  using a_stage = typename a_reader::stage;
  using b_stage = typename b_reader::stage;
  extern __shared__ __align__(16) unsigned char shared[];
  auto* const a_tiles = reinterpret_cast<double*>(shared);
  auto* const b_tiles = a_tiles + Stages * a_stage::size;

  matmul_share<Tile> const block(p, grid);
  a_reader rows(static_cast<double const*>(p.a.data) + p.offset(p.a, block.number) +
                    block.row0 * p.a.row + block.first * p.a.column,
                p.a.row, p.a.column, p.rows - block.row0, a_pairs);
  b_reader columns(static_cast<double const*>(p.b.data) + p.offset(p.b, block.number) +
                       block.column0 * p.b.column + block.first * p.b.row,
                   p.b.column, p.b.row, p.columns - block.column0, b_pairs);
  double* const c = static_cast<double*>(grid.slots > 0 ? grid.sums : p.c) + block.to;
  int const warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32,
            wide = lane / 4, deep = lane % 4, warp_row = warp / warps_across * Tile::warp_rows,
            warp_column = warp % warps_across * Tile::warp_columns;

  double sum[M][N][4] = {};
  auto const put = [&](bool begun) {
#pragma unroll
    for (int i = 0; i < M; ++i)
#pragma unroll
      for (int e = 0; e < 4; e += 2) {
        std::int64_t const row = block.row0 + warp_row + i * 16 + wide + e * 4;
#pragma unroll
        for (int j = 0; j < N; ++j) {
          std::int64_t const column = block.column0 + warp_column + j * 8 + deep * 2;
          double* const to = c + row * p.columns + column;
#pragma unroll
          for (int k = 0; k < 2; ++k) {
            if (row < p.rows && column + k < p.columns)
              to[k] = begun ? to[k] + sum[i][j][e + k] : sum[i][j][e + k];
            sum[i][j][e + k] = 0;
          }
        }
      }
  };
  auto const fetch = [&](int stage, std::int64_t done) {
    if (done < block.depth) {
      rows.fetch(a_tiles + stage * a_stage::size, block.depth - done);
      columns.fetch(b_tiles + stage * b_stage::size, block.depth - done);
    }
    copies_begun();
  };
#pragma unroll
  for (int stage = 0; stage + 1 < Stages; ++stage) fetch(stage, std::int64_t{stage} * Slice);
  int now = 0, next = Stages - 1;
  bool begun = false;
#pragma unroll 1
  for (std::int64_t done = 0; done < block.depth; done += Slice) {
    copies_settled_but<Stages - 2>();
    __syncthreads();
    fetch(next, done + (Stages - 1) * Slice);
    double const* const a = a_tiles + now * a_stage::size + (warp_row + wide) * a_stage::wide_step +
                            deep * a_stage::deep_step;
    double const* const b = b_tiles + now * b_stage::size +
                            (warp_column + wide) * b_stage::wide_step + deep * b_stage::deep_step;
    auto const multiply = [&](int k, bool there) {
      double x[M][2], y[N];
#pragma unroll
      for (int i = 0; i < M; ++i)
#pragma unroll
        for (int e = 0; e < 2; ++e) {
          x[i][e] = a[k * a_stage::deep_step + (i * 16 + e * 8) * a_stage::wide_step];
          if (!there) x[i][e] = -0.0;
        }
#pragma unroll
      for (int j = 0; j < N; ++j) y[j] = b[k * b_stage::deep_step + j * 8 * b_stage::wide_step];
#pragma unroll
      for (int i = 0; i < M; ++i)
#pragma unroll
        for (int j = 0; j < N; ++j) multiply_in_unit(sum[i][j], x[i], y[j]);
    };
    std::int64_t const left = block.depth - done;
    if (left >= Slice) {
#pragma unroll
      for (int k = 0; k < Slice; k += 4) multiply(k, true);
    } else {  // what is not there is -0 times 0, which leaves every sum as it is, -0 too
#pragma unroll 1
      for (int k = 0; k < left; k += 4) multiply(k, k + deep < left);
    }
    now = now + 1 == Stages ? 0 : now + 1;
    next = next + 1 == Stages ? 0 : next + 1;
    if ((done + Slice) % matmul_block == 0 && done + Slice < block.depth) {
      put(begun);
      begun = true;
    }
  }
  put(begun);
}

using unit_large = unit_tile<64, 64, 32, 32, 16, 3, 3>;
/// For problems whose large tiles would leave multiprocessors without work.
using unit_small = unit_tile<32, 32, 16, 16, 32, 3, 4>;

template <class Tile, class Api>
void multiply_in_units(queue<Api>& on, matmul_problem const& p, matmul_lines<double> const& lie)
{
  auto const bytes = [](bool along, int wide) {
    int const line = along ? Tile::slice : wide, lines = along ? wide : Tile::slice;
    return lines * (line + 4) * Tile::stages * sizeof(double);
  };
  std::size_t const shared = bytes(lie.a.deep, Tile::rows) + bytes(lie.b.deep, Tile::columns);
  auto* const kernel =
      lie.a.deep
          ? (lie.b.deep ? matmul_units<Tile, true, true> : matmul_units<Tile, true, false>)
          : (lie.b.deep ? matmul_units<Tile, false, true> : matmul_units<Tile, false, false>);
  on.resident_blocks(kernel, Tile::threads, shared);
  multiply_by_blocks<matmul_numbers<double>>(
      on, p, Tile::rows, Tile::columns, 2 * std::int64_t{on.multiprocessors()},
      [&](matmul_grid const& grid, std::int64_t blocks) {
        on.launch_shared("units", kernel, blocks, Tile::threads, shared, p, grid, lie.a.packets,
                         lie.b.packets);
      });
}

/// float32: large tiles where there are enough of them (2048³ on an H200 are 128 for its 132
/// multiprocessors), or else small ones, of which more than a half of the columns are there (10^5 ×
/// 256 × 32: 0.087 ms, in tiles of 32 × 32 0.079).
template <class Api>
bool multiply_float32_in_ring(queue<Api>& on, matmul_problem const& p)
{
  using large = thread_ring<false>;
  using narrow = narrow_ring<true, false>;
  matmul_lines<float> const lie(p);
  std::int64_t const multiprocessors = on.multiprocessors();
  if (fills_tile<large>(p) &&
      ring_cost<large>(p, multiprocessors, 100) <= ring_cost<number_ring>(p, multiprocessors, 122))
    lie.b.whole && !lie.b.deep ? multiply_in_ring<thread_ring<true>>(on, p)
                               : multiply_in_ring<thread_ring<false>>(on, p);
  else if (p.columns <= narrow::columns && p.depth <= 2 * narrow::slice && lie.a.whole &&
           lie.b.whole && fills_tile<narrow>(p) && tiles_of<narrow>(p) >= multiprocessors)
    multiply_in_ring<narrow_ring>(on, p, lie.a.deep, lie.b.deep);
  else if (!fills_tile<number_ring>(p) || 2 * p.columns == number_ring::columns)
    return false;
  else if (lie.a.whole && lie.b.whole)
    multiply_in_ring<packet_ring>(on, p, lie.a.deep, lie.b.deep);
  else
    multiply_in_ring<number_ring>(on, p);
  return true;
}
/// float64 by packets, in tiles of three sizes. A large one is fast as one of two that a
/// multiprocessor has. Blocks of a depth that all belong to one tile of unit_large are left to it
/// (64 × 10^5 × 64 on an H200: 0.038 ms, in a ring 0.044).
template <class Api>
bool multiply_float64_in_ring(queue<Api>& on, matmul_problem const& p,
                              matmul_lines<double> const& lie)
{
  using large = unit_ring_large::of<true, true>;
  using middle = unit_ring_middle::of<true, true>;
  using small = unit_ring_small::of<true, true>;
  if (!lie.a.whole || !lie.b.whole || !fills_tile<small>(p) ||
      (p.rows <= unit_small::rows && p.columns <= unit_small::columns) ||
      (p.blocks() > 1 && p.rows <= unit_large::rows && p.columns <= unit_large::columns))
    return false;
  std::int64_t const multiprocessors = on.multiprocessors(),
                     of_small = ring_cost<small>(p, multiprocessors, 120),
                     of_middle = ring_cost<middle>(p, multiprocessors, 102);
  if (fills_tile<large>(p) && tiles_of<large>(p) > multiprocessors &&
      ring_cost<large>(p, multiprocessors, 100) <= std::min(of_small, of_middle))
    multiply_in_ring<unit_ring_large::of>(on, p, lie.a.deep, lie.b.deep);
  else if (fills_tile<middle>(p) && of_middle <= of_small)
    multiply_in_ring<unit_ring_middle::of>(on, p, lie.a.deep, lie.b.deep);
  else
    multiply_in_ring<unit_ring_small::of>(on, p, lie.a.deep, lie.b.deep);
  return true;
}

/// 90 of compute capability "9.0".
inline int architecture_of(std::string const& compute_capability)
{
  int number = 0;
  for (char const c : compute_capability)
    if (c != '.') number = 10 * number + (c - '0');
  return number;
}

/// Whether what a device of 9.0 runs was compiled for it: code for older ones, which it would run
/// too, has no such instruction.
inline constexpr bool has_unit_code = [] {
#if defined(__CUDA_ARCH_LIST__)
  for (int const architecture : {__CUDA_ARCH_LIST__})
    if (architecture == 900) return true;
#endif
  return false;
}();

template <>
struct matmul_units_of<cuda_api> {
  static bool multiply(queue<cuda_api>& on, matmul_problem const& p)
  {
    bool const is_float32 = p.kind == matmul_kind::float32;
    if (!is_float32 && p.kind != matmul_kind::float64) return false;
    int const architecture = architecture_of(on.device().compute_capability);
    if (is_float32)  // from 8.0 on there are copies that no thread awaits
      return architecture >= 80 && multiply_float32_in_ring(on, p);
    if (!has_unit_code || architecture != 90 || std::min(p.rows, p.columns) < 8) return false;
    matmul_lines<double> const lie(p);
    if (multiply_float64_in_ring(on, p, lie)) return true;
    std::int64_t const tiles = (p.rows + unit_large::rows - 1) / unit_large::rows *
                               ((p.columns + unit_large::columns - 1) / unit_large::columns) *
                               p.batches() * std::max<std::int64_t>(p.blocks(), 1);
    // a result of one small tile is a quarter of a large one, whose rest would be computed in
    // vain (32 × 10^6 × 32 on an H200: 0.137 ms); else at least a half is there along each axis
    bool const is_small = p.rows <= unit_small::rows && p.columns <= unit_small::columns;
    if (tiles >= on.multiprocessors() && !is_small && 2 * p.rows >= unit_large::rows &&
        2 * p.columns >= unit_large::columns)
      multiply_in_units<unit_large>(on, p, lie);
    else
      multiply_in_units<unit_small>(on, p, lie);
    return true;
  }
};

}  // namespace acre::backends::gpu
