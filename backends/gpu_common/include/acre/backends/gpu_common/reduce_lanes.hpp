#pragma once

#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/reduction.hpp>
#include <acre/backends/gpu_common/warp.hpp>

#include <cstdint>

namespace acre::backends::gpu {

#ifndef ACRE_LANE_BYTES
#define ACRE_LANE_BYTES 8
#endif
#ifndef ACRE_COL_BYTES
#define ACRE_COL_BYTES 128
#endif
#ifndef ACRE_SLOT_BYTES
#define ACRE_SLOT_BYTES 256
#endif
/// Items of V lanes whose loads a thread has in flight: 256 bytes saturate the memory of an H200 at
/// the occupancy that their registers leave. What is computed rather than loaded needs few.
template <class Value, int V>
inline constexpr int loads_in_flight = V * sizeof(Value) <= ACRE_SLOT_BYTES / 32    ? 32
                                       : V * sizeof(Value) < ACRE_SLOT_BYTES ? ACRE_SLOT_BYTES / (V * sizeof(Value))
                                                                 : 1;
template <class Program, int V>
inline constexpr int items_in_flight =
    prefers_packets<Program> ? 2 : loads_in_flight<typename Program::value_type, V>;

template <class Reducer, int G, int V>
__device__ void clear(Reducer const& reducer, typename Reducer::value_type (&lane)[G][V])
{
#pragma unroll
  for (int g = 0; g < G; ++g)
#pragma unroll
    for (int k = 0; k < V; ++k) lane[g][k] = reducer.identity();
}

/// Combines items 0, 1, … items - 1, packets of V neighbouring lanes, into the lanes of G rows;
/// all loads of a batch of `Loads` are issued before the first is used. load(g, item) gives one.
template <int Loads, class Reducer, int G, int V, class Load>
__device__ void accumulate(Reducer const& reducer, typename Reducer::value_type (&lane)[G][V], int items,
                           Load const& load)
{
  using value = typename Reducer::value_type;
  constexpr int batch = Loads > G ? Loads / G : 1;
#pragma unroll 1
  for (int item = 0; item < items; item += batch) {
    decltype(load(0, item)) p[G][batch];
#pragma unroll
    for (int g = 0; g < G; ++g)
#pragma unroll
      for (int n = 0; n < batch; ++n)
        if (item + n < items) p[g][n] = load(g, item + n);
#pragma unroll
    for (int g = 0; g < G; ++g)
#pragma unroll
      for (int n = 0; n < batch; ++n)
        if (item + n < items) {
#pragma unroll
          for (int k = 0; k < V; ++k) lane[g][k] = reducer.combine(lane[g][k], static_cast<value>(p[g][n].v[k]));
        }
  }
}

/// Combines neighbouring lanes by a binary tree.
template <class Reducer, int V>
__device__ auto combined(Reducer const& reducer, typename Reducer::value_type (&lane)[V])
{
#pragma unroll
  for (int stride = 1; stride < V; stride *= 2)
#pragma unroll
    for (int k = 0; k + stride < V; k += 2 * stride) lane[k] = reducer.combine(lane[k], lane[k + stride]);
  return lane[0];
}

/// Whether this was the last of `members` to come to a ticket: what the others wrote before they
/// came can then be read. The ticket is left as zero. One thread asks for all, and everybody's
/// writes happened before (by a barrier where they aren't its own).
__device__ inline bool comes_last(std::uint32_t* ticket, std::uint32_t arriving, std::uint32_t members)
{
  if (added_behind_writes(ticket, arriving) + arriving != members) return false;
  *ticket = 0;
  __threadfence();
  return true;
}

}  // namespace acre::backends::gpu
