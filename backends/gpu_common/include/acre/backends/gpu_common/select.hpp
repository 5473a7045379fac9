#pragma once

#include <acre/backends/common/iteration.hpp>
#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/select.hpp>
#include <acre/backends/gpu_common/queue.hpp>
#include <acre/backends/gpu_common/shared_memory.hpp>
#include <acre/backends/gpu_common/warp.hpp>

#include <cstdint>

/// See backends/common/select.hpp. A thread takes 8 neighbouring elements of a tile, one byte of
/// marks.
namespace acre::backends::gpu {

inline constexpr int mark_threads = mark_tile / 8;

/// Sum over the block's threads up to this one; `total` of all of them.
template <int Threads>
__device__ int block_scan(int value, int& total)
{
  constexpr int warps = Threads / 32;
  ACRE_SHARED(sums, int[warps]);
  warp_team const team(32);
  int const warp = threadIdx.x / 32;
  int through = value;
#pragma unroll
  for (int delta = 1; delta < 32; delta *= 2) {
    int const before = team.shuffle_up(through, delta);
    if (team.member >= delta) through += before;
  }
  if (team.member == 31) sums[warp] = through;
  __syncthreads();
  int before = 0;
  total = 0;
#pragma unroll
  for (int w = 0; w < warps; ++w) {
    if (w < warp) before += sums[w];
    total += sums[w];
  }
  __syncthreads();
  return before + through;
}

/// Several tiles a block, all loads before the first is used.
template <int Tiles, bool Packed, class Program>
__global__ void __launch_bounds__(mark_threads)
    mark_kernel(std::int64_t count, Program program, marks m)
{
  auto const row = program.bind(position{});
  std::int64_t const begin = std::int64_t{blockIdx.x} * (Tiles * mark_tile) + threadIdx.x * 8;
  ACRE_SHARED(marked, int[Tiles]);
  if (threadIdx.x < Tiles) marked[threadIdx.x] = 0;
  unsigned bits[Tiles];
#pragma unroll
  for (int tile = 0; tile < Tiles; ++tile) {
    std::int64_t const first = begin + tile * mark_tile;
    bits[tile] = 0;
    bool loaded = false;
    if constexpr (Packed) {
      if (first + 8 <= count) {
        auto const flags = row.template load<8, true>(first);
#pragma unroll
        for (int k = 0; k < 8; ++k)
          bits[tile] |= static_cast<unsigned>(static_cast<bool>(flags.v[k])) << k;
        loaded = true;
      }
    }
    if (!loaded)
      for (int k = 0; k < 8; ++k)
        if (first + k < count)
          bits[tile] |= static_cast<unsigned>(static_cast<bool>(row.template at<true>(first + k)))
                        << k;
  }
  __syncthreads();
  warp_team const team(32);
  std::int64_t const tiles = mark_tiles(count);
#pragma unroll
  for (int tile = 0; tile < Tiles; ++tile) {
    std::int64_t const at = std::int64_t{blockIdx.x} * Tiles + tile;
    if (at >= tiles) break;
    m.bits[at * mark_threads + threadIdx.x] = static_cast<std::uint8_t>(bits[tile]);
    int sum = __popc(bits[tile]);
#pragma unroll
    for (int delta = 16; delta > 0; delta /= 2) sum += team.shuffle_down(sum, delta);
    if (team.member == 0) atomicAdd(marked + tile, sum);
  }
  __syncthreads();
  std::int64_t const mine = std::int64_t{blockIdx.x} * Tiles + threadIdx.x;
  if (threadIdx.x < Tiles && mine < tiles) m.offsets[mine] = marked[threadIdx.x];
}

/// The tiles' counts become the number before each, and there is the number of all: one block,
/// whose warps take 256 counts each, 32 at a time side by side.
template <int Threads>
__device__ std::int64_t scan_offsets(std::int64_t tiles, std::int64_t* offsets)
{
  constexpr int items = 8;
  warp_team const team(32);
  std::int64_t before = 0;
  for (std::int64_t from = 0; from < tiles; from += Threads * items) {
    std::int64_t const first = from + threadIdx.x / 32 * (32 * items) + team.member;
    int through[items], marked[items];
#pragma unroll
    for (int k = 0; k < items; ++k)
      marked[k] = first + k * 32 < tiles ? static_cast<int>(offsets[first + k * 32]) : 0;
#pragma unroll
    for (int k = 0; k < items; ++k) {
      through[k] = marked[k];
#pragma unroll
      for (int delta = 1; delta < 32; delta *= 2) {
        int const left = team.shuffle_up(through[k], delta);
        if (team.member >= delta) through[k] += left;
      }
    }
    int mine = 0;  // the last thread's is the warp's sum; what is before the warp is all threads'
#pragma unroll
    for (int k = 0; k < items; ++k) mine += through[k];
    if (team.member != 31) mine = 0;
    int total;
    std::int64_t at = before + block_scan<Threads>(mine, total) - mine;
#pragma unroll
    for (int k = 0; k < items; ++k) {
      if (first + k * 32 < tiles) offsets[first + k * 32] = at + through[k] - marked[k];
      at += team.last(through[k]);
    }
    before += total;
  }
  if (threadIdx.x == 0) offsets[tiles] = before;
  return before;
}
template <int Threads>
__global__ void __launch_bounds__(Threads) offsets_kernel(std::int64_t tiles, std::int64_t* offsets)
{
  scan_offsets<Threads>(tiles, offsets);
}

/// A block moves a tile: what is marked goes to shared memory first, and from there side by side
/// into the result.
template <bool Packed, class Program, class Out>
__global__ void __launch_bounds__(mark_threads)
    pick_kernel(std::int64_t count, Program program, marks m, Out* out)
{
  ACRE_SHARED(kept, raw_storage<Out, mark_tile>);
  auto const row = program.bind(position{});
  std::int64_t const byte = std::int64_t{blockIdx.x} * mark_threads + threadIdx.x;
  unsigned const bits = m.bits[byte];
  std::int64_t const to = m.offsets[blockIdx.x];
  packet<Out, 8> value;
  bool loaded = false;
  if constexpr (Packed) {
    if (byte * 8 + 8 <= count) {
      value = row.template load<8, true>(byte * 8);
      loaded = true;
    }
  }
  if (!loaded)
    for (int k = 0; k < 8; ++k)
      if ((bits >> k & 1) != 0) value.v[k] = row.template at<true>(byte * 8 + k);
  int total;
  int place = block_scan<mark_threads>(__popc(bits), total) - __popc(bits);
#pragma unroll
  for (int k = 0; k < 8; ++k)
    if ((bits >> k & 1) != 0) kept[place++] = value.v[k];
  __syncthreads();
  for (int k = threadIdx.x; k < total; k += mark_threads) out[to + k] = kept[k];
}

}  // namespace acre::backends::gpu

namespace acre::backends {

template <class Api, class Program>
void mark(gpu::queue<Api>& on, std::int64_t count, bool packed, Program const& program,
          marks const& m)
{
  using namespace gpu;
  constexpr int tiles = 4;
  static_assert(mark_takes<Program>());
  auto* const kernel =
      packed ? mark_kernel<tiles, true, Program> : mark_kernel<tiles, false, Program>;
  on.launch("mark", kernel, (mark_tiles(count) + tiles - 1) / tiles, mark_threads, count, program,
            m);
  on.launch("offsets", offsets_kernel<1024>, 1, 1024, mark_tiles(count), m.offsets);
}

template <class Api, class Program, class Out>
void pick(gpu::queue<Api>& on, std::int64_t count, bool packed, Program const& program,
          marks const& m, Out* out)
{
  using namespace gpu;
  static_assert(pick_takes<Program, Out>());
  auto* const kernel = packed ? pick_kernel<true, Program, Out> : pick_kernel<false, Program, Out>;
  on.launch("pick", kernel, mark_tiles(count), mark_threads, count, program, m, out);
}

}  // namespace acre::backends
