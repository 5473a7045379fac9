#pragma once

#include <acre/backends/gpu_common/early_start.hpp>
#include <acre/backends/gpu_common/held_words.hpp>
#include <acre/backends/gpu_common/plain_rows.hpp>
#include <acre/backends/gpu_common/reduce_lanes.hpp>
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

/// How many neighbouring columns a thread reads at once: 8 bytes of them (a packet of what prefers
/// packets), fewer if the lanes of a column would fill its registers.
template <class Program, class Value, bool Packed>
inline constexpr int columns_together = [] {
  if (!Packed) return 1;
  int fit = packet_width(Program::width);
  while (fit > 1 && ((fit * Program::width > 8 && !hints_of<Program>::prefers_packets) ||
                     fit * sizeof(Value) > 32))
    fit /= 2;
  return fit;
}();

/// V columns from `column` on of row `r` of those that `from` was bound along; what is memory as it
/// is as words, where it is small.
template <int V, bool Packed, class Row>
__device__ auto columns_at(Row const& from, std::int64_t column, std::int64_t r)
{
  using value = std::remove_cvref_t<decltype(from.template at<false>(column, r))>;
  if constexpr (Packed && lies_in_memory<Row, value>)
    return stowed_packet<V>(from, column, r);
  else if constexpr (Packed)
    return from.template load<V, true>(column, r);
  else
    return packet<value, 1>{{from.template at<false>(column, r)}};
}

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
template <int L, int Items, bool Packed, class Program, class Reducer, class Out>
__global__ void __launch_bounds__(column_threads)
    columns_kernel(reduction red, columns_split split, Program program, Reducer reducer, Out* out,
                   typename Reducer::value_type* scratch, std::uint32_t* ticket)
{
  await_work_before();
  using value = typename Reducer::value_type;
  using in_tile = tile_reducer<Reducer, typename Program::value_type>;
  using of_tiles = typename in_tile::type::value_type;
  constexpr int V = columns_together<Program, of_tiles, Packed>, sharing = column_lanes / L,
                beside = 32 / sharing, side_by_side = column_threads / sharing;
  __shared__ bool last[side_by_side];  // slices that reduce the next level
  warp_team const warp(32);
  int const share = warp.member / beside;
  int const number = static_cast<int>(threadIdx.x) / 32 * beside + warp.member % beside;
  int const x = number & ((1 << split.log2_x) - 1), slice = number >> split.log2_x;
  int const slices = side_by_side >> split.log2_x;
  std::uint32_t const piece = blockIdx.x % split.pieces;
  std::int64_t const tiles = (red.length + column_tile - 1) / column_tile;
  std::int64_t const unit = std::int64_t{blockIdx.x / split.pieces} * slices + slice;
  std::int64_t const k = tiles == 1 ? unit : quotient(unit, tiles);
  std::int64_t const column = ((std::int64_t{piece} << split.log2_x) + x) * V;
  bool const here = column < red.it.inner;
  std::int64_t count = tiles, index = unit - k * tiles;
  bool mine = unit < red.kept * tiles;

  auto const put = [&](int j, value const& v) {
    if (!mine || !here || share != 0 || column + j >= red.it.inner) return;
    std::int64_t const to = (k * count + index) * red.it.inner + column + j;
    if (count == 1)
      out[to] = reducer.finish(v);
    else
      scratch[to] = v;
  };
  {
    auto const of_tile = in_tile::of(reducer);
    of_tiles lane[L][V];
#pragma unroll
    for (int l = 0; l < L; ++l) clear(of_tile, lane[l]);
    if (mine && here) {
      std::int64_t const first = index * column_tile + share * L;
      int const rows =
          static_cast<int>(::min(red.length - first, std::int64_t{column_tile - share * L}));
      if (Packed || red.it.outer_rank == red.kept_rank + 1) {
        auto const from = bind_along(program, reduced_position(red, k, first), red.kept_rank);
        accumulate_rows<Items>(of_tile, lane, rows, first,
                               [&](int r) { return columns_at<V, Packed>(from, column, r); });
      } else {
        accumulate_rows<1>(of_tile, lane, rows, first, [&](int r) {
          return columns_at<V, Packed>(program.bind(reduced_position(red, k, first + r)), column,
                                       0);
        });
      }
    }
    combine_lanes(of_tile, warp, beside, lane);
#pragma unroll
    for (int j = 0; j < V; ++j) put(j, in_tile::result(reducer, lane[0][j], index * column_tile));
  }
  constexpr bool alike = std::is_same_v<value, of_tiles>;
  constexpr int G = alike ? V : columns_of_results<L, V, value>,
                upper_items = alike ? Items : items_of_results<L, G, Items, value>;
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
        scratch + (k * count + group * column_tile + share * L) * red.it.inner + column;
    scratch += red.kept * count * red.it.inner;
    ticket += red.kept * groups * split.pieces;
    index = group;
    count = groups;
#pragma unroll 1
    for (int c = 0; c < V; c += G) {
      value lane[L][G];
#pragma unroll
      for (int l = 0; l < L; ++l) clear(reducer, lane[l]);
      if (mine && here)
        accumulate_rows<upper_items>(reducer, lane, members - share * L, 0, [&](int r) {
          packet<value, G> p;
#pragma unroll
          for (int j = 0; j < G; ++j) p.v[j] = from[r * red.it.inner + c + j];
          return p;
        });
      combine_lanes(reducer, warp, beside, lane);
#pragma unroll
      for (int j = 0; j < G; ++j) put(c + j, lane[0][j]);
    }
  }
}

}  // namespace acre::backends::gpu
