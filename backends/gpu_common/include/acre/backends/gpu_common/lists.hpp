#pragma once

#include <acre/backends/common/lists.hpp>
#include <acre/backends/gpu_common/queue.hpp>
#include <acre/backends/gpu_common/reduce_lanes.hpp>
#include <acre/backends/gpu_common/segments.hpp>
#include <acre/backends/gpu_common/select.hpp>
#include <acre/backends/gpu_common/warp.hpp>

#include <cstdint>

/// See backends/common/lists.hpp. Elements are dealt to blocks in tiles. Where lists begin in its
/// tile a block marks with bits, in shared memory: an element's list is then the last bit at or
/// before it, which a warp reads as one word.
namespace acre::backends::gpu {

inline constexpr int visit_threads = 256, visit_items = 8;
inline constexpr int visit_tile = visit_threads * visit_items, visit_words = visit_tile / 32;

/// The list of each tile's first element, and at the end the last list.
template <class Index>
__global__ void __launch_bounds__(visit_threads)
    visit_starts_kernel(std::int64_t tiles, list_bounds<Index> lists, std::int64_t* first)
{
  std::int64_t const tile = std::int64_t{blockIdx.x} * visit_threads + threadIdx.x;
  if (tile < tiles) first[tile] = lists.list_of(tile * visit_tile);
  if (tile == tiles) first[tile] = lists.count - 1;
}

template <class Index, class F>
__global__ void __launch_bounds__(visit_threads)
    visit_kernel(list_bounds<Index> lists, std::int64_t const* first, F f)
{
  __shared__ std::uint32_t begins[visit_words];  // a bit for each element that is a list's first
  __shared__ int before[visit_words];            // the last of them in the words before, or -1
  __shared__ std::int64_t list_at[visit_tile];   // the list, where one begins
  std::int64_t const tile_begin = std::int64_t{blockIdx.x} * visit_tile;
  std::int64_t const low = first[blockIdx.x], high = first[blockIdx.x + 1];
  if (threadIdx.x < visit_words) begins[threadIdx.x] = 0;
  __syncthreads();
  for (std::int64_t list = low + 1 + threadIdx.x; list <= high; list += visit_threads) {
    std::int64_t const at = lists.begin(list) - tile_begin;
    if (at >= visit_tile || lists.length(list) == 0) continue;
    atomicOr(begins + at / 32, 1u << (at % 32));
    list_at[at] = list;
  }
  __syncthreads();
  if (threadIdx.x < visit_words) {
    int word = static_cast<int>(threadIdx.x) - 1;
    while (word >= 0 && begins[word] == 0) --word;
    before[threadIdx.x] = word < 0 ? -1 : word * 32 + 31 - __clz(static_cast<int>(begins[word]));
  }
  __syncthreads();
  std::int64_t const low_begin = lists.begin(low) - tile_begin;
#pragma unroll
  for (int item = 0; item < visit_items; ++item) {
    int const at = item * visit_threads + static_cast<int>(threadIdx.x), word = at / 32;
    if (tile_begin + at >= lists.total) break;
    std::uint32_t const bits = begins[word] & (0xffffffffu >> (31 - at % 32));
    int const head = bits != 0 ? word * 32 + 31 - __clz(static_cast<int>(bits)) : before[word];
    std::int64_t const list = head < 0 ? low : list_at[head];
    f(tile_begin + at, list, at - (head < 0 ? low_begin : std::int64_t{head}));
  }
}

/// A list of the values that a thread combines: the lanes of a row, one each.
inline constexpr int dealt_threads = 256, dealt_room = 2048, dealt_digits = 4;
inline constexpr int dealt_most = 4 << dealt_digits;
static_assert(dealt_most == reduce_lanes);

/// One list by a warp, tile after tile: what combines the tiles' results takes them as they come,
/// and so does what combines those of 4096 tiles. The result is member 0's.
template <class Reducer, class Made>
__device__ auto reduce_list_in_warp(Reducer const& reducer, warp_team const& team, Made const& made,
                                    std::int64_t list, std::int64_t n)
{
  using value = typename Reducer::value_type;
  constexpr int V = 2, levels = 4;  // 4096^5 values
  value lane[levels][V], result[1];
  std::int64_t got[levels] = {};
#pragma unroll
  for (int level = 0; level < levels; ++level) clear(reducer, lane[level]);
  for (std::int64_t begin = 0; begin < n; begin += reduce_tile) {
    std::int64_t const left = n - begin;
    int const count[1] = {static_cast<int>(left < reduce_tile ? left : reduce_tile)};
    result[0] = reduce_in_warp<1, 1>(reducer, team, count, [&](int, int e) {
      return static_cast<value>(made.value(list, begin + e));
    });
    if (n <= reduce_tile) break;
    bool const last = left <= reduce_tile;
    bool moves = true;  // the result goes into its level, which is combined when it is full
#pragma unroll
    for (int level = 0; level < levels; ++level) {
      if (!moves) continue;
      value const whole = team.first(result[0]);
      int const at = static_cast<int>(got[level] % reduce_lanes);
#pragma unroll
      for (int k = 0; k < V; ++k)
        if (at == team.member * V + k) lane[level][k] = reducer.combine(lane[level][k], whole);
      ++got[level];
      bool const full = got[level] % reduce_tile == 0;
      bool higher = false;  // whether a level above has, or will have, another one
      std::int64_t tiles = (n + reduce_tile - 1) / reduce_tile;
      for (int below = 0; below < level; ++below) tiles = (tiles + reduce_tile - 1) / reduce_tile;
      higher = tiles > reduce_tile;
      moves = full || last;
      if (!moves) continue;
      value folded[1] = {combined(reducer, lane[level])};
      result[0] = combined_rows<32>(reducer, team, folded);
      clear(reducer, lane[level]);
      if (!higher) moves = false;
    }
  }
  return result[0];
}

template <class Made, class Reducer, class Target>
__global__ void __launch_bounds__(dealt_threads)
    dealt_kernel(std::int64_t lists, Made made, Reducer reducer, Target target)
{
  using value = typename Reducer::value_type;
  constexpr int words = dealt_room / 32;
  __shared__ raw_storage<value, dealt_room> values;
  __shared__ std::uint8_t owner[dealt_room];  // the thread whose list begins there
  __shared__ std::uint32_t begins[words];     // a bit for each value that is a list's first
  __shared__ int round_end;
  std::int64_t const block_first = std::int64_t{blockIdx.x} * dealt_threads;
  std::int64_t const list = block_first + threadIdx.x;
  std::int64_t const n = list < lists ? made.count(list) : 0;
  int const mine = n <= dealt_most ? static_cast<int>(n) : 0;
  int total;
  int const through = block_scan<dealt_threads>(mine, total), first = through - mine;
  if (list < lists && n == 0) target(list, std::int64_t{0}, reducer.identity());

  for (int base = 0; base < total;) {  // as many lists as there is room for their values
    if (threadIdx.x < words) begins[threadIdx.x] = 0;
    if (threadIdx.x == 0) round_end = 0;
    __syncthreads();
    bool const in_round = mine > 0 && first >= base && through <= base + dealt_room;
    if (in_round) {
      atomicMax(&round_end, through);
      atomicOr(begins + (first - base) / 32, 1u << ((first - base) % 32));
      owner[first - base] = static_cast<std::uint8_t>(threadIdx.x);
    }
    __syncthreads();
    int const end = round_end;
    for (int at = static_cast<int>(threadIdx.x); at < end - base; at += dealt_threads) {
      int word = at / 32;
      std::uint32_t bits = begins[word] & (0xffffffffu >> (31 - at % 32));
      while (bits == 0) bits = begins[--word];  // two back at most: lists are short
      int const head = word * 32 + 31 - __clz(static_cast<int>(bits));
      values[at] =
          static_cast<value>(made.value(block_first + owner[head], std::int64_t{at - head}));
    }
    __syncthreads();
    if (in_round)
      target(list, n, reduce_in_thread<dealt_digits>(reducer, mine, [&](int k) {
               return values[first - base + k];
             }));
    base = end;
    __syncthreads();
  }

  warp_team const team(32);
  for (int member = 0; member < 32; ++member) {
    std::int64_t const longer = team.member_value(n, member);
    if (longer <= dealt_most) continue;
    std::int64_t const its = team.member_value(list, member);
    auto const result = reduce_list_in_warp(reducer, team, made, its, longer);
    if (team.member == 0) target(its, longer, result);
  }
}

}  // namespace acre::backends::gpu

namespace acre::backends {

template <class Api, class Index, class F>
void visit_lists(gpu::queue<Api>& on, list_bounds<Index> const& lists, F const& f)
{
  using namespace gpu;
  static_assert(visit_takes<Index, F>());
  if (lists.total == 0) return;
  std::int64_t const tiles = (lists.total + visit_tile - 1) / visit_tile;
  auto const first = on.template scratch<std::int64_t>(tiles + 1);
  on.launch("starts", visit_starts_kernel<Index>, tiles / visit_threads + 1, visit_threads, tiles,
            lists, first.data());
  on.launch("visit", visit_kernel<Index, F>, tiles, visit_threads, lists,
            static_cast<std::int64_t const*>(first.data()), f);
}

template <class Api, class Made, class Reducer, class Target>
void reduce_dealt(gpu::queue<Api>& on, std::int64_t count, Made const& made, Reducer const& reducer,
                  Target const& target)
{
  using namespace gpu;
  static_assert(dealing_takes<Made, Reducer, Target>());
  if (count == 0) return;
  on.launch("dealt", dealt_kernel<Made, Reducer, Target>,
            (count + dealt_threads - 1) / dealt_threads, dealt_threads, count, made, reducer,
            target);
}

}  // namespace acre::backends
