#pragma once

#include <acre/backends/common/packet.hpp>
#include <acre/backends/gpu_common/columns.hpp>
#include <acre/backends/gpu_common/early_start.hpp>
#include <acre/backends/gpu_common/held_words.hpp>
#include <acre/backends/gpu_common/reduce_lanes.hpp>
#include <acre/backends/gpu_common/shared_memory.hpp>
#include <acre/backends/gpu_common/tuning.hpp>

#include <algorithm>
#include <cstdint>

/// Few columns whose rows follow each other in memory, as those of (N, 3): a tile is one run of
/// neighbours, of which the first 8 × inner belong to a lane of a column each, the next as many to
/// the same ones, and so on. So the threads of a tile read it in packets side by side, each for the
/// lanes of its packet, which then meet in shared memory.
namespace acre::backends::gpu {

/// Lanes of a thread: a packet of elements, fewer where their accumulators are wide.
template <class Program, class Reducer>
inline constexpr int dense_lanes = [] {
  using value = typename tile_reducer<Reducer, typename Program::value_type>::type::value_type;
  int fit = packet_width(Program::width);
  while (fit > 1 && fit * sizeof(value) > 64) fit /= 2;
  return fit;
}();

/// How the threads of a block share tiles: so many have one, and a block has so many.
struct dense_split {
  int sharing, tiles;
};

/// Whether columns are dealt out so: they are few, and every multiprocessor has a block of threads.
/// (Columns of whole sectors are well read one beside the other, too; where they are short as well,
/// a lane has next to nothing.)
template <int V>
bool takes_dense_columns(reduction const& red, bool packed, int bytes, int multiprocessors)
{
  std::int64_t const sharing = column_lanes * red.it.inner / V,
                     tiles = (red.length + column_tile - 1) / column_tile;
  return red.dense && red.it.unit && red.it.outer_rank == red.kept_rank + 1 &&
         sharing <= dense_column_threads &&
         !(packed && red.it.inner * bytes >= 32 && red.length < column_tile / 2) &&
         red.kept * tiles * sharing >= std::int64_t{dense_column_threads} * multiprocessors;
}

/// results[(k * tiles + t) * inner + i] = tile t of column i of k; of columns of one tile that is
/// `finished` as out's element.
template <class Program, class Reducer, class Out>
__global__ void __launch_bounds__(dense_column_threads)
    dense_columns_kernel(reduction red, dense_split split, Program program, Reducer reducer,
                         Out* out, typename Reducer::value_type* results)
{
  await_work_before();
  using element = typename Program::value_type;
  using in_tile = tile_reducer<Reducer, element>;
  using value = typename in_tile::type::value_type;
  constexpr int V = dense_lanes<Program, Reducer>;
  ACRE_SHARED(shared, raw_storage<value, dense_column_threads * V>);
  int const slot = static_cast<int>(threadIdx.x) / split.sharing,
            member = static_cast<int>(threadIdx.x) - slot * split.sharing,
            inner = static_cast<int>(red.it.inner), wide = column_lanes * inner, at = member * V;
  std::int64_t const tiles = (red.length + column_tile - 1) / column_tile,
                     unit = std::int64_t{blockIdx.x} * split.tiles + slot,
                     k = tiles == 1 ? unit : quotient(unit, tiles), index = unit - k * tiles,
                     first = index * column_tile;
  bool const mine = slot < split.tiles && unit < red.kept * tiles;
  auto const of_tile = in_tile::of(reducer);
  if (mine) {
    value lane[V];
    clear(of_tile, lane);
    int row[V];
#pragma unroll
    for (int j = 0; j < V; ++j) row[j] = (at + j) / inner;
    int const rows = static_cast<int>(::min(red.length - first, std::int64_t{column_tile})),
              count = rows * inner,
              whole = count < at + V ? 0 : (count - at - V) / wide + 1;  // packets
    auto const from = bound_columns(red, program, k, first);
    auto const take = [&](int j, element const& x, int item) {
      lane[j] = appended(of_tile, lane[j], x, first + item * column_lanes + row[j]);
    };
    auto const reduce = [&](auto const& fetch) {
      using held_type = decltype(fetch(0));
      constexpr int batch = loads_that_fill<held_type, 64>;
      held_type a[batch], b[batch];
      auto const bring = [&](held_type(&p)[batch], int item) {
#pragma unroll
        for (int n = 0; n < batch; ++n)
          if (item + n < whole) p[n] = fetch(item + n);
      };
      auto const use = [&](held_type const(&p)[batch], int item) {
        if constexpr (settles_after<Reducer, element> > 0) {
          if (item + batch <= whole) {
            packet<element, V> made[batch];
#pragma unroll
            for (int n = 0; n < batch; ++n) made[n] = computed<V>(from, unstowed(p[n]));
            combine_settling(of_tile, lane, made, item);
            return;
          }
        }
#pragma unroll
        for (int n = 0; n < batch; ++n)
          if (item + n < whole) {
            auto const x = computed<V>(from, unstowed(p[n]));
#pragma unroll
            for (int j = 0; j < V; ++j) take(j, x.v[j], item + n);
          }
      };
      bring(a, 0);
#pragma unroll 1
      for (int item = 0; item < whole; item += 2 * batch) {
        bring(b, item + batch);
        use(a, item);
        bring(a, item + 2 * batch);
        use(b, item + batch);
      }
    };
    if (red.one_run)
      reduce([&](int item) { return stowed_packet<V>(from, item * wide + at, 0); });
    else
      reduce([&](int item) { return stowed_neighbours<V>(from, item * wide + at, 0); });
#pragma unroll
    for (int j = 0; j < V; ++j)
      if (int const e = whole * wide + at + j; e < count) take(j, from.template at<true>(e), whole);
#pragma unroll
    for (int j = 0; j < V; ++j) shared[slot * wide + at + j] = lane[j];
  }
  __syncthreads();
  if (!mine || member >= inner) return;
  value lane[column_lanes];
#pragma unroll
  for (int l = 0; l < column_lanes; ++l) lane[l] = shared[slot * wide + l * inner + member];
  auto const result = in_tile::result(reducer, combined(of_tile, lane), first);
  if (tiles == 1)
    out[unit * inner + member] = reducer.finish(result);
  else
    results[unit * inner + member] = result;
}

/// Tiles' results as columns.
template <class T>
struct tile_columns {
  using value_type = T;
  static constexpr int width = sizeof(T);
  struct hints : no_hints {
    static constexpr bool reads_plainly = true;
  };
  struct row {
    T const* data;
    std::int64_t inner;

    template <bool Unit>
    __host__ __device__ T at(std::int64_t i, std::int64_t k = 0) const
    {
      return data[k * inner + i];
    }
  };
  T const* data;
  std::int64_t inner, tiles;

  __host__ __device__ row bind(position const& at, int = 0) const
  {
    std::int64_t const tile = at.rank == 1 ? at.index[0] : at.index[0] * tiles + at.index[1];
    return {data + tile * inner, inner};
  }
};

/// The reduction of them, behind that of tiles.
inline reduction over_tiles(reduction const& red, std::int64_t tiles)
{
  reduction upper;
  upper.kept_rank = red.kept > 1 ? 1 : 0;
  upper.kept = upper.it.rows = upper.it.outer[0] = red.kept;
  upper.it.outer[upper.kept_rank] = upper.length = tiles;
  upper.it.outer_rank = upper.kept_rank + 1;
  upper.it.inner = red.it.inner;
  return upper;
}

}  // namespace acre::backends::gpu
