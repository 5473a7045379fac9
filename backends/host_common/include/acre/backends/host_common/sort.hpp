#pragma once

#include <acre/backends/common/sort.hpp>
#include <acre/backends/host_common/queue.hpp>

#include <cstdint>

/// Sorting on a CPU, see backends/common/sort.hpp. Keys alone go into buckets that the caches hold,
/// and lists of few keys are sorted side by side in the lanes of vectors; with values, by some bits
/// or of less than 4 bytes they take a radix sort from the lowest bits on, which leaves out bits
/// that are the same in all keys. Compiled once, in src/sort.cpp.
namespace acre::backends {

namespace host {

template <class Key>
struct radix {
  static void sort_keys(queue& on, Key const* keys, Key* sorted, std::int64_t n, int first_bit,
                        int last_bit);
  static void sort_pairs(queue& on, Key const* keys, Key* sorted_keys, std::uint32_t const* values,
                         std::uint32_t* sorted_values, std::int64_t n, int first_bit, int last_bit);
  static void sort_pairs(queue& on, Key const* keys, Key* sorted_keys, std::uint64_t const* values,
                         std::uint64_t* sorted_values, std::int64_t n, int first_bit, int last_bit);
  static void sort_rows(queue& on, Key const* keys, Key* sorted, std::int64_t rows,
                        std::int64_t length);
  static void argsort_rows(queue& on, Key const* keys, std::int64_t* positions, std::int64_t rows,
                           std::int64_t length);
  static void first_of_rows(queue& on, Key const* keys, std::int64_t* positions, std::int64_t rows,
                            std::int64_t length, std::int64_t kept);
};

}  // namespace host

template <class Key>
void sort_keys(host::queue& on, Key const* keys, Key* sorted, std::int64_t n, int first_bit = 0,
               int last_bit = 8 * sizeof(Key))
{
  static_assert(sort_keys_takes<Key>());
  host::radix<Key>::sort_keys(on, keys, sorted, n, first_bit, last_bit);
}

template <class Key, class Value>
void sort_pairs(host::queue& on, Key const* keys, Key* sorted_keys, Value const* values,
                Value* sorted_values, std::int64_t n, int first_bit = 0,
                int last_bit = 8 * sizeof(Key))
{
  static_assert(sort_pairs_takes<Key, Value>());
  using word = sort_word<Value>;
  host::radix<Key>::sort_pairs(on, keys, sorted_keys, reinterpret_cast<word const*>(values),
                               reinterpret_cast<word*>(sorted_values), n, first_bit, last_bit);
}

}  // namespace acre::backends
