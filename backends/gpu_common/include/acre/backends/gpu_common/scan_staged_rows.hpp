#pragma once

#include <acre/backends/common/scan.hpp>
#include <acre/backends/gpu_common/early_start.hpp>
#include <acre/backends/gpu_common/scan_rows.hpp>
#include <acre/backends/gpu_common/shared_memory.hpp>
#include <acre/backends/gpu_common/staged_rows.hpp>
#include <acre/backends/gpu_common/tuning.hpp>
#include <acre/backends/gpu_common/warp.hpp>

#include <algorithm>
#include <cstdint>

/// Scans of short rows that a block brings to shared memory: a thread scans a row there, and what
/// it gives is written as it came, neighbours by neighbours.
namespace acre::backends::gpu {

/// Bytes of an element, there or in memory.
template <class Program, class Op, class Sink>
inline constexpr int staged_scanned =
    std::max({static_cast<int>(sizeof(typename Op::value_type)), Program::width, Sink::width});

/// A row's elements, of four chunks at most, become their scan. (Three folds of chunks are the same
/// by halves and in order.)
template <class Op, class Value>
__device__ void scan_short_row(Op const& op, Value* row, int count)
{
  constexpr int items = scan_items<Value>;
  Value before{};
#pragma unroll 1
  for (int chunk = 0; chunk < count; chunk += items) {
    Value through = row[chunk];
    if (chunk > 0) row[chunk] = op.combine(before, through);
    int const end = ::min(chunk + items, count);
#pragma unroll 4
    for (int e = chunk + 1; e < end; ++e) {
      through = op.combine(through, row[e]);
      row[e] = chunk > 0 ? op.combine(before, through) : through;
    }
    before = chunk > 0 ? op.combine(before, through) : through;
  }
}

template <class Program, class Op, class Sink>
__global__ void __launch_bounds__(staged_rows_threads)
    staged_scan_kernel(reduction red, staged_split split, Program program, Op op, Sink sink)
{
  await_work_before();
  using value = typename Op::value_type;
  using result = decltype(op.finish(value()));
  constexpr int W = scan_width<Program, Op, Sink, true>,
                room = staged_room<staged_scanned<Program, Op, Sink>>;
  ACRE_ALIGNED_SHARED(shared, raw_storage<value, room>);
  staged_block<false> const block(red, split);
  int const length = static_cast<int>(red.length), count = block.rows * length,
            thread = static_cast<int>(threadIdx.x);
  value* const places = &shared[0];
  bring_rows<W, room>(red, split, program, block, count, places);
  __syncthreads();
#pragma unroll 1
  for (int row = thread; row < block.rows; row += staged_rows_threads)
    scan_short_row(op, places + split.place_of_row(row), length);
  __syncthreads();
  auto const to = block.bound(red, sink);
  if (red.one_run) {
    int const whole = count / W;
#pragma unroll 4
    for (int n = thread; n < whole; n += staged_rows_threads) {
      packet<result, W> q;
#pragma unroll
      for (int w = 0; w < W; ++w) q.v[w] = op.finish(places[split.place_of(n * W + w)]);
      to.template store<W>(n * W, q);
    }
    if (int const i = whole * W + thread; i < count)
      to.template put<true>(i, op.finish(places[split.place_of(i)]));
    return;
  }
#pragma unroll 4
  for (int i = thread; i < count; i += staged_rows_threads) {
    int const row = split.row_of(i);
    to.template put<false>(i - row * length, op.finish(places[split.place_of(i)]), row);
  }
}

}  // namespace acre::backends::gpu
