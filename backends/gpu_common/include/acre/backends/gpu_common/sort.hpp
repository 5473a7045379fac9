#pragma once

#include <acre/backends/common/sort.hpp>
#include <acre/backends/gpu_common/early_start.hpp>
#include <acre/backends/gpu_common/queue.hpp>
#include <acre/backends/gpu_common/select.hpp>
#include <acre/backends/gpu_common/tuning.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

/// Sorting on a GPU, see backends/common/sort.hpp: by the vendor's radix sort, which is stable.
///
/// `api::sort_keys` and `api::sort_pairs` with a null scratch pointer only write the bytes of
/// scratch that they want. So does `api::sort_pairs_between`, which may write to the values' own
/// memory and returns where the sorted ones are: `values` or `others`.
namespace acre::backends {

namespace gpu {

// NaNs among pairs are equal, and keep their order. Digits that say so cost the radix sort, which
// reads each key's some 16 times, 4 to 6 %; so it puts NaNs last by their bits (vendor_key), and
// these kernels write them anew, in their order, where there are any: each block finds those of
// its share of the keys. If there are none, each reads one key.

template <class Key>
__device__ bool is_nan_key(Key const* keys, std::int64_t i)
{
  Key const key = keys[i];
  return key != key;
}
struct nan_share {
  std::int64_t begin, end;
  __device__ explicit nan_share(std::int64_t n)
  {
    std::int64_t const each = (n + gridDim.x - 1) / gridDim.x;
    begin = ::min(n, blockIdx.x * each);
    end = ::min(n, begin + each);
  }
};

template <class Key>
__global__ void __launch_bounds__(nan_threads)
    count_nans_kernel(Key const* keys, Key const* sorted, std::int64_t n, std::int64_t* counts)
{
  await_work_before();
  if (!is_nan_key(sorted, n - 1)) return;
  nan_share const mine(n);
  int found = 0, all;
  for (std::int64_t i = mine.begin + threadIdx.x; i < mine.end; i += nan_threads)
    found += is_nan_key(keys, i) ? 1 : 0;
  block_scan<nan_threads>(found, all);
  if (threadIdx.x == 0) counts[blockIdx.x] = all;
}

template <class Key, class Word>
__global__ void __launch_bounds__(nan_threads)
    place_nans_kernel(Key const* keys, Key* sorted, Word const* values, Word* sorted_values,
                      std::int64_t n, std::int64_t const* counts)
{
  await_work_before();
  if (!is_nan_key(sorted, n - 1)) return;
  using bits = sort_word<Key>;
  nan_share const mine(n);
  std::int64_t to = n;
  for (unsigned block = blockIdx.x; block < gridDim.x; ++block) to -= counts[block];
  for (std::int64_t begin = mine.begin; begin < mine.end; begin += nan_threads) {
    std::int64_t const i = begin + threadIdx.x;
    bool const taken = i < mine.end && is_nan_key(keys, i);
    int all;
    int const through = block_scan<nan_threads>(taken ? 1 : 0, all);
    if (taken) {
      std::int64_t const place = to + through - 1;
      reinterpret_cast<bits*>(sorted)[place] = reinterpret_cast<bits const*>(keys)[i];
      sorted_values[place] = values != nullptr ? values[i] : static_cast<Word>(i);
    }
    to += all;
  }
}

/// Puts the NaNs among sorted keys in order, and what came with them: values[i] of key i, or (null)
/// its number.
template <class Api, class Key, class Word>
void order_nans(queue<Api>& on, Key const* keys, Key* sorted_keys, Word const* values,
                Word* sorted_values, std::int64_t n)
{
  if constexpr (std::is_floating_point_v<Key>) {
    constexpr std::int64_t least = 4 * nan_threads;  // of a block's share
    std::int64_t const blocks =
        std::min((n + least - 1) / least, std::int64_t{2} * on.multiprocessors());
    if (blocks == 0) return;
    auto const counts = on.template scratch<std::int64_t>(blocks);
    on.launch_early("count_nans", count_nans_kernel<Key>, blocks, nan_threads, keys, sorted_keys, n,
                    counts.data());
    on.launch_early("place_nans", place_nans_kernel<Key, Word>, blocks, nan_threads, keys,
                    sorted_keys, values, sorted_values, n, counts.data());
  }
}

/// f(scratch, bytes) twice: to learn the bytes that it needs, and with them.
template <class Api, class F>
void with_wanted_scratch(queue<Api>& on, F const& f)
{
  std::size_t bytes = 0;
  f(nullptr, bytes);
  auto const scratch = on.template scratch<std::byte>(static_cast<std::int64_t>(bytes));
  tools::kernel const seen(on, "radix_sort");
  f(scratch.data(), bytes);
}

}  // namespace gpu

template <class Api, class Key>
void sort_keys(gpu::queue<Api>& on, Key const* keys, Key* sorted, std::int64_t n, int first_bit = 0,
               int last_bit = 8 * sizeof(Key))
{
  static_assert(sort_keys_takes<Key>());
  gpu::with_wanted_scratch(on, [&](void* scratch, std::size_t& bytes) {
    Api::template sort_keys<Key>(scratch, bytes, keys, sorted, n, first_bit, last_bit, on.stream());
  });
}

template <class Api, class Key, class Value>
void sort_pairs(gpu::queue<Api>& on, Key const* keys, Key* sorted_keys, Value const* values,
                Value* sorted_values, std::int64_t n, int first_bit = 0,
                int last_bit = 8 * sizeof(Key))
{
  static_assert(sort_pairs_takes<Key, Value>());
  using word = sort_word<Value>;
  gpu::with_wanted_scratch(on, [&](void* scratch, std::size_t& bytes) {
    Api::template sort_pairs<Key, word>(
        scratch, bytes, keys, sorted_keys, reinterpret_cast<word const*>(values),
        reinterpret_cast<word*>(sorted_values), n, first_bit, last_bit, on.stream());
  });
  gpu::order_nans(on, keys, sorted_keys, reinterpret_cast<word const*>(values),
                  reinterpret_cast<word*>(sorted_values), n);
}

namespace gpu {

/// sort_pairs of keys and their places, numbers from 0 on, which are written to `places` and go to
/// and fro between there and `others`. Returns where they are then. Scratch: as many keys, and what
/// the vendor's needs (CUDA's, with CUB 3.0: as many keys again, where one of the others takes as
/// many places, too).
template <class Api, class Key, class Index>
Index* sort_places(queue<Api>& on, Key const* keys, Index* places, Index* others, std::int64_t n)
{
  auto const in_order = on.template scratch<Key>(n);
  Index* sorted = others;
  if constexpr (sizeof(Index) == 4) {
    with_wanted_scratch(on, [&](void* scratch, std::size_t& bytes) {
      sorted = Api::template sort_pairs_between<Key, Index>(scratch, bytes, keys, in_order.data(),
                                                            places, others, n, on.stream());
    });
  } else {
    with_wanted_scratch(on, [&](void* scratch, std::size_t& bytes) {
      Api::template sort_pairs<Key, Index>(scratch, bytes, keys, in_order.data(), places, others, n,
                                           0, 8 * static_cast<int>(sizeof(Key)), on.stream());
    });
  }
  order_nans(on, keys, in_order.data(), static_cast<Index const*>(nullptr), sorted, n);
  return sorted;
}

}  // namespace gpu

}  // namespace acre::backends
