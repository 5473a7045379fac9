#pragma once

#include <acre/backends/gpu_common/reduce_lanes.hpp>
#include <acre/backends/gpu_common/warp.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

/// Rows: a team of threads reduces a tile, each thread a few neighbouring lanes of it.
namespace acre::backends::gpu {

/// How a team reads a program: `lanes` neighbouring lanes a thread, `load` elements an access.
/// Lanes of 8 bytes keep a warp on a tile for most types, which is quickest where tiles are few.
template <class Program, bool Packed>
struct row_access {
  static constexpr int W = packet_width(Program::width);
  static constexpr int small = Program::width <= 8 ? 8 / Program::width : 1;
  static constexpr int lanes = !Packed ? 2 : std::max(2, prefers_packets<Program> ? W : std::min(W, small));
  static constexpr int load = Packed ? std::min(W, lanes) : 1;
  static constexpr int threads = reduce_lanes / lanes;
  // short rows at a time, two items each
  static constexpr int rows = std::clamp(64 / lanes / static_cast<int>(sizeof(typename Program::value_type)), 1, 16 / lanes);

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

/// Items that belong to a thread's lanes as a whole among `count` elements.
__device__ inline int whole_items(int count, int member, int lanes)
{
  int const packets = count / lanes, threads = reduce_lanes / lanes;
  return (packets - member + threads - 1) / threads;
}

/// The elements behind the last whole packet, which is its thread's last item.
template <class Reducer, int V, class At>
__device__ void add_rest(Reducer const& reducer, typename Reducer::value_type (&lane)[V], int count, int member,
                         At const& at)
{
  int const whole = count / V;
  if (whole * V == count || whole % (reduce_lanes / V) != member) return;
#pragma unroll
  for (int k = 0; k + 1 < V; ++k)
    if (whole * V + k < count)
      lane[k] = reducer.combine(lane[k], static_cast<typename Reducer::value_type>(at(whole * V + k)));
}

/// The members' lanes combined; the result in the team's first thread.
template <class Reducer, int V>
__device__ auto combined(Reducer const& reducer, warp_team const& team, typename Reducer::value_type (&lane)[V])
{
  auto v = combined(reducer, lane);
#pragma unroll
  for (int stride = 1; stride < reduce_lanes / V; stride *= 2)
    v = reducer.combine(v, team.shuffle_down(v, stride));
  return v;
}

/// The `count` elements from `begin` on of a row, at most a tile, in the team's first thread.
template <bool Packed, class Program, class Row, class Reducer>
__device__ auto tile_of_row(reduction const& red, Program const& program, Row const& from, Reducer const& reducer,
                            warp_team const& team, std::int64_t row, std::int64_t begin, int count)
{
  using access = row_access<Program, Packed>;
  typename Reducer::value_type lane[access::lanes];
  clear(reducer, lane);
  std::int64_t const first = begin + team.member * access::lanes;
  int const items = whole_items(count, team.member, access::lanes);
  if (Packed || red.it.outer_rank == red.kept_rank) {
    accumulate<items_in_flight<Program, access::lanes>>(
        reducer, lane, items, [&](int item) { return access::get(from, first + std::int64_t{item} * reduce_lanes, 0); });
    add_rest(reducer, lane, count, team.member, [&](int e) { return from.template at<Packed>(begin + e); });
  } else {
    auto const at = [&](std::int64_t e) {
      return program.bind(reduced_position(red, row, e / red.it.inner)).template at<false>(e % red.it.inner);
    };
    accumulate<1>(reducer, lane, items, [&](int item) {
      std::int64_t const e = first + std::int64_t{item} * reduce_lanes;
      return packet<typename Program::value_type, 2>{{at(e), at(e + 1)}};
    });
    add_rest(reducer, lane, count, team.member, [&](int e) { return at(begin + e); });
  }
  return combined(reducer, team, lane);
}

/// The same of `count` tile results.
template <int V, class Reducer, class T>
__device__ T tile_of_partials(Reducer const& reducer, warp_team const& team, T const* partial, int count)
{
  T lane[V];
  clear(reducer, lane);
  accumulate<loads_in_flight<T, V>>(
      reducer, lane, whole_items(count, team.member, V), [&](int item) {
        packet<T, V> p;
#pragma unroll
        for (int k = 0; k < V; ++k) p.v[k] = partial[item * reduce_lanes + team.member * V + k];
        return p;
      });
  add_rest(reducer, lane, count, team.member, [&](int e) { return partial[e]; });
  return combined(reducer, team, lane);
}

/// Who does what. A row is cut into `pieces` of `tiles` tiles; a team takes `rows` whole rows or
/// one piece of one row. Where rows have two items a lane at most, `short_threads` threads (as few
/// as such a row needs) take a row, several rows at a time, `rows` times.
struct rows_split {
  int short_threads = 0;
  int rows = 1;
  int tiles = 1;
  std::int64_t pieces = 1;
};

/// Short rows: what they cost is waiting and instructions, so that a team has several in flight
/// and finishes them together.
template <bool Packed, class Program, class Reducer, class Out>
__device__ void reduce_short_rows(reduction const& red, rows_split const& split, Program const& program,
                                  Reducer const& reducer, Out* out)
{
  using value = typename Reducer::value_type;
  using access = row_access<Program, Packed>;
  constexpr int V = access::lanes, rows = access::rows;
  warp_team const team(split.short_threads);
  int const teams = blockDim.x / team.threads, my_team = threadIdx.x / team.threads;
  int const count = static_cast<int>(red.length), i = team.member * V, items = whole_items(count, team.member, V);
  std::int64_t row0 = std::int64_t{blockIdx.x} * split.rows * rows * teams + my_team;
  auto const from = program.bind(reduced_position(red, row0, 0));  // there is one kept axis at most
  int k0 = 0;
  for (int step = 0; step < split.rows && row0 < red.kept; ++step, row0 += rows * teams, k0 += rows * teams) {
    decltype(access::get(from, 0, 0)) p[rows][2];
#pragma unroll
    for (int g = 0; g < rows; ++g)
#pragma unroll
      for (int n = 0; n < 2; ++n)
        if (n < items && row0 + g * teams < red.kept) p[g][n] = access::get(from, i + n * reduce_lanes, k0 + g * teams);
    value v[rows];
#pragma unroll
    for (int g = 0; g < rows; ++g) {
      value lane[V];
      clear(reducer, lane);
#pragma unroll
      for (int n = 0; n < 2; ++n)
        if (n < items) {
#pragma unroll
          for (int k = 0; k < V; ++k) lane[k] = reducer.combine(lane[k], static_cast<value>(p[g][n].v[k]));
        }
      if (row0 + g * teams < red.kept)
        add_rest(reducer, lane, count, team.member,
                 [&](int e) { return from.template at<Packed>(e, k0 + g * teams); });
      v[g] = combined(reducer, lane);
    }
    for (int stride = 1; stride < team.threads; stride *= 2)
#pragma unroll
      for (int g = 0; g < rows; ++g) v[g] = reducer.combine(v[g], team.shuffle_down(v[g], stride));
#pragma unroll
    for (int g = 0; g < rows; ++g) v[g] = team.first(v[g]);
    for (int g0 = 0; g0 < rows; g0 += team.threads) {
      int const g = g0 + team.member;
      value mine = v[0];
#pragma unroll
      for (int n = 1; n < rows; ++n)
        if (g == n) mine = v[n];
      if (g < rows && row0 + g * teams < red.kept) out[row0 + g * teams] = reducer.finish(mine);
    }
  }
}

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
  if (split.short_threads > 0) {
    reduce_short_rows<Packed>(red, split, program, reducer, out);
    return;
  }
  warp_team const team(access::threads);
  std::int64_t const number = std::int64_t{blockIdx.x} * (blockDim.x / access::threads) + threadIdx.x / access::threads;
  std::int64_t row = number * split.rows, piece = 0;
  if (split.pieces > 1) {
    row = red.kept == 1 ? 0 : number / split.pieces;
    piece = number - row * split.pieces;
  }
  std::int64_t count = (red.length + reduce_tile - 1) / reduce_tile;
  std::int64_t const first = piece * split.tiles;
  std::int64_t const rows = min(red.kept - row, std::int64_t{split.rows});
  int const tiles = static_cast<int>(min(count - first, std::int64_t{split.tiles}));
  if (rows <= 0 || tiles <= 0) return;
  value mine = reducer.identity();
  for (int r = 0; r < rows; ++r) {
    auto const from = program.bind(reduced_position(red, row + r, 0));
    value upper[access::lanes], v = reducer.identity();
    clear(reducer, upper);
    for (int tile = 0; tile < tiles; ++tile) {
      std::int64_t const begin = (first + tile) * reduce_tile;
      v = tile_of_row<Packed>(red, program, from, reducer, team, row + r, begin,
                              static_cast<int>(min(red.length - begin, std::int64_t{reduce_tile})));
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
      if (tiles > 1) v = combined(reducer, team, upper);
      v = team.first(v);
      if (team.member == r) mine = v;
    }
  }
  if (split.pieces == 1) {
    if (team.member < rows) out[row + team.member] = reducer.finish(mine);
    return;
  }
  std::int64_t index = first;
  std::uint32_t arriving = static_cast<std::uint32_t>(tiles);
  while (count > 1) {
    std::int64_t const groups = (count + reduce_tile - 1) / reduce_tile, group = index / reduce_tile;
    int const members = static_cast<int>(min(count - group * reduce_tile, std::int64_t{reduce_tile}));
    bool last = false;
    if (team.member == 0) last = comes_last(ticket + row * groups + group, arriving, members);
    if (!team.first(last)) return;
    mine = tile_of_partials<access::lanes>(reducer, team, scratch + row * count + group * reduce_tile, members);
    scratch += red.kept * count;
    ticket += red.kept * groups;
    index = group;
    count = groups;
    arriving = 1;
    if (count > 1 && team.member == 0) scratch[row * count + index] = mine;
  }
  if (team.member == 0) out[row] = reducer.finish(mine);
}

}  // namespace acre::backends::gpu
