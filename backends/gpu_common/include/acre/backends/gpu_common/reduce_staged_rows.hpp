#pragma once

#include <acre/backends/common/packet.hpp>
#include <acre/backends/gpu_common/early_start.hpp>
#include <acre/backends/gpu_common/plain_rows.hpp>
#include <acre/backends/gpu_common/reduce_alike.hpp>
#include <acre/backends/gpu_common/reduce_lanes.hpp>
#include <acre/backends/gpu_common/reduce_rows.hpp>
#include <acre/backends/gpu_common/shared_memory.hpp>
#include <acre/backends/gpu_common/staged_rows.hpp>
#include <acre/backends/gpu_common/tuning.hpp>
#include <acre/backends/gpu_common/warp.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

/// Reductions of short rows that a block brings to shared memory, a thread a row.
namespace acre::backends::gpu {

/// Bytes of an element, there or in memory.
template <class Program>
inline constexpr int staged_element =
    std::max<int>(sizeof(typename Program::value_type), Program::width);

/// Combines elements n … n + N - 1, which have a lane each, by the tree over these. (How many they
/// are is known when it is compiled: what depends on numbers of elements alone is, too.)
template <int N, class Reducer, class Element>
__device__ auto reduced_few(Reducer const& reducer, Element const* row, int n)
{
  typename Reducer::value_type lane[N];
#pragma unroll
  for (int k = 0; k < N; ++k) lane[k] = appended(reducer, reducer.identity(), row[n + k], n + k);
  return combined(reducer, lane);
}

/// Combines the elements of a row, 64 at most, which have a lane each, by the tree over the lanes:
/// eight at a time, what is left by fours, twos and ones. (Larger accumulators wait on the thread's
/// stack, where the loops over them are loops: in registers four of 32 bytes took 104 of them, 56
/// are left, and nvcc has less to compile.)
template <class Reducer, class Element>
__device__ auto reduced_short_row(Reducer const& reducer, Element const* row, int count)
{
  using value = typename Reducer::value_type;
  constexpr int levels = 4, unrolled = sizeof(value) <= 8 ? levels : 1;
  value waiting[levels];  // what is combined of 8, 16, 32, 64 elements, for as many more
  if constexpr (unrolled > 1) clear(reducer, waiting);
  value result = reducer.identity();
  int const parts = count / 8;
#pragma unroll 1
  for (int part = 0; part < parts; ++part) {
    result = reduced_few<8>(reducer, row, part * 8);
    bool goes_up = true;
#pragma unroll unrolled
    for (int level = 0; level < levels && goes_up; ++level) {
      goes_up = (part >> level & 1) != 0;
      if (goes_up)
        result = reducer.combine(waiting[level], result);
      else
        waiting[level] = result;
    }
  }
  bool there = false;  // what is combined of the elements behind
  auto const prepend = [&](value const& earlier) {
    result = there ? reducer.combine(earlier, result) : earlier;
    there = true;
  };
  if ((count & 1) != 0) prepend(reduced_few<1>(reducer, row, count - 1));
  if ((count & 2) != 0) prepend(reduced_few<2>(reducer, row, count & ~3));
  if ((count & 4) != 0) prepend(reduced_few<4>(reducer, row, count & ~7));
#pragma unroll unrolled
  for (int level = 0; level < levels; ++level)
    if ((parts >> level & 1) != 0) prepend(waiting[level]);
  return result;
}

/// The accumulator of a row, of which a thread does all.
template <class Program, class Reducer, class Element>
__device__ auto reduced_row(Reducer const& reducer, Element const* row, int count)
{
  if constexpr (combines_alike<Reducer>) {
    return alike_row(reducer, row, count);
  } else {
    using step = tile_step<Program, Reducer>;
    auto value = step::result(reducer, reduced_short_row(step::of(reducer), row, count), 0);
    if constexpr (finds_in_two_steps<Reducer, Program>) {
      int place = 0;
#pragma unroll 4
      for (int e = count - 1; e >= 0; --e)
        if (reducer.is_at(value, row[e])) place = e;
      value = reducer.in_tile(row[place], place);  // equal is not the same: -0.0 and 0.0
    }
    return value;
  }
}

/// Whether rows along several kept axes are brought: of what is computed, as pairs of rows of two
/// arrays are. (Rows of memory along several are slices of slices, and a kernel more to compile.)
template <class Program>
inline constexpr bool nests_staged_rows =
    !lies_in_memory<decltype(std::declval<Program const&>().bind(position{})),
                    typename Program::value_type>;

template <bool Nested, class Program, class Reducer, class Out>
__global__ void __launch_bounds__(staged_rows_threads)
    staged_rows_kernel(reduction red, staged_split split, Program program, Reducer reducer,
                       Out* out)
{
  await_work_before();
  using element = typename Program::value_type;
  constexpr int room = staged_room<staged_element<Program>>;
  ACRE_ALIGNED_SHARED(shared, raw_storage<element, room>);
  staged_block<Nested> const block(red, split);
  int const length = static_cast<int>(red.length);
  bring_rows<packet_width(Program::width), room>(red, split, program, block, block.rows * length,
                                                 &shared[0]);
  __syncthreads();
#pragma unroll 1
  for (int row = static_cast<int>(threadIdx.x); row < block.rows; row += staged_rows_threads)
    out[block.first + row] =
        reducer.finish(reduced_row<Program>(reducer, &shared[split.place_of_row(row)], length));
}

}  // namespace acre::backends::gpu
