#pragma once

#include <acre/backends/common/sort.hpp>
#include <acre/backends/gpu_common/queue.hpp>

#include <cstddef>
#include <cstdint>

namespace acre::backends {

/// Sorts n unsigned keys ascending by their bits [first_bit, last_bit) into `sorted` by the
/// vendor's radix sort, which is stable; queued on the space's stream.
///
/// `api::sort_keys` with a null scratch pointer only writes the bytes of scratch that it wants.
template <class Api, class Key>
void sort_keys(gpu::queue<Api>& on, Key* keys, Key* sorted, std::int64_t n, int first_bit = 0,
               int last_bit = 8 * sizeof(Key))
{
  using namespace gpu;
  static_assert(sort_keys_takes<Key>());
  std::size_t bytes = 0;
  Api::template sort_keys<Key>(nullptr, bytes, keys, sorted, n, first_bit, last_bit, on.stream());
  auto const scratch = on.template scratch<std::byte>(static_cast<std::int64_t>(bytes));
  tools::kernel const seen(on, "radix_sort");
  Api::template sort_keys<Key>(scratch.data(), bytes, keys, sorted, n, first_bit, last_bit,
                               on.stream());
}

}  // namespace acre::backends
