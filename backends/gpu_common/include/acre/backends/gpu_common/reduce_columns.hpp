#pragma once

#include <acre/backends/gpu_common/columns.hpp>
#include <acre/backends/gpu_common/early_start.hpp>
#include <acre/backends/gpu_common/held_words.hpp>
#include <acre/backends/gpu_common/plain_rows.hpp>
#include <acre/backends/gpu_common/reduce_lanes.hpp>
#include <acre/backends/gpu_common/shared_memory.hpp>
#include <acre/backends/gpu_common/tuning.hpp>
#include <acre/backends/gpu_common/warp.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>

/// Columns: a thread has a few neighbouring columns and L of the eight lanes of a tile of them: all
/// of them where there are columns enough for every multiprocessor, one where there are not. The
/// threads that share a column are of one warp.
namespace acre::backends::gpu {

struct columns_split {
  int log2_x;            // threads along the columns; the rest of a block's are over further tiles
  std::uint32_t pieces;  // blocks side by side that cover the columns
};

/// How many columns a thread has: 8 bytes of them (a packet of what prefers packets), fewer if the
/// lanes of a column would fill its registers. Where they are no packets two at most, and threads
/// that share columns have one.
template <int L, class Program, class Value, bool Packed>
inline constexpr int columns_together = [] {
  if (!Packed && (L < column_lanes || hints_of<Program>::prefers_packets)) return 1;
  int fit = Packed ? packet_width(Program::width) : std::min(2, packet_width(Program::width));
  while (fit > 1 && ((fit * Program::width > 8 && !hints_of<Program>::prefers_packets) ||
                     fit * sizeof(Value) > 32))
    fit /= 2;
  return fit;
}();

/// Combines rows 0, 1, … rows - 1 of neighbouring columns, load(r), into L of the eight lanes,
/// those of rows 0 to L - 1; row 0 is number `first` of the reduced elements. `Items` items of
/// every lane are loaded before the first one is used.
template <int Items, class Reducer, class Value, int L, int V, class Load>
__device__ void accumulate_rows(Reducer const& reducer, Value (&lane)[L][V], int rows,
                                std::int64_t first, Load const& load)
{
  using loaded = decltype(load(0));
  using packet_type = decltype(unstowed(load(0)));
  int row = 0;
#pragma unroll 1
  for (; row + (Items - 1) * column_lanes + L <= rows; row += Items * column_lanes) {
    loaded p[Items][L];
#pragma unroll
    for (int n = 0; n < Items; ++n)
#pragma unroll
      for (int l = 0; l < L; ++l) p[n][l] = load(row + n * column_lanes + l);
    if constexpr (L == 1 && settles_after<Reducer, decltype(packet_type{}.v[0])> > 0) {
      packet_type of_lane[Items];
#pragma unroll
      for (int n = 0; n < Items; ++n) of_lane[n] = unstowed(p[n][0]);
      combine_settling(reducer, lane[0], of_lane, row / column_lanes);
    } else {
#pragma unroll
      for (int n = 0; n < Items; ++n)
#pragma unroll
        for (int l = 0; l < L; ++l)
          combine_packet<0>(reducer, lane[l], unstowed(p[n][l]),
                            first + row + n * column_lanes + l);
    }
  }
#pragma unroll 1
  for (; row < rows; row += Items * column_lanes) {  // once at most
    loaded p[Items][L];
#pragma unroll
    for (int n = 0; n < Items; ++n)
#pragma unroll
      for (int l = 0; l < L; ++l)
        if (row + n * column_lanes + l < rows) p[n][l] = load(row + n * column_lanes + l);
#pragma unroll
    for (int n = 0; n < Items; ++n)
#pragma unroll
      for (int l = 0; l < L; ++l)
        if (row + n * column_lanes + l < rows)
          combine_packet<0>(reducer, lane[l], unstowed(p[n][l]),
                            first + row + n * column_lanes + l);
  }
}

/// Combines the lanes of each column by a binary tree, over the `sharing` threads that have them,
/// which are `distance` apart. lane[0] is the result in the first of these.
template <class Reducer, class Value, int L, int V>
__device__ void combine_lanes(Reducer const& reducer, warp_team const& warp, int distance,
                              Value (&lane)[L][V])
{
#pragma unroll
  for (int j = 0; j < V; ++j) {
#pragma unroll
    for (int stride = 1; stride < L; stride *= 2)
#pragma unroll
      for (int l = 0; l + stride < L; l += 2 * stride)
        lane[l][j] = reducer.combine(lane[l][j], lane[l + stride][j]);
#pragma unroll
    for (int stride = L; stride < column_lanes; stride *= 2)
      lane[0][j] =
          reducer.combine(lane[0][j], warp.shuffle_down(lane[0][j], distance * (stride / L)));
  }
}

/// take(held, row, n) for rows 0, 1, … rows - 1, column_lanes of them at a time, n less at the end:
/// held[l] is fetch(row + l). While some are taken the next ones are under way.
template <class Fetch, class Take>
__device__ void stream_rows(int rows, Fetch const& fetch, Take const& take)
{
  using held_rows = decltype(fetch(0))[column_lanes];
  held_rows a, b;
  auto const bring = [&](held_rows& p, int row, int n) {
#pragma unroll
    for (int l = 0; l < column_lanes; ++l)
      if (l < n) p[l] = fetch(row + l);
  };
  int row = 0;
  bring(a, 0, rows);
#pragma unroll 1
  for (; row + 2 * column_lanes <= rows; row += 2 * column_lanes) {
    bring(b, row + column_lanes, column_lanes);
    take(a, row, column_lanes);
    bring(a, row + 2 * column_lanes, rows - row - 2 * column_lanes);
    take(b, row + column_lanes, column_lanes);
  }
  if (rows - row >= column_lanes) {
    bring(b, row + column_lanes, rows - row - column_lanes);
    take(a, row, column_lanes);
    row += column_lanes;
    if (row < rows) take(b, row, rows - row);
  } else if (row < rows) {
    take(a, row, rows - row);
  }
}

/// A tile of columns whose lanes are all a thread's: value(fetch(r)) are the elements of row r, the
/// first of which is number `first` of the reduced ones. Accumulators that are combined alike are
/// not counted.
template <class Reducer, class Value, int V, class Fetch, class Compute>
__device__ void reduce_streamed_rows(Reducer const& reducer, int rows, std::int64_t first,
                                     Fetch const& fetch, Compute const& value, Value (&result)[V])
{
  using element = std::remove_cvref_t<decltype(value(fetch(0)).v[0])>;
  constexpr bool alike = combines_alike<Reducer> && !std::is_same_v<element, Value>;
  Value lane[column_lanes][V];
#pragma unroll
  for (int l = 0; l < column_lanes; ++l) clear(reducer, lane[l]);
  stream_rows(rows, fetch, [&](auto const& held, int row, int n) {
    if constexpr (alike) {
      if (row == 0) {
#pragma unroll
        for (int l = 0; l < column_lanes; ++l)
          if (l < n) {
            auto const p = value(held[l]);
#pragma unroll
            for (int j = 0; j < V; ++j) lane[l][j] = reducer.alone(p.v[j]);
          }
        return;
      }
      if (row == column_lanes * Reducer::settles_after)
#pragma unroll
        for (int l = 0; l < column_lanes; ++l)
          if (l < n)
#pragma unroll
            for (int j = 0; j < V; ++j) reducer.settle(lane[l][j]);
    }
#pragma unroll
    for (int l = 0; l < column_lanes; ++l)
      if (l < n) {
        auto const p = value(held[l]);
#pragma unroll
        for (int j = 0; j < V; ++j) {
          if constexpr (alike)
            reducer.append_more(lane[l][j], p.v[j]);
          else
            lane[l][j] = appended(reducer, lane[l][j], p.v[j], first + row + l);
        }
      }
  });
  if constexpr (alike) {
    using number = typename Reducer::number;
    number numbers[column_lanes];
    auto const fewer = static_cast<number>(rows / column_lanes), more = fewer + 1;
#pragma unroll
    for (int l = 0; l < column_lanes; ++l) numbers[l] = l < rows % column_lanes ? more : fewer;
#pragma unroll
    for (int stride = 1; stride < column_lanes; stride *= 2)
#pragma unroll
      for (int l = 0; l + stride < column_lanes; l += 2 * stride) {
        number const others = numbers[l + stride];
        if (others > 0)
#pragma unroll
          for (int j = 0; j < V; ++j)
            lane[l][j] = reducer.combine_alike(lane[l][j], numbers[l], lane[l + stride][j], others);
        numbers[l] += others;
      }
  } else {
#pragma unroll
    for (int stride = 1; stride < column_lanes; stride *= 2)
#pragma unroll
      for (int l = 0; l + stride < column_lanes; l += 2 * stride)
#pragma unroll
        for (int j = 0; j < V; ++j) lane[l][j] = reducer.combine(lane[l][j], lane[l + stride][j]);
  }
#pragma unroll
  for (int j = 0; j < V; ++j) result[j] = lane[0][j];
}

/// Likewise for a reducer of positions, in two steps: first the value, and which rows are the first
/// to have it, then the row, for which element(j, r) reads column j once more.
template <class Reducer, int V, class Fetch, class Compute, class Element>
__device__ void find_in_streamed_rows(Reducer const& reducer, int rows, std::int64_t first,
                                      Fetch const& fetch, Compute const& value,
                                      Element const& element,
                                      typename Reducer::value_type (&result)[V])
{
  auto const of_values = reducer.of_values();
  typename decltype(of_values)::value_type best[V];
  int place[V];
  stream_rows(rows, fetch, [&](auto const& held, int row, int n) {
    auto all = value(held[0]);
#pragma unroll
    for (int l = 1; l < column_lanes; ++l)
      if (l < n) {
        auto const p = value(held[l]);
#pragma unroll
        for (int j = 0; j < V; ++j) all.v[j] = of_values.combine(all.v[j], p.v[j]);
      }
#pragma unroll
    for (int j = 0; j < V; ++j) {
      auto const now = row == 0 ? all.v[j] : of_values.combine(best[j], all.v[j]);
      if (row == 0 || !reducer.is_at(reducer.in_tile(best[j], 0), now)) {
        best[j] = now;
        place[j] = row;
      }
    }
  });
#pragma unroll
  for (int j = 0; j < V; ++j) {
    auto const wanted = reducer.in_tile(best[j], 0);
    int const begin = place[j];
    auto x = element(j, begin);
#pragma unroll
    for (int l = column_lanes - 1; l >= 0; --l)
      if (begin + l < rows)
        if (auto const y = element(j, begin + l); reducer.is_at(wanted, y)) {
          x = y;
          place[j] = begin + l;
        }
    result[j] = reducer.in_tile(x, first + place[j]);  // equal is not the same: -0.0 and 0.0
  }
}

/// A column of `rows` tiles' results, load(r), all lanes of which are a thread's. They are few, and
/// as large as they are they lie on its stack: the loops over them are loops.
template <bool Places, class Reducer, class Load>
__device__ auto reduced_results(Reducer const& reducer, int rows, Load const& load)
{
  typename Reducer::value_type lane[column_lanes], held[column_lanes];
  clear(reducer, lane);
#pragma unroll 1
  for (int row = 0; row < rows; row += column_lanes) {
    int const there = ::min(rows - row, column_lanes);
#pragma unroll
    for (int l = 0; l < column_lanes; ++l)
      if (l < there) held[l] = load(row + l);
#pragma unroll 1
    for (int l = 0; l < there; ++l) {
      auto& of_lane = lane[Places ? 0 : l];
      of_lane = reducer.combine(of_lane, held[l]);
    }
  }
  if constexpr (!Places)
#pragma unroll 1
    for (int stride = 1; stride < column_lanes; stride *= 2)
#pragma unroll 1
      for (int l = 0; l + stride < column_lanes; l += 2 * stride)
        lane[l] = reducer.combine(lane[l], lane[l + stride]);
  return lane[0];
}

/// Columns of tiles' results that a thread has at once, where these are not what a tile was
/// accumulated in, of V; and items that it loads at once. Larger ones leave fewer registers.
template <class Value>
inline constexpr int result_bytes = std::max(8, static_cast<int>(sizeof(Value)));
template <class Value>
inline constexpr int results_under_way = (sizeof(Value) > 8 ? 128 : 256) / result_bytes<Value>;
template <int L, int V, class Value>
inline constexpr int columns_of_results = static_cast<int>(
    std::bit_floor(static_cast<unsigned>(std::clamp(results_under_way<Value> / L, 1, V))));
template <int L, int G, int Items, class Value>
inline constexpr int items_of_results = std::clamp(results_under_way<Value> / (L * G), 1, Items);

/// out[k * inner + i] from columns of any length. Tile results go to `scratch`; the last block of
/// up to 512 tiles of a piece to finish (by a `ticket`, zero before and after) reduces these, and
/// so on. Blocks of few columns do several tiles at once, and so go through all levels in step.
/// `Items` of every lane are under way at once; two where a thread has all lanes are two batches,
/// of which one is used (stream_rows).
template <int L, int Items, bool Packed, class Program, class Reducer, class Out>
__global__ void __launch_bounds__(column_threads, tuning::column_blocks(Items))
    columns_kernel(reduction red, columns_split split, Program program, Reducer reducer, Out* out,
                   typename Reducer::value_type* scratch, std::uint32_t* ticket)
{
  await_work_before();
  using value = typename Reducer::value_type;
  using in_tile = tile_reducer<Reducer, typename Program::value_type>;
  using of_tiles = typename in_tile::type::value_type;
  constexpr bool streams = L == column_lanes && Items == 2,
                 places = finds_places<Reducer, typename Program::value_type>;
  constexpr int V = columns_together<L, Program, of_tiles, Packed>, sharing = column_lanes / L,
                beside = 32 / sharing, side_by_side = column_threads / sharing;
  ACRE_SHARED(last, bool[side_by_side]);  // slices that reduce the next level
  warp_team const warp(32);
  int const share = warp.member / beside;
  int const number = static_cast<int>(threadIdx.x) / 32 * beside + warp.member % beside;
  int const x = number & ((1 << split.log2_x) - 1), slice = number >> split.log2_x;
  int const slices = side_by_side >> split.log2_x;
  std::uint32_t const piece = blockIdx.x % split.pieces;
  std::int64_t const tiles = (red.length + column_tile - 1) / column_tile;
  std::int64_t const unit = std::int64_t{blockIdx.x / split.pieces} * slices + slice;
  std::int64_t const k = tiles == 1 ? unit : quotient(unit, tiles);
  // columns of a thread: a packet, or as many apart as there are threads along the columns
  std::int64_t const column = (std::int64_t{piece} * V << split.log2_x) +
                              std::int64_t{x} * (Packed ? V : 1),
                     apart = Packed ? 1 : std::int64_t{1} << split.log2_x;
  bool const here = column < red.it.inner;
  std::int64_t count = tiles, index = unit - k * tiles;
  bool mine = unit < red.kept * tiles;

  auto const put = [&](int j, value const& v) {
    std::int64_t const of_column = column + j * apart;
    if (!mine || !here || share != 0 || of_column >= red.it.inner) return;
    std::int64_t const to = (k * count + index) * red.it.inner + of_column;
    if (count == 1)
      out[to] = reducer.finish(v);
    else
      scratch[to] = v;
  };
  {
    auto const of_tile = in_tile::of(reducer);
    of_tiles lane[L][V];
    // (columns that are missing are read as the last one is, and not written)
    std::int64_t columns[V];
#pragma unroll
    for (int j = 0; j < V; ++j) columns[j] = ::min(column + j * apart, red.it.inner - 1);
    std::int64_t const first = index * column_tile + share * L;
    int const rows =
        static_cast<int>(::min(red.length - first, std::int64_t{column_tile - share * L}));
    auto const row_of = [&](auto const& from, int r) {
      auto const held = held_columns<V, Packed>(from, columns, r);
      if constexpr (lies_in_memory<std::remove_cvref_t<decltype(from)>,
                                   typename Program::value_type>)
        return held;  // small elements as words
      else
        return computed_columns<V>(from, held);
    };
    if constexpr (streams) {
      if (mine && here) {
        auto const from = bound_columns(red, program, k, first);
        auto const fetch = [&](int r) { return held_columns<V, Packed>(from, columns, r); };
        auto const compute = [&](auto const& held) { return computed_columns<V>(from, held); };
        if constexpr (places) {
          value found[V];
          find_in_streamed_rows(
              reducer, rows, first, fetch, compute,
              [&](int j, int r) { return from.template at<Packed>(columns[j], r); }, found);
#pragma unroll
          for (int j = 0; j < V; ++j) put(j, found[j]);
        } else {
          reduce_streamed_rows(of_tile, rows, first, fetch, compute, lane[0]);
        }
      }
    } else {
#pragma unroll
      for (int l = 0; l < L; ++l) clear(of_tile, lane[l]);
      if (mine && here) {
        if (Packed || red.it.outer_rank == red.kept_rank + 1) {
          auto const from = bound_columns(red, program, k, first);
          accumulate_rows<Items>(of_tile, lane, rows, first,
                                 [&](int r) { return row_of(from, r); });
        } else {
          accumulate_rows<1>(of_tile, lane, rows, first, [&](int r) {
            return row_of(program.bind(reduced_position(red, k, first + r)), 0);
          });
        }
      }
      combine_lanes(of_tile, warp, beside, lane);
    }
    if constexpr (!streams || !places)  // places are there already
#pragma unroll
      for (int j = 0; j < V; ++j) put(j, in_tile::result(reducer, lane[0][j], index * column_tile));
  }
  constexpr bool alike = std::is_same_v<value, of_tiles>;
  constexpr int G = alike ? V : columns_of_results<L, V, value>,
                upper_items = streams ? 1
                              : alike ? Items
                                      : items_of_results<L, G, Items, value>;
  while (count > 1) {
    std::int64_t const groups = (count + column_tile - 1) / column_tile,
                       group = index / column_tile;
    int const members =
        static_cast<int>(::min(count - group * column_tile, std::int64_t{column_tile}));
    __syncthreads();
    if (x == 0 && share == 0)
      last[slice] =
          mine && comes_last(ticket + (k * groups + group) * split.pieces + piece, 1, members);
    __syncthreads();
    mine = last[slice];
    if (!__syncthreads_or(mine)) return;
    value const* const from =
        scratch + (k * count + group * column_tile + share * L) * red.it.inner;
    scratch += red.kept * count * red.it.inner;
    ticket += red.kept * groups * split.pieces;
    index = group;
    count = groups;
    auto const of_tiles_at = [&](int r, int j) {
      return from[r * red.it.inner + ::min(column + j * apart, red.it.inner - 1)];
    };
    if constexpr (L == column_lanes && sizeof(value) > 8) {
      if (mine && here)
#pragma unroll 1
        for (int j = 0; j < V; ++j)
          put(j,
              reduced_results<places>(reducer, members, [&](int r) { return of_tiles_at(r, j); }));
    } else {
#pragma unroll 1
      for (int c = 0; c < V; c += G) {
        value lane[L][G];
#pragma unroll
        for (int l = 0; l < L; ++l) clear(reducer, lane[l]);
        if (mine && here)
          accumulate_rows<upper_items>(reducer, lane, members - share * L, 0, [&](int r) {
            packet<value, G> p;
#pragma unroll
            for (int j = 0; j < G; ++j) p.v[j] = of_tiles_at(r, c + j);
            return p;
          });
        combine_lanes(reducer, warp, beside, lane);
#pragma unroll
        for (int j = 0; j < G; ++j) put(c + j, lane[0][j]);
      }
    }
  }
}

}  // namespace acre::backends::gpu
