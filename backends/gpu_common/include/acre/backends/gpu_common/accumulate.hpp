#pragma once

#include <acre/backends/common/accumulation.hpp>
#include <acre/backends/common/iteration.hpp>
#include <acre/backends/common/operands.hpp>
#include <acre/backends/gpu_common/elementwise.hpp>
#include <acre/backends/gpu_common/warp.hpp>

#include <cstdint>

/// See backends/common/accumulation.hpp; `it.packed` is planned for packets of 4.
namespace acre::backends::gpu {

template <class T, class Op>
struct atomic_sink {
  static constexpr int width = 8;
  static constexpr bool packable = false;
  T* out;
  Op op;
  __host__ __device__ atomic_sink const& bind(position const&) const { return *this; }
  template <bool Unit>
  __host__ __device__ void put(std::int64_t, keyed<T> x) const
  {
    if (x.key >= 0) op.atomically(out + x.key, x.value);
  }
};

/// Few keys: every thread has a column of counters in shared memory, and no atomics before the
/// end. One row; packets of W elements a block's width apart, all loaded before the first is used.
template <int Threads, int W, class Program, class T, class Op>
__global__ void __launch_bounds__(Threads)
    private_columns(std::int64_t count, Program program, int keys, T* out, Op op)
{
  extern __shared__ unsigned char raw_columns[];
  T* const columns = reinterpret_cast<T*>(raw_columns);
  for (int k = threadIdx.x; k < keys * Threads; k += Threads) columns[k] = op.template identity<T>();
  __syncthreads();
  T* const mine = columns + threadIdx.x;
  auto const row = program.bind(position{});
  constexpr int items = 8;
  std::int64_t const step = std::int64_t{gridDim.x} * (Threads * items);
  auto const count_in = [&](keyed<T> const& x) {
    if (x.key < 0) return;
    T& counter = mine[static_cast<int>(x.key) * Threads];
    counter = op(counter, x.value);
  };
  for (std::int64_t begin = std::int64_t{blockIdx.x} * (Threads * items); begin < count; begin += step) {
    if (begin + Threads * items <= count) {
      std::int64_t const first = begin + threadIdx.x * W;
      decltype(fetched<W, false>(row, first)) held[items / W];
#pragma unroll
      for (int n = 0; n < items / W; ++n) held[n] = fetched<W, false>(row, first + n * (Threads * W));
#pragma unroll
      for (int n = 0; n < items / W; ++n) {
        auto const x = computed<W>(row, held[n]);
#pragma unroll
        for (int w = 0; w < W; ++w) count_in(x.v[w]);
      }
    } else {
      for (std::int64_t i = begin + threadIdx.x; i < count; i += Threads) count_in(row.template at<false>(i));
    }
  }
  __syncthreads();
  warp_team const team(32);
  for (int key = threadIdx.x / 32; key < keys; key += Threads / 32) {
    int const lane = team.member;
    T sum = columns[key * Threads + lane];
    for (int t = lane + 32; t < Threads; t += 32) sum = op(sum, columns[key * Threads + t]);
#pragma unroll
    for (int delta = 16; delta > 0; delta /= 2) sum = op(sum, team.shuffle_down(sum, delta));
    if (lane == 0) op.atomically(out + key, sum);
  }
}

template <class Space, class Program, class T, class Op>
void accumulate(Space const& space, iteration const& it, Program const& program, std::int64_t keys, T* out, Op const& op)
{
  constexpr std::int64_t shared_bytes = 48 * 1024, multiprocessor_bytes = 200 * 1024;
  auto const run = [&](auto threads_constant) {
    constexpr int threads = decltype(threads_constant)::value;
    std::int64_t const bytes = keys * threads * static_cast<std::int64_t>(sizeof(T));
    std::int64_t const resident = std::int64_t{space.multiprocessors()} * std::min<std::int64_t>(multiprocessor_bytes / bytes, 2048 / threads);
    std::int64_t const blocks = std::min(resident, (it.inner + threads * 8 - 1) / (threads * 8));
    auto* const kernel = it.packed ? private_columns<threads, 4, Program, T, Op>
                                   : private_columns<threads, 1, Program, T, Op>;
    space.launch_shared(kernel, blocks, threads, static_cast<std::size_t>(bytes), it.inner, program, static_cast<int>(keys), out, op);
  };
  bool const long_row = it.rows == 1 && it.inner >= 65536;
  if (long_row && keys * 64 * static_cast<std::int64_t>(sizeof(T)) <= shared_bytes)
    run(std::integral_constant<int, 64>{});
  else if (long_row && keys * 32 * static_cast<std::int64_t>(sizeof(T)) <= shared_bytes)
    run(std::integral_constant<int, 32>{});
  else
    elementwise(space, it, program, atomic_sink<T, Op>{out, op});
}

}  // namespace acre::backends::gpu
