#pragma once

#include "sort.hpp"

namespace acre::backends {

// By hipCUB's sort, which is stable; compiled only, not measured. Instances in sort_pairs.cpp and
// sort_number_pairs.cpp, because the vendor's headers are slow to compile.
template <class Key, class Word>
void hip_api::sort_pairs(void* scratch, std::size_t& bytes, Key const* keys, Key* sorted_keys,
                         Word const* values, Word* sorted_values, std::int64_t n, int first_bit,
                         int last_bit, stream s)
{
  using key = gpu::vendor_key_for<Key, true>;
  require_sorted(hipcub::DeviceRadixSort::SortPairs(
      scratch, bytes, reinterpret_cast<key const*>(keys), reinterpret_cast<key*>(sorted_keys),
      values, sorted_values, n, first_bit, last_bit, s));
}

template <class Key, class Word>
Word* hip_api::sort_pairs_between(void* scratch, std::size_t& bytes, Key const* keys,
                                  Key* sorted_keys, Word* values, Word* others, std::int64_t n,
                                  stream s)
{
  sort_pairs(scratch, bytes, keys, sorted_keys, static_cast<Word const*>(values), others, n, 0,
             static_cast<int>(8 * sizeof(Key)), s);
  return others;
}

}  // namespace acre::backends
