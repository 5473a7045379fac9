#pragma once

#include <acre/backends/common/operands.hpp>
#include <acre/backends/gpu_common/reduce_lanes.hpp>
#include <acre/backends/gpu_common/reduce_rows.hpp>
#include <acre/backends/gpu_common/tuning.hpp>
#include <acre/backends/gpu_common/warp.hpp>

#include <cstdint>

/// A long row of numbers that are made, not read: nothing is waited for, and what counts is how few
/// instructions a number takes.
namespace acre::backends::gpu {

template <class Program>
inline constexpr int made_blocks = tuning::made_blocks(hints_of<Program>::prefers_stacks);

/// out[t] = tile t of one contiguous row, each a team's, in the order of every reduction of rows; a
/// thread takes packets of V neighbouring lanes, or those lanes of all lines of a stack.
template <class Program, class Reducer>
__global__ void __launch_bounds__(256, made_blocks<Program>)
    made_tiles_kernel(std::int64_t count, Program program, Reducer reducer,
                      typename Reducer::value_type* out)
{
  using in_tile = tile_reducer<Reducer, typename Program::value_type, true>;
  using value = typename in_tile::type::value_type;
  using access = tile_access<Program, row_form::packed, value>;
  constexpr int V = access::lanes, threads = access::threads, together = 2;
  auto const tile_sum = in_tile::of(reducer);
  warp_team const team(threads);
  std::int64_t const tile = std::int64_t{blockIdx.x} * (256 / threads) + threadIdx.x / threads,
                     begin = tile * reduce_tile;
  if (begin >= count) return;
  auto const from = program.bind(position{}, 0);
  value lane[V];
  clear(tile_sum, lane);
  // counted in packets, as blocks of random numbers are: their numbers then need no 64 bits
  std::int64_t const packet = tile * (reduce_tile / V) + team.member;
  int const packets = static_cast<int>(::min(count - begin, std::int64_t{reduce_tile})) / V;
  int k = 0;
  if constexpr (hints_of<Program>::prefers_stacks) {
    static_assert(stack_line == reduce_lanes);
    constexpr int in_stack = stack_size / V;
    int const stacks = packets / in_stack;
#pragma unroll 1
    for (int s = 0; s < stacks; ++s)
      combine_stack(tile_sum, lane,
                    access::get_stack(from, tile * (reduce_tile / stack_size) + s, team.member * V),
                    begin + s * stack_size + team.member * V);
    k = stacks * in_stack;
  } else {
#pragma unroll 1
    for (; team.member + k + (together - 1) * threads < packets; k += together * threads)
#pragma unroll
      for (int j = 0; j < together; ++j)
        combine_packet<1>(tile_sum, lane, access::get(from, (packet + k + j * threads) * V, 0),
                          (packet + k + j * threads) * V);
  }
  if (packets < reduce_tile / V) {
#pragma unroll 1
    for (; team.member + k < packets; k += threads)
      combine_packet<1>(tile_sum, lane, access::get(from, (packet + k) * V, 0), (packet + k) * V);
    combine_rest(tile_sum, lane, static_cast<int>(::min(count - begin, std::int64_t{reduce_tile})),
                 team.member, begin, [&](int e) { return from.template at<true>(begin + e); });
  }
  value v[1] = {combined(tile_sum, lane)};
  value const sum = combined_rows<threads>(tile_sum, team, v);
  if (team.member == 0) out[tile] = in_tile::result(reducer, sum, begin);
}

/// Values in memory, as a row's elements.
template <class T>
struct values_program {
  using value_type = T;
  static constexpr int width = sizeof(T);
  struct hints : no_hints {
    static constexpr bool reads_plainly = true;
  };
  T const* data;

  template <bool Unit>
  __host__ __device__ T at(std::int64_t i, std::int64_t = 0) const
  {
    return data[i];
  }
  __host__ __device__ values_program const& bind(position const&, int = 0) const { return *this; }
};

/// scratch[t] = tile t of a contiguous row of `count` elements; queued.
template <class Queue, class Program, class Reducer>
void reduce_made_tiles(Queue& on, std::int64_t count, Program const& program,
                       Reducer const& reducer, typename Reducer::value_type* scratch)
{
  using in_tile =
      typename tile_reducer<Reducer, typename Program::value_type, true>::type::value_type;
  constexpr int in_block = 256 / tile_access<Program, row_form::packed, in_tile>::threads;
  std::int64_t const tiles = (count + reduce_tile - 1) / reduce_tile;
  on.launch("tiles", made_tiles_kernel<Program, Reducer>, (tiles + in_block - 1) / in_block, 256,
            count, program, reducer, scratch);
}

}  // namespace acre::backends::gpu
