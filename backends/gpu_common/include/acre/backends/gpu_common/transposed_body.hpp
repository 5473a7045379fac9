#pragma once

#include <acre/backends/common/packet.hpp>
#include <acre/backends/gpu_common/early_start.hpp>
#include <acre/backends/gpu_common/shared_memory.hpp>
#include <acre/backends/gpu_common/tiles.hpp>
#include <acre/backends/gpu_common/transposed.hpp>
#include <acre/backends/gpu_common/tuning.hpp>

#include <cstddef>
#include <cstdint>

namespace acre::backends::gpu {

/// A block's tile: its first column and row, and where its elements begin in what is read and
/// written.
struct transposed_tile {
  std::int64_t i0, k0, from, to;

  __device__ transposed_tile(transposition const& problem, int side)
  {
    iteration const& it = problem.rest;
    std::int64_t const across = (it.inner + side - 1) / side,
                       down = (it.outer[0] + side - 1) / side;
    std::uint32_t block = blockIdx.x / static_cast<std::uint32_t>(across);
    i0 = std::int64_t{blockIdx.x - block * static_cast<std::uint32_t>(across)} * side;
    std::uint32_t batch = block / static_cast<std::uint32_t>(down);
    k0 = std::int64_t{block - batch * static_cast<std::uint32_t>(down)} * side;
    from = i0 * problem.from_inner + k0;
    to = i0 + k0 * problem.to_stride[0];
#pragma unroll
    for (int axis = max_rank - 1; axis > 0; --axis) {
      if (axis >= it.outer_rank) continue;
      auto const n = static_cast<std::uint32_t>(it.outer[axis]), next = batch / n,
                 at = batch - next * n;
      from += at * problem.from_stride[axis];
      to += at * problem.to_stride[axis];
      batch = next;
    }
  }
};

/// A block brings a tile of 16 packets by as many elements to shared memory, packets as they lie;
/// then each thread turns W packets of W elements in registers. A row of the tile is 17 packets
/// long there, so that eight threads read different banks: those of two columns of packets' W rows
/// and four (of 8 bytes: four and two) of their packets.
template <class T>
__global__ void __launch_bounds__(transposing_threads) transposing_kernel(transposition problem)
{
  await_work_before();
  constexpr int W = 16 / sizeof(T), side = packets_across * W,
                at_once = transposing_threads / packets_across, copies = side / at_once;
  using unit = packet<T, W>;
  ACRE_SHARED(tile, unit[side][packets_across + 1]);
  transposed_tile const at(problem, side);
  T const* const from = static_cast<T const*>(problem.from) + at.from;
  T* const to = static_cast<T*>(problem.to) + at.to;
  int const columns = static_cast<int>(::min(problem.rest.inner - at.i0, std::int64_t{side})),
            rows = static_cast<int>(::min(problem.rest.outer[0] - at.k0, std::int64_t{side}));
  int const thread = static_cast<int>(threadIdx.x), c = thread % packets_across,
            y = thread / packets_across;
  if (columns < side || rows < side) {  // the edges
    T* const element = reinterpret_cast<T*>(tile);
    constexpr int pitch = (packets_across + 1) * W;
    for (int n = thread; n < columns * rows; n += transposing_threads)
      element[n / rows * pitch + n % rows] = from[n / rows * problem.from_inner + n % rows];
    __syncthreads();
    for (int n = thread; n < columns * rows; n += transposing_threads)
      to[n % columns + n / columns * problem.to_stride[0]] =
          element[n % columns * pitch + n / columns];
    return;
  }
  unit held[copies];
#pragma unroll
  for (int j = 0; j < copies; ++j)
    held[j] = *reinterpret_cast<unit const*>(from + (y + j * at_once) * problem.from_inner + c * W);
#pragma unroll
  for (int j = 0; j < copies; ++j) tile[y + j * at_once][c] = held[j];
  __syncthreads();
  int const lane = thread % 32, warp = thread / 32;
  int const u = W == 4 ? lane % 2 + lane / 8 * 2 + warp % 2 * 8 : lane % 4 + lane / 8 * 4,
            v = W == 4 ? lane / 2 % 4 + warp / 2 * 4 : lane / 4 % 2 + warp * 2;
  unit got[W];
#pragma unroll
  for (int m = 0; m < W; ++m) got[m] = tile[W * u + m][v];
#pragma unroll
  for (int k = 0; k < W; ++k) {
    unit p;
#pragma unroll
    for (int m = 0; m < W; ++m) p.v[m] = got[m].v[k];
    store_packet(to + W * u + (W * v + k) * problem.to_stride[0], p);
  }
}

/// Likewise where rows begin between packets, as those of odd lengths do. A tile's rows of the
/// result begin where one of the memory's sectors of 32 bytes does, each at its own element, so
/// that none is written in two parts: the block brings as many columns more. A warp writes eight
/// packets of four rows, whose elements lie in different banks, as the tile's pitch is odd.
template <class T>
__global__ void __launch_bounds__(transposing_threads)
    transposing_anywhere_kernel(transposition problem)
{
  await_work_before();
  constexpr int W = 16 / sizeof(T), side = packets_across * W, sector = 32 / sizeof(T),
                warps = transposing_threads / 32;
  using unit = packet<T, W>;
  ACRE_SHARED(tile, T[side + sector - 1][side + 1]);
  transposed_tile const at(problem, side);
  T const* const from = static_cast<T const*>(problem.from) + at.from;
  T* const to = static_cast<T*>(problem.to) + at.to;
  int const columns = static_cast<int>(
                ::min(problem.rest.inner - at.i0, std::int64_t{side + sector - 1})),
            rows = static_cast<int>(::min(problem.rest.outer[0] - at.k0, std::int64_t{side})),
            lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
  for (int i = warp; i < columns; i += warps)
    for (int k = lane; k < rows; k += 32)
      copy_to_shared<sizeof(T)>(
          reinterpret_cast<char*>(&tile[i][k]),
          reinterpret_cast<std::uintptr_t>(from + i * problem.from_inner + k));
  copies_settled();
#pragma unroll 2
  for (int k = warp * 4 + lane / 8; k < rows; k += warps * 4) {
    T* const row = to + k * problem.to_stride[0];
    int const begin =
        -static_cast<int>(reinterpret_cast<std::uintptr_t>(row) / sizeof(T)) & (sector - 1);
    if (at.i0 == 0 && lane % 8 < begin && lane % 8 < columns) row[lane % 8] = tile[lane % 8][k];
#pragma unroll
    for (int p = lane % 8; p < packets_across; p += 8) {
      int const i = begin + p * W;
      if (i + W <= columns) {
        unit made;
#pragma unroll
        for (int w = 0; w < W; ++w) made.v[w] = tile[i + w][k];
        store_packet(row + i, made);
      } else {
        for (int e = i; e < columns; ++e) row[e] = tile[e][k];
      }
    }
  }
}

template <class T, class Queue>
void launch_transposing(Queue& on, transposition const& problem, bool packets)
{
  constexpr std::int64_t side = packets_across * (16 / sizeof(T));
  iteration const& it = problem.rest;
  std::int64_t const tiles = ((it.inner + side - 1) / side) * ((it.outer[0] + side - 1) / side);
  on.launch_early("elements", packets ? transposing_kernel<T> : transposing_anywhere_kernel<T>,
                  tiles * (it.rows / it.outer[0]), transposing_threads, problem);
}

/// Records of a few components, each from a row of its own: a thread puts W neighbours of each row
/// where they belong in the block's shared memory, from which the records leave in packets. Where
/// components are an even number, each 128 bytes there have a gap of a packet behind them, so that
/// a warp's writes meet a bank four times (of 16 components eight times) and not up to 32 times.
template <class T>
__global__ void __launch_bounds__(record_threads) records_kernel(transposition problem)
{
  await_work_before();
  constexpr int W = 16 / sizeof(T), records = record_threads * W, at_once = 4;
  using unit = packet<T, W>;
  ACRE_DYNAMIC_SHARED(record_bytes, unsigned char);
  T* const tile = reinterpret_cast<T*>(record_bytes);
  int const components = static_cast<int>(problem.rest.inner),
            thread = static_cast<int>(threadIdx.x), gap = components % 2 == 0 ? W : 0;
  auto const place = [&](int element) { return element + element / (8 * W) * gap; };
  std::int64_t const k0 = std::int64_t{blockIdx.x} * records;
  T const* const from = static_cast<T const*>(problem.from) + k0;
  T* const to = static_cast<T*>(problem.to) + k0 * components;
  int const here = static_cast<int>(::min(problem.rest.outer[0] - k0, std::int64_t{records}));
  if (here < records) {
    for (int n = thread; n < here * components; n += record_threads)
      to[n] = from[n % components * problem.from_inner + n / components];
    return;
  }
#pragma unroll 1
  for (int c0 = 0; c0 < components; c0 += at_once) {
    unit held[at_once];
#pragma unroll
    for (int n = 0; n < at_once; ++n)
      if (c0 + n < components)
        held[n] = *reinterpret_cast<unit const*>(from + (c0 + n) * problem.from_inner + thread * W);
#pragma unroll
    for (int n = 0; n < at_once; ++n)
      if (c0 + n < components) {
#pragma unroll
        for (int w = 0; w < W; ++w)
          tile[place((thread * W + w) * components + c0 + n)] = held[n].v[w];
      }
  }
  __syncthreads();
#pragma unroll 4
  for (int p = thread; p < record_threads * components; p += record_threads)
    store_packet(to + p * W, *reinterpret_cast<unit const*>(tile + place(p * W)));
}

/// Whether they were few enough and aligned.
template <class T, class Queue>
bool launch_records(Queue& on, transposition const& problem)
{
  constexpr std::int64_t records = record_threads * (16 / sizeof(T));
  std::int64_t const components = problem.rest.inner,
                     blocks = (problem.rest.outer[0] + records - 1) / records;
  if (components > most_copied_components || problem.from_inner * problem.size % 16 != 0 ||
      reinterpret_cast<std::uintptr_t>(problem.from) % 16 != 0 ||
      reinterpret_cast<std::uintptr_t>(problem.to) % 16 != 0)
    return false;
  on.launch_shared_early("elements", records_kernel<T>, blocks, record_threads,
                         static_cast<std::size_t>(components * record_threads * 18), problem);
  return true;
}

/// Whether it is all aligned as elements are, and blocks can be counted.
inline bool in_elements(transposition const& problem)
{
  auto const size = static_cast<std::uintptr_t>(problem.size);
  return reinterpret_cast<std::uintptr_t>(problem.from) % size == 0 &&
         reinterpret_cast<std::uintptr_t>(problem.to) % size == 0 &&
         problem.rest.inner * problem.rest.rows < std::int64_t{1} << 40;
}
/// Whether the memory can be read and written in packets.
inline bool in_packets(transposition const& problem)
{
  auto const whole = [&](std::int64_t elements) { return elements * problem.size % 16 == 0; };
  bool aligned = reinterpret_cast<std::uintptr_t>(problem.from) % 16 == 0 &&
                 reinterpret_cast<std::uintptr_t>(problem.to) % 16 == 0 &&
                 whole(problem.from_inner) && whole(problem.to_stride[0]);
  for (int axis = 1; axis < problem.rest.outer_rank; ++axis)
    aligned = aligned && whole(problem.from_stride[axis]) && whole(problem.to_stride[axis]);
  return aligned;
}

}  // namespace acre::backends::gpu

namespace acre::backends {

template <class Api>
bool copy_transposed(gpu::queue<Api>& on, transposition const& problem)
{
  if (problem.rest.inner < few_columns)
    return problem.size == 4   ? gpu::launch_records<std::uint32_t>(on, problem)
           : problem.size == 8 ? gpu::launch_records<std::uint64_t>(on, problem)
                               : false;
  if ((problem.size != 4 && problem.size != 8) || !gpu::in_elements(problem)) return false;
  bool const packets = gpu::in_packets(problem);
  if (problem.size == 4)
    gpu::launch_transposing<std::uint32_t>(on, problem, packets);
  else
    gpu::launch_transposing<std::uint64_t>(on, problem, packets);
  return true;
}

}  // namespace acre::backends
