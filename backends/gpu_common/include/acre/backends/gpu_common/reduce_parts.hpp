#pragma once

#include <acre/backends/common/reduce_parts.hpp>
#include <acre/backends/gpu_common/queue.hpp>
#include <acre/backends/gpu_common/reduce_made.hpp>
#include <acre/backends/gpu_common/reduce_rows.hpp>
#include <acre/backends/gpu_common/tuning.hpp>

#include <algorithm>
#include <cstdint>

/// Reductions in parts on a GPU, see backends/common/reduce_parts.hpp: tiles by teams of threads,
/// as rows of any length are reduced; the elements that join a tile by a thread a lane.
namespace acre::backends::gpu {

/// `each` tiles a team, of `length` elements from `start` on.
struct part_of_row {
  std::int64_t start = 0, length = 0;
  int each = 1;
  divisor inner = {};  // elements of a piece of memory, of rows in pieces
};

template <row_form Form, class Program, class Reducer>
__global__ void __launch_bounds__(256, 2)
    part_tiles_kernel(reduction red, part_of_row part, Program program, Reducer reducer,
                      typename Reducer::value_type* tiles)
{
  await_work_before();
  using of_tiles = tile_value<Program, Reducer>;
  using access = tile_access<Program, Form, of_tiles>;
  constexpr int V = access::lanes, trees = trees_together<Program, of_tiles, V>;
  ACRE_SHARED(shared, raw_storage < of_tiles, trees == 1 ? 1 : trees * long_row_threads >);
  warp_team const team(access::threads);
  std::int64_t const number =
      std::int64_t{blockIdx.x} * (blockDim.x / access::threads) + threadIdx.x / access::threads;
  std::int64_t const first = number * part.each, begin = first * reduce_tile;
  if (begin >= part.length) return;
  int const count =
      static_cast<int>(::min(part.length - begin, std::int64_t{part.each} * reduce_tile));
  std::int64_t const start = part.start + begin;
  using step = tile_step<Program, Reducer>;
  auto const of_tile = step::of(reducer);
  auto const done = [&](int tile, int n, of_tiles const& of_elements) {
    if (team.member < n)
      tiles[first + tile + team.member] = step::result(
          reducer, of_elements, start + std::int64_t{tile + team.member} * reduce_tile);
  };
  constexpr bool unit = Form != row_form::anywhere;
  if constexpr (Form == row_form::pieces) {
    auto const from = bind_along(program, reduced_position(red, 0, 0), red.kept_rank);
    auto const at = static_cast<std::uint32_t>(start);
    reduce_tiles<access::loads, V, trees>(
        of_tile, team, count, start,
        [&](int e) { return access::fetch_of_pieces(from, at + e, part.inner); },
        [&](auto const& held) { return access::compute(from, held); },
        [&](int e) {
          piece_places const place(at + e, part.inner);
          return from.template at<true>(place.i, place.k);
        },
        done, &shared[0]);
  } else if (unit || red.it.outer_rank == red.kept_rank) {
    auto const from = program.bind(reduced_position(red, 0, 0));
    reduce_tiles<access::loads, V, trees>(
        of_tile, team, count, start, [&](int e) { return access::fetch(from, start + e, 0); },
        [&](auto const& held) { return access::compute(from, held); },
        [&](int e) { return from.template at<unit>(start + e); }, done, &shared[0]);
  } else if constexpr (!unit) {
    auto const at = [&](int e) {
      std::int64_t const outer = quotient(start + e, red.it.inner);
      return program.bind(reduced_position(red, 0, outer))
          .template at<false>(start + e - outer * red.it.inner);
    };
    reduce_tiles<1, V, trees>(
        of_tile, team, count, start,
        [&](int e) { return packet<typename Program::value_type, 2>{{at(e), at(e + 1)}}; },
        as_it_is{}, at, done, &shared[0]);
  }
}

/// `count` elements from `start` on join the lanes as elements at, at + 1, … of a tile; a thread a
/// lane. `begins`: the lanes are those before its first element. `result`: not null where the tile
/// ends there.
template <class Program, class Reducer>
__global__ void __launch_bounds__(reduce_lanes)
    join_tile_kernel(reduction red, std::int64_t start, int count, int at, bool begins,
                     Program program, Reducer reducer, typename Reducer::value_type* lanes,
                     typename Reducer::value_type* result)
{
  await_work_before();
  using value = typename Reducer::value_type;
  static_assert(reduce_lanes == 64);
  constexpr int together = program_loads<Program, 1, 64>;
  ACRE_SHARED(shared, raw_storage<value, reduce_lanes>);
  int const lane = static_cast<int>(threadIdx.x);
  bool const one_axis = red.it.outer_rank == red.kept_rank;
  auto const row = program.bind(reduced_position(red, 0, 0));
  auto const element = [&](int e) {
    if (one_axis) return row.template at<false>(start + e);
    std::int64_t const outer = quotient(start + e, red.it.inner);
    return program.bind(reduced_position(red, 0, outer))
        .template at<false>(start + e - outer * red.it.inner);
  };
  value sum = reducer.identity();
  if (!begins) sum = lanes[lane];
#pragma unroll 1
  for (int e = (lane - at) & (reduce_lanes - 1); e < count; e += together * reduce_lanes) {
    typename Program::value_type held[together];
#pragma unroll
    for (int k = 0; k < together; ++k)
      if (e + k * reduce_lanes < count) held[k] = element(e + k * reduce_lanes);
#pragma unroll
    for (int k = 0; k < together; ++k)
      if (e + k * reduce_lanes < count)
        sum = appended(reducer, sum, held[k], at + e + k * reduce_lanes);
  }
  lanes[lane] = sum;
  if (result == nullptr) return;
  shared[lane] = sum;
  __syncthreads();
  if (lane >= 32) return;
  warp_team const team(32);
  value v = reducer.combine(shared[2 * lane], shared[2 * lane + 1]);
#pragma unroll 1
  for (int distance = 1; distance < 32; distance *= 2)
    v = reducer.combine(v, team.shuffle_down(v, distance));
  if (lane == 0) *result = v;
}

template <row_form Form, class Queue, class Program, class Reducer>
void reduce_part(Queue& on, reduction const& red, Program const& program, Reducer const& reducer,
                 std::int64_t first, std::int64_t count, typename Reducer::value_type* results)
{
  using access = tile_access<Program, Form, tile_value<Program, Reducer>>;
  constexpr int most_tiles = std::clamp(65536 / reduce_tile / Program::width, 1, 8);
  std::int64_t const tiles = (count + reduce_tile - 1) / reduce_tile,
                     wanted = std::int64_t{tile_teams} * on.multiprocessors();
  part_of_row part;
  part.start = first;
  part.length = count;
  if constexpr (Form == row_form::pieces) part.inner = divisor(red.it.inner);
  while (part.each < most_tiles && tiles / (2 * part.each) >= wanted * 32 / access::threads)
    part.each *= 2;
  std::int64_t const teams = (tiles + part.each - 1) / part.each;
  int threads = long_row_threads;
  while (threads > 32 && teams * access::threads < std::int64_t{threads} * on.multiprocessors())
    threads /= 2;
  std::int64_t const in_block = threads / access::threads;
  on.template launch_early<starts_early<Program, Reducer>>(
      "tiles", part_tiles_kernel<Form, Program, Reducer>, (teams + in_block - 1) / in_block,
      threads, red, part, program, reducer, results);
}

/// Of values that lie side by side.
inline reduction reduction_of_values(std::int64_t count)
{
  reduction red;
  red.it.inner = red.length = count;
  red.it.unit = true;
  return red;
}

}  // namespace acre::backends::gpu

namespace acre::backends {

template <class Api, class Program, class Reducer>
void tiles_of_row(gpu::queue<Api>& on, reduction const& red, Program const& program,
                  Reducer const& reducer, std::int64_t first, std::int64_t count,
                  typename Reducer::value_type* tiles)
{
  using namespace gpu;
  static_assert(!finds_places<Reducer, typename Program::value_type>);
  if (count == 0) return;
  bool const one_axis = red.it.outer_rank == red.kept_rank;
  if (red.it.packed && red.it.unit && one_axis && first % packet_width(Program::width) == 0) {
    reduce_part<row_form::packed>(on, red, program, reducer, first, count, tiles);
    return;
  }
  if constexpr (!hints_of<Program>::prefers_packets) {
    if (red.it.unit && one_axis) {
      reduce_part<row_form::neighbours>(on, red, program, reducer, first, count, tiles);
      return;
    }
    if (red.it.unit && red.it.outer_rank == red.kept_rank + 1 && red.length < (1 << 30)) {
      reduce_part<row_form::pieces>(on, red, program, reducer, first, count, tiles);
      return;
    }
  }
  reduce_part<row_form::anywhere>(on, red, program, reducer, first, count, tiles);
}

template <class Api, class Program, class Reducer>
void join_tile(gpu::queue<Api>& on, reduction const& red, Program const& program,
               Reducer const& reducer, std::int64_t first, std::int64_t count, std::int64_t at,
               bool begins, typename Reducer::value_type* lanes,
               typename Reducer::value_type* result)
{
  using namespace gpu;
  on.template launch_early<starts_early<Program, Reducer>>(
      "lanes", join_tile_kernel<Program, Reducer>, 1, reduce_lanes, red, first,
      static_cast<int>(count), static_cast<int>(at), begins, program, reducer, lanes, result);
}

template <class Api, class Reducer>
void tiles_of_values(gpu::queue<Api>& on, Reducer const& reducer,
                     typename Reducer::value_type const* values, std::int64_t count,
                     typename Reducer::value_type* tiles)
{
  using namespace gpu;
  if (count == 0) return;
  reduce_part<row_form::anywhere>(on, reduction_of_values(count),
                                  values_program<typename Reducer::value_type>{values}, reducer, 0,
                                  count, tiles);
}

template <class Api, class Reducer>
void join_values(gpu::queue<Api>& on, Reducer const& reducer,
                 typename Reducer::value_type const* values, std::int64_t count, std::int64_t at,
                 bool begins, typename Reducer::value_type* lanes,
                 typename Reducer::value_type* result)
{
  join_tile(on, gpu::reduction_of_values(count),
            gpu::values_program<typename Reducer::value_type>{values}, reducer, 0, count, at,
            begins, lanes, result);
}

}  // namespace acre::backends
