#pragma once

#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/runs.hpp>
#include <acre/backends/gpu_common/early_start.hpp>
#include <acre/backends/gpu_common/queue.hpp>
#include <acre/backends/gpu_common/read_back.hpp>
#include <acre/backends/gpu_common/reduce_lanes.hpp>
#include <acre/backends/gpu_common/select.hpp>
#include <acre/backends/gpu_common/shared_memory.hpp>
#include <acre/backends/gpu_common/tuning.hpp>
#include <acre/backends/gpu_common/warp.hpp>

#include <algorithm>
#include <cstdint>

/// See backends/common/runs.hpp. A thread takes 8 neighbouring elements of a tile, one byte of
/// marks, and asks the thread before it for the one before these; the block that ends last makes
/// the tiles' counts offsets and puts the facts together.
namespace acre::backends::gpu {

/// The lower bits of neighbours' ranks.
template <class Rule, class T>
__device__ void write_words(Rule const& rule, packet<T, 8> const& x, std::int64_t first,
                            std::int64_t n, std::uint32_t* words)
{
  packet<std::uint32_t, 8> low;
#pragma unroll
  for (int k = 0; k < 8; ++k) low.v[k] = static_cast<std::uint32_t>(rule.rank(x.v[k]));
  if (first + 8 <= n)
    *reinterpret_cast<packet<std::uint32_t, 8>*>(words + first) = low;
  else
    for (int k = 0; k < 8; ++k)
      if (first + k < n) words[first + k] = low.v[k];
}

template <class Rule, class T>
__global__ void __launch_bounds__(mark_threads)
    mark_runs_kernel(Rule rule, T const* elements, std::int64_t n, bool packed, int rounds, marks m,
                     run_facts* of_blocks, std::uint32_t* ticket, run_facts* facts,
                     std::uint32_t* words)
{
  await_work_before();
  constexpr int warps = mark_threads / 32, last_of_packet = 7;
  ACRE_SHARED(marked, int[2][run_tiles][warps]);  // of this round and the next, in turns
  ACRE_SHARED(of_warps, raw_storage<run_facts, warps>);
  ACRE_SHARED(is_last, bool);
  warp_team const team(32);
  int const warp = static_cast<int>(threadIdx.x) / 32;
  std::int64_t const tiles = mark_tiles(n);
  auto low = [&] {
    if constexpr (Rule::ranks)
      return rule.rank(elements[0]);
    else
      return 0;
  }();
  auto high = low;
  bool falls = false, left_out = words == nullptr;
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
    std::int64_t const tile = (std::int64_t{blockIdx.x} * rounds + round) * run_tiles;
    if (tile >= tiles) break;
    std::int64_t const begin = tile * mark_tile + threadIdx.x * 8;
    packet<T, 8> x[run_tiles];
    T before[run_tiles];
#pragma unroll
    for (int t = 0; t < run_tiles; ++t) {
      std::int64_t const first = begin + t * mark_tile;
      if (packed && first + 8 <= n) {
        x[t] = *reinterpret_cast<packet<T, 8> const*>(elements + first);
      } else {
#pragma unroll
        for (int k = 0; k < 8; ++k) x[t].v[k] = elements[first + k < n ? first + k : n - 1];
      }
      if (team.member == 0) before[t] = elements[first == 0 ? 0 : first <= n ? first - 1 : n - 1];
    }
    auto& counts = marked[round % 2];
#pragma unroll
    for (int t = 0; t < run_tiles; ++t) {
      std::int64_t const first = begin + t * mark_tile;
      T const given = team.shuffle_up(x[t].v[last_of_packet], 1);
      T left = team.member == 0 ? before[t] : given;
      unsigned bits = first == 0 ? 1 : 0;
      bool falls_here = false;
#pragma unroll
      for (int k = 0; k < 8; ++k) {  // behind the end all are the last one
        bits |= rule.same(left, x[t].v[k]) ? 0u : 1u << k;
        if constexpr (Rule::ranks) {
          auto const rank = rule.rank(x[t].v[k]);
          low = rank < low ? rank : low;
          high = rank > high ? rank : high;
          falls_here = falls_here || rule.rank(left) > rank;
        }
        left = x[t].v[k];
      }
      if constexpr (Rule::ranks) {
        falls = falls || falls_here;
        std::int64_t const of_warp = first - team.member * 8;
        if (words != nullptr && of_warp < n) {
          if (team.ballot(falls_here) != 0 || n - of_warp < 32 * 8)
            write_words(rule, x[t], first, n, words);
          else
            left_out = true;
        }
      }
      if (tile + t < tiles) m.bits[first / 8] = static_cast<std::uint8_t>(bits);
      int sum = __popc(bits);
#pragma unroll
      for (int delta = 16; delta > 0; delta /= 2) sum += team.shuffle_down(sum, delta);
      if (team.member == 0) counts[t][warp] = sum;
    }
    __syncthreads();
    if (threadIdx.x < run_tiles && tile + threadIdx.x < tiles) {
      int sum = 0;
#pragma unroll
      for (int w = 0; w < warps; ++w) sum += counts[threadIdx.x][w];
      m.offsets[tile + threadIdx.x] = sum;
    }
  }
  run_facts seen;
  auto const together = [&] {  // in thread 0
#pragma unroll
    for (int bit = 1; bit < 32; bit *= 2) seen.add(team.exchanged(seen, bit));
    if (team.member == 0) of_warps[warp] = seen;
    __syncthreads();
    if (threadIdx.x == 0)
      for (int w = 1; w < warps; ++w) seen.add(of_warps[w]);
  };
  if constexpr (Rule::ranks) {
    seen = {low, high, falls ? 1u : 0u, 0, left_out ? 1u : 0u};
    together();
    if (threadIdx.x == 0) of_blocks[blockIdx.x] = seen;
  }
  __syncthreads();
  if (threadIdx.x == 0) is_last = comes_last(ticket, 1, gridDim.x);
  __syncthreads();
  if (!is_last) return;
  std::int64_t const count = scan_offsets<mark_threads>(tiles, m.offsets);
  seen = {};
  if constexpr (Rule::ranks) {
    for (unsigned b = threadIdx.x; b < gridDim.x; b += mark_threads) seen.add(of_blocks[b]);
    together();
  }
  seen.count = count;
  if (threadIdx.x == 0) write_back(facts, seen);
}

/// The first element marked behind a tile that has some, or n; for a warp. It mostly is in the next
/// tile, whose marks are loaded while it isn't known yet: one after the other takes as many waits.
__device__ inline std::int64_t marked_behind(warp_team const& team, marks const& m,
                                             std::int64_t tile, std::int64_t n)
{
  static_assert(mark_tile == 32 * 64);
  auto const marks_of = [&](std::int64_t t) {
    return reinterpret_cast<unsigned long long const*>(m.bits + t * mark_threads)[team.member];
  };
  std::int64_t const tiles = mark_tiles(n), last = tiles - 1;
  std::int64_t next = ::min(tile + 1, last);
  std::int64_t const first = m.offsets[tile], before = m.offsets[tile + 1],
                     with_next = m.offsets[next + 1], all = m.offsets[tiles];
  auto bits = marks_of(next);
  if (before == all || before == first) return n;
  if (with_next == before) {
    next = next_marked_tile(m, tile, tiles);
    bits = marks_of(next);
  }
  int const member = __ffs(static_cast<int>(team.ballot(bits != 0))) - 1;
  return next * mark_tile + member * 64 +
         __ffsll(static_cast<long long>(team.member_value(bits, member))) - 1;
}

/// A block visits a tile: where the marked elements are goes to shared memory first, so that
/// neighbouring threads have neighbouring ones.
template <class F>
__global__ void __launch_bounds__(mark_threads) visit_marked_kernel(std::int64_t n, marks m, F f)
{
  await_work_before();
  ACRE_SHARED(place_of, std::uint16_t[mark_tile]);
  ACRE_SHARED(behind, std::int64_t);
  unsigned const bits = m.bits[std::int64_t{blockIdx.x} * mark_threads + threadIdx.x];
  std::int64_t const to = m.offsets[blockIdx.x], begin = std::int64_t{blockIdx.x} * mark_tile;
  if constexpr (asks_for_next<F>) {
    if (threadIdx.x < 32) {
      warp_team const team(32);
      std::int64_t const found = marked_behind(team, m, blockIdx.x, n);
      if (team.member == 0) behind = found;
    }
  }
  int total;
  int at = block_scan<mark_threads>(__popc(bits), total) - __popc(bits);
#pragma unroll
  for (int k = 0; k < 8; ++k)
    if ((bits >> k & 1) != 0) place_of[at++] = static_cast<std::uint16_t>(threadIdx.x * 8 + k);
  __syncthreads();
  for (int k = static_cast<int>(threadIdx.x); k < total; k += mark_threads) {
    if constexpr (asks_for_next<F>)
      f(to + k, begin + place_of[k], k + 1 < total ? begin + place_of[k + 1] : behind);
    else
      f(to + k, begin + place_of[k]);
  }
}

/// A block visits a tile, neighbouring threads neighbouring elements.
template <class F>
__global__ void __launch_bounds__(mark_threads) visit_elements_kernel(std::int64_t n, marks m, F f)
{
  await_work_before();
  constexpr int words = mark_tile / 32;
  static_assert(words == 2 * 32);
  ACRE_SHARED(word, std::uint32_t[words]);
  ACRE_SHARED(before, int[words]);  // of the tile's marks
  std::int64_t const to = m.offsets[blockIdx.x], begin = std::int64_t{blockIdx.x} * mark_tile;
  if (threadIdx.x < 32) {
    warp_team const team(32);
    auto const* const bits = reinterpret_cast<std::uint32_t const*>(m.bits) +
                             std::int64_t{blockIdx.x} * words + 2 * team.member;
    std::uint32_t const first = bits[0], second = bits[1];
    int const marked = __popc(first) + __popc(second), through = warp_scan(team, marked);
    word[2 * team.member] = first;
    word[2 * team.member + 1] = second;
    before[2 * team.member] = through - marked;
    before[2 * team.member + 1] = through - __popc(second);
  }
  __syncthreads();
#pragma unroll
  for (int round = 0; round < mark_tile / mark_threads; ++round) {
    int const e = round * mark_threads + static_cast<int>(threadIdx.x);
    if (begin + e < n)
      f(begin + e, to + before[e / 32] + __popc(word[e / 32] & ((2u << (e % 32)) - 1)) - 1);
  }
}

}  // namespace acre::backends::gpu

namespace acre::backends {

template <class Api, class Rule, class T>
void mark_runs(gpu::queue<Api>& on, Rule const& rule, T const* elements, std::int64_t n,
               marks const& m, run_facts* facts, std::uint32_t* words = nullptr)
{
  using namespace gpu;
  static_assert(mark_runs_takes<Rule, T>());
  std::int64_t const pieces = (mark_tiles(n) + run_tiles - 1) / run_tiles,
                     rounds = (pieces - 1) / (16 * std::int64_t{on.multiprocessors()}) + 1,
                     blocks = (pieces + rounds - 1) / rounds;
  bool const packed = reinterpret_cast<std::uintptr_t>(elements) % 16 == 0;
  auto const scratch = on.template scratch<run_facts>(blocks);
  on.launch_early("mark_runs", mark_runs_kernel<Rule, T>, blocks, mark_threads, rule, elements, n,
                  packed, static_cast<int>(rounds), m, scratch.data(), on.tickets(1), facts, words);
}

template <class Api, class F>
void visit_marked(gpu::queue<Api>& on, std::int64_t n, marks const& m, F const& f)
{
  using namespace gpu;
  on.launch_early("visit_marked", visit_marked_kernel<F>, mark_tiles(n), mark_threads, n, m, f);
}

template <class Api, class F>
void visit_elements(gpu::queue<Api>& on, std::int64_t n, marks const& m, F const& f)
{
  using namespace gpu;
  on.launch_early("visit_elements", visit_elements_kernel<F>, mark_tiles(n), mark_threads, n, m, f);
}

}  // namespace acre::backends
