#pragma once

#include <acre/backends/common/sort.hpp>
#include <acre/backends/gpu_common/queue.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

/// Sorting on a GPU, see backends/common/sort.hpp: by the vendor's radix sort, which is stable.
///
/// `api::sort_keys` and `api::sort_pairs` with a null scratch pointer only write the bytes of
/// scratch that they want.
namespace acre::backends {

namespace gpu {

/// f(scratch, bytes) twice: to learn what it wants, and with it.
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
}

}  // namespace acre::backends
