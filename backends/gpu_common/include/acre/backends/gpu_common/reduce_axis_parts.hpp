#pragma once

#include <acre/backends/common/reduce_axis_parts.hpp>
#include <acre/backends/gpu_common/columns.hpp>
#include <acre/backends/gpu_common/queue.hpp>
#include <acre/backends/gpu_common/shared_memory.hpp>
#include <acre/backends/gpu_common/warp.hpp>

#include <cstdint>

/// Reductions along axes in parts on a GPU, see backends/common/reduce_axis_parts.hpp: a thread for
/// each lane of a row's tile, one for each column of a tile, with its lanes. Waits: what comes and
/// goes is the host's memory. (The levels above are a CPU's.)
namespace acre::backends::gpu {

inline constexpr int part_columns = 128;  // threads of a block

/// Element `first` + r of the reduced ones: element(r). Of a row, or of column i of k.
template <class Program>
__device__ auto element_of_row(reduction const& red, Program const& program, std::int64_t row,
                               std::int64_t e)
{
  std::int64_t const outer = red.it.outer_rank == red.kept_rank ? 0 : quotient(e, red.it.inner);
  return program.bind(reduced_position(red, row, outer))
      .template at<false>(e - outer * red.it.inner);
}

/// Block t * kept + row: `count` elements from `first` + t tiles on, at most a tile, join the lanes
/// as elements at, at + 1, …. `lanes`: null where they begin here; `results`: not null where the
/// tile ends.
template <class Program, class Reducer>
__global__ void __launch_bounds__(reduce_lanes)
    rows_part_kernel(reduction red, std::int64_t first, std::int64_t count, int at, Program program,
                     Reducer reducer, typename Reducer::value_type* lanes,
                     typename Reducer::value_type* results)
{
  using value = typename Reducer::value_type;
  static_assert(reduce_lanes == 64);
  ACRE_SHARED(shared, raw_storage<value, reduce_lanes>);
  std::int64_t const number = blockIdx.x, t = quotient(number, red.kept),
                     row = number - t * red.kept, start = first + t * reduce_tile;
  int const lane = static_cast<int>(threadIdx.x),
            n = static_cast<int>(::min(count - t * reduce_tile, std::int64_t{reduce_tile}));
  bool const one_axis = red.it.outer_rank == red.kept_rank;
  auto const from = program.bind(reduced_position(red, row, 0));
  value sum = reducer.identity();
  if (lanes != nullptr) sum = lanes[row * reduce_lanes + lane];
#pragma unroll 4
  for (int e = (lane - at) & (reduce_lanes - 1); e < n; e += reduce_lanes) {
    if (one_axis)
      sum = appended(reducer, sum, from.template at<false>(start + e), at + e);
    else
      sum = appended(reducer, sum, element_of_row(red, program, row, start + e), at + e);
  }
  if (results == nullptr) {
    lanes[row * reduce_lanes + lane] = sum;
    return;
  }
  shared[lane] = sum;
  __syncthreads();
  if (lane >= 32) return;
  warp_team const team(32);
  value v = reducer.combine(shared[2 * lane], shared[2 * lane + 1]);
#pragma unroll 1
  for (int distance = 1; distance < 32; distance *= 2)
    v = reducer.combine(v, team.shuffle_down(v, distance));
  if (lane == 0) results[number] = v;
}

/// Likewise of columns, thread t * kept + column.
template <class Program, class Reducer>
__global__ void __launch_bounds__(part_columns)
    columns_part_kernel(reduction red, std::int64_t first, std::int64_t count, int at,
                        std::int64_t all, Program program, Reducer reducer,
                        typename Reducer::value_type* lanes, typename Reducer::value_type* results)
{
  using value = typename Reducer::value_type;
  std::int64_t const number = std::int64_t{blockIdx.x} * part_columns + threadIdx.x;
  if (number >= all) return;
  std::int64_t const inner = red.it.inner, kept = red.kept * inner, t = quotient(number, kept),
                     column = number - t * kept, k = quotient(column, inner),
                     i = column - k * inner, start = first + t * column_tile;
  int const n = static_cast<int>(::min(count - t * column_tile, std::int64_t{column_tile}));
  bool const one_axis = red.it.outer_rank == red.kept_rank + 1;
  auto const from = bound_columns(red, program, k, one_axis ? start : 0);
  value lane[column_lanes];
#pragma unroll
  for (int l = 0; l < column_lanes; ++l)
    lane[l] = lanes == nullptr ? reducer.identity() : lanes[l * kept + column];
#pragma unroll 1
  for (int begin = -(at % column_lanes); begin < n; begin += column_lanes) {
#pragma unroll
    for (int l = 0; l < column_lanes; ++l) {
      int const r = begin + l;
      if (r < 0 || r >= n) continue;
      if (one_axis)
        lane[l] = appended(reducer, lane[l], from.template at<false>(i, r), at + r);
      else
        lane[l] = appended(reducer, lane[l],
                           program.bind(reduced_position(red, k, start + r)).template at<false>(i),
                           at + r);
    }
  }
  if (results == nullptr) {
#pragma unroll
    for (int l = 0; l < column_lanes; ++l) lanes[l * kept + column] = lane[l];
    return;
  }
#pragma unroll
  for (int stride = 1; stride < column_lanes; stride *= 2)
#pragma unroll
    for (int l = 0; l < column_lanes; l += 2 * stride)
      lane[l] = reducer.combine(lane[l], lane[l + stride]);
  results[number] = lane[0];
}

template <class Queue, class Program, class Reducer>
void part_along(Queue& on, reduction const& red, bool rows, Program const& program,
                Reducer const& reducer, std::int64_t first, std::int64_t count, std::int64_t at,
                std::int64_t tiles, typename Reducer::value_type* lanes,
                typename Reducer::value_type* results)
{
  std::int64_t const all = results_along(red, rows) * tiles;
  if (rows)
    on.launch("tiles", rows_part_kernel<Program, Reducer>, all, reduce_lanes, red, first, count,
              static_cast<int>(at), program, reducer, lanes, results);
  else
    on.launch("tiles", columns_part_kernel<Program, Reducer>,
              (all + part_columns - 1) / part_columns, part_columns, red, first, count,
              static_cast<int>(at), all, program, reducer, lanes, results);
}

}  // namespace acre::backends::gpu

namespace acre::backends {

template <class Api, class Program, class Reducer>
void tiles_along(gpu::queue<Api>& on, reduction const& red, bool rows, Program const& program,
                 Reducer const& reducer, std::int64_t first, std::int64_t count,
                 typename Reducer::value_type* tiles, laid_out_operands const& = {})
{
  using value = typename Reducer::value_type;
  std::int64_t const wanted = (count + axis_tile(rows) - 1) / axis_tile(rows),
                     results = wanted * results_along(red, rows);
  auto const there = on.template scratch<value>(results);
  gpu::part_along(on, red, rows, program, reducer, first, count, 0, wanted,
                  static_cast<value*>(nullptr), there.data());
  on.copy_to_host(tiles, there.data(), static_cast<std::size_t>(results) * sizeof(value));
}

template <class Api, class Program, class Reducer>
void join_along(gpu::queue<Api>& on, reduction const& red, bool rows, Program const& program,
                Reducer const& reducer, std::int64_t first, std::int64_t count, std::int64_t at,
                typename Reducer::value_type* lanes, laid_out_operands const& = {})
{
  using value = typename Reducer::value_type;
  std::int64_t const all = results_along(red, rows) * axis_lanes(rows);
  auto const bytes = static_cast<std::size_t>(all) * sizeof(value);
  auto const there = on.template scratch<value>(all);
  on.copy_from_host(there.data(), lanes, bytes);
  gpu::part_along(on, red, rows, program, reducer, first, count, at, 1, there.data(),
                  static_cast<value*>(nullptr));
  on.copy_to_host(lanes, there.data(), bytes);
}

}  // namespace acre::backends
