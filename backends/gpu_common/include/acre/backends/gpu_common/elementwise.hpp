#pragma once

#include <acre/backends/common/elementwise.hpp>
#include <acre/backends/common/iteration.hpp>
#include <acre/backends/common/operands.hpp>
#include <acre/backends/common/tiling.hpp>
#include <acre/backends/gpu_common/queue.hpp>
#include <acre/backends/gpu_common/tiles.hpp>
#include <acre/backends/gpu_common/transposed.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

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

/// Packets a thread of flat_kernel computes. One saturates the memory. What computes long sees its
/// own prologue and the wait for its operands: float32 softplus takes 0.213 ms for 10^8 elements on
/// an H200 with one packet, 0.194 with four; float64 0.574 and, with two, 0.529.
template <int W, class Program>
inline constexpr int flat_packets = Program::prefers_packets ? 4
                                    : Program::computes_long ? W
                                                             : 1;
/// Blocks that have to fit a multiprocessor, which bounds the registers. On an H200 10^8 float64
/// take, with 5 and with 6: cos 0.386 and 0.434 ms, exp 0.380 and 0.390, sin 0.390 and 0.381, log
/// the same.
template <int W, class Program>
inline constexpr int flat_blocks = Program::prefers_packets ? 6
                                   : Program::computes_long ? (W >= 4 ? 4 : 5)
                                                            : 1;

/// One contiguous row, which most work is: a thread's packets lie a block's width apart, with
/// nothing before them but their index. (What rows_kernel asks about rows costs a program without
/// loads, random numbers, half its time on an H200.)
template <int W, class Program, class Sink>
__global__ void __launch_bounds__(block_threads, (flat_blocks<W, Program>))
    flat_kernel(std::int64_t count, Program program, Sink sink)
{
  constexpr int packets = flat_packets<W, Program>, apart = block_threads * W;
  std::int64_t const packet = std::int64_t{blockIdx.x} * (packets * block_threads) + threadIdx.x,
                     first = packet * W;
  auto const from = program.bind(position{}, 0);
  auto const to = sink.bind(position{}, 0);
  if (first + (packets - 1) * apart + W <= count) {
    if constexpr (Program::prefers_packets) {  // nothing to wait for
#pragma unroll
      for (int k = 0; k < packets; ++k)
        to.template store<W>(first + k * apart,
                             from.template load<W, true>((packet + k * block_threads) * W));
    } else {
      decltype(fetched<W, true>(from, first)) held[packets];
#pragma unroll
      for (int k = 0; k < packets; ++k) held[k] = fetched<W, true>(from, first + k * apart);
#pragma unroll
      for (int k = 0; k < packets; ++k)
        to.template store<W>(first + k * apart, computed<W>(from, held[k]));
    }
    return;
  }
  for (std::int64_t i = first; i < count; i += apart)
#pragma unroll 1
    for (std::int64_t j = i; j < i + W && j < count; ++j)
      to.template put<true>(j, from.template at<true>(j));
}

/// The same for a program that prefers stacks: W elements of each line of one a thread, which loads
/// as it goes.
template <int W, class Program, class Sink>
__global__ void __launch_bounds__(block_threads, (flat_blocks<W, Program>))
    flat_stacks_kernel(std::int64_t count, Program program, Sink sink)
{
  constexpr int threads = stack_line / W;
  std::int64_t const stack =
      std::int64_t{blockIdx.x} * (block_threads / threads) + threadIdx.x / threads;
  int const lane = static_cast<int>(threadIdx.x) % threads * W;
  auto const from = program.bind(position{}, 0);
  auto const to = sink.bind(position{}, 0);
  std::int64_t const first = stack * stack_size + lane;
  if ((stack + 1) * stack_size <= count) {
    auto const made = stacked<W>(from, stack, lane);
#pragma unroll
    for (int line = 0; line < stack_lines; ++line) {
      packet<typename Program::value_type, W> p;
#pragma unroll
      for (int w = 0; w < W; ++w) p.v[w] = made.v[line * W + w];
      to.template store<W>(first + line * stack_line, p);
    }
    return;
  }
#pragma unroll 1
  for (int line = 0; line < stack_lines; ++line)
#pragma unroll 1
    for (int w = 0; w < W; ++w)
      if (std::int64_t const i = first + line * stack_line + w; i < count)
        to.template put<true>(i, from.template at<true>(i));
}

/// Thread (x, group) computes packet x of its piece in `Rows` rows that follow each other along the
/// outermost axis, of `extent` rows; the operands of all are on their way before the first is
/// computed. `it` counts groups instead of rows there. For what is packed.
template <int W, int Rows, class Program, class Sink>
__global__ void __launch_bounds__(block_threads)
    rows_kernel(iteration it, std::int64_t extent, grid_shape grid, Program program, Sink sink)
{
  auto const [group, piece, x] = place(grid);
  std::int64_t const i = ((piece << grid.log2_x) + x) * W;
  if (group >= it.rows || i >= it.inner) return;
  position at = unravel(it, group);
  std::int64_t const first = at.index[0] *= Rows;
  auto const from = program.bind(at, 0);
  auto const to = sink.bind(at, 0);
  if (i + W <= it.inner && first + Rows <= extent) {
    decltype(fetched<W, false>(from, i)) held[Rows];
#pragma unroll
    for (int k = 0; k < Rows; ++k) held[k] = fetched<W, false>(from, i, k);
#pragma unroll
    for (int k = 0; k < Rows; ++k) to.template store<W>(i, computed<W>(from, held[k]), k);
    return;
  }
#pragma unroll 1
  for (int k = 0; k < Rows && first + k < extent; ++k) {
    if (i + W <= it.inner) {  // the rows that remain, or all where they are few
      to.template store<W>(i, from.template load<W, false>(i, k), k);
      continue;
    }
#pragma unroll 1
    for (std::int64_t j = i; j < i + W && j < it.inner; ++j)
      to.template put<false>(j, from.template at<false>(j, k), k);
  }
}

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
/// Elements of a row that a thread of alike_kernel has under way: four, eight where operands are
/// few (x[1:] - x[:-1] of 10^8 float32 takes 0.198 ms on an H200 with eight, 0.222 with four), two
/// where four of each would not fit some 24 registers (a Laplacian of 512^3 float32: 0.37 ms with
/// two, 0.44 with four).
template <class Program>
inline constexpr int alike_items = 8 * held_of_one<Program> <= 64    ? 8
                                   : 4 * held_of_one<Program> <= 128 ? 4
                                                                     : 2;
/// Blocks that have to fit a multiprocessor: with few registers loads and sums take turns.
template <class Program>
inline constexpr int alike_blocks = Program::computes_long || held_of_one<Program> > 64 ? 4
                                    : alike_items<Program> == 2                         ? 8
                                                                                        : 6;
/// Elements that a thread computes in rows one after the other, with one outer axis and with more:
/// what was read for their neighbours is in the L1 cache still.
inline constexpr int alike_elements = 8, alike_elements_of_planes = 32;

/// Division of numbers below 2^31 by one that the host knows: a multiplication, where a division by
/// a number known at run time is some 25 instructions of every thread.
struct divisor {
  std::uint32_t by = 1, multiplier = 1, shift = 0;

  divisor() = default;
  explicit divisor(std::int64_t n) : by(static_cast<std::uint32_t>(n))
  {
    while ((std::int64_t{1} << shift) < n) ++shift;
    auto const over = (std::uint64_t{1} << shift) - static_cast<std::uint64_t>(n);
    multiplier = static_cast<std::uint32_t>((over << 32) / static_cast<std::uint64_t>(n) + 1);
  }
  __device__ std::uint32_t quotient(std::uint32_t n) const
  {
    return (__umulhi(n, multiplier) + n) >> shift;
  }
};

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

/// Operands that advance alike, by 1 along the inner axis: one offset serves them all, which costs
/// an addition an operand and row. Elements are read as they are, whatever their alignment, the
/// sink's in whole lines of the cache.
template <int Items, class Program, class Sink>
__global__ void __launch_bounds__(block_threads, alike_blocks<Program>)
    alike_kernel(warp_grid grid, Program program, Sink sink)
{
  auto [at, across] = place(grid, 1);
  std::int64_t const apart = grid.apart(), further = apart * grid.stride[0];
  std::int64_t const end = ::min(grid.extent, at.index[0] + apart * grid.together);
  if (at.index[0] >= grid.extent || (grid.planes && at.index[1] >= grid.beside)) return;
  auto const to = sink.bind(at, 0);
  std::int64_t const i =
      across * (32 * Items) + static_cast<int>(threadIdx.x) % 32 - to.behind(128);
  bind_alike(grid, i, at);
  bool const whole = i >= 0 && i + (Items - 1) * 32 < grid.inner;
#pragma unroll 1
  for (std::int64_t k = 0; at.index[0] < end;
       at.index[0] += apart, k += apart, at.offset += further) {
    auto const from = program.bind(at, 0);
    if (whole) {
      auto const value =
          computed<Items>(from, fetched_at<Items, true>(from, apart_places<Items>{i, 0}));
#pragma unroll
      for (int m = 0; m < Items; ++m) to.template put<true>(i + m * 32, value.v[m], k);
      continue;
    }
#pragma unroll 1
    for (int m = 0; m < Items; ++m) {  // the ends of rows
      std::int64_t const j = i + m * 32;
      if (j < 0 || j >= grid.inner) continue;
      auto const value = computed<1>(from, fetched_at<1, true>(from, apart_places<1>{i, m}));
      to.template put<true>(j, value.v[0], k);
    }
  }
}

/// The packet of row k of plane `depth` of a thread in windows_kernel, which it reads of the
/// windows' array. Other operands were bound to row 0 of that plane.
struct window_places {
  window_site const& of;
  std::int64_t i, inner, offset, step, deep;  // column; columns; element of row 0 of plane 0 of the
                                              // array; to the next row, and to the next plane
  int k, depth;

  __device__ std::int64_t column(int m) const { return i + m; }
  __device__ std::int64_t row(int) const { return k; }
  template <int W, bool, class T>
  __device__ packet<T, W> read(T const* data, std::int64_t, std::int64_t) const
  {
    T const* const row = data + k * step;
    if (i >= 0 && i + W <= inner) return *reinterpret_cast<packet<T, W> const*>(row);
    packet<T, W> p{};  // a packet in which a row begins or ends: nothing beyond is read
#pragma unroll
    for (int w = 0; w < W; ++w)
      if (i + w >= 0 && i + w < inner) p.v[w] = row[w];
    return p;
  }
  /// Every window makes the same address of the same row, so that the compiler reads it once.
  template <class T, int W, int... Shift>
  __device__ packet<T, W> window() const
  {
    constexpr int rank = sizeof...(Shift), shift[] = {Shift...}, along = shift[rank - 1];
    T const* row = static_cast<T const*>(of.centre) + offset;
#pragma unroll
    for (int axis = 0; axis + 3 < rank; ++axis) row += shift[axis] * of.stride[axis];
    if constexpr (rank > 2) row += (depth + shift[rank - 3]) * deep;
    if constexpr (rank > 1) row += (k + shift[rank - 2]) * step;
    auto const here = *reinterpret_cast<packet<T, W> const*>(row);
    packet<T, W> p;
#pragma unroll
    for (int w = 0; w < W; ++w) {
      bool const inside = w + along >= 0 && w + along < W;
      if (inside)
        p.v[w] = here.v[inside ? w + along : 0];
      else  // (of a row's first and last packet some elements aren't the result's)
        p.v[w] = i + w >= 0 && i + w < inner ? row[w + along] : T();
    }
    return p;
  }
};
/// One element of those.
struct window_place {
  std::int64_t i, step;
  int m, k;

  __device__ std::int64_t column(int) const { return i + m; }
  __device__ std::int64_t row(int) const { return k; }
  template <int W, bool, class T>
  __device__ packet<T, W> read(T const* data, std::int64_t, std::int64_t) const
  {
    return {data[m + k * step]};
  }
};

/// Windows of one array, at shifts known when the program was compiled, and operands that advance
/// alike: aligned packets, each read once, of `Rows` rows along the first outer axis by `Planes`
/// along the second one; elements beside them come from the L1 cache. A row's first and last packet
/// are read as the others are where the array's margin has them.
template <int W, int Rows, int Planes, class Program, class Sink>
__global__ void __launch_bounds__(block_threads, Planes > 1 ? 2 : 1)
    windows_kernel(warp_grid grid, window_site of, Program program, Sink sink)
{
  auto const begin = place(grid, Rows);
  position at = begin.at;
  if constexpr (Planes > 1) at.index[1] *= Planes;
  std::int64_t const first = at.index[0], step = grid.stride[0], inner = grid.inner,
                     deep = Planes > 1 ? grid.stride[1] : 0,
                     rows = ::min(grid.extent - first, std::int64_t{Rows}),
                     planes =
                         Planes > 1 ? ::min(grid.beside - at.index[1], std::int64_t{Planes}) : 1;
  if (rows <= 0) return;
  std::int64_t const i =
      (begin.across * 32 + static_cast<int>(threadIdx.x) % 32) * W - sink.bind(at, 0).behind(16);
  if (i >= inner) return;
  bind_alike(grid, i, at);
  std::int64_t const offset = at.offset, plane = at.index[1];
  auto const go_to = [&](int p) {
    if constexpr (Planes > 1) {
      at.index[1] = plane + p;
      at.offset = offset + p * deep;
    }
  };
  auto const in_row = [&](int w) { return i + w >= 0 && i + w < inner; };
  auto const put = [&](auto const& to, auto const& value, int k) {
    if (i >= 0 && i + W <= inner) {
      to.template store<W>(i, value, k);
      return;
    }
#pragma unroll
    for (int w = 0; w < W; ++w)
      if (in_row(w)) to.template put<true>(i + w, value.v[w], k);
  };
  auto const packet_at = [&](int k, int p) {
    return window_places{of, i, inner, offset, step, deep, k, p};
  };
  bool const readable = i >= -of.margin && i + W <= inner + of.margin;
  if (readable && rows == Rows && planes == Planes) {
    decltype(fetched_at<W, true>(program.bind(at, 0), packet_at(0, 0))) held[Planes][Rows];
#pragma unroll
    for (int p = 0; p < Planes; ++p) {
      go_to(p);
      auto const from = program.bind(at, 0);
#pragma unroll
      for (int k = 0; k < Rows; ++k) held[p][k] = fetched_at<W, true>(from, packet_at(k, p));
    }
#pragma unroll
    for (int p = 0; p < Planes; ++p) {
      go_to(p);
      auto const from = program.bind(at, 0);
      auto const to = sink.bind(at, 0);
#pragma unroll
      for (int k = 0; k < Rows; ++k) put(to, computed<W>(from, held[p][k]), k);
    }
    return;
  }
#pragma unroll 1
  for (int p = 0; p < planes; ++p) {  // the last rows and planes; ends of rows beyond the margin
    go_to(p);
    auto const from = program.bind(at, 0);
    auto const to = sink.bind(at, 0);
#pragma unroll 1
    for (int k = 0; k < rows; ++k) {
      if (readable) {
        put(to, computed<W>(from, fetched_at<W, true>(from, packet_at(k, p))), k);
        continue;
      }
#pragma unroll 1
      for (int m = 0; m < W; ++m)
        if (in_row(m)) {
          auto const value =
              computed<1>(from, fetched_at<1, true>(from, window_place{i, step, m, k}));
          to.template put<true>(i + m, value.v[0], k);
        }
    }
  }
}

/// Elements a thread of elements_kernel has under way: eight of a user's kernel, which is short (a
/// copy of 8192 x 8192 float32 takes 0.135 ms on an H200, with four 0.167). Blocks that have to
/// fit.
template <class Sink>
inline constexpr int elements_items = 4;
template <class Sink>
  requires requires { Sink::calls_a_kernel; }
inline constexpr int elements_items<Sink> = 8;
inline constexpr int elements_blocks = 5;

/// How a block's threads lie over elements, where rows are not read in packets: 2^log2_x along the
/// inner axis. Without tiles the others are on further rows, and each has `count` elements
/// `inner_step` apart. With tiles, they are on further rows of the tile, along the first outer
/// axis; of `count` elements one is `inner_step` or `outer_step` from the next.
struct element_grid {
  int log2_x;
  std::uint32_t pieces;
  int count, inner_step, outer_step;
};

/// A thread's places in a tile, of which the first column is the row's element `first`.
struct tile_places {
  std::int64_t first;
  std::uint32_t x, y, inner_step, outer_step;

  __device__ std::int64_t column(int m) const { return first + x + m * inner_step; }
  __device__ std::int64_t row(int m) const { return y + m * outer_step; }
  // (in 32 bits times 64, which a GPU multiplies in half the time)
  template <int W, bool, class T>
  __device__ packet<T, W> read(T const* data, std::int64_t inner, std::int64_t step) const
  {
    data += first * inner + x * inner + y * step;
    std::int64_t const apart = inner_step * inner + outer_step * step;
    packet<T, W> p;
#pragma unroll
    for (int m = 0; m < W; ++m) p.v[m] = data[m * apart];
    return p;
  }
  template <int W, class T>
  __device__ void write(T* data, std::int64_t inner, std::int64_t step,
                        packet<T, W> const& value) const
  {
    data += first * inner + x * inner + y * step;
    std::int64_t const apart = inner_step * inner + outer_step * step;
#pragma unroll
    for (int m = 0; m < W; ++m) data[m * apart] = value.v[m];
  }
};

/// Any strides: one element an access, `Items` of them under way. `it` counts tiles along the first
/// outer axis, of `extent` elements, where there are tiles.
template <int Items, class Program, class Sink>
__global__ void __launch_bounds__(block_threads, elements_blocks)
    elements_kernel(iteration it, std::int64_t extent, element_grid grid, tiling tiles,
                    Program program, Sink sink)
{
  extern __shared__ __align__(16) char gathered[];
  std::uint32_t block = blockIdx.x, piece = 0;
  if (grid.pieces > 1) {
    block = blockIdx.x / grid.pieces;
    piece = blockIdx.x - block * grid.pieces;
  }
  int const x = static_cast<int>(threadIdx.x) & ((1 << grid.log2_x) - 1),
            y = static_cast<int>(threadIdx.x) >> grid.log2_x;
  bool const tiled = tiles.count > 0;
  std::int64_t const row = tiled ? block : std::int64_t{block} * (block_threads >> grid.log2_x) + y;
  if (row >= it.rows) return;
  position at = unravel(it, row);
  if (tiled) {
    at.rank = it.outer_rank > 0 ? it.outer_rank : 1;
    at.index[0] *= tiles.rows;
    at.first = std::int64_t{piece} * tiles.columns;
    at.gathered = gathered;
  } else {
    at.first = std::int64_t{piece} * grid.count * grid.inner_step;
  }
  int const columns = static_cast<int>(
                ::min(it.inner - at.first, std::int64_t{tiled ? tiles.columns : 1 << 30})),
            rows =
                tiled ? static_cast<int>(::min(extent - at.index[0], std::int64_t{tiles.rows})) : 1;
  if (tiled) {
    for (int n = 0; n < tiles.count; ++n) gather(tiles.part[n], gathered, at, columns, rows);
    copies_settled();
  }
  auto const from = program.bind(at, 0);
  auto const to = sink.bind(at, 0);
  int i = x, k = tiled ? y : 0;
#pragma unroll 1
  for (int n = 0; n < grid.count; n += Items) {
    if constexpr (Sink::packable) {
      if (n + Items <= grid.count && i + (Items - 1) * grid.inner_step < columns &&
          k + (Items - 1) * grid.outer_step < rows) {
        tile_places const places{at.first, static_cast<std::uint32_t>(i),
                                 static_cast<std::uint32_t>(k),
                                 static_cast<std::uint32_t>(grid.inner_step),
                                 static_cast<std::uint32_t>(grid.outer_step)};
        to.template store_at<Items>(places,
                                    computed<Items>(from, fetched_at<Items, false>(from, places)));
        i += Items * grid.inner_step;
        k += Items * grid.outer_step;
        continue;
      }
    }
    if constexpr (!Sink::packable) {
      // what is read of memory that nothing writes (array_ref<T const, Rank> in a user's kernel) is
      // under way at once
      if (n + Items <= grid.count && i + (Items - 1) * grid.inner_step < columns && k < rows &&
          grid.outer_step == 0) {
        if constexpr (requires { Sink::calls_a_kernel; }) {
#pragma unroll
          for (int m = 0; m < Items; ++m)
            to.template put<false>(at.first + i + m * grid.inner_step,
                                   from.template at<false>(at.first + i + m * grid.inner_step, k),
                                   k);
        } else {
          typename Program::value_type value[Items];
#pragma unroll
          for (int m = 0; m < Items; ++m)
            value[m] = from.template at<false>(at.first + i + m * grid.inner_step, k);
#pragma unroll
          for (int m = 0; m < Items; ++m)
            to.template put<false>(at.first + i + m * grid.inner_step, value[m], k);
        }
        i += Items * grid.inner_step;
        continue;
      }
    }
#pragma unroll 1
    for (int m = 0; m < Items && n + m < grid.count; ++m) {
      if (i < columns && k < rows)
        to.template put<false>(at.first + i, from.template at<false>(at.first + i, k), k);
      i += grid.inner_step;
      k += grid.outer_step;
    }
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

/// Rows a thread computes at once: what it holds of their operands fits 32 registers.
template <int W, class Program>
inline constexpr int rows_a_thread = [] {
  constexpr std::size_t held =
      sizeof(fetched<W, true>(std::declval<Program const&>().bind(position{}, 0), 0));
  return held <= 32 ? 4 : held <= 64 ? 2 : 1;
}();

/// Groups of `rows` rows along the outermost axis in the place of rows; returns how many rows it
/// has.
inline std::int64_t group_rows(iteration& it, int rows)
{
  std::int64_t const extent = it.outer_rank > 0 ? it.outer[0] : 1;
  it.outer[0] = (extent + rows - 1) / rows;
  it.rows = it.rows / extent * it.outer[0];
  return extent;
}

template <int W, class Queue, class Program, class Sink>
void launch_rows(Queue& on, iteration it, Program const& program, Sink const& sink)
{
  constexpr int rows = rows_a_thread<W, Program>;
  std::int64_t const extent = group_rows(it, rows);
  auto const grid = shape_for((it.inner + W - 1) / W, 1);
  auto* const kernel = rows_kernel<W, rows, Program, Sink>;
  on.launch("elements", kernel, blocks_for(it, grid), block_threads, it, extent, grid, program,
            sink);
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

template <class Queue, class Program, class Sink>
void launch_alike(Queue& on, iteration const& it, tiling const& tiles, Program const& program,
                  Sink const& sink)
{
  constexpr int items = alike_items<Program>;
  warp_grid grid;
  bool const planes = it.outer_rank > 1 && it.outer[1] >= block_threads / 32;
  auto const blocks = lay_warps(grid, it, tiles, 32 * items,
                                (planes ? alike_elements_of_planes : alike_elements) / items,
                                128 / Sink::width - 1, planes);
  on.launch("elements", alike_kernel<items, Program, Sink>, blocks, block_threads, grid, program,
            sink);
}

/// Rows and planes a thread of windows_kernel computes at once, so that what it reads of the array
/// for them (numbers count, too) fits its registers: of a step of heat in 512^3 float32 two rows of
/// four planes take 0.278 ms on an H200 when written by hand, two of two 0.291, two of one 0.308,
/// going through planes with neighbours in registers 0.299, in shared memory 0.331; a copy takes
/// 0.259; of float64 two planes take 0.688, four, which spill, 0.745. Without planes float32 takes
/// four rows: heat on 8192^2 0.136 ms, with two 0.150; float64 0.310 and 0.271.
template <class Program>
inline constexpr int window_planes =
    window_axes<Program> < 3 ? 1
    : sizeof(typename Program::value_type) <= 4 &&
            held_of_one<Program> <= 12 * static_cast<int>(sizeof(typename Program::value_type))
        ? 4
        : 2;
template <int W, class Program>
inline constexpr int window_rows =
    W >= 4 && window_planes<Program> == 1 &&
            held_of_one<Program> <= 8 * static_cast<int>(sizeof(typename Program::value_type))
        ? 4
        : 2;

/// Whether rows of the windows that are shifted to other planes follow each other along the second
/// outer axis.
template <class Program>
bool has_window_planes(iteration const& it, tiling const& tiles)
{
  if constexpr (window_planes<Program> > 1)
    return it.outer_rank > 1 && tiles.stride[1] == tiles.windows->stride[tiles.windows->rank - 3];
  else
    return true;
}

template <int W, class Queue, class Program, class Sink>
void launch_windows(Queue& on, iteration it, tiling const& tiles, Program const& program,
                    Sink const& sink)
{
  constexpr int planes = window_planes<Program>, rows = window_rows<W, Program>;
  warp_grid grid;
  std::int64_t const extent = it.outer[1];
  if constexpr (planes > 1) {
    it.outer[1] = (extent + planes - 1) / planes;
    it.rows = it.rows / extent * it.outer[1];
  }
  auto const blocks = lay_warps(grid, it, tiles, 32 * W, rows, 16 / Sink::width - 1, false);
  grid.beside = extent;
  on.launch("elements", windows_kernel<W, rows, planes, Program, Sink>, blocks, block_threads, grid,
            *tiles.windows, program, sink);
}

template <class Queue, class Program, class Sink>
void launch_elements(Queue& on, iteration it, tiling const& tiles, Program const& program,
                     Sink const& sink)
{
  constexpr int most = elements_items<Sink>;
  auto* const kernel = elements_kernel<most, Program, Sink>;
  if (tiles.count == 0) {
    // fewer a thread where that leaves multiprocessors without work
    int items = most;
    while (items > 1 &&
           it.rows * it.inner < std::int64_t{2 * block_threads} * items * on.multiprocessors())
      items /= 2;
    auto const rows = shape_for(it.inner, items);
    element_grid const grid{rows.log2_x, rows.pieces, items, 1 << rows.log2_x, 0};
    on.launch("elements", kernel, blocks_for(it, rows), block_threads, it, std::int64_t{1}, grid,
              tiles, program, sink);
    return;
  }
  std::int64_t const extent = group_rows(it, tiles.rows);
  element_grid grid{};
  while ((1 << grid.log2_x) < block_threads && (1 << grid.log2_x) < tiles.columns) ++grid.log2_x;
  int const x = 1 << grid.log2_x, y = block_threads / x;
  grid.pieces = static_cast<std::uint32_t>((it.inner + tiles.columns - 1) / tiles.columns);
  grid.count = tiles.columns / x * (tiles.rows / y);
  if (tiles.columns > x)
    grid.inner_step = x;
  else
    grid.outer_step = y;
  on.launch_shared("elements", kernel, it.rows * grid.pieces, block_threads,
                   static_cast<std::size_t>(tiles.shared_bytes), it, extent, grid, tiles, program,
                   sink);
}

template <int W, class Queue, class Program, class Sink>
void launch_flat(Queue& on, std::int64_t count, Program const& program, Sink const& sink)
{
  constexpr bool stacks = Program::prefers_stacks;
  constexpr std::int64_t per_block =
      (stacks ? stack_lines : flat_packets<W, Program>)*block_threads * W;
  auto* const kernel = [] {
    if constexpr (stacks)
      return flat_stacks_kernel<W, Program, Sink>;
    else
      return flat_kernel<W, Program, Sink>;
  }();
  on.launch("elements", kernel, (count + per_block - 1) / per_block, block_threads, count, program,
            sink);
}

}  // namespace acre::backends::gpu

namespace acre::backends {

/// sink[i] = program[i] for every element; queued on the space's stream, does not wait.
///
/// Of each program and sink four kernels: one aligned contiguous row; aligned rows, with operands
/// that are constant along them; rows of operands that advance alike, at any alignment; elements at
/// any strides, with operands that are gathered in tiles. Where shifts are known to the compiler, a
/// fifth: windows of one array. Copies of what lies across have one for all dtypes
/// (transposed.hpp).
///
/// `on.launch(step, kernel, blocks, threads, args...)` queues and throws launch_error.
template <class Api, class Program, class Sink>
void elementwise(gpu::queue<Api>& on, iteration const& it, Program const& program, Sink const& sink,
                 tiling const& tiles = {})
{
  using namespace gpu;
  static_assert(elementwise_takes<Program, Sink>());
  if constexpr (Sink::packable) {
    constexpr int W = packet_width(Program::width > Sink::width ? Program::width : Sink::width);
    if (it.packed && it.unit && it.rows == 1) {
      using form = aligned_form<Program>;
      if constexpr (!std::is_same_v<typename form::type, Program>) {
        if (form::exists(program, it.inner)) {
          launch_flat<W>(on, it.inner, form::of(program), sink);
          return;
        }
      }
      launch_flat<W>(on, it.inner, program, sink);
      return;
    }
    if (it.packed && tiles.count == 0) {
      launch_rows<W>(on, it, program, sink);
      return;
    }
    if constexpr (window_axes<Program> > 0) {
      if (tiles.windows != nullptr && has_window_planes<Program>(it, tiles)) {
        launch_windows<W>(on, it, tiles, program, sink);
        return;
      }
    }
    if (tiles.alike && tiles.count == 0) {
      launch_alike(on, it, tiles, program, sink);
      return;
    }
    if constexpr (copies_memory<Program, Sink>)
      if (copied_across(on, it, tiles, program, sink)) return;
  }
  launch_elements(on, it, tiles, program, sink);
}

}  // namespace acre::backends
