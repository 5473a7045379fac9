#pragma once

#include <acre/backends/common/accumulate.hpp>
#include <acre/backends/common/divisor.hpp>
#include <acre/backends/common/iteration.hpp>
#include <acre/backends/common/operands.hpp>
#include <acre/backends/common/reduce.hpp>
#include <acre/backends/gpu_common/elements.hpp>
#include <acre/backends/gpu_common/elementwise.hpp>
#include <acre/backends/gpu_common/queue.hpp>
#include <acre/backends/gpu_common/shared_memory.hpp>
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
  ACRE_DYNAMIC_SHARED(raw_columns, unsigned char);
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

/// Items elements of a stretch of rows that follow each other along the first outer axis.
template <int Items>
struct stretch_places {
  std::int64_t first, first_row;  // element and row from which the others are counted
  std::uint32_t element[Items], row_number[Items];

  __device__ std::int64_t column(int m) const { return first + element[m]; }
  __device__ std::int64_t row(int m) const { return first_row + row_number[m]; }
  template <int W, bool, class T>
  __device__ packet<T, W> read(T const* data, std::int64_t inner, std::int64_t step) const
  {
    packet<T, W> p;
#pragma unroll
    for (int m = 0; m < W; ++m) p.v[m] = data[column(m) * inner + row(m) * step];
    return p;
  }
};

/// More keys: a block has `sets` of counters in its shared memory, which its warps share with
/// atomics. `count` elements in rows of `inner`, or in one. (Values for 1000 rows of 3 float32, 5 *
/// 10^7 on an H200: 2.1 with atomics in the device's memory.)
template <class Program, class T, class Op>
__global__ void __launch_bounds__(block_place_threads, block_place_blocks)
    block_places(iteration it, std::int64_t count, divisor inner, Program program, int keys,
                 int sets, T* out, Op op)
{
  ACRE_DYNAMIC_SHARED(raw_columns, unsigned char);
  T* const places = reinterpret_cast<T*>(raw_columns);
  int const thread = static_cast<int>(threadIdx.x);
  for (int k = thread; k < keys * sets; k += block_place_threads)
    places[k] = op.template identity<T>();
  __syncthreads();
  T* const mine = places + thread / 32 % sets * keys;
  position at;
  at.rank = it.outer_rank;
  auto const row = program.bind(at, 0);
  constexpr int items = block_place_items, a_round = block_place_threads * items;
  for (std::int64_t begin = std::int64_t{blockIdx.x} * a_round; begin < count;
       begin += std::int64_t{gridDim.x} * a_round) {
    int const here = static_cast<int>(::min(count - begin, std::int64_t{a_round}));
    stretch_places<items> held;
    held.first = begin;
    held.first_row = 0;
    std::uint32_t first = 0;
    if (it.rows > 1) {
      held.first = 0;
      held.first_row = quotient(begin, it.inner);
      first = static_cast<std::uint32_t>(begin - held.first_row * it.inner);
    }
#pragma unroll
    for (int m = 0; m < items; ++m) {
      std::uint32_t const e = first + ::min(thread + m * block_place_threads, here - 1);
      held.row_number[m] = it.rows > 1 ? inner.quotient(e) : 0;
      held.element[m] = e - held.row_number[m] * inner.by;
    }
    auto const x = computed<items>(row, fetched_at<items, false>(row, held));
#pragma unroll
    for (int m = 0; m < items; ++m)
      if (thread + m * block_place_threads < here && x.v[m].key >= 0)
        op.atomically_in_block(mine + static_cast<int>(x.v[m].key), x.v[m].value);
  }
  __syncthreads();
  // blocks begin at different places, as they end at the same time
  int const from = static_cast<int>(std::int64_t{keys} * blockIdx.x / gridDim.x);
  for (int k = thread; k < keys; k += block_place_threads) {
    int const key = k + from < keys ? k + from : k + from - keys;
    T sum = places[key];
    for (int set = 1; set < sets; ++set) sum = op(sum, places[set * keys + key]);
    if (sum != op.template identity<T>()) op.atomically(out + key, sum);
  }
}

/// Whether blocks count for themselves: so many elements that what each adds up at its end is
/// little beside them.
template <class Queue, class Program, class T, class Op>
bool count_in_blocks(Queue& on, iteration const& it, Program const& program, std::int64_t keys,
                     T* out, Op const& op)
{
  constexpr std::int64_t a_round = block_place_threads * block_place_items;
  std::int64_t const count = it.rows * it.inner,
                     set_bytes = keys * static_cast<std::int64_t>(sizeof(T));
  if (set_bytes > on.shared_memory() || count < 4 * keys * on.multiprocessors() ||
      count < 2 * a_round * on.multiprocessors() || it.outer_rank > 1 ||
      (it.rows > 1 && it.inner >= std::int64_t{1} << 30))
    return false;
  auto const sets = static_cast<int>(
      std::clamp<std::int64_t>(block_place_bytes / set_bytes, 1, block_place_threads / 32));
  auto const bytes = static_cast<std::size_t>(set_bytes * sets);
  auto* const kernel = block_places<Program, T, Op>;
  std::int64_t const wave = std::max<std::int64_t>(
                         1, on.resident_blocks(kernel, block_place_threads, bytes)),
                     useful = std::max<std::int64_t>(on.multiprocessors(), count / (4 * keys));
  on.launch_shared("counters", kernel, std::min({wave, useful, (count + a_round - 1) / a_round}),
                   block_place_threads, bytes, it, count, divisor(it.rows > 1 ? it.inner : 1),
                   program, static_cast<int>(keys), sets, out, op);
  return true;
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
  static_assert(accumulate_takes<Program, T, Op>());
  std::int64_t const column_bytes =
      std::max<std::int64_t>(keys, 1) * static_cast<std::int64_t>(sizeof(T));
  bool const in_columns = !of_short_rows<Program> && it.rows == 1 && it.inner >= 65536;
  if (!in_columns || column_bytes * least_private_threads > on.shared_memory())
    if (count_in_blocks(on, it, program, std::max<std::int64_t>(keys, 1), out, op)) return;
  if constexpr (!of_short_rows<Program>) {
    int const threads = in_columns ? threads_for_columns(column_bytes, on.shared_memory(), it.inner,
                                                         on.multiprocessors())
                                   : 0;
    if (threads > 0) {
      auto* const kernel = it.packed && it.unit ? private_columns<2, true, Program, T, Op>
                                                : private_columns<1, false, Program, T, Op>;
      auto const bytes = static_cast<std::size_t>(column_bytes * threads);
      std::int64_t const a_round = threads * private_items,
                         rounds = (it.inner + a_round - 1) / a_round,
                         resident = on.resident_blocks(kernel, threads, bytes),
                         blocks = std::min(rounds, std::max<std::int64_t>(1, resident));
      on.launch_shared("counters", kernel, blocks, threads, bytes, it.inner, program,
                       static_cast<int>(keys), out, op);
      return;
    }
  }
  elementwise(on, it, program, atomic_sink<T, Op>{out, op});
}

}  // namespace acre::backends
