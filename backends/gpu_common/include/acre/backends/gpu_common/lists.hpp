#pragma once

#include <acre/backends/common/lists.hpp>
#include <acre/backends/gpu_common/queue.hpp>

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

}  // namespace acre::backends
