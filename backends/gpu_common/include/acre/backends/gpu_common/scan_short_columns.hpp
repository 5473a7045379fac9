#pragma once

#include <acre/backends/common/operands.hpp>
#include <acre/backends/common/scan.hpp>
#include <acre/backends/gpu_common/columns.hpp>
#include <acre/backends/gpu_common/early_start.hpp>
#include <acre/backends/gpu_common/scan_rows.hpp>
#include <acre/backends/gpu_common/tuning.hpp>

#include <cstdint>
#include <type_traits>

/// Columns of a few chunks, enough of them that a thread goes down some alone.
namespace acre::backends::gpu {

/// Rows that a thread reads at once.
inline constexpr int scan_short_rows = 8;

/// Columns of up to four chunks are scanned so. (Three folds of chunks are the same by halves and
/// in order.)
template <class Value>
inline constexpr bool scans_short_columns = scan_items<Value> % scan_short_rows == 0;
template <class Value>
inline constexpr int scan_short_length = 4 * scan_items<Value>;

/// A thread's columns. Few: no more rows than are read at once, which are one chunk.
template <bool Few, bool Packed, int V, class From, class Op, class To>
__device__ void scan_short_columns(columns_of_thread<V> const& mine, int rows, From const& from,
                                   Op const& op, To const& to)
{
  using value = typename Op::value_type;
  using result = decltype(op.finish(value()));
  constexpr int B = scan_short_rows, items = scan_items<value>;
  std::int64_t columns[V];
#pragma unroll
  for (int j = 0; j < V; ++j) columns[j] = Packed ? mine.first : mine.read(j);
  value through[V], before[V];  // of the chunk; all chunks before it
#pragma unroll 1
  for (int row = 0; row < (Few ? 1 : rows); row += B) {
    decltype(held_columns<V, Packed>(from, columns, 0)) held[B];
#pragma unroll
    for (int n = 0; n < B; ++n)
      if (row + n < rows) held[n] = held_columns<V, Packed>(from, columns, row + n);
    bool const begins = Few || row % items == 0, follows = !Few && row >= items;
#pragma unroll
    for (int n = 0; n < B; ++n) {
      if (row + n >= rows) break;
      auto const p = computed_columns<V>(from, held[n]);
      packet<result, V> y;
#pragma unroll
      for (int j = 0; j < V; ++j) {
        auto const x = static_cast<value>(p.v[j]);
        through[j] = n == 0 && begins ? x : op.combine(through[j], x);
        value const all = follows ? op.combine(before[j], through[j]) : through[j];
        if (!Few && n == B - 1 && (row + B) % items == 0) before[j] = all;
        y.v[j] = op.finish(all);
      }
      if constexpr (Packed)
        to.template store<V>(mine.first, y, row + n);
      else
#pragma unroll
        for (int j = 0; j < V; ++j)
          if (mine.has(j)) to.template put<false>(columns[j], y.v[j], row + n);
    }
  }
}

template <bool Few, class Program, class Op, class Sink>
__global__ void __launch_bounds__(short_column_threads, tuning::scan_short_blocks(Few))
    scan_short_columns_kernel(reduction red, column_strips strips, Program program, Op op,
                              Sink sink)
{
  await_work_before();
  constexpr int V = scan_width<Program, Op, Sink, true>;
  std::int64_t const number = std::int64_t{blockIdx.x} * short_column_threads + threadIdx.x;
  if (number >= strips.threads) return;
  columns_of_thread<V> const mine(red, strips, number);
  if (!mine.has(0)) return;
  auto const from = bound_columns(red, program, mine.k);
  auto const to = bound_columns(red, sink, mine.k);
  int const rows = static_cast<int>(red.length);
  if (strips.packed)
    scan_short_columns<Few, true>(mine, rows, from, op, to);
  else
    scan_short_columns<Few, false>(mine, rows, from, op, to);
}

}  // namespace acre::backends::gpu
