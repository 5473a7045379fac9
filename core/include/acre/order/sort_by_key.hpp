#pragma once

#include <acre/array/copy.hpp>
#include <acre/backends/sort.hpp>
#include <acre/index/detail/take_along.hpp>
#include <acre/order/detail/reader.hpp>
#include <acre/order/sort.hpp>

#include <string>

namespace acre {

/// Result of sort_by_key.
template <element K, element V, class Space>
struct keyed_values {
  array<K, 1, Space> keys;
  array<V, 1, Space> values;
};

/// Keys in ascending order, each with its value: equal keys keep their order, as argsort has it.
/// One axis each; throws shape_error where they differ in length. The results are new. Queued.
/// Scratch: as many keys and values, on a GPU twice that.
template <expression K, expression V>
auto sort_by_key(K const& keys, V const& values)
{
  static_assert(K::rank == 1 && V::rank == 1,
                "acre: sort_by_key takes keys and values of one dimension");
  static_assert(std::is_same_v<typename K::space_type, typename V::space_type>,
                "acre: the values live in another space than the keys; use copy_to(space, x)");
  using key = typename K::value_type;
  using value = typename V::value_type;
  using space = typename K::space_type;
  std::int64_t const n = keys.shape()[0];
  if (values.shape()[0] != n)
    throw shape_error("sort_by_key: " + std::to_string(n) + " keys and " +
                      std::to_string(values.shape()[0]) + " values");
  keyed_values<key, value, space> sorted;
  if constexpr (backends::sort_key<key> && (sizeof(value) == 4 || sizeof(value) == 8)) {
    auto const from = detail::contiguous(evaluate(keys));
    auto const moved = detail::contiguous(evaluate(values));
    sorted.keys = array<key, 1, space>(from.space(), from.shape());
    sorted.values = array<value, 1, space>(from.space(), from.shape());
    if (n > 0) {
      auto& on = from.space().queue();
      std::array<detail::leaf_layout, 1> const read{detail::memory_of(moved).layout};
      backends::operation const running("sort_by_key", on, read);
      backends::sort_pairs(on, from.data(), sorted.keys.data(), moved.data(), sorted.values.data(),
                           n);
    }
  } else {
    auto const from = evaluate(keys);
    auto const order = argsort(from);
    sorted.keys = array<key, 1, space>(detail::take_known(from, order, 0));
    sorted.values = array<value, 1, space>(detail::take_known(evaluate(values), order, 0));
  }
  return sorted;
}

}  // namespace acre
