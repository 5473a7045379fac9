#pragma once

#include <acre/array/array.hpp>
#include <acre/array/creation.hpp>
#include <acre/device/launch.hpp>
#include <acre/distributed/detail/pieces.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

/// Sorted rows that lie one behind the other become one: neighbours are merged in pairs, in as many
/// passes as the number of rows has bits. (Where each share of a pass begins in its two rows is
/// looked for along a diagonal of what they make: Odeh, Green, Mwassi, Shmueli, Birk, "Merge path",
/// 2012.)
namespace acre::distributed::detail {

/// A share of a pass; of keys that are equal in the order Before those of the first row go before.
template <class Before, class Key, class Value>
struct merge_neighbours {
  Key const* keys;
  Key* keys_to;
  Value const* values;  // null: there are none
  Value* values_to;
  std::int64_t const* bounds;  // of `rows` rows
  std::int64_t rows, n, share;

  KOKKOS_INLINE_FUNCTION std::int64_t bound(std::int64_t row) const
  {
    return bounds[row < rows ? row : rows];
  }
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t which) const
  {
    std::int64_t at = which * share;
    std::int64_t const end = at + share < n ? at + share : n;
    std::int64_t low = 0, high = (rows + 1) / 2;  // the first pair that ends behind it
    while (low < high) {
      std::int64_t const middle = low + (high - low) / 2;
      if (bound(2 * middle + 2) <= at)
        low = middle + 1;
      else
        high = middle;
    }
    for (; at < end; ++low) {
      std::int64_t const pair_end = bound(2 * low + 2), stop = end < pair_end ? end : pair_end;
      if (at < stop) merge(bound(2 * low), bound(2 * low + 1), pair_end, at, stop);
      at = stop;
    }
  }

  KOKKOS_INLINE_FUNCTION void merge(std::int64_t first, std::int64_t second, std::int64_t last,
                                    std::int64_t at, std::int64_t stop) const
  {
    std::int64_t const before = at - first, all_of_b = last - second;
    std::int64_t low = before > all_of_b ? before - all_of_b : 0,
                 high = before < second - first ? before : second - first;
    while (low < high) {  // how many of those before are the first row's
      std::int64_t const i = low + (high - low) / 2;
      if (Before{}(keys[second + before - 1 - i], keys[first + i]))
        high = i;
      else
        low = i + 1;
    }
    std::int64_t a = first + low, b = second + before - low;
    for (; at < stop && a < second && b < last; ++at) {
      Key const x = keys[a], y = keys[b];
      bool const takes_b = Before{}(y, x);
      keys_to[at] = takes_b ? y : x;
      if (values != nullptr) values_to[at] = values[takes_b ? b : a];
      a += takes_b ? 0 : 1;
      b += takes_b ? 1 : 0;
    }
    std::int64_t rest = a < second ? a : b;
    for (; at < stop; ++at, ++rest) {
      keys_to[at] = keys[rest];
      if (values != nullptr) values_to[at] = values[rest];
    }
  }
};

/// Rows of keys, with a value for each or none, and the memory for a pass.
template <class Key, class Value, class Space>
struct merged_rows {
  acre::array<Key, 1, Space> keys, other_keys;
  acre::array<Value, 1, Space> values, other_values;

  merged_rows() = default;
  merged_rows(Space const& space, std::int64_t n, bool has_values)
      : keys(space, shape_t<1>{n}), other_keys(space, shape_t<1>{n})
  {
    if (!has_values) return;
    values = acre::array<Value, 1, Space>(space, shape_t<1>{n});
    other_values = acre::array<Value, 1, Space>(space, shape_t<1>{n});
  }

  /// Merges the rows that `bounds` says, each in the order Before. Queued.
  template <class Before>
  void merge(piece_bounds bounds)
  {
    bounds.erase(std::unique(bounds.begin(), bounds.end()), bounds.end());
    constexpr std::int64_t share = Space::host_accessible ? 8192 : 16;
    std::int64_t const n = keys.size();
    while (bounds.size() > 2) {
      auto const at = from_host(keys.space(), bounds);
      bool const has_values = values.has_shape();
      launch(keys.space(), (n + share - 1) / share,
             merge_neighbours<Before, Key, Value>{
                 keys.data(), other_keys.data(), has_values ? values.data() : nullptr,
                 has_values ? other_values.data() : nullptr, at.data(),
                 static_cast<std::int64_t>(bounds.size()) - 1, n, share});
      std::swap(keys, other_keys);
      std::swap(values, other_values);
      piece_bounds pairs;
      for (std::size_t row = 0; row + 1 < bounds.size(); row += 2) pairs.push_back(bounds[row]);
      pairs.push_back(n);
      bounds = std::move(pairs);
    }
  }
};

}  // namespace acre::distributed::detail
