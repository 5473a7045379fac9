#pragma once

#include <acre/backends/gpu_common/bulk_ring.hpp>
#include <acre/backends/gpu_common/plain_rows.hpp>
#include <acre/backends/gpu_common/reduce_rows.hpp>
#include <acre/backends/gpu_common/shared_memory.hpp>
#include <acre/backends/gpu_common/tuning.hpp>

#include <cstdint>
#include <type_traits>

/// Rows of several tiles that are memory as it is, a warp a row, brought in bulk (bulk_ring.hpp):
/// for accumulators of several numbers, whose registers leave few for loads, so that few warps are
/// on a multiprocessor and little is under way, nothing while a row's trees are made. The order is
/// long_rows_kernel's, and so are the bits.
///
/// Variances on an H200 by hand, here and by long_rows_kernel: 10^4 rows of 10^4 float32 98.4 and
/// 102.5 µs, float64 188.4 and 197.5; 5000 of 2*10^4 97.5 and 100.8, 187.4 and 197.5; 2*10^4 of
/// 5000 101.7 and 112.5, 195.2 and 210. With four pieces of 2 KiB 100.2 and 193; in blocks of four
/// warps 105. Not so where rows are cut, whose teams have too little to go through (100 rows of
/// 10^6 107 and 104), nor for sums (10^4 rows of 10^4 94 and 92). In one kernel with the other way,
/// whose registers and shared memory both then have, 103 and 192.
namespace acre::backends::gpu {

/// Whether a reducer's rows are brought so where they can be; it has a member that says so.
template <class Reducer>
inline constexpr bool wants_bulk_rows = [] {
  if constexpr (requires { Reducer::wants_bulk_rows; })
    return Reducer::wants_bulk_rows;
  else
    return false;
}();

/// Whether bulk_rows_kernel reduces a program's packed rows.
template <class Api, class Program, class Reducer>
inline constexpr bool brings_rows_in_bulk = [] {
  using value = typename Program::value_type;
  if constexpr (!Api::copies_in_bulk || !wants_bulk_rows<Reducer> ||
                !std::is_floating_point_v<value> ||
                sizeof(typename Reducer::value_type) != 4 * sizeof(value))
    return false;
  else
    return lies_in_memory<typename tile_access<Program, row_form::packed, value>::row_type, value>;
}();

/// `count` elements of memory, combined into the lanes, which are fresh before each reduce_items,
/// but those behind the last whole packet. step(n) is called when n items are done, n each multiple
/// of those of a piece.
template <class T, int Pieces, int Elements, class Reducer, int V, class Step>
__device__ void accumulate_in_bulk(bulk_storage<T, Pieces, Elements>& storage,
                                   warp_team const& team, T const* from, int count,
                                   Reducer const& reducer, typename Reducer::value_type (&lane)[V],
                                   Step const& step)
{
  using pack = packet<T, V>;
  static_assert(16 / sizeof(T) % V == 0);
  constexpr int items = Elements / reduce_lanes;
  static_assert(items * reduce_lanes == Elements && reduce_items % items == 0);
  bulk_ring<T, Pieces, Elements> ring(storage, team, from, count);
  int const begin = team.member * V, whole = count / Elements;
#pragma unroll 1
  for (int piece = 0; piece < whole; ++piece) {
    T const* const here = ring.piece() + begin;
    pack p[items];
#pragma unroll
    for (int k = 0; k < items; ++k) p[k] = *reinterpret_cast<pack const*>(here + k * reduce_lanes);
    combine_settling(reducer, lane, p, piece * items % reduce_items);
    ring.advance();
    step((piece + 1) * items);
  }
  int const done = whole * Elements, left = count - done, come = ring.whole(left);
  T const* const here = come > 0 ? ring.piece() : nullptr;
  int e = begin;
#pragma unroll 1
  for (; e < come; e += reduce_lanes)
    combine_packet<1>(reducer, lane, *reinterpret_cast<pack const*>(here + e), done + e);
  if constexpr (16 / sizeof(T) > V)  // a packet that did not
    if (e + V <= left)
      combine_packet<1>(reducer, lane, *reinterpret_cast<pack const*>(from + done + e), done + e);
}

/// Rows of 2 to 4096 tiles, packed.
template <class Program, class Reducer, class Out>
__global__ void __launch_bounds__(long_row_threads, 12)
    bulk_rows_kernel(reduction red, Program program, Reducer reducer, Out* out)
{
  await_work_before();
  using element = typename Program::value_type;
  using value = typename Reducer::value_type;
  using access = tile_access<Program, row_form::packed, value>;
  constexpr int V = access::lanes, trees = trees_together<Program, value, V>;
  static_assert(access::threads == 32 && trees > 1);
  ACRE_SHARED(
      rings,
      bulk_storage<element, bulk_pieces, bulk_bytes / sizeof(element)>[long_row_threads / 32]);
  ACRE_SHARED(shared, raw_storage<value, (trees + V) * long_row_threads>);
  warp_team const team(32);
  std::int64_t const row = std::int64_t{blockIdx.x} * (long_row_threads / 32) + threadIdx.x / 32;
  if (row >= red.kept) return;
  int const count = static_cast<int>(red.length), tiles = (count + reduce_tile - 1) / reduce_tile;
  auto const upper = [&](int k) -> value& {
    return shared[(trees + k) * long_row_threads + threadIdx.x];
  };
#pragma unroll
  for (int k = 0; k < V; ++k) upper(k) = reducer.identity();
  auto const from = program.bind(reduced_position(red, row, 0));
  reduce_tiles_of<V, trees>(
      reducer, team, count, 0,
      [&](auto& lane, auto const& step) {
        accumulate_in_bulk(rings[threadIdx.x / 32], team, from.elements(0), count, reducer, lane,
                           step);
      },
      [&](int e) { return from.template at<true>(e); },
      [&](int tile, int n, value const& of_tiles) {
#pragma unroll
        for (int k = 0; k < V; ++k) {
          int const member = team.member * V + k - tile % reduce_lanes;
          value const v = team.member_value(of_tiles, member & 31);
          if (member >= 0 && member < n) upper(k) = reducer.combine(upper(k), v);
        }
      },
      &shared[0]);
  value v[V];
#pragma unroll
  for (int k = 0; k < V; ++k) v[k] = upper(k);
  value result = combined(reducer, v);
#pragma unroll 1
  for (int distance = 1; distance * V < tiles && distance < 32; distance *= 2)
    result = reducer.combine(result, team.shuffle_down(result, distance));
  if (team.member == 0) out[row] = reducer.finish(result);
}

}  // namespace acre::backends::gpu
