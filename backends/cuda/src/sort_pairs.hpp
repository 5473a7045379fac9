#pragma once

#include <type_traits>

#include "between_passes.hpp"
#include "digit_pass.hpp"
#include "sort.hpp"
#include "wide_digits.hpp"

namespace acre::backends {

// By CUB's sort, which is stable: 10^7 float32 with 4 bytes each in 0.386 ms on an H200; what its
// passes are not best at is in the headers above. Instances in sort_pairs.cpp and
// sort_number_pairs.cpp, because the vendor's headers are slow to compile.
template <class Key, class Word>
void cuda_api::sort_pairs(void* scratch, std::size_t& bytes, Key const* keys, Key* sorted_keys,
                          Word const* values, Word* sorted_values, std::int64_t n, int first_bit,
                          int last_bit, stream s)
{
  if constexpr (std::is_same_v<Key, std::uint8_t> || std::is_same_v<Key, std::uint32_t>) {
    if (digit_pass::takes<Key>(n, last_bit - first_bit)) {
      require_sorted(digit_pass::sort_pairs(scratch, bytes, keys, sorted_keys, values,
                                            sorted_values, n, first_bit, last_bit, s));
      return;
    }
  }
#if CUB_MAJOR_VERSION == 3 && CUB_MINOR_VERSION == 0
  if constexpr (std::is_same_v<Key, std::uint32_t>) {  // what keys of few bits are narrowed to
    if (saves_a_pass(n, last_bit - first_bit)) {
      require_sorted(sort_pairs_by_wide_digits(scratch, bytes, keys, sorted_keys, values,
                                               sorted_values, n, first_bit, last_bit, s));
      return;
    }
  }
#endif
  using key = gpu::vendor_key_for<Key, true>;
  auto const sort = [&](auto count) {
    require_sorted(cub::DeviceRadixSort::SortPairs(
        scratch, bytes, reinterpret_cast<key const*>(keys), reinterpret_cast<key*>(sorted_keys),
        values, sorted_values, count, first_bit, last_bit, s));
  };
  // CUB's tiles are larger where 32 bits count: 10^8 pairs of 4 and 4 bytes take 2.88 ms on an H200
  // in the place of 3.29, 10^7 take 0.384 in the place of 0.412
  if constexpr (sizeof(Key) == 4 && sizeof(Word) == 4) {
    if (n <= std::int64_t{0x7fffffff}) return sort(static_cast<std::int32_t>(n));
  }
  sort(n);
}

template <class Key, class Word>
Word* cuda_api::sort_pairs_between(void* scratch, std::size_t& bytes, Key const* keys,
                                   Key* sorted_keys, Word* values, Word* others, std::int64_t n,
                                   stream s)
{
#if CUB_MAJOR_VERSION == 3 && CUB_MINOR_VERSION == 0
  if constexpr (sizeof(Key) > 1) {  // several passes
    using key = gpu::vendor_key_for<Key, true>;
    auto const sort = [&](auto count) {
      require_sorted(sort_pairs_between_passes(scratch, bytes, reinterpret_cast<key const*>(keys),
                                               reinterpret_cast<key*>(sorted_keys), values, others,
                                               count, s));
      return values;
    };
    // the offsets that sort_pairs has: they are the same kernels
    if constexpr (sizeof(Key) == 4 && sizeof(Word) == 4) {
      if (n <= std::int64_t{0x7fffffff}) return sort(static_cast<std::uint32_t>(n));
    }
    return sort(static_cast<unsigned long long>(n));
  }
#endif
  sort_pairs(scratch, bytes, keys, sorted_keys, static_cast<Word const*>(values), others, n, 0,
             static_cast<int>(8 * sizeof(Key)), s);
  return others;
}

}  // namespace acre::backends
