#pragma once

#include <acre/backends/common/divisor.hpp>
#include <acre/backends/common/operands.hpp>
#include <acre/backends/gpu_common/early_start.hpp>
#include <acre/backends/gpu_common/held_words.hpp>
#include <acre/backends/gpu_common/reduce_lanes.hpp>
#include <acre/backends/gpu_common/row_places.hpp>
#include <acre/backends/gpu_common/shared_memory.hpp>
#include <acre/backends/gpu_common/tuning.hpp>
#include <acre/backends/gpu_common/warp.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

/// Rows: a team of threads reduces a tile, each thread a few neighbouring lanes of it.
namespace acre::backends::gpu {

/// How rows lie: their elements anywhere; as neighbours that begin anywhere; so in pieces along one
/// more axis, of two elements and more; in packets (iteration::packed and unit).
enum class row_form { anywhere, neighbours, pieces, packed };

/// Words that an access reads for W elements, nothing computed yet; an element that may lie
/// anywhere is a value.
template <row_form Form, int W, class Row, class T>
struct held_of {
  using type = packet<T, 1>;
};
template <int W, class Row, class T>
struct held_of<row_form::packed, W, Row, T> {
  using type = decltype(stowed_packet<W>(std::declval<Row const&>(), 0, 0));
};
template <int W, class Row, class T>
struct held_of<row_form::neighbours, W, Row, T> {
  using type = decltype(stowed_neighbours<W>(std::declval<Row const&>(), 0, 0));
};
template <int W, class Row, class T>
struct held_of<row_form::pieces, W, Row, T> {
  using type = decltype(stowed(
      fetched_at<W, true>(std::declval<Row const&>(), std::declval<piece_places const&>())));
};

/// How a team reads a program: `lanes` neighbouring lanes a thread, of `Bytes` bytes for most
/// types, and `load` elements an access.
template <class Program, row_form Form, int Bytes, int Flight>
struct row_access {
  static constexpr int W = packet_width(Program::width);
  static constexpr int fitting = Program::width <= Bytes ? Bytes / Program::width : 1;
  static constexpr bool wide = Form == row_form::packed || Form == row_form::neighbours;
  static constexpr int lanes =
      !wide ? 2 : std::max(2, hints_of<Program>::prefers_packets ? W : std::min(W, fitting));
  static constexpr int load = Form == row_form::packed     ? std::min(W, lanes)
                              : Form == row_form::anywhere ? 1
                                                           : lanes;
  static constexpr int threads = reduce_lanes / lanes;
  using value_type = typename Program::value_type;
  using row_type = decltype(std::declval<Program const&>().bind(position{}, 0));

  struct held_type {
    typename held_of<Form, load, row_type, value_type>::type of[lanes / load];
  };
  static constexpr int loads = hints_of<Program>::prefers_packets ? 2 : loads_that_fill < held_type,
                       Form == row_form::anywhere ? Flight / 2 : Flight > ;

  /// Elements i … i + lanes - 1 of row `k` of those that `from` was bound along.
  template <class Row>
  __device__ static held_type fetch(Row const& from, std::int64_t i, std::int64_t k)
  {
    held_type held;
#pragma unroll
    for (int j = 0; j < lanes; j += load) {
      if constexpr (Form == row_form::packed)
        held.of[j / load] = stowed_packet<load>(from, i + j, k);
      else if constexpr (Form == row_form::anywhere)
        held.of[j].v[0] = from.template at<false>(i + j, k);
      else
        held.of[0] = stowed_neighbours<load>(from, i, k);
    }
    return held;
  }
  /// Elements number … of rows that follow each other.
  template <class Row>
  __device__ static held_type fetch_of_pieces(Row const& from, std::uint32_t number,
                                              divisor const& piece)
  {
    static_assert(Form == row_form::pieces);
    return {{stowed(fetched_at<load, true>(from, piece_places(number, piece)))}};
  }
  template <class Row>
  __device__ static auto compute(Row const& from, held_type const& held)
  {
    packet<value_type, lanes> p;
#pragma unroll
    for (int j = 0; j < lanes; j += load) {
      if constexpr (Form != row_form::anywhere) {
        auto const q = computed<load>(from, unstowed(held.of[j / load]));
#pragma unroll
        for (int w = 0; w < load; ++w) p.v[j + w] = q.v[w];
      } else {
        p.v[j] = held.of[j].v[0];
      }
    }
    return p;
  }
  template <class Row>
  __device__ static auto get(Row const& from, std::int64_t i, std::int64_t k)
  {
    return compute(from, fetch(from, i, k));
  }
  /// Takes the same lanes of each line of a stack.
  template <class Row>
  __device__ static auto get_stack(Row const& from, std::int64_t number, int lane)
  {
    packet<typename Program::value_type, stack_lines * lanes> p;
#pragma unroll
    for (int j = 0; j < lanes; j += load) {
      auto const q = stacked<load>(from, number, lane + j);
#pragma unroll
      for (int line = 0; line < stack_lines; ++line)
#pragma unroll
        for (int w = 0; w < load; ++w) p.v[line * lanes + j + w] = q.v[line * load + w];
    }
    return p;
  }
};

/// Lanes of 8 bytes keep a warp on a tile, which is quickest where tiles are few. Accumulators of
/// several numbers leave fewer registers for loads.
template <class Program, row_form Form, class Accumulator>
using tile_access =
    row_access<Program, Form, 8,
               (sizeof(Accumulator) < 4 * sizeof(typename Program::value_type)) ? 256 : 128>;
template <class Program, row_form Form>
using short_row_access = row_access<Program, Form, 16, 128>;

/// Combines the members' values of G rows by a tree over the team, half the rows in either half
/// of every pair of members as long as there are two: row m % G ends in each member m below G.
template <int Threads, class Reducer, int G>
__device__ auto combined_rows(Reducer const& reducer, warp_team const& team,
                              typename Reducer::value_type (&v)[G])
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

/// The words read are the value.
struct as_it_is {
  template <class T>
  __device__ T const& operator()(T const& x) const
  {
    return x;
  }
};

/// The lanes' elements behind the last whole packet, which is its thread's last item.
template <class Reducer, int V, class At>
__device__ void combine_rest(Reducer const& reducer, typename Reducer::value_type (&lane)[V],
                             int count, int member, std::int64_t begin, At const& at)
{
  int const whole = count / V;
  if (whole * V == count || whole % (reduce_lanes / V) != member) return;
#pragma unroll
  for (int k = 0; k + 1 < V; ++k)
    if (whole * V + k < count)
      lane[k] = appended(reducer, lane[k], at(whole * V + k), begin + whole * V + k);
}

/// Tiles whose trees over a team's members are made at once, in little more than one's time, where
/// accumulators are several numbers: until then each thread's parts of them stand in shared memory,
/// and the V lanes of a row's tiles beside them. 12 KiB of it a block leave room for all blocks.
template <class Program, class Accumulator, int V>
inline constexpr int trees_together =
    sizeof(Accumulator) >= std::max<std::size_t>(16, 4 * sizeof(typename Program::value_type)) &&
            (4 + V) * long_row_threads * sizeof(Accumulator) <= 12288
        ? 4
        : 1;

/// `count` elements, numbers `begin` … of the reduced ones, in tiles, the last of which may be
/// short: accumulate(lane, step) combines them into the lanes, but those behind the last whole
/// packet, and calls step(n) behind the items of each tile at least; at(e) gives one element,
/// done(tile, n, v) takes the results of n tiles from that one on, each in a member, the first
/// ones. n is Trees, less at the end; `parts` are as many places for each thread of a block.
template <int V, int Trees, class Reducer, class Accumulate, class At, class Done>
__device__ void reduce_tiles_of(Reducer const& reducer, warp_team const& team, int count,
                                std::int64_t begin, Accumulate const& accumulate, At const& at,
                                Done const& done, typename Reducer::value_type* parts)
{
  constexpr int threads = reduce_lanes / V;
  typename Reducer::value_type lane[V];
  clear(reducer, lane);
  auto const part = [&](int k) -> auto& { return parts[k * long_row_threads + threadIdx.x]; };
  auto const finish_tile = [&](int tile, bool last) {
    if constexpr (Trees == 1) {
      typename Reducer::value_type v[1] = {combined(reducer, lane)};
      done(tile, 1, combined_rows<threads>(reducer, team, v));
    } else {
      int const k = tile % Trees;
      part(k) = combined(reducer, lane);
      if (k == Trees - 1 || last) {
        typename Reducer::value_type v[Trees];
#pragma unroll
        for (int j = 0; j < Trees; ++j) v[j] = j <= k ? part(j) : reducer.identity();
        done(tile - k, k + 1, combined_rows<threads>(reducer, team, v));
      }
    }
    clear(reducer, lane);
  };
  accumulate(lane, [&](int items) {
    if (items % reduce_items == 0 && items * reduce_lanes <= count)
      finish_tile(items / reduce_items - 1, items * reduce_lanes == count);
  });
  if (count % reduce_tile != 0) {
    combine_rest(reducer, lane, count, team.member, begin, at);
    finish_tile(count / reduce_tile, true);
  }
}

/// Likewise: fetch(e) reads the lanes from element e on, value(…) computes them.
template <int Loads, int V, int Trees, class Reducer, class Fetch, class Value, class At,
          class Done>
__device__ void reduce_tiles(Reducer const& reducer, warp_team const& team, int count,
                             std::int64_t begin, Fetch const& fetch, Value const& value,
                             At const& at, Done const& done,
                             typename Reducer::value_type* parts = nullptr)
{
  constexpr int threads = reduce_lanes / V;
  static_assert(reduce_items % (Loads > 1 ? Loads : 2) == 0);
  reduce_tiles_of<V, Trees>(
      reducer, team, count, begin,
      [&](auto& lane, auto const& step) {
        accumulate<Loads>(
            reducer, lane, (count / V - team.member + threads - 1) / threads,
            begin + team.member * V,
            [&](int item) { return fetch(team.member * V + item * reduce_lanes); }, value, step);
      },
      at, done, parts);
}

/// Rows of one tile at most, `rows` to a team and G of them together: the loads of short rows fill
/// the batches, their trees and results are shared. One reduced axis, one kept one at most.
template <row_form Form, int G, class Program, class Reducer, class Out>
__global__ void __launch_bounds__(256)
    short_rows_kernel(reduction red, int rows, Program program, Reducer reducer, Out* out)
{
  await_work_before();
  using in_tile = tile_reducer<Reducer, typename Program::value_type>;
  using value = typename in_tile::type::value_type;
  using access = short_row_access<Program, Form>;
  constexpr int V = access::lanes, M = access::loads / 2 / G;  // items of each row in a batch
  warp_team const team(access::threads);
  std::int64_t const number =
      std::int64_t{blockIdx.x} * (blockDim.x / access::threads) + threadIdx.x / access::threads;
  std::int64_t const begin = number * rows, end = ::min(red.kept, begin + rows);
  if (begin >= end) return;
  int const count = static_cast<int>(red.length),
            groups = static_cast<int>((end - begin + G - 1) / G);
  int const items = (count / V - team.member + access::threads - 1) / access::threads;
  int const batches = ((count + reduce_lanes - 1) / reduce_lanes + M - 1) / M;  // of a group
  auto const of_row = in_tile::of(reducer);
  auto const from = program.bind(reduced_position(red, 0, 0));
  auto const first_row = [&](int group) {
    return ::min(begin + group * G, red.kept - G);
  };  // the last may come twice
  value lane[G][V];
#pragma unroll
  for (int g = 0; g < G; ++g) clear(of_row, lane[g]);
  typename access::held_type a[G][M], b[G][M];
  auto const fetch = [&](auto& p, int group, int batch) {
    if (group >= groups) return;
    std::int64_t const row = first_row(group);
#pragma unroll
    for (int g = 0; g < G; ++g)
#pragma unroll
      for (int m = 0; m < M; ++m)
        if (batch * M + m < items)
          p[g][m] = access::fetch(from, (batch * M + m) * reduce_lanes + team.member * V, row + g);
  };
  auto const use = [&](auto const& p, int group, int batch) {
#pragma unroll
    for (int g = 0; g < G; ++g)
#pragma unroll
      for (int m = 0; m < M; ++m)
        if (batch * M + m < items)
          combine_packet<1>(of_row, lane[g], access::compute(from, p[g][m]),
                            (batch * M + m) * reduce_lanes + team.member * V);
    if (batch + 1 < batches) return;
    std::int64_t const row = first_row(group);
    value v[G];
#pragma unroll
    for (int g = 0; g < G; ++g) {
      combine_rest(of_row, lane[g], count, team.member, 0,
                   [&](int e) { return from.template at<Form != row_form::anywhere>(e, row + g); });
      v[g] = combined(of_row, lane[g]);
      clear(of_row, lane[g]);
    }
    value const mine = combined_rows<access::threads>(of_row, team, v);
    if (team.member < G) out[row + team.member] = reducer.finish(in_tile::result(reducer, mine, 0));
  };
  int group = 0, batch = 0;
  auto const advance = [&] {
    if (++batch == batches) batch = 0, ++group;
  };
  fetch(a, 0, 0);
#pragma unroll 1
  while (group < groups) {
    int const group_a = group, batch_a = batch;
    advance();
    int const group_b = group, batch_b = batch;
    fetch(b, group_b, batch_b);
    use(a, group_a, batch_a);
    advance();
    fetch(a, group, batch);
    if (group_b < groups) use(b, group_b, batch_b);
  }
}

/// A row is cut into `pieces` of `tiles` tiles, each a team's. With one piece, a row's tile results
/// (4096 at most) stay with the team.
struct rows_split {
  int tiles = 1;
  std::int64_t pieces = 1;
  divisor inner = {};  // elements of a piece of memory, of rows in pieces
};

/// The reducer of a tile's elements: a reducer of values if positions are found in two steps.
template <class Program, class Reducer>
struct tile_step : tile_reducer<Reducer, typename Program::value_type> {};
template <class Program, class Reducer>
  requires finds_in_two_steps<Reducer, Program>
struct tile_step<Program, Reducer> {
  using values = typename Reducer::of_values_type;
  using in_tile = tile_reducer<values, typename Program::value_type>;
  using type = typename in_tile::type;
  static __device__ type of(Reducer const& reducer) { return in_tile::of(reducer.of_values()); }
  /// The tile that begins with element n.
  static __device__ typename Reducer::value_type result(Reducer const& reducer,
                                                        typename type::value_type const& v,
                                                        std::int64_t n)
  {
    return reducer.in_tile(in_tile::result(reducer.of_values(), v, n), n);
  }
};
/// A tile's result between kernels or teams.
template <class Program, class Reducer>
using tile_value = typename tile_step<Program, Reducer>::type::value_type;

/// The second step: the first element of the tile that value.index begins which has the value.
/// `Loads` packets of V elements of each thread are under way.
template <int Loads, int V, class Reducer, class Get, class At>
__device__ auto found_in_tile(Reducer const& reducer, warp_team const& team,
                              typename Reducer::value_type const& value, std::int64_t length,
                              Get const& get, At const& at)
{
  constexpr int step = Loads * reduce_lanes;
  std::int64_t const begin = value.index;
  int const count = static_cast<int>(::min(length - begin, std::int64_t{reduce_tile}));
  int place = reduce_tile;
#pragma unroll 1
  for (int from = 0; from < count; from += step) {
    int const first = from + team.member * V;
    decltype(get(begin)) held[Loads];
#pragma unroll
    for (int j = 0; j < Loads; ++j)
      if (first + j * reduce_lanes + V <= count) held[j] = get(begin + first + j * reduce_lanes);
#pragma unroll
    for (int j = Loads - 1; j >= 0; --j) {
      int const e = first + j * reduce_lanes;
      if (e + V <= count) {
#pragma unroll
        for (int k = V - 1; k >= 0; --k)
          if (reducer.is_at(value, held[j].v[k])) place = e + k;
      } else {
        for (int k = V - 1; k >= 0; --k)
          if (e + k < count && reducer.is_at(value, at(begin + e + k))) place = e + k;
      }
    }
    if (team.ballot(place < reduce_tile) != 0) break;
  }
#pragma unroll
  for (int bit = 1; bit < reduce_lanes / V; bit *= 2)
    place = ::min(place, team.exchanged(place, bit));
  return reducer.in_tile(at(begin + place), begin + place);  // equal is not the same: -0.0 and 0.0
}

/// How many teams' places one team goes through: four a member.
template <class Access>
inline constexpr int places_together = 4 * Access::threads;

/// Team `index` of a row's `count` brings the best of its own places; true for the one that comes
/// last, which has the row's then. Teams come in groups of up to Together, the last ones of these
/// in groups again, and so on: a group has a `ticket`, zero before and after, and a team's best its
/// place in `scratch`.
template <int Together, class Reducer>
__device__ bool last_of_places(Reducer const& reducer, warp_team const& team, reduction const& red,
                               std::int64_t row, std::int64_t index, std::int64_t count,
                               typename Reducer::value_type* scratch, std::uint32_t* ticket,
                               typename Reducer::value_type& best)
{
  auto const best_of_members = [&] {
#pragma unroll 1
    for (int bit = 1; bit < team.threads; bit *= 2)
      best = reducer.combine(best, team.exchanged(best, bit));
  };
  best_of_members();
#pragma unroll 1
  while (count > 1) {
    std::int64_t const groups = (count + Together - 1) / Together, group = index / Together;
    int const members = static_cast<int>(::min(count - group * Together, std::int64_t{Together}));
    bool last = false;
    if (team.member == 0) {
      scratch[row * count + index] = best;
      last = comes_last(ticket + row * groups + group, 1, members);
    }
    if (!team.first(last)) return false;
    team.sync();  // the others' results are there for the first member alone
    best = reducer.identity();
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      int const e = k * (Together / 4) + team.member;
      if (e < members) best = reducer.combine(best, scratch[row * count + group * Together + e]);
    }
    best_of_members();
    scratch += red.kept * count;
    ticket += red.kept * groups;
    index = group;
    count = groups;
  }
  return true;
}

/// Rows of any length. A piece's tile results go to `scratch`; the last team of up to 4096 tiles
/// to finish (by a `ticket`, zero before and after) reduces these, and so on; without a ticket they
/// are left to tiles_kernel. Which team that is changes nothing: the order is the tiles'. A piece
/// has one result of places, which no order changes (last_of_places); if these are found in two
/// steps, the last team finds a row's.
template <row_form Form, class Program, class Reducer, class Out>
__global__ void __launch_bounds__(256, 2)
    long_rows_kernel(reduction red, rows_split split, Program program, Reducer reducer, Out* out,
                     typename Reducer::value_type* scratch, std::uint32_t* ticket)
{
  await_work_before();
  using value = typename Reducer::value_type;
  using of_tiles = tile_value<Program, Reducer>;
  using access = tile_access<Program, Form, of_tiles>;
  constexpr int V = access::lanes, trees = trees_together<Program, of_tiles, V>;
  constexpr bool keeps_upper = trees > 1;  // where registers are scarce
  ACRE_SHARED(shared, raw_storage < of_tiles, keeps_upper ? (trees + V) * long_row_threads : 1 >);
  warp_team const team(access::threads);
  std::int64_t const number =
      std::int64_t{blockIdx.x} * (blockDim.x / access::threads) + threadIdx.x / access::threads;
  std::int64_t row = number, piece = 0;
  if (split.pieces > 1) {
    row = quotient(number, split.pieces);
    piece = number - row * split.pieces;
  }
  if (row >= red.kept) return;
  std::int64_t tiles = (red.length + reduce_tile - 1) / reduce_tile;
  std::int64_t const first = piece * split.tiles, begin = first * reduce_tile;
  int const count =
      static_cast<int>(::min(red.length - begin, std::int64_t{split.tiles} * reduce_tile));
  value lanes[keeps_upper ? 1 : V], result = reducer.identity();
  auto const upper = [&](int k) -> value& {
    if constexpr (keeps_upper)
      return shared[(trees + k) * long_row_threads + threadIdx.x];
    else
      return lanes[k];
  };
#pragma unroll
  for (int k = 0; k < V; ++k) upper(k) = reducer.identity();
  constexpr bool two_steps = finds_in_two_steps<Reducer, Program>;
  using step = tile_step<Program, Reducer>;
  auto const of_tile = step::of(reducer);
  auto const done = [&](int tile, int n, of_tiles const& of_elements) {
    if constexpr (two_steps) {
      if (team.member < n)
        result = reducer.combine(
            result, step::result(reducer, of_elements,
                                 begin + std::int64_t{tile + team.member} * reduce_tile));
    } else if (split.pieces > 1) {
      if (team.member < n)
        scratch[row * tiles + first + tile + team.member] = step::result(
            reducer, of_elements, begin + std::int64_t{tile + team.member} * reduce_tile);
    } else if (tiles == 1) {
      upper(0) = step::result(reducer, of_elements, 0);
    } else {
#pragma unroll
      for (int k = 0; k < V; ++k) {
        int const from = team.member * V + k - tile % reduce_lanes;
        int const member = trees == 1 ? 0 : from & (access::threads - 1);
        value const v = step::result(reducer, team.member_value(of_elements, member),
                                     std::int64_t{tile + member} * reduce_tile);
        if (from >= 0 && from < n) upper(k) = reducer.combine(upper(k), v);
      }
    }
  };
  constexpr bool unit = Form != row_form::anywhere;
  if constexpr (Form == row_form::pieces) {
    auto const from = bind_along(program, reduced_position(red, row, 0), red.kept_rank);
    auto const number = static_cast<std::uint32_t>(begin);
    reduce_tiles<access::loads, V, trees>(
        of_tile, team, count, begin,
        [&](int e) { return access::fetch_of_pieces(from, number + e, split.inner); },
        [&](auto const& held) { return access::compute(from, held); },
        [&](int e) {
          piece_places const at(number + e, split.inner);
          return from.template at<true>(at.i, at.k);
        },
        done, &shared[0]);
  } else if (unit || red.it.outer_rank == red.kept_rank) {
    auto const from = program.bind(reduced_position(red, row, 0));
    reduce_tiles<access::loads, V, trees>(
        of_tile, team, count, begin, [&](int e) { return access::fetch(from, begin + e, 0); },
        [&](auto const& held) { return access::compute(from, held); },
        [&](int e) { return from.template at<unit>(begin + e); }, done, &shared[0]);
  } else if constexpr (!unit) {
    auto const at = [&](int e) {
      std::int64_t const outer = quotient(begin + e, red.it.inner);
      return program.bind(reduced_position(red, row, outer))
          .template at<false>(begin + e - outer * red.it.inner);
    };
    auto const get = [&](int e) {
      return packet<typename Program::value_type, 2>{{at(e), at(e + 1)}};
    };
    if constexpr (two_steps)  // at once: an element takes long to find again
      reduce_tiles<1, V, 1>(reducer, team, count, begin, get, as_it_is{}, at,
                            [&](int, int, value const& v) {
                              if (team.member == 0) result = reducer.combine(result, v);
                            });
    else
      reduce_tiles<1, V, trees>(of_tile, team, count, begin, get, as_it_is{}, at, done, &shared[0]);
  }
  if constexpr (two_steps) {
    if (!last_of_places<places_together<access>>(reducer, team, red, row, piece, split.pieces,
                                                 scratch, ticket, result))
      return;
    static_assert(Form != row_form::pieces);
    if (unit || red.it.outer_rank == red.kept_rank) {
      auto const from = program.bind(reduced_position(red, row, 0));
      result = found_in_tile<access::loads / 2, V>(
          reducer, team, result, red.length,
          [&](std::int64_t n) { return access::get(from, n, 0); },
          [&](std::int64_t n) { return from.template at<unit>(n); });
    }
  } else if (split.pieces == 1) {
    value v[V];
#pragma unroll
    for (int k = 0; k < V; ++k) v[k] = upper(k);
    result = v[0];
    if (tiles > 1) {
      result = combined(reducer, v);
#pragma unroll 1
      for (int distance = 1; distance * V < tiles && distance < access::threads; distance *= 2)
        result = reducer.combine(result, team.shuffle_down(result, distance));
    }
  } else {
    if (ticket == nullptr) return;
    std::int64_t index = first;
    std::uint32_t arriving = (count + reduce_tile - 1) / reduce_tile;
    while (tiles > 1) {
      std::int64_t const groups = (tiles + reduce_tile - 1) / reduce_tile,
                         group = index / reduce_tile;
      int const members =
          static_cast<int>(::min(tiles - group * reduce_tile, std::int64_t{reduce_tile}));
      bool last = false;
      team.sync();  // what other members wrote comes before the first one's ticket
      if (team.member == 0) last = comes_last(ticket + row * groups + group, arriving, members);
      if (!team.first(last)) return;
      team.sync();  // the others' results are there for the first member alone
      value const* const partial = scratch + row * tiles + group * reduce_tile;
      auto const get = [&](int e) {
        packet<value, V> p;
#pragma unroll
        for (int k = 0; k < V; ++k) p.v[k] = partial[e + k];
        return p;
      };
      reduce_tiles<loads_in_flight<value, V, trees == 1 ? 256 : 128>, V, 1>(
          reducer, team, members, 0, get, as_it_is{}, [&](int e) { return partial[e]; },
          [&](int, int, value v) { result = v; });
      scratch += red.kept * tiles;
      ticket += red.kept * groups;
      index = group;
      tiles = groups;
      arriving = 1;
      if (tiles > 1 && team.member == 0) scratch[row * tiles + index] = result;
    }
  }
  if (team.member == 0) out[row] = reducer.finish(result);
}

/// Groups of 4096 tiles of a row that tiles_kernel takes at most, each of them by a thread a lane.
inline constexpr int most_tile_groups = reduce_lanes;
/// Their results stand in shared memory.
template <class Value>
inline constexpr bool fits_tiles_kernel = sizeof(Value) <= 64;

/// The rest of rows of more than one tile, whose tiles' results stand in `values`: a block a row,
/// its threads reduce_lanes × groups at once, tile_groups_at_once of them at most.
template <class Reducer, class Out>
__global__ void __launch_bounds__(reduce_lanes* tile_groups_at_once)
    tiles_kernel(std::int64_t tiles, typename Reducer::value_type const* values, Reducer reducer,
                 Out* out)
{
  await_work_before();
  using value = typename Reducer::value_type;
  static_assert(reduce_lanes == 64 && reduce_items % loads_in_flight<value, 1, 128> == 0);
  constexpr int loads = loads_in_flight<value, 1, 128>;
  ACRE_SHARED(halves, raw_storage<value, 2 * tile_groups_at_once>);
  ACRE_SHARED(of_groups, raw_storage<value, most_tile_groups>);
  warp_team const team(32);
  int const thread = static_cast<int>(threadIdx.x), lane = thread % reduce_lanes,
            at_once = static_cast<int>(blockDim.x) / reduce_lanes,
            groups = static_cast<int>((tiles + reduce_tile - 1) / reduce_tile);
  values += std::int64_t{blockIdx.x} * tiles;
  // of 32 neighbouring lanes, in the first one
  auto const tree = [&](value v) {
#pragma unroll 1
    for (int distance = 1; distance < 32; distance *= 2)
      v = reducer.combine(v, team.shuffle_down(v, distance));
    return v;
  };
#pragma unroll 1
  for (int first = 0; first < groups; first += at_once) {
    int const group = first + thread / reduce_lanes;
    int const count = static_cast<int>(
        ::min(tiles - std::int64_t{group} * reduce_tile, std::int64_t{reduce_tile}));
    value sum = reducer.identity();
#pragma unroll 1
    for (int item = 0; item * reduce_lanes < count; item += loads) {
      value const* const from = values + group * reduce_tile + item * reduce_lanes + lane;
      value held[loads];
#pragma unroll
      for (int k = 0; k < loads; ++k)
        if ((item + k) * reduce_lanes + lane < count) held[k] = from[k * reduce_lanes];
#pragma unroll
      for (int k = 0; k < loads; ++k)
        if (int const e = (item + k) * reduce_lanes + lane; e < count)
          sum = appended(reducer, sum, held[k], e);
    }
    sum = tree(sum);
    if (team.member == 0) halves[thread / 32] = sum;
    __syncthreads();
    if (thread < at_once && first + thread < groups)
      of_groups[first + thread] = reducer.combine(halves[2 * thread], halves[2 * thread + 1]);
    __syncthreads();
  }
  if (thread >= 32) return;
  value result = of_groups[0];
  if (groups > 1) {
    auto const lane_of = [&](int g) {
      return g < groups ? appended(reducer, reducer.identity(), of_groups[g], g)
                        : reducer.identity();
    };
    result = tree(reducer.combine(lane_of(2 * thread), lane_of(2 * thread + 1)));
  }
  if (thread == 0) out[blockIdx.x] = reducer.finish(result);
}

}  // namespace acre::backends::gpu
