#pragma once

#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/reduce.hpp>
#include <acre/backends/common/weigh_rows.hpp>
#include <acre/backends/gpu_common/early_start.hpp>
#include <acre/backends/gpu_common/queue.hpp>
#include <acre/backends/gpu_common/reduce_lanes.hpp>
#include <acre/backends/gpu_common/tuning.hpp>
#include <acre/backends/gpu_common/warp.hpp>

#include <cstdint>

/// Rows that stay in registers between their reductions: up to 64 elements as a packet a thread,
/// longer ones as items of the 64 lanes, two lanes a thread of a warp.
namespace acre::backends::gpu {

/// Rows of at most Threads × V × Items elements; where there are several items Threads × V are all
/// lanes.
template <int Threads, int V, int Items, class T, class Rule>
__global__ void __launch_bounds__(weigh_rows_threads)
    weigh_rows_kernel(std::int64_t rows, int length, bool packed, T const* from, T* to, Rule rule)
{
  await_work_before();
  static_assert(Items == 1 || Threads * V == reduce_lanes);
  warp_team const team(Threads);
  std::int64_t const row = std::int64_t{blockIdx.x} * (weigh_rows_threads / Threads) +
                           static_cast<int>(threadIdx.x) / Threads;
  if (row >= rows) return;
  from += row * length;
  to += row * length;
  auto const place = [&](int item) { return (item * Threads + team.member) * V; };
  packet<T, V> held[Items] = {};
#pragma unroll
  for (int n = 0; n < Items; ++n)
    if (packed) {
      if (place(n) < length) held[n] = *reinterpret_cast<packet<T, V> const*>(from + place(n));
    } else {
#pragma unroll
      for (int j = 0; j < V; ++j)
        if (place(n) + j < length) held[n].v[j] = from[place(n) + j];
    }
  auto best = rule.first.identity();
#pragma unroll
  for (int n = 0; n < Items; ++n)
#pragma unroll
    for (int j = 0; j < V; ++j)
      if (place(n) + j < length) best = rule.first.combine(best, held[n].v[j]);
#pragma unroll
  for (int stride = 1; stride < Threads; stride *= 2)
    best = rule.first.combine(best, team.exchanged(best, stride));
  T const shift = rule.shift(rule.first.finish(best));

  typename decltype(rule.second)::value_type lane[V];
  clear(rule.second, lane);
#pragma unroll
  for (int n = 0; n < Items; ++n)
    if (Items == 1 || n * reduce_lanes < length) {  // the same in all threads
#pragma unroll
      for (int j = 0; j < V; ++j) {  // without a branch, so that neighbours are mapped side by side
        bool const inside = place(n) + j < length;
        T const y = rule.map(held[n].v[j], shift);
        held[n].v[j] = inside ? y : T(0);
        lane[j] = inside ? rule.second.combine(lane[j], y) : lane[j];
      }
    }
  auto sum = combined(rule.second, lane);
#pragma unroll
  for (int stride = 1; stride < Threads; stride *= 2) {
    auto const other = team.exchanged(sum, stride);
    sum = (team.member & stride) == 0 ? rule.second.combine(sum, other)
                                      : rule.second.combine(other, sum);
  }
  auto const last = rule.last(rule.second.finish(sum));
  bool quick = true;
#pragma unroll
  for (int n = 0; n < Items; ++n)
#pragma unroll
    for (int j = 0; j < V; ++j) quick = quick & last.takes(held[n].v[j]);
  if (quick)
#pragma unroll
    for (int n = 0; n < Items; ++n)
#pragma unroll
      for (int j = 0; j < V; ++j) held[n].v[j] = last.quick(held[n].v[j]);
  else
#pragma unroll
    for (int n = 0; n < Items; ++n)
#pragma unroll
      for (int j = 0; j < V; ++j) held[n].v[j] = last(held[n].v[j]);
#pragma unroll
  for (int n = 0; n < Items; ++n) {
    if (packed) {
      if (place(n) < length) store_packet(to + place(n), held[n]);
    } else {
#pragma unroll
      for (int j = 0; j < V; ++j)
        if (place(n) + j < length) to[place(n) + j] = held[n].v[j];
    }
  }
}

}  // namespace acre::backends::gpu

namespace acre::backends {

template <class Api, class T, class Rule>
bool weigh_rows(gpu::queue<Api>& on, std::int64_t rows, std::int64_t length, T const* from, T* to,
                Rule const& rule)
{
  using namespace gpu;
  auto const launch = [&]<int Threads, int V, int Items>() {
    constexpr int in_block = weigh_rows_threads / Threads;
    auto const addresses =
        reinterpret_cast<std::uintptr_t>(from) | reinterpret_cast<std::uintptr_t>(to);
    on.launch_early("rows", weigh_rows_kernel<Threads, V, Items, T, Rule>,
                    (rows + in_block - 1) / in_block, weigh_rows_threads, rows,
                    static_cast<int>(length), length % V == 0 && addresses % (V * sizeof(T)) == 0,
                    from, to, rule);
    return true;
  };
  constexpr int W = packet_width(sizeof(T)), lanes = reduce_lanes / 32;
  if (length <= 8) return launch.template operator()<8 / W, W, 1>();
  if (length <= 32) return launch.template operator()<32 / W, W, 1>();
  if (length <= reduce_lanes) return launch.template operator()<32, lanes, 1>();
  if (length <= 4 * reduce_lanes) return launch.template operator()<32, lanes, 4>();
  if (length <= 8 * reduce_lanes) return launch.template operator()<32, lanes, 8>();
  if (length <= 16 * reduce_lanes) return launch.template operator()<32, lanes, 16>();
  return false;
}

}  // namespace acre::backends
