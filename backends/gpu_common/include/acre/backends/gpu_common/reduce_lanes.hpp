#pragma once

#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/reduce.hpp>
#include <acre/backends/gpu_common/warp.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>

namespace acre::backends::gpu {

/// How many items a thread has in flight where they fill `Bytes`: 2 to 32, a power of 2 as the
/// items of a tile are. Programs that compute rather than load need few.
template <class Held, int Bytes>
inline constexpr int loads_that_fill = static_cast<int>(
    std::bit_floor(std::clamp(Bytes / static_cast<unsigned>(sizeof(Held)), 2u, 32u)));
/// Likewise for packets of V elements, each of which takes a register at least.
template <class Value, int V, int Bytes>
inline constexpr int loads_in_flight =
    loads_that_fill<std::conditional_t<(sizeof(Value) < 4), std::uint32_t, Value>[V], Bytes>;
template <class Program, int V, int Bytes>
inline constexpr int program_loads =
    hints_of<Program>::prefers_packets ? 2
                                       : loads_in_flight<typename Program::value_type, V, Bytes>;

template <class Reducer, int V>
__device__ void clear(Reducer const& reducer, typename Reducer::value_type (&lane)[V])
{
#pragma unroll
  for (int k = 0; k < V; ++k) lane[k] = reducer.identity();
}

/// The packet's elements are numbers n, n + Step, … of the reduced ones.
template <int Step, class Reducer, int V, class Packet>
__device__ void combine_packet(Reducer const& reducer, typename Reducer::value_type (&lane)[V],
                               Packet const& p, std::int64_t n)
{
#pragma unroll
  for (int k = 0; k < V; ++k) lane[k] = appended(reducer, lane[k], p.v[k], n + k * Step);
}

/// Packets for the lanes of a reducer that settles; `item` is the number of the first of them.
template <class Reducer, int V, int Items, class Packet>
__device__ void combine_settling(Reducer const& reducer, typename Reducer::value_type (&lane)[V],
                                 Packet const (&p)[Items], int item)
{
  constexpr int settling = Reducer::settles_after;
  static_assert(Items % settling == 0 || settling % Items == 0);
  if (item < settling) {
#pragma unroll
    for (int n = 0; n < Items; ++n)
#pragma unroll
      for (int k = 0; k < V; ++k) {
        if (n == settling) reducer.settle(lane[k]);
        if (n < settling)
          reducer.append_early(lane[k], p[n].v[k]);
        else
          reducer.append_more(lane[k], p[n].v[k]);
      }
    if constexpr (Items > settling)
#pragma unroll
      for (int k = 0; k < V; ++k) reducer.count_more(lane[k], Items - settling);
    return;
  }
  if (Items <= settling && item == settling)
#pragma unroll
    for (int k = 0; k < V; ++k) reducer.settle(lane[k]);
#pragma unroll
  for (int n = 0; n < Items; ++n)
#pragma unroll
    for (int k = 0; k < V; ++k) reducer.append_more(lane[k], p[n].v[k]);
#pragma unroll
  for (int k = 0; k < V; ++k) reducer.count_more(lane[k], Items);
}

/// Four items of the lanes, a line of a stack each.
template <class Reducer, int V, class Stack>
__device__ void combine_stack(Reducer const& reducer, typename Reducer::value_type (&lane)[V],
                              Stack const& s, std::int64_t n)
{
#pragma unroll
  for (int line = 0; line < stack_lines; ++line)
#pragma unroll
    for (int k = 0; k < V; ++k)
      lane[k] = appended(reducer, lane[k], s.v[line * V + k], n + line * stack_line + k);
}

/// Combines items 0, 1, … items - 1, packets of V neighbouring lanes, the first from element n on,
/// into the lanes, which are fresh before each reduce_items. While one batch of loads is computed
/// and used the next is under way: load(item) gives what is read, value(…) the packet made of it.
/// step(n) is called when n items are done, n each multiple of `Loads` (2 at least).
template <int Loads, class Reducer, int V, class Load, class Value, class Step>
__device__ void accumulate(Reducer const& reducer, typename Reducer::value_type (&lane)[V],
                           int items, std::int64_t first, Load const& load, Value const& value,
                           Step const& step)
{
  constexpr int batch = Loads > 1 ? Loads / 2 : 1;
  decltype(load(0)) a[batch], b[batch];
  auto const fetch = [&](auto& p, int item) {
#pragma unroll
    for (int n = 0; n < batch; ++n)
      if (item + n < items) p[n] = load(item + n);
  };
  auto const use = [&](auto const& p, int item) {
#pragma unroll
    for (int n = 0; n < batch; ++n)
      if (item + n < items)
        combine_packet<1>(reducer, lane, value(p[n]), first + (item + n) * reduce_lanes);
  };
  auto const fetch_all = [&](auto& p, int item) {
#pragma unroll
    for (int n = 0; n < batch; ++n) p[n] = load(item + n);
  };
  auto const use_all = [&](auto const& p, int item) {
    using packet_type = std::remove_cvref_t<decltype(value(p[0]))>;
    if constexpr (settles_after<Reducer, decltype(packet_type{}.v[0])> > 0) {
      packet_type made[batch];
#pragma unroll
      for (int n = 0; n < batch; ++n) made[n] = value(p[n]);
      combine_settling(reducer, lane, made, item % reduce_items);
    } else {
#pragma unroll
      for (int n = 0; n < batch; ++n)
        combine_packet<1>(reducer, lane, value(p[n]), first + (item + n) * reduce_lanes);
    }
  };
  fetch(a, 0);
  int item = 0;
#pragma unroll 1
  for (; item + 2 * batch <= items; item += 2 * batch) {
    fetch_all(b, item + batch);
    use_all(a, item);
    fetch(a, item + 2 * batch);
    use_all(b, item + batch);
    step(item + 2 * batch);
  }
  fetch(b, item + batch);
  use(a, item);
  use(b, item + batch);
}

/// Combines neighbouring lanes by a binary tree.
template <class Reducer, int V>
__device__ auto combined(Reducer const& reducer, typename Reducer::value_type (&lane)[V])
{
#pragma unroll
  for (int stride = 1; stride < V; stride *= 2)
#pragma unroll
    for (int k = 0; k + stride < V; k += 2 * stride)
      lane[k] = reducer.combine(lane[k], lane[k + stride]);
  return lane[0];
}

/// Whether this was the last of `members` to come to a ticket: what the others wrote before they
/// came can then be read. The ticket is left as zero. One thread asks for all, and everybody's
/// writes happened before (by a barrier where they aren't its own); those for which it is true read
/// after a barrier, too.
__device__ inline bool comes_last(std::uint32_t* ticket, std::uint32_t arriving,
                                  std::uint32_t members)
{
  if (added_behind_writes(ticket, arriving) + arriving != members) return false;
  __threadfence();
  *ticket = 0;
  return true;
}

}  // namespace acre::backends::gpu
