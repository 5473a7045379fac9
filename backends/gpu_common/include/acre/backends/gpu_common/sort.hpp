#pragma once

#include <cstddef>
#include <cstdint>

namespace acre::backends::gpu {

/// Sorts n unsigned keys ascending into `sorted` by the vendor's radix sort; queued on the space's
/// stream. Equal keys are the same bits, so that the result has one value, whatever the algorithm.
///
/// `api::sort_keys` with a null scratch pointer only writes the bytes of scratch that it wants.
template <class Space, class Key>
void sort_keys(Space const& space, Key* keys, Key* sorted, std::int64_t n)
{
  using api = typename Space::api;
  std::size_t bytes = 0;
  api::template sort_keys<Key>(nullptr, bytes, keys, sorted, n, space.stream());
  auto const scratch = space.template scratch<std::byte>(static_cast<std::int64_t>(bytes));
  api::template sort_keys<Key>(scratch.data(), bytes, keys, sorted, n, space.stream());
}

}  // namespace acre::backends::gpu
