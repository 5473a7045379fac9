#pragma once

#include <acre/backends/common/iteration.hpp>
#include <acre/backends/common/marks.hpp>
#include <acre/backends/gpu_common/warp.hpp>

#include <cstdint>

/// See backends/common/marks.hpp. A block is a tile, a thread takes 8 neighbouring elements: one
/// byte of marks.
namespace acre::backends::gpu {

inline constexpr int mark_threads = mark_tile / 8;

/// Inclusive sum over the block's threads up to this one; `total` of all of them.
template <int Threads>
__device__ int block_scan(int value, int& total)
{
  __shared__ int sums[Threads];
  int const t = threadIdx.x;
  sums[t] = value;
  __syncthreads();
#pragma unroll
  for (int step = 1; step < Threads; step *= 2) {
    int const before = t >= step ? sums[t - step] : 0;
    __syncthreads();
    sums[t] += before;
    __syncthreads();
  }
  total = sums[Threads - 1];
  int const mine = sums[t];
  __syncthreads();
  return mine;
}

template <bool Packed, class Program>
__global__ void __launch_bounds__(mark_threads) mark_kernel(std::int64_t count, Program program, marks m)
{
  auto const row = program.bind(position{});
  std::int64_t const first = (std::int64_t{blockIdx.x} * mark_threads + threadIdx.x) * 8;
  unsigned bits = 0;
  if (Packed && first + 8 <= count) {
    if constexpr (Packed) {
      auto const flags = row.template load<8, true>(first);
#pragma unroll
      for (int k = 0; k < 8; ++k) bits |= static_cast<unsigned>(static_cast<bool>(flags.v[k])) << k;
    }
  } else {
#pragma unroll
    for (int k = 0; k < 8; ++k)
      if (first + k < count) bits |= static_cast<unsigned>(static_cast<bool>(row.template at<true>(first + k))) << k;
  }
  m.bits[std::int64_t{blockIdx.x} * mark_threads + threadIdx.x] = static_cast<std::uint8_t>(bits);
  int total;
  block_scan<mark_threads>(__popc(bits), total);
  if (threadIdx.x == 0) m.offsets[blockIdx.x] = total;
}

/// The tiles' counts become the number before each: one block.
template <int Threads>
__global__ void __launch_bounds__(Threads) offsets_kernel(std::int64_t tiles, std::int64_t* offsets)
{
  std::int64_t before = 0;
  for (std::int64_t from = 0; from < tiles; from += Threads) {
    std::int64_t const tile = from + threadIdx.x;
    int const marked = tile < tiles ? static_cast<int>(offsets[tile]) : 0;
    int total;
    int const through = block_scan<Threads>(marked, total);
    if (tile < tiles) offsets[tile] = before + through - marked;
    before += total;
  }
  if (threadIdx.x == 0) offsets[tiles] = before;
}

template <class Program, class Out>
__global__ void __launch_bounds__(mark_threads) pick_kernel(Program program, marks m, Out* out)
{
  auto const row = program.bind(position{});
  std::int64_t const byte = std::int64_t{blockIdx.x} * mark_threads + threadIdx.x;
  unsigned const bits = m.bits[byte];
  int total;
  int const through = block_scan<mark_threads>(__popc(bits), total);
  Out* to = out + m.offsets[blockIdx.x] + through - __popc(bits);
#pragma unroll
  for (int k = 0; k < 8; ++k)
    if ((bits >> k & 1) != 0) *to++ = row.template at<true>(byte * 8 + k);
}

template <class Space, class Program>
void mark(Space const& space, std::int64_t count, Program const& program, marks const& m)
{
  space.launch(mark_kernel<false, Program>, mark_tiles(count), mark_threads, count, program, m);
  space.launch(offsets_kernel<1024>, 1, 1024, mark_tiles(count), m.offsets);
}

template <class Space, class Program, class Out>
void pick(Space const& space, std::int64_t count, Program const& program, marks const& m, Out* out)
{
  space.launch(pick_kernel<Program, Out>, mark_tiles(count), mark_threads, program, m, out);
}

}  // namespace acre::backends::gpu
