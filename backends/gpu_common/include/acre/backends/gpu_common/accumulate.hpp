#pragma once

#include <acre/backends/common/accumulate.hpp>
#include <acre/backends/common/iteration.hpp>
#include <acre/backends/gpu_common/elements.hpp>
#include <acre/backends/gpu_common/elementwise.hpp>
#include <acre/backends/gpu_common/queue.hpp>
#include <acre/backends/gpu_common/tuning.hpp>
#include <acre/backends/gpu_common/warp.hpp>

#include <algorithm>
#include <cstdint>

/// See backends/common/accumulate.hpp; `it.packed` is planned for packets of 2.
namespace acre::backends::gpu {

template <class T, class Op>
struct atomic_sink {
  static constexpr int width = 8;
  static constexpr bool packable = false;
  T* out;
  Op op;
  __host__ __device__ atomic_sink const& bind(position const&, int = 0) const { return *this; }
  template <bool Unit>
  __host__ __device__ void put(std::int64_t, keyed<T> x, std::int64_t = 0) const
  {
    if (x.key >= 0) op.atomically(out + x.key, x.value);
  }
};

/// Few keys: every thread has a column of counters in shared memory, and no atomics before the
/// end. One row; packets of W elements a block's width apart, and those of the next round are on
/// their way while these are counted: the memory has few threads to wait for, as a multiprocessor
/// holds few columns.
template <int W, bool Packed, class Program, class T, class Op>
__global__ void __launch_bounds__(private_threads)
    private_columns(std::int64_t count, Program program, int keys, T* out, Op op)
{
  extern __shared__ unsigned char raw_columns[];
  int const threads = blockDim.x;
  T* const columns = reinterpret_cast<T*>(raw_columns);
  for (int k = threadIdx.x; k < keys * threads; k += threads)
    columns[k] = op.template identity<T>();
  __syncthreads();
  T* const mine = columns + threadIdx.x;
  auto const row = program.bind(position{});
  constexpr int packets = private_items / W;
  using held_type = decltype(held_elements<W, Packed>(row, count));
  auto const fetch = [&](std::int64_t begin, held_type(&held)[packets]) {
    std::int64_t const first = begin + threadIdx.x * W;
#pragma unroll
    for (int n = 0; n < packets; ++n)
      held[n] = held_elements<W, Packed>(row, first + n * (threads * W));
  };
  auto const count_in = [&](keyed<T> const& x) {
    if (x.key < 0) return;
    T& counter = mine[static_cast<int>(x.key) * threads];
    counter = op(counter, x.value);
  };
  std::int64_t const a_round = threads * private_items, step = gridDim.x * a_round,
                     whole = count / a_round * a_round;
  std::int64_t begin = blockIdx.x * a_round;
  held_type now[packets], next[packets];
  if (begin < whole) fetch(begin, now);
  for (; begin < whole; begin += step) {
    if (begin + step < whole) fetch(begin + step, next);
#pragma unroll
    for (int n = 0; n < packets; ++n) {
      auto const x = computed_elements<W, Packed>(row, now[n]);
#pragma unroll
      for (int w = 0; w < W; ++w) count_in(x.v[w]);
      now[n] = next[n];
    }
  }
  if (blockIdx.x == 0)
    for (std::int64_t i = whole + threadIdx.x; i < count; i += threads)
      count_in(row.template at<Packed>(i));
  __syncthreads();
  warp_team const team(32);
  for (int key = threadIdx.x / 32; key < keys; key += threads / 32) {
    int const lane = team.member;
    T sum = columns[key * threads + lane];
    for (int t = lane + 32; t < threads; t += 32) sum = op(sum, columns[key * threads + t]);
#pragma unroll
    for (int delta = 16; delta > 0; delta /= 2) sum = op(sum, team.shuffle_down(sum, delta));
    if (lane == 0) op.atomically(out + key, sum);
  }
}

/// Threads of a block of private_columns: as many as its shared memory has columns for, whole
/// warps, fewer where the elements would not occupy the device. 0: too many keys.
inline int threads_for_columns(std::int64_t column_bytes, std::int64_t shared_bytes,
                               std::int64_t count, int multiprocessors)
{
  std::int64_t threads =
      std::min<std::int64_t>(private_threads, shared_bytes / column_bytes / 32 * 32);
  while (threads > 64 && count < multiprocessors * threads * private_items)
    threads = threads / 64 * 32;
  return static_cast<int>(threads);
}

}  // namespace acre::backends::gpu

namespace acre::backends {

template <class Api, class Program, class T, class Op>
void accumulate(gpu::queue<Api>& on, iteration const& it, Program const& program, std::int64_t keys,
                T* out, Op const& op)
{
  using namespace gpu;
  std::int64_t const column_bytes =
      std::max<std::int64_t>(keys, 1) * static_cast<std::int64_t>(sizeof(T));
  static_assert(accumulate_takes<Program, T, Op>());
  int const threads =
      it.rows == 1 && it.inner >= 65536
          ? threads_for_columns(column_bytes, on.shared_memory(), it.inner, on.multiprocessors())
          : 0;
  if (threads == 0) {
    elementwise(on, it, program, atomic_sink<T, Op>{out, op});
    return;
  }
  auto* const kernel = it.packed && it.unit ? private_columns<2, true, Program, T, Op>
                                            : private_columns<1, false, Program, T, Op>;
  auto const bytes = static_cast<std::size_t>(column_bytes * threads);
  std::int64_t const rounds = (it.inner + threads * private_items - 1) / (threads * private_items);
  std::int64_t const blocks =
      std::min(rounds, std::max<std::int64_t>(1, on.resident_blocks(kernel, threads, bytes)));
  on.launch_shared("counters", kernel, blocks, threads, bytes, it.inner, program,
                   static_cast<int>(keys), out, op);
}

}  // namespace acre::backends
