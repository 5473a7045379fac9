#pragma once

#include <acre/backends/host_common/sort.hpp>

#include <cstdint>

/// Sorting each of many short lists on a CPU, see backends/common/sort.hpp.
namespace acre::backends {

template <class Key>
void sort_rows(host::queue& on, Key const* keys, Key* sorted, std::int64_t rows,
               std::int64_t length)
{
  static_assert(sort_keys_takes<Key>());
  host::radix<Key>::sort_rows(on, keys, sorted, rows, length);
}

template <class Key>
void argsort_rows(host::queue& on, Key const* keys, std::int64_t* positions, std::int64_t rows,
                  std::int64_t length)
{
  static_assert(sort_keys_takes<Key>());
  host::radix<Key>::argsort_rows(on, keys, positions, rows, length);
}

template <class Key>
void first_of_rows(host::queue& on, Key const* keys, std::int64_t* positions, std::int64_t rows,
                   std::int64_t length, std::int64_t kept)
{
  static_assert(sort_keys_takes<Key>());
  host::radix<Key>::first_of_rows(on, keys, positions, rows, length, kept);
}

}  // namespace acre::backends
