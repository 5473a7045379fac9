#pragma once

#include <acre/backends/common/scan.hpp>
#include <acre/backends/gpu_common/reduce_columns.hpp>

#include <algorithm>
#include <cstdint>

/// Columns: a thread goes down a few neighbouring ones, from their beginning to their end.
namespace acre::backends::gpu {

inline constexpr int scan_column_threads = 128;  // a block's

/// Neighbouring columns of a thread: 8 bytes of them.
template <class Program, class Op, class Sink, bool Packed>
inline constexpr int scan_columns_together = [] {
  if (!Packed) return 1;
  int const width = std::max(Program::width, Sink::width);
  int fit = packet_width(width);
  while (fit > 1 &&
         (fit * width > 8 || fit * static_cast<int>(sizeof(typename Op::value_type)) > 16))
    fit /= 2;
  return fit;
}();

/// Rows that are loaded while as many are combined: a part of a chunk.
template <class Value>
inline constexpr int scan_rows_under_way = scan_items<Value> < 8 ? scan_items<Value> : 8;

template <bool Packed, class Program, class Op, class Sink>
__global__ void __launch_bounds__(scan_column_threads)
    scan_columns_kernel(reduction red, Program program, Op op, Sink sink)
{
  using value = typename Op::value_type;
  constexpr int V = scan_columns_together<Program, Op, Sink, Packed>,
                batch = scan_rows_under_way<value>;
  std::int64_t const number = std::int64_t{blockIdx.x} * scan_column_threads + threadIdx.x;
  std::int64_t const packets = (red.it.inner + V - 1) / V;
  std::int64_t const k = quotient(number, packets), column = (number - k * packets) * V;
  if (k >= red.kept) return;
  position const at = reduced_position(red, k, 0);
  auto const from = bind_along(program, at, red.kept_rank);
  auto const to = bind_along(sink, at, red.kept_rank);
  using loaded = decltype(columns_at<V, Packed>(from, column, 0));
  using result = decltype(op.finish(value()));
  auto const fetch = [&](loaded(&p)[batch], std::int64_t r) {
    if (r + batch <= red.length) {
#pragma unroll
      for (int n = 0; n < batch; ++n) p[n] = columns_at<V, Packed>(from, column, r + n);
    } else {
#pragma unroll
      for (int n = 0; n < batch; ++n)
        if (r + n < red.length) p[n] = columns_at<V, Packed>(from, column, r + n);
    }
  };
  scan_fold<value, V> chunk;
  scan_walk<value, V> walk;
  chunk.there = true;
  auto const use = [&](loaded const(&p)[batch], std::int64_t r) {
    bool const begins = r % scan_items<value> == 0;
    if (begins && r > 0) walk.next(op, chunk);
#pragma unroll
    for (int n = 0; n < batch; ++n) {
      if (r + n >= red.length) break;
      packet<result, V> q;
#pragma unroll
      for (int j = 0; j < V; ++j) {
        value const x = static_cast<value>(p[n].v[j]);
        chunk.v[j] = n == 0 && begins ? x : op.combine(chunk.v[j], x);
        q.v[j] =
            op.finish(walk.before.there ? op.combine(walk.before.v[j], chunk.v[j]) : chunk.v[j]);
      }
      if constexpr (Packed)
        to.template store<V>(column, q, r + n);
      else
        to.template put<false>(column, q.v[0], r + n);
    }
  };
  loaded a[batch], b[batch];
  fetch(a, 0);
#pragma unroll 1
  for (std::int64_t r = 0; r < red.length; r += 2 * batch) {
    fetch(b, r + batch);
    use(a, r);
    fetch(a, r + 2 * batch);
    if (r + batch < red.length) use(b, r + batch);
  }
}

}  // namespace acre::backends::gpu
