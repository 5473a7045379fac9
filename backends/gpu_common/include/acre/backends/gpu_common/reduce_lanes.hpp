#pragma once

#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/reduction.hpp>

#include <cstdint>

namespace acre::backends::gpu {

/// Items whose loads a thread has in flight: 128 bytes saturate the memory of an H200 at the
/// occupancy that their registers leave. What is computed rather than loaded needs few.
template <class Value, int V>
inline constexpr int loads_in_flight = V * sizeof(Value) <= 8    ? 16
                                       : V * sizeof(Value) < 128 ? 128 / (V * sizeof(Value))
                                                                 : 1;
template <class Program, int V>
inline constexpr int items_in_flight =
    prefers_packets<Program> ? 2 : loads_in_flight<typename Program::value_type, V>;

/// Combines items 0, 1, … items - 1, packets of V neighbouring lanes, into the lanes; all loads of
/// a batch are issued before the first is used.
template <int Batch, class Reducer, int V, class Load>
__device__ void accumulate(Reducer const& reducer, typename Reducer::value_type (&lane)[V], int items, Load const& load)
{
  using value = typename Reducer::value_type;
#pragma unroll 1
  for (int item = 0; item < items; item += Batch) {
    decltype(load(item)) p[Batch];
#pragma unroll
    for (int n = 0; n < Batch; ++n)
      if (item + n < items) p[n] = load(item + n);
#pragma unroll
    for (int n = 0; n < Batch; ++n)
      if (item + n < items) {
#pragma unroll
        for (int k = 0; k < V; ++k) lane[k] = reducer.combine(lane[k], static_cast<value>(p[n].v[k]));
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

template <class Reducer, int V>
__device__ void clear(Reducer const& reducer, typename Reducer::value_type (&lane)[V])
{
#pragma unroll
  for (int k = 0; k < V; ++k) lane[k] = reducer.identity();
}

/// Whether this was the last of `members` to come to a ticket: what the others wrote before they
/// came can then be read. The ticket is left as zero. One thread asks for all, and everybody's
/// writes happened before (by a barrier where they aren't its own).
__device__ inline bool comes_last(std::uint32_t* ticket, std::uint32_t arriving, std::uint32_t members)
{
  __threadfence();
  if (atomicAdd(ticket, arriving) + arriving != members) return false;
  *ticket = 0;
  __threadfence();
  return true;
}

}  // namespace acre::backends::gpu
