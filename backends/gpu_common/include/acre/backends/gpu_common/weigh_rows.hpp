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

/// Elements that are read and written together, of a thread's V neighbours.
template <class T, int V>
inline constexpr int weigh_rows_packet = V < packet_width(sizeof(T)) ? V : packet_width(sizeof(T));

template <class T>
__device__ T smaller(T a, T b)
{
  if constexpr (sizeof(T) == 4)
    return ::fminf(a, b);
  else
    return ::fmin(a, b);
}

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
  constexpr int whole = Items == 1   ? 0
                        : Items == 4 ? 1
                                     : Items / 2;  // shorter rows take fewer items
  constexpr int W = weigh_rows_packet<T, V>;
  auto const any = [&](int n) { return Items == 1 || n < whole || n * reduce_lanes < length; };
  auto const inside = [&](int n, int j) { return n < whole || place(n) + j < length; };
  // behind the row lies its first element once more, which changes no extreme
  T const first = from[0];
  packet<T, V> held[Items];
#pragma unroll
  for (int n = 0; n < Items; ++n) {
#pragma unroll
    for (int j = 0; j < V; ++j) held[n].v[j] = first;
    if (packed) {
#pragma unroll
      for (int j = 0; j < V; j += W)
        if (inside(n, j)) {
          auto const read = *reinterpret_cast<packet<T, W> const*>(from + place(n) + j);
#pragma unroll
          for (int k = 0; k < W; ++k) held[n].v[j + k] = read.v[k];
        }
    } else {
#pragma unroll
      for (int j = 0; j < V; ++j)
        if (inside(n, j)) held[n].v[j] = from[place(n) + j];
    }
  }
  auto best = rule.first.identity();
  T least = held[0].v[0];
#pragma unroll
  for (int n = 0; n < Items; ++n)
#pragma unroll
    for (int j = 0; j < V; ++j) {
      best = rule.first.combine(best, held[n].v[j]);
      least = smaller(least, held[n].v[j]);
    }
#pragma unroll
  for (int stride = 1; stride < Threads; stride *= 2)
    best = rule.first.combine(best, team.exchanged(best, stride));
  T const largest = rule.first.finish(best), shift = rule.shift(largest);

  typename decltype(rule.second)::value_type lane[V];
  clear(rule.second, lane);
  auto const map_all = [&](auto map) {
#pragma unroll
    for (int n = 0; n < Items; ++n)
      if (any(n)) {  // the same in all threads
#pragma unroll
        for (int j = 0; j < V;
             ++j) {  // without a branch, so that neighbours are mapped side by side
          T const y = map(held[n].v[j]);
          held[n].v[j] = y;
          lane[j] = inside(n, j) ? rule.second.combine(lane[j], y) : lane[j];
        }
      }
  };
  bool quick = rule.usual(least, largest);
  if (quick)
    map_all([&](T x) { return rule.quick(x, shift); });
  else
    map_all([&](T x) { return rule.map(x, shift); });
  auto sum = combined(rule.second, lane);
#pragma unroll
  for (int stride = 1; stride < Threads; stride *= 2) {
    auto const other = team.exchanged(sum, stride);
    sum = (team.member & stride) == 0 ? rule.second.combine(sum, other)
                                      : rule.second.combine(other, sum);
  }
  auto const last = rule.last(rule.second.finish(sum));
  if (!quick) {
    quick = true;
#pragma unroll
    for (int n = 0; n < Items; ++n)
#pragma unroll
      for (int j = 0; j < V; ++j) quick = quick & (!any(n) | last.takes(held[n].v[j]));
  }
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
#pragma unroll
      for (int j = 0; j < V; j += W)
        if (inside(n, j)) {
          packet<T, W> written;
#pragma unroll
          for (int k = 0; k < W; ++k) written.v[k] = held[n].v[j + k];
          store_packet(to + place(n) + j, written);
        }
    } else {
#pragma unroll
      for (int j = 0; j < V; ++j)
        if (inside(n, j)) to[place(n) + j] = held[n].v[j];
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
    constexpr int in_block = weigh_rows_threads / Threads, W = weigh_rows_packet<T, V>;
    auto const addresses =
        reinterpret_cast<std::uintptr_t>(from) | reinterpret_cast<std::uintptr_t>(to);
    on.launch_early("rows", weigh_rows_kernel<Threads, V, Items, T, Rule>,
                    (rows + in_block - 1) / in_block, weigh_rows_threads, rows,
                    static_cast<int>(length), length % W == 0 && addresses % (W * sizeof(T)) == 0,
                    from, to, rule);
    return true;
  };
  constexpr int V = 2 * packet_width(sizeof(T)), lanes = reduce_lanes / 32;
  if (length <= 8) return launch.template operator()<8 / V, V, 1>();
  if (length <= 32) return launch.template operator()<32 / V, V, 1>();
  if (length <= reduce_lanes) return launch.template operator()<reduce_lanes / V, V, 1>();
  if (length <= 4 * reduce_lanes) return launch.template operator()<32, lanes, 4>();
  if (length <= 8 * reduce_lanes) return launch.template operator()<32, lanes, 8>();
  if (length <= 16 * reduce_lanes) return launch.template operator()<32, lanes, 16>();
  return false;
}

}  // namespace acre::backends
