#pragma once

#include <acre/backends/gpu_common/reduce_lanes.hpp>
#include <acre/backends/gpu_common/warp.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

/// Rows: a team of threads reduces a tile, each thread a few neighbouring lanes of it.
namespace acre::backends::gpu {

/// How a team reads a program: `lanes` neighbouring lanes a thread, `load` elements an access, and
/// with short rows several of them at once.
/// Lanes of 8 bytes keep a warp on a tile for most types, which is quickest where tiles are few.
template <class Program, bool Packed>
struct row_access {
  static constexpr int W = packet_width(Program::width);
  static constexpr int small = Program::width <= ACRE_LANE_BYTES ? ACRE_LANE_BYTES / Program::width : 1;
  static constexpr int lanes = !Packed ? 2 : std::max(2, prefers_packets<Program> ? W : std::min(W, small));
  static constexpr int load = Packed ? std::min(W, lanes) : 1;
  static constexpr int threads = reduce_lanes / lanes;
  static constexpr int loads = std::max(1, items_in_flight<Program, lanes> / (Packed ? 1 : 2));
  static constexpr int many_rows = std::min(loads >= 32 ? 16 : loads >= 16 ? 8 : loads >= 8 ? 4 : loads >= 4 ? 2 : 1, threads);
  static constexpr int some_rows = std::min(many_rows, 4);

  /// Elements i … i + lanes - 1 of row `k` of those that `from` was bound along.
  template <class Row>
  __device__ static auto get(Row const& from, std::int64_t i, std::int64_t k)
  {
    packet<typename Program::value_type, lanes> p;
#pragma unroll
    for (int j = 0; j < lanes; j += load) {
      if constexpr (Packed) {
        auto const q = from.template load<load, true>(i + j, k);
#pragma unroll
        for (int w = 0; w < load; ++w) p.v[j + w] = q.v[w];
      } else {
        p.v[j] = from.template at<false>(i + j, k);
      }
    }
    return p;
  }
};

/// Combines the members' values of G rows by a tree over the team, half the rows in either half
/// of every pair of members as long as there are two: row m % G ends in each member m below G.
template <int Threads, class Reducer, int G>
__device__ auto combined_rows(Reducer const& reducer, warp_team const& team, typename Reducer::value_type (&v)[G])
{
  using value = typename Reducer::value_type;
  static_assert(G <= Threads);
#pragma unroll
  for (int stride = 1; stride < Threads; stride *= 2) {
    if (stride < G) {
      bool const upper = (team.member & stride) != 0;
#pragma unroll
      for (int j = 0; j < G / stride / 2; ++j) {
        value keep = v[2 * j], send = v[2 * j + 1];
        if (upper) keep = v[2 * j + 1], send = v[2 * j];
        value left = keep, right = team.exchanged(send, stride);
        if (upper) left = right, right = keep;
        v[j] = reducer.combine(left, right);
      }
    } else {
      v[0] = reducer.combine(v[0], team.shuffle_down(v[0], stride));
    }
  }
  return v[0];
}

/// `count` elements from `begin` on, at most a tile, of G rows: get(e, g) gives lanes e, e + 1, …
/// of row g, at(e, g) one of them. The result of row m is in each member m below G.
template <int Loads, int V, int G, class Reducer, class Get, class At>
__device__ auto tile_of_rows(Reducer const& reducer, warp_team const& team, std::int64_t begin, int count,
                             Get const& get, At const& at)
{
  using value = typename Reducer::value_type;
  constexpr int threads = reduce_lanes / V;
  value lane[G][V];
  clear(reducer, lane);
  int const whole = count / V;
  std::int64_t const first = begin + team.member * V;
  accumulate<Loads>(reducer, lane, (whole - team.member + threads - 1) / threads,
                    [&](int g, int item) { return get(first + std::int64_t{item} * reduce_lanes, g); });
  if (whole * V != count && whole % threads == team.member) {  // what is left is its thread's last item
#pragma unroll
    for (int g = 0; g < G; ++g)
#pragma unroll
      for (int k = 0; k + 1 < V; ++k)
        if (whole * V + k < count)
          lane[g][k] = reducer.combine(lane[g][k], static_cast<value>(at(begin + whole * V + k, g)));
  }
  value v[G];
#pragma unroll
  for (int g = 0; g < G; ++g) v[g] = combined(reducer, lane[g]);
  return combined_rows<threads>(reducer, team, v);
}

/// A tile of G rows of a program, the first `k` rows behind the one that `from` is bound to.
template <bool Packed, int G, class Program, class Row, class Reducer>
__device__ auto tile_of_program(Row const& from, Reducer const& reducer, warp_team const& team,
                                std::int64_t k, std::int64_t begin, int count)
{
  using access = row_access<Program, Packed>;
  return tile_of_rows<access::loads, access::lanes, G>(
      reducer, team, begin, count, [&](std::int64_t e, int g) { return access::get(from, e, k + g); },
      [&](std::int64_t e, int g) { return from.template at<Packed>(e, k + g); });
}

/// The same of one row whose reduced axes are several.
template <class Program, class Reducer>
__device__ auto tile_over_axes(reduction const& red, Program const& program, Reducer const& reducer,
                               warp_team const& team, std::int64_t row, std::int64_t begin, int count)
{
  auto const at = [&](std::int64_t e, int) {
    std::int64_t const outer = quotient(e, red.it.inner);
    return program.bind(reduced_position(red, row, outer)).template at<false>(e - outer * red.it.inner);
  };
  auto const get = [&](std::int64_t e, int) {
    return packet<typename Program::value_type, 2>{{at(e, 0), at(e + 1, 0)}};
  };
  return tile_of_rows<1, 2, 1>(reducer, team, begin, count, get, at);
}

/// The same of `count` tile results.
template <int V, class Reducer, class T>
__device__ T tile_of_partials(Reducer const& reducer, warp_team const& team, T const* partial, int count)
{
  auto const get = [&](std::int64_t e, int) {
    packet<T, V> p;
#pragma unroll
    for (int k = 0; k < V; ++k) p.v[k] = partial[e + k];
    return p;
  };
  return tile_of_rows<loads_in_flight<T, V>, V, 1>(reducer, team, 0, count, get,
                                                   [&](std::int64_t e, int) { return partial[e]; });
}

/// Rows of one tile at most, G at once by a team and `rows` in all: short rows alone leave most of a
/// thread's loads unused, and their trees and results cost as much as their elements. There is
/// one reduced axis and one kept one at most.
template <bool Packed, int G, class Program, class Reducer, class Out>
__global__ void __launch_bounds__(256)
    short_rows_kernel(reduction red, int rows, Program program, Reducer reducer, Out* out)
{
  using access = row_access<Program, Packed>;
  warp_team const team(access::threads);
  std::int64_t const number = std::int64_t{blockIdx.x} * (blockDim.x / access::threads) + threadIdx.x / access::threads;
  std::int64_t const end = min(red.kept, (number + 1) * rows);
  auto const from = program.bind(reduced_position(red, 0, 0));
  for (std::int64_t r = number * rows; r < end; r += G) {
    std::int64_t const row = min(r, red.kept - G);  // the last ones may come twice
    auto const v = tile_of_program<Packed, G, Program>(from, reducer, team, row, 0, static_cast<int>(red.length));
    if (team.member < G) out[row + team.member] = reducer.finish(v);
  }
}

/// Who does what. A team takes `rows` whole rows, or one of the `pieces`, of `tiles` tiles each,
/// that a row is cut into.
struct rows_split {
  int rows = 1;
  int tiles = 1;
  std::int64_t pieces = 1;
};

/// Rows of any length. A piece's tile results go to `scratch`; the last team of up to 4096 tiles
/// to finish (a `ticket`, zero before and after, tells) reduces these, and so on. Which team that
/// is changes nothing: the order is the tiles'.
template <bool Packed, class Program, class Reducer, class Out>
__global__ void __launch_bounds__(256)
    rows_kernel(reduction red, rows_split split, Program program, Reducer reducer, Out* out,
                typename Reducer::value_type* scratch, std::uint32_t* ticket)
{
  using value = typename Reducer::value_type;
  using access = row_access<Program, Packed>;
  warp_team const team(access::threads);
  std::int64_t const number = std::int64_t{blockIdx.x} * (blockDim.x / access::threads) + threadIdx.x / access::threads;
  std::int64_t row = number * split.rows, piece = 0;
  if (split.pieces > 1) {
    row = quotient(number, split.pieces);
    piece = number - row * split.pieces;
  }
  std::int64_t count = (red.length + reduce_tile - 1) / reduce_tile;
  std::int64_t const first = piece * split.tiles;
  int const rows = static_cast<int>(min(red.kept - row, std::int64_t{split.rows}));
  int const tiles = static_cast<int>(min(count - first, std::int64_t{split.tiles}));
  for (int r = 0; r < rows; ++r) {
    auto const from = program.bind(reduced_position(red, row + r, 0));
    value upper[access::lanes], v = reducer.identity();
#pragma unroll
    for (int k = 0; k < access::lanes; ++k) upper[k] = reducer.identity();
    for (int tile = 0; tile < tiles; ++tile) {
      std::int64_t const begin = (first + tile) * reduce_tile;
      int const n = static_cast<int>(min(red.length - begin, std::int64_t{reduce_tile}));
      if (Packed || red.it.outer_rank == red.kept_rank)
        v = tile_of_program<Packed, 1, Program>(from, reducer, team, 0, begin, n);
      else if constexpr (!Packed)
        v = tile_over_axes(red, program, reducer, team, row + r, begin, n);
      if (split.pieces > 1) {
        if (team.member == 0) scratch[row * count + first + tile] = v;
      } else if (tiles > 1) {
        v = team.first(v);
#pragma unroll
        for (int k = 0; k < access::lanes; ++k)
          if (tile % reduce_lanes == team.member * access::lanes + k) upper[k] = reducer.combine(upper[k], v);
      }
    }
    if (split.pieces == 1) {
      if (tiles > 1) {
        value lanes[1] = {combined(reducer, upper)};
        v = combined_rows<access::threads>(reducer, team, lanes);
      }
      if (team.member == 0) out[row + r] = reducer.finish(v);
    }
  }
  if (split.pieces == 1 || rows <= 0 || tiles <= 0) return;
  std::int64_t index = first;
  std::uint32_t arriving = static_cast<std::uint32_t>(tiles);
  value result = reducer.identity();
  while (count > 1) {
    std::int64_t const groups = (count + reduce_tile - 1) / reduce_tile, group = index / reduce_tile;
    int const members = static_cast<int>(min(count - group * reduce_tile, std::int64_t{reduce_tile}));
    bool last = false;
    if (team.member == 0) last = comes_last(ticket + row * groups + group, arriving, members);
    if (!team.first(last)) return;
    result = tile_of_partials<access::lanes>(reducer, team, scratch + row * count + group * reduce_tile, members);
    scratch += red.kept * count;
    ticket += red.kept * groups;
    index = group;
    count = groups;
    arriving = 1;
    if (count > 1 && team.member == 0) scratch[row * count + index] = result;
  }
  if (team.member == 0) out[row] = reducer.finish(result);
}

}  // namespace acre::backends::gpu
