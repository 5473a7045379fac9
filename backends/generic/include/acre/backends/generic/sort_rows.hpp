#pragma once

#include <acre/backends/generic/sort.hpp>

#include <cstdint>

/// See backends/common/sort.hpp.
namespace acre::backends {

template <class Backend, class Key>
void sort_rows(generic::queue<Backend>& on, Key const* keys, Key* sorted, std::int64_t rows,
               std::int64_t length)
{
  static_assert(sort_keys_takes<Key>());
  generic::radix<Backend, Key>::sort_rows(on, keys, sorted, rows, length);
}

template <class Backend, class Key>
void argsort_rows(generic::queue<Backend>& on, Key const* keys, std::int64_t* positions,
                  std::int64_t rows, std::int64_t length)
{
  static_assert(sort_keys_takes<Key>());
  generic::radix<Backend, Key>::argsort_rows(on, keys, positions, rows, length);
}

}  // namespace acre::backends
