#pragma once

#include <acre/backends/common/runs.hpp>
#include <acre/backends/gpu_common/queue.hpp>
#include <acre/backends/gpu_common/reduce_lanes.hpp>
#include <acre/backends/gpu_common/select.hpp>
#include <acre/backends/gpu_common/warp.hpp>

#include <algorithm>
#include <cstdint>

/// See backends/common/runs.hpp. A warp takes 256 neighbouring elements, 32 of them side by side at
/// a time; the block that ends last makes the tiles' counts offsets and puts the facts together.
namespace acre::backends::gpu {

inline constexpr int run_threads = 512, run_items = 8,
                     run_elements = run_threads * run_items;  // of a block, `rounds` times

template <class Rule, class T>
__global__ void __launch_bounds__(run_threads)
    mark_runs_kernel(Rule rule, T const* elements, std::int64_t n, int rounds, marks m,
                     run_facts* of_blocks, std::uint32_t* ticket, run_facts* facts)
{
  constexpr int warps = run_threads / 32, of_warp = 32 * run_items,
                of_tile = mark_tile / of_warp;  // warps
  __shared__ int marked[2][warps];              // of this round and the next, in turns
  __shared__ raw_storage<run_facts, warps> of_warps;
  __shared__ bool comes_last_of_all;
  warp_team const team(32);
  int const warp = static_cast<int>(threadIdx.x) / 32;
  std::int64_t const tiles = mark_tiles(n);
  run_facts seen;
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
    std::int64_t const begin = (std::int64_t{blockIdx.x} * rounds + round) * run_elements;
    if (begin >= n) break;
    std::int64_t const first = begin + warp * of_warp;
    T x[run_items], before{};
#pragma unroll
    for (int k = 0; k < run_items; ++k) {
      std::int64_t const i = first + k * 32 + team.member;
      x[k] = elements[i < n ? i : n - 1];
    }
    if (team.member == 31) before = elements[first > 0 && first < n ? first - 1 : 0];
    int heads = 0;
    std::uint32_t word = 0;
#pragma unroll
    for (int k = 0; k < run_items; ++k) {
      std::int64_t const i = first + k * 32 + team.member;
      // the last member gives the first one what is before all
      T const given = team.member < 31 ? x[k] : k == 0 ? before : x[k == 0 ? 0 : k - 1];
      T const left = team.member_value(given, (team.member + 31) % 32);
      std::uint32_t const bits = team.ballot(i < n && (i == 0 || !rule.same(left, x[k])));
      if (team.member == k) word = bits;
      heads += __popc(bits);
      if constexpr (Rule::ranks) {
        std::uint64_t const rank = rule.rank(x[k]);  // behind the end that of the last one
        seen.add_rank(i == 0 || i >= n ? rank : rule.rank(left), rank);
      }
    }
    if (team.member < run_items && first < tiles * mark_tile)
      reinterpret_cast<std::uint32_t*>(m.bits)[first / 32 + team.member] = word;
    int* const counts = marked[round % 2];
    if (team.member == 0) counts[warp] = heads;
    __syncthreads();
    std::int64_t const tile = begin / mark_tile + threadIdx.x;
    if (threadIdx.x < warps / of_tile && tile < tiles) {
      int of_mine = 0;
#pragma unroll
      for (int w = 0; w < of_tile; ++w) of_mine += counts[threadIdx.x * of_tile + w];
      m.offsets[tile] = of_mine;
    }
  }
  auto const together = [&] {  // in thread 0
#pragma unroll
    for (int bit = 1; bit < 32; bit *= 2) seen.add(team.exchanged(seen, bit));
    if (team.member == 0) of_warps[warp] = seen;
    __syncthreads();
    if (threadIdx.x == 0)
      for (int w = 1; w < warps; ++w) seen.add(of_warps[w]);
  };
  if constexpr (Rule::ranks) {
    together();
    if (threadIdx.x == 0) of_blocks[blockIdx.x] = seen;
  }
  __syncthreads();
  if (threadIdx.x == 0) comes_last_of_all = comes_last(ticket, 1, gridDim.x);
  __syncthreads();
  if (!comes_last_of_all) return;
  std::int64_t const count = scan_offsets<run_threads>(tiles, m.offsets);
  seen = {};
  if constexpr (Rule::ranks) {
    for (unsigned b = threadIdx.x; b < gridDim.x; b += run_threads) seen.add(of_blocks[b]);
    together();
  }
  seen.count = count;
  if (threadIdx.x == 0) *facts = seen;
}

/// A block visits a tile: where the marked elements are goes to shared memory first, so that
/// neighbouring threads have neighbouring ones.
template <class F>
__global__ void __launch_bounds__(mark_threads) visit_marked_kernel(marks m, F f)
{
  __shared__ std::uint16_t place_of[mark_tile];
  unsigned const bits = m.bits[std::int64_t{blockIdx.x} * mark_threads + threadIdx.x];
  std::int64_t const to = m.offsets[blockIdx.x];
  int total;
  int at = block_scan<mark_threads>(__popc(bits), total) - __popc(bits);
#pragma unroll
  for (int k = 0; k < 8; ++k)
    if ((bits >> k & 1) != 0) place_of[at++] = static_cast<std::uint16_t>(threadIdx.x * 8 + k);
  __syncthreads();
  for (int k = static_cast<int>(threadIdx.x); k < total; k += mark_threads)
    f(to + k, std::int64_t{blockIdx.x} * mark_tile + place_of[k]);
}

}  // namespace acre::backends::gpu

namespace acre::backends {

template <class Api, class Rule, class T>
void mark_runs(gpu::queue<Api>& on, Rule const& rule, T const* elements, std::int64_t n,
               marks const& m, run_facts* facts)
{
  using namespace gpu;
  static_assert(mark_runs_takes<Rule, T>());
  std::int64_t const pieces = (n + run_elements - 1) / run_elements,
                     rounds = (pieces - 1) / (16 * std::int64_t{on.multiprocessors()}) + 1,
                     blocks = (pieces + rounds - 1) / rounds;
  auto const scratch = on.template scratch<run_facts>(blocks);
  on.launch("mark_runs", mark_runs_kernel<Rule, T>, blocks, run_threads, rule, elements, n,
            static_cast<int>(rounds), m, scratch.data(), on.tickets(1), facts);
}

template <class Api, class F>
void visit_marked(gpu::queue<Api>& on, std::int64_t n, marks const& m, F const& f)
{
  using namespace gpu;
  on.launch("visit_marked", visit_marked_kernel<F>, mark_tiles(n), mark_threads, m, f);
}

}  // namespace acre::backends
