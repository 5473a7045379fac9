#pragma once

#include <acre/backends.hpp>
#include <acre/backends/common/operation.hpp>
#include <acre/backends/sort.hpp>

#include <bit>
#include <cstdint>

namespace acre::detail {

/// The bits that keys below `count` have, one at least.
inline int bits_of_keys(std::uint64_t count)
{
  return count <= 2 ? 1 : static_cast<int>(std::bit_width(count - 1));
}

/// Sorts n keys of `bits` bits, from `first_bit` on, and values along with them.
template <class Key, class V, class Space>
void sort_by_bits(Space const& space, char const* operation, Key const* keys, Key* sorted_keys,
                  V const* values, V* sorted_values, std::int64_t n, int bits, int first_bit = 0)
{
  auto& on = space.queue();
  backends::operation const running(operation, on);
  backends::sort_pairs(on, keys, sorted_keys, values, sorted_values, n, first_bit, bits);
}

}  // namespace acre::detail
