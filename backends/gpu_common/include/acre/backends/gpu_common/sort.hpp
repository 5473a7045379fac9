#pragma once

#include <acre/backends/common/sort.hpp>

#include <cstddef>
#include <cstdint>

namespace acre::backends::gpu {

/// Sorts n unsigned keys ascending by their bits [first_bit, last_bit) into `sorted` by the
/// vendor's radix sort, which is stable; queued on the space's stream.
///
/// `api::sort_keys` with a null scratch pointer only writes the bytes of scratch that it wants.
template <class Space, class Key>
void sort_keys(Space const& space, Key* keys, Key* sorted, std::int64_t n, int first_bit = 0,
               int last_bit = 8 * sizeof(Key))
{
  require_sort_keys<Key>();
  using api = typename Space::api;
  std::size_t bytes = 0;
  api::template sort_keys<Key>(nullptr, bytes, keys, sorted, n, first_bit, last_bit,
                               space.stream());
  auto const scratch = space.template scratch<std::byte>(static_cast<std::int64_t>(bytes));
  api::template sort_keys<Key>(scratch.data(), bytes, keys, sorted, n, first_bit, last_bit,
                               space.stream());
}

}  // namespace acre::backends::gpu
