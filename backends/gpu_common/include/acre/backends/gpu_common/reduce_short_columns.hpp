#pragma once

#include <acre/backends/common/packet.hpp>
#include <acre/backends/gpu_common/columns.hpp>
#include <acre/backends/gpu_common/early_start.hpp>
#include <acre/backends/gpu_common/reduce_alike.hpp>
#include <acre/backends/gpu_common/reduce_lanes.hpp>
#include <acre/backends/gpu_common/tuning.hpp>

#include <algorithm>
#include <cstdint>

/// Columns of eight elements at most, which have a lane each: a thread reads all of a few columns
/// at once, and has no tiles to think of.
namespace acre::backends::gpu {

/// Columns of a thread: as many as one access holds, fewer where what they are reduced in is wide.
template <class Program, class Reducer>
inline constexpr int short_columns = std::clamp<int>(
    64 / sizeof(typename tile_reducer<Reducer, typename Program::value_type>::type::value_type), 1,
    packet_width(Program::width));

/// The accumulator of a column of Count elements, eight at most, at(0) … at(Count - 1).
template <int Count, class Element, class Reducer, class At>
__device__ auto reduced_few_of_column(Reducer const& reducer, At const& at)
{
  if constexpr (combines_alike<Reducer>) {
    return alike_tree<Count>(reducer, at);
  } else {
    using in_tile = tile_reducer<Reducer, Element>;
    auto const of_column = in_tile::of(reducer);
    constexpr bool in_order = finds_places<Reducer, Element>;
    typename in_tile::type::value_type lane[in_order ? 1 : Count];
    clear(of_column, lane);
#pragma unroll
    for (int r = 0; r < Count; ++r) {
      auto& of_lane = lane[in_order ? 0 : r];
      of_lane = appended(of_column, of_lane, at(r), r);
    }
    return in_tile::result(reducer, combined(of_column, lane), 0);
  }
}

template <class Program, class Reducer, class Out>
__global__ void __launch_bounds__(short_column_threads)
    short_columns_kernel(reduction red, column_strips strips, Program program, Reducer reducer,
                         Out* out)
{
  await_work_before();
  using element = typename Program::value_type;
  constexpr int V = short_columns<Program, Reducer>;
  std::int64_t const number = std::int64_t{blockIdx.x} * short_column_threads + threadIdx.x;
  if (number >= strips.threads) return;
  columns_of_thread<V> const mine(red, strips, number);
  if (!mine.has(0)) return;
  auto const from = bound_columns(red, program, mine.k);
  Out* const to = out + mine.k * red.it.inner;
  with_few(static_cast<int>(red.length), [&](auto known) {
    constexpr int count = decltype(known)::value;
    packet<element, V> held[count];
    if (strips.packed) {
#pragma unroll
      for (int r = 0; r < count; ++r) held[r] = from.template load<V, true>(mine.first, r);
    } else {
#pragma unroll
      for (int r = 0; r < count; ++r)
#pragma unroll
        for (int j = 0; j < V; ++j) held[r].v[j] = from.template at<false>(mine.read(j), r);
    }
    packet<Out, V> results;
#pragma unroll
    for (int j = 0; j < V; ++j)
      results.v[j] = reducer.finish(
          reduced_few_of_column<count, element>(reducer, [&](int r) { return held[r].v[j]; }));
    if (strips.packed) {
      *reinterpret_cast<packet<Out, V>*>(to + mine.first) = results;
    } else {
#pragma unroll
      for (int j = 0; j < V; ++j)
        if (mine.has(j)) to[mine.column(j)] = results.v[j];
    }
    return true;
  });
}

}  // namespace acre::backends::gpu
