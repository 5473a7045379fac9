#pragma once

#include <acre/backends/common/packet.hpp>
#include <acre/backends/gpu_common/early_start.hpp>
#include <acre/backends/gpu_common/reduce_alike.hpp>
#include <acre/backends/gpu_common/reduce_lanes.hpp>
#include <acre/backends/gpu_common/reduce_rows.hpp>
#include <acre/backends/gpu_common/tuning.hpp>

#include <algorithm>
#include <cstdint>

/// Columns of eight elements at most, which have a lane each: a thread reads all of a few columns
/// at once, and has no tiles to think of.
namespace acre::backends::gpu {

/// Columns of a thread: as many as one access holds, fewer where what they are reduced in is wide.
template <class Program, class Reducer>
inline constexpr int short_columns =
    std::clamp<int>(64 / sizeof(tile_value<Program, Reducer>), 1, packet_width(Program::width));

inline bool takes_short_columns(reduction const& red, int together, int multiprocessors)
{
  return red.length <= column_lanes && red.it.outer_rank == red.kept_rank + 1 &&
         red.it.inner >= std::int64_t{short_column_threads} * together &&
         red.kept * red.it.inner >= std::int64_t{short_column_threads} * together * multiprocessors;
}

/// The accumulator of a column of eight elements at most, at(0) … at(count - 1).
template <class Program, class Reducer, class At>
__device__ auto reduced_few_of_column(Reducer const& reducer, int count, At const& at)
{
  if constexpr (combines_alike<Reducer>) {
    return alike_few(reducer, count, at);
  } else {
    using step = tile_step<Program, Reducer>;
    auto const of_column = step::of(reducer);
    tile_value<Program, Reducer> lane[column_lanes];
#pragma unroll
    for (int r = 0; r < column_lanes; ++r)
      if (r < count) lane[r] = appended(of_column, of_column.identity(), at(r), r);
#pragma unroll
    for (int stride = 1; stride < column_lanes; stride *= 2)
#pragma unroll
      for (int r = 0; r + stride < column_lanes; r += 2 * stride)
        if (r + stride < count) lane[r] = of_column.combine(lane[r], lane[r + stride]);
    auto value = step::result(reducer, lane[0], 0);
    if constexpr (finds_in_two_steps<Reducer, Program>) {
      auto const wanted = value;
#pragma unroll
      for (int r = column_lanes - 1; r >= 0; --r)
        if (r < count && reducer.is_at(wanted, at(r)))
          value = reducer.in_tile(at(r), r);  // equal is not the same: -0.0 and 0.0
    }
    return value;
  }
}

/// `pieces` blocks side by side cover the columns; `packed`: their elements are packets, else a
/// thread's columns lie a block's threads apart.
template <class Program, class Reducer, class Out>
__global__ void __launch_bounds__(short_column_threads)
    short_columns_kernel(reduction red, std::uint32_t pieces, bool packed, Program program,
                         Reducer reducer, Out* out)
{
  await_work_before();
  using element = typename Program::value_type;
  constexpr int V = short_columns<Program, Reducer>;
  std::int64_t k = 0;
  std::uint32_t piece = blockIdx.x;
  if (red.kept > 1) {
    k = piece / pieces;
    piece -= static_cast<std::uint32_t>(k) * pieces;
  }
  int const count = static_cast<int>(red.length),
            apart = packed ? 1 : short_column_threads;  // columns of a thread
  std::int64_t const column = std::int64_t{piece} * (short_column_threads * V) +
                              (packed ? V : 1) * static_cast<int>(threadIdx.x);
  if (column >= red.it.inner) return;
  auto const from = bind_along(program, reduced_position(red, k, 0), red.kept_rank);
  packet<element, V> held[column_lanes];
  if (packed) {
#pragma unroll
    for (int r = 0; r < column_lanes; ++r)
      if (r < count) held[r] = from.template load<V, true>(column, r);
  } else {
#pragma unroll
    for (int r = 0; r < column_lanes; ++r)
#pragma unroll
      for (int j = 0; j < V; ++j)
        if (r < count && column + j * apart < red.it.inner)
          held[r].v[j] = from.template at<false>(column + j * apart, r);
  }
  packet<Out, V> results;
#pragma unroll
  for (int j = 0; j < V; ++j)
    results.v[j] = reducer.finish(
        reduced_few_of_column<Program>(reducer, count, [&](int r) { return held[r].v[j]; }));
  Out* const to = out + k * red.it.inner + column;
  if (packed) {
    *reinterpret_cast<packet<Out, V>*>(to) = results;
  } else {
#pragma unroll
    for (int j = 0; j < V; ++j)
      if (column + j * apart < red.it.inner) to[j * apart] = results.v[j];
  }
}

}  // namespace acre::backends::gpu
