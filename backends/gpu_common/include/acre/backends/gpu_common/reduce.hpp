#pragma once

#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/reduction.hpp>
#include <acre/backends/gpu_common/warp.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace acre::backends::gpu {

/// How the lanes of a tile are dealt to threads: each holds `per_thread` neighbouring lanes.
/// Where 16-byte loads are possible these are a packet, else 2, so that a tile is never more
/// than a warp.
template <int W, bool Packed>
struct tile_team {
  static constexpr int load = Packed ? W : 1;
  static constexpr int per_thread = load > 2 ? load : 2;
  static constexpr int threads = reduce_lanes / per_thread;
};

/// This thread's lanes combined over the tile's items, then over the team: the tile's result in
/// the team's first thread. `load(e, k)` gives lane element e + k … of the tile, see below.
template <class Team, class Reducer, class Load>
__device__ auto reduce_team(Reducer const& reducer, std::int64_t begin, std::int64_t length,
                            int member, Load const& load)
{
  using value = typename Reducer::value_type;
  constexpr int V = Team::per_thread;
  value lane[V];
#pragma unroll
  for (int k = 0; k < V; ++k) lane[k] = reducer.identity();
  std::int64_t const first = begin + member * V;
  if (begin + reduce_tile <= length) {
    // all loads of a batch before the first is used: that is what keeps the memory busy
    constexpr int batch = 16 * 16 / (V * static_cast<int>(sizeof(value)) < 16 ? 16 : V * static_cast<int>(sizeof(value)));
    for (int item = 0; item < reduce_items; item += batch) {
      decltype(load.template packet_at<Team::load>(first)) p[batch][V / Team::load];
#pragma unroll
      for (int n = 0; n < batch; ++n)
#pragma unroll
        for (int j = 0; j < V / Team::load; ++j)
          p[n][j] = load.template packet_at<Team::load>(first + (item + n) * reduce_lanes + j * Team::load);
#pragma unroll
      for (int n = 0; n < batch; ++n)
#pragma unroll
        for (int k = 0; k < V; ++k)
          lane[k] = reducer.combine(lane[k], static_cast<value>(p[n][k / Team::load].v[k % Team::load]));
    }
  } else {
    // a short row is a few items a thread: all loads first, absent elements are the identity
    constexpr int batch = 4;
    for (std::int64_t e = first; e < length; e += batch * reduce_lanes) {
      value item[batch][V];
#pragma unroll
      for (int n = 0; n < batch; ++n) {
        std::int64_t const at = e + n * reduce_lanes;
#pragma unroll
        for (int k = 0; k < V; ++k) item[n][k] = reducer.identity();
        if (at + V <= length) {
#pragma unroll
          for (int j = 0; j < V; j += Team::load) {
            auto const p = load.template packet_at<Team::load>(at + j);
#pragma unroll
            for (int k = 0; k < Team::load; ++k) item[n][j + k] = static_cast<value>(p.v[k]);
          }
        } else {
#pragma unroll
          for (int k = 0; k < V; ++k)
            if (at + k < length) item[n][k] = static_cast<value>(load.template packet_at<1>(at + k).v[0]);
        }
      }
#pragma unroll
      for (int n = 0; n < batch; ++n)
#pragma unroll
        for (int k = 0; k < V; ++k) lane[k] = reducer.combine(lane[k], item[n][k]);
    }
  }
#pragma unroll
  for (int stride = 1; stride < V; stride *= 2)
#pragma unroll
    for (int k = 0; k + stride < V; k += 2 * stride)
      lane[k] = reducer.combine(lane[k], lane[k + stride]);
#pragma unroll
  for (int stride = 1; stride < Team::threads; stride *= 2)
    lane[0] = reducer.combine(lane[0], shuffle_down(lane[0], stride, Team::threads));
  return lane[0];
}

/// Elements of one row of a program, where the reduced axes are one (Single) or several.
template <bool Single, class Program>
struct row_loader {
  reduction const& red;
  Program const& program;
  std::int64_t row;
  using row_type = decltype(program.bind(position{}));
  row_type bound;

  __device__ row_loader(reduction const& r, Program const& p, std::int64_t k)
      : red(r), program(p), row(k), bound(p.bind(reduced_position(r, k, 0)))
  {
  }
  template <int W>
  __device__ auto packet_at(std::int64_t e) const
  {
    if constexpr (Single) {
      if constexpr (W == 1)
        return packet<typename Program::value_type, 1>{{bound.template at<false>(e)}};
      else
        return bound.template load<W, true>(e);
    } else {
      auto const from = program.bind(reduced_position(red, row, e / red.it.inner));
      return packet<typename Program::value_type, 1>{{from.template at<false>(e % red.it.inner)}};
    }
  }
};

template <class T>
struct array_loader {
  T const* data;
  template <int W>
  __device__ packet<T, W> packet_at(std::int64_t e) const
  {
    packet<T, W> p;
#pragma unroll
    for (int k = 0; k < W; ++k) p.v[k] = data[e + k];
    return p;
  }
};

enum class row_access { packed, single, general };

/// Short rows: `rows_per_block` rows of `tiles` tiles each, one team a tile, finished in the block.
template <int W, row_access Access, class Program, class Reducer, class Out>
__global__ void __launch_bounds__(256) rows_in_block(reduction red, int tiles, int rows_per_block, Program program,
                              Reducer reducer, Out* out)
{
  using value = typename Reducer::value_type;
  using team = tile_team<W, Access == row_access::packed>;
  using loader = row_loader<Access != row_access::general, Program>;
  __shared__ raw_storage<value, reduce_lanes> partial;
  int const t = threadIdx.x / team::threads, member = threadIdx.x % team::threads;
  int const local_row = t / tiles, tile = t % tiles;
  std::int64_t const row = static_cast<std::int64_t>(blockIdx.x) * rows_per_block + local_row;
  bool const active = local_row < rows_per_block && row < red.kept;
  // idle teams redo the last row: shuffles want whole warps
  loader const load(red, program, active ? row : red.kept - 1);
  value const v = reduce_team<team>(reducer, std::int64_t{tile} * reduce_tile, red.length, member, load);
  if (tiles == 1) {
    if (active && member == 0) out[row] = reducer.finish(v);
    return;
  }
  if (member == 0) partial[t] = v;
  __syncthreads();
  if (!active || tile != 0 || member != 0) return;
  for (int stride = 1; stride < tiles; stride *= 2)
    for (int l = 0; l + stride < tiles; l += 2 * stride)
      partial[t + l] = reducer.combine(partial[t + l], partial[t + l + stride]);
  out[row] = reducer.finish(partial[t]);
}

/// Long rows: every block takes some tiles of a row; the last block of a row to finish reduces
/// the row's tile results. Which block that is changes nothing: the order is the tiles'.
/// `ticket` holds one zero a row, and zeros again afterwards.
template <int W, row_access Access, class Program, class Reducer, class Out>
__global__ void __launch_bounds__(256) rows_over_blocks(reduction red, std::int64_t tiles, std::uint32_t blocks_per_row,
                                 Program program, Reducer reducer, Out* out,
                                 typename Reducer::value_type* scratch, std::uint32_t* ticket)
{
  using value = typename Reducer::value_type;
  using team = tile_team<W, Access == row_access::packed>;
  using loader = row_loader<Access != row_access::general, Program>;
  __shared__ bool is_last;
  std::uint32_t const row = blockIdx.x / blocks_per_row;
  int const t = threadIdx.x / team::threads, member = threadIdx.x % team::threads;
  int const teams = blockDim.x / team::threads;
  std::int64_t const tile = std::int64_t{blockIdx.x % blocks_per_row} * teams + t;
  value* const partial = scratch + 2 * row * tiles;  // two halves: a level's input and its results
  loader const load(red, program, row);
  value const v = reduce_team<team>(reducer, min(tile, tiles - 1) * reduce_tile, red.length, member, load);
  if (member == 0 && tile < tiles) {
    partial[tile] = v;
    __threadfence();
  }
  __syncthreads();
  if (threadIdx.x == 0) is_last = atomicAdd(ticket + row, 1u) == blocks_per_row - 1;
  __syncthreads();
  if (!is_last) return;
  __threadfence();
  using warp_team = tile_team<1, false>;
  int const warp = threadIdx.x / warp_team::threads, warps = blockDim.x / warp_team::threads;
  value *from = partial, *to = partial + tiles;
  std::int64_t count = tiles;
  while (count > 1) {
    std::int64_t const next = (count + reduce_tile - 1) / reduce_tile;
    for (std::int64_t n = warp; n < next; n += warps) {
      value const r = reduce_team<warp_team>(reducer, n * reduce_tile, count,
                                             threadIdx.x % warp_team::threads, array_loader<value>{from});
      if (threadIdx.x % warp_team::threads == 0) to[n] = r;
    }
    __syncthreads();
    value* const swap = from;
    from = to;
    to = swap;
    count = next;
  }
  if (threadIdx.x == 0) {
    out[row] = reducer.finish(from[0]);
    ticket[row] = 0;
  }
}

template <int W, row_access Access, class Space, class Program, class Reducer, class Out>
void reduce_rows_as(Space const& space, reduction const& red, Program const& program,
                    Reducer const& reducer, Out* out)
{
  using value = typename Reducer::value_type;
  using team = tile_team<W, Access == row_access::packed>;
  constexpr int threads = 256, teams = threads / team::threads;
  std::int64_t const tiles = (red.length + reduce_tile - 1) / reduce_tile;
  if (tiles <= teams && (tiles < 4 || red.kept > 64)) {
    int const rows_per_block = teams / static_cast<int>(tiles);
    space.launch(rows_in_block<W, Access, Program, Reducer, Out>,
                 (red.kept + rows_per_block - 1) / rows_per_block, threads, red,
                 static_cast<int>(tiles), rows_per_block, program, reducer, out);
    return;
  }
  // few tiles: small blocks, so that they spread over the multiprocessors
  std::int64_t const total = tiles * red.kept;
  int block = threads;
  while (block > 64 && total / (block / team::threads) < 2 * space.multiprocessors()) block /= 2;
  int const teams_in_block = block / team::threads;
  std::int64_t const blocks_per_row = (tiles + teams_in_block - 1) / teams_in_block;
  auto const scratch = space.template scratch<value>(2 * total);
  space.launch(rows_over_blocks<W, Access, Program, Reducer, Out>, blocks_per_row * red.kept, block,
               red, tiles, static_cast<std::uint32_t>(blocks_per_row), program, reducer, out,
               scratch.data(), space.tickets(red.kept));
}

/// out[r] = the reduction of row r, for red.kept rows; queued, does not wait.
/// Scratch: two values a tile where rows are long.
template <class Space, class Program, class Reducer, class Out>
void reduce_rows(Space const& space, reduction const& red, Program const& program,
                 Reducer const& reducer, Out* out)
{
  constexpr int W = packet_width(Program::width);
  if (red.it.outer_rank != red.kept_rank)
    reduce_rows_as<1, row_access::general>(space, red, program, reducer, out);
  else if (red.it.packed && red.it.unit)
    reduce_rows_as<W, row_access::packed>(space, red, program, reducer, out);
  else
    reduce_rows_as<1, row_access::single>(space, red, program, reducer, out);
}

/// Columns: thread (x, y) combines chunks y, y + Y, … of a group for a packet of columns; the
/// chunk results meet in shared memory. One block a (kept, group, piece of columns).
/// V neighbouring columns of row `r`: one load, or element by element where V is 1.
template <int V, class Row>
__device__ auto column_packet(Row const& from, std::int64_t i, std::int64_t r)
{
  if constexpr (V > 1) {
    return from.template load<V, true>(i, r);
  } else {
    auto const v = from.template at<false>(i, r);
    return packet<std::remove_const_t<decltype(v)>, 1>{{v}};
  }
}

template <int V, bool Single, class Program, class Reducer, class Result>
__global__ void __launch_bounds__(512) columns_kernel(reduction red, std::uint32_t pieces, std::uint32_t groups, int log2_x,
                               Program program, Reducer reducer, Result result)
{
  using value = typename Reducer::value_type;
  extern __shared__ __align__(16) unsigned char shared[];
  auto* const partial = reinterpret_cast<value*>(shared);
  int const x_threads = 1 << log2_x, columns = V * x_threads;
  int const x = threadIdx.x & (x_threads - 1), y = threadIdx.x >> log2_x;
  int const y_threads = blockDim.x >> log2_x;
  std::uint32_t const piece = blockIdx.x % pieces, g = blockIdx.x / pieces % groups;
  std::int64_t const k = blockIdx.x / pieces / groups;
  std::int64_t const i = (std::int64_t{piece} * x_threads + x) * V;
  std::int64_t const begin = std::int64_t{g} * reduce_group;
  std::int64_t const end = min(red.length, begin + reduce_group);
  int const chunks = static_cast<int>((end - begin + reduce_chunk - 1) / reduce_chunk);
  int const valid = i < red.it.inner ? static_cast<int>(min(std::int64_t{V}, red.it.inner - i)) : 0;
  for (int c = y; c < chunks; c += y_threads) {
    value sum[V];
#pragma unroll
    for (int j = 0; j < V; ++j) sum[j] = reducer.identity();
    std::int64_t const first = begin + c * reduce_chunk;
    std::int64_t const last = min(end, first + reduce_chunk);
    int const steps = static_cast<int>(last - first);
    if (valid == V && Single) {
      auto const from = program.bind(reduced_position(red, k, first), red.kept_rank);
      constexpr int batch = 8;
      int r = 0;
      for (; r + batch <= steps; r += batch) {
        decltype(column_packet<V>(from, i, r)) p[batch];
#pragma unroll
        for (int n = 0; n < batch; ++n) p[n] = column_packet<V>(from, i, r + n);
#pragma unroll
        for (int n = 0; n < batch; ++n)
#pragma unroll
          for (int j = 0; j < V; ++j) sum[j] = reducer.combine(sum[j], static_cast<value>(p[n].v[j]));
      }
      for (; r < steps; ++r) {
        auto const p = column_packet<V>(from, i, r);
#pragma unroll
        for (int j = 0; j < V; ++j) sum[j] = reducer.combine(sum[j], static_cast<value>(p.v[j]));
      }
    } else {
      for (int r = 0; r < steps; ++r) {
        auto const from = program.bind(reduced_position(red, k, first + r));
        for (int j = 0; j < V; ++j)
          if (j < valid) sum[j] = reducer.combine(sum[j], static_cast<value>(from.template at<false>(i + j)));
      }
    }
#pragma unroll
    for (int j = 0; j < V; ++j) partial[c * columns + x * V + j] = sum[j];
  }
  __syncthreads();
  for (int column = threadIdx.x; column < columns; column += blockDim.x) {
    std::int64_t const at = std::int64_t{piece} * columns + column;
    if (at >= red.it.inner) continue;
    value total = partial[column];
    for (int c = 1; c < chunks; ++c) total = reducer.combine(total, partial[c * columns + column]);
    result.put((k * groups + g) * red.it.inner + at, total);
  }
}

template <class Reducer, class Out>
struct finished {
  Reducer reducer;
  Out* out;
  __device__ void put(std::int64_t i, typename Reducer::value_type v) const { out[i] = reducer.finish(v); }
};

template <class T>
struct unfinished {
  T* out;
  __device__ void put(std::int64_t i, T v) const { out[i] = v; }
};

template <int V, class Space, class Program, class Reducer, class Out>
void reduce_columns_as(Space const& space, reduction const& red, Program const& program,
                       Reducer const& reducer, Out* out)
{
  using value = typename Reducer::value_type;
  std::int64_t const groups = (red.length + reduce_group - 1) / reduce_group;
  std::int64_t const packets = (red.it.inner + V - 1) / V;
  int log2_x = 0;
  while (log2_x < 5 && (1 << log2_x) < packets) ++log2_x;
  std::int64_t const pieces = (packets + (1 << log2_x) - 1) >> log2_x;
  std::int64_t const chunks = (std::min<std::int64_t>(red.length, reduce_group) + reduce_chunk - 1) / reduce_chunk;
  int y = 1;
  while (y < chunks && (y << log2_x) < 512) y *= 2;
  int const threads = std::max(32, y << log2_x);
  std::size_t const shared = chunks * (std::size_t{V} << log2_x) * sizeof(value);
  auto const launch = [&](auto result) {
    bool const single = red.it.outer_rank == red.kept_rank + 1;
    auto* const kernel = single ? columns_kernel<V, true, Program, Reducer, decltype(result)>
                                : columns_kernel<V, false, Program, Reducer, decltype(result)>;
    space.launch_shared(kernel, pieces * groups * red.kept, threads, shared, red,
                        static_cast<std::uint32_t>(pieces), static_cast<std::uint32_t>(groups), log2_x, program,
                        reducer, result);
  };
  if (groups == 1) {
    launch(finished<Reducer, Out>{reducer, out});
    return;
  }
  auto const scratch = space.template scratch<value>(red.kept * groups * red.it.inner);
  launch(unfinished<value>{scratch.data()});
  reduction next;
  next.it = {2, {red.kept, groups}, red.kept * groups, red.it.inner, true, false};
  next.kept_rank = 1;
  next.kept = red.kept;
  next.length = groups;
  partials<value> const from{scratch.data(), groups * red.it.inner, red.it.inner};
  reduce_columns_as<1>(space, next, from, reducer, out);
}

/// out[k * inner + i] = the reduction along the outer reduced axes; queued, does not wait.
/// Scratch: one value a result and group of 1024 where more than one group is reduced.
template <class Space, class Program, class Reducer, class Out>
void reduce_columns(Space const& space, reduction const& red, Program const& program,
                    Reducer const& reducer, Out* out)
{
  // 32 chunks × 32 threads × V accumulators must fit a block's 48 KiB of shared memory
  constexpr int room = 32 / static_cast<int>(sizeof(typename Reducer::value_type));
  constexpr int W = packet_width(Program::width);
  constexpr int V = W < room ? W : (room < 1 ? 1 : room);
  if (red.it.packed && red.it.unit)
    reduce_columns_as<V>(space, red, program, reducer, out);
  else
    reduce_columns_as<1>(space, red, program, reducer, out);
}

}  // namespace acre::backends::gpu
