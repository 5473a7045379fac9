#pragma once

#include <acre/backends/common/sort.hpp>
#include <acre/backends/generic/queue.hpp>

#include <cstdint>

/// See backends/common/sort.hpp. (Body: sort_body.hpp, compiled once for each backend and key.)
namespace acre::backends {

namespace generic {

template <class Backend, class Key>
struct radix {
  static void sort_keys(queue<Backend>& on, Key const* keys, Key* sorted, std::int64_t n,
                        int first_bit, int last_bit);
  /// Word: std::uint32_t or std::uint64_t.
  template <class Word>
  static void sort_pairs(queue<Backend>& on, Key const* keys, Key* sorted_keys, Word const* values,
                         Word* sorted_values, std::int64_t n, int first_bit, int last_bit);
  static void sort_rows(queue<Backend>& on, Key const* keys, Key* sorted, std::int64_t rows,
                        std::int64_t length);
  static void argsort_rows(queue<Backend>& on, Key const* keys, std::int64_t* positions,
                           std::int64_t rows, std::int64_t length);
};

}  // namespace generic

template <class Backend, class Key>
void sort_keys(generic::queue<Backend>& on, Key const* keys, Key* sorted, std::int64_t n,
               int first_bit = 0, int last_bit = 8 * sizeof(Key))
{
  static_assert(sort_keys_takes<Key>());
  generic::radix<Backend, Key>::sort_keys(on, keys, sorted, n, first_bit, last_bit);
}

template <class Backend, class Key, class Value>
void sort_pairs(generic::queue<Backend>& on, Key const* keys, Key* sorted_keys, Value const* values,
                Value* sorted_values, std::int64_t n, int first_bit = 0,
                int last_bit = 8 * sizeof(Key))
{
  static_assert(sort_pairs_takes<Key, Value>());
  using word = sort_word<Value>;
  generic::radix<Backend, Key>::template sort_pairs<word>(
      on, keys, sorted_keys, reinterpret_cast<word const*>(values),
      reinterpret_cast<word*>(sorted_values), n, first_bit, last_bit);
}

}  // namespace acre::backends
