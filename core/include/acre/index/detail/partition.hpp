#pragma once

#include <acre/array/array.hpp>
#include <acre/array/creation.hpp>
#include <acre/backends/common/segments.hpp>
#include <acre/backends/common/select.hpp>
#include <acre/backends/common/sort.hpp>
#include <acre/device/launch.hpp>
#include <acre/elementwise/cast.hpp>
#include <acre/index/detail/sort_by_bits.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>

/// Rows that share a key, brought together in their order: a stable sort by the keys' bits, and
/// where each key's rows begin. What is then combined of them is a segment's
/// (backends/common/segments.hpp).
namespace acre::detail {

/// An array's elements in C order at unit stride, as a program.
template <class T>
load_program<T> flat_program(T const* data)
{
  leaf_layout flat{};
  flat.inner_stride = 1;
  return {data, row_offset(flat)};
}

/// Numbers of rows, in 4 bytes where these are enough.
template <class Space>
struct row_numbers {
  array<std::uint32_t, 1, Space> narrow;
  array<std::int64_t, 1, Space> wide;

  struct reference {
    std::uint32_t const* narrow;
    std::int64_t const* wide;
    KOKKOS_INLINE_FUNCTION std::int64_t operator()(std::int64_t i) const
    {
      return narrow ? static_cast<std::int64_t>(narrow[i]) : wide[i];
    }
  };
  reference ref() const { return {narrow.data(), wide.data()}; }
};

/// Rows of values looked up by number: element i is in row i / inner.
template <class T, class Numbers>
struct numbered_program {
  using value_type = T;
  static constexpr int width = sizeof(T) > 16 ? 16 : static_cast<int>(sizeof(T));
  static constexpr bool prefers_packets = false, prefers_stacks = false, computes_long = false;
  T const* values;
  Numbers number;
  std::int64_t inner;

  template <bool Unit>
  KOKKOS_INLINE_FUNCTION T at(std::int64_t i, std::int64_t = 0) const
  {
    if (inner == 1) return values[number(i)];
    std::int64_t const row = backends::quotient(i, inner);
    return values[number(row) * inner + i - row * inner];
  }
  KOKKOS_INLINE_FUNCTION numbered_program bind(backends::position const&, int = 0) const
  {
    return *this;
  }
};

/// The numbers of the rows in the order of their keys.
template <class Key, class Space>
row_numbers<Space> numbers_by_key(Space const& space, char const* operation, Key const* keys,
                                  Key* sorted_keys, std::int64_t n, int bits)
{
  row_numbers<Space> numbers;
  auto const sort = [&]<class N>(array<N, 1, Space>& sorted) {
    array<N, 1, Space> const in_order = cast<N>(index_of(space, shape_t<1>{n}));
    sorted = array<N, 1, Space>(space, shape_t<1>{n});
    sort_by_bits(space, operation, keys, sorted_keys, in_order.data(), sorted.data(), n, bits);
  };
  if (n <= std::int64_t{0xffffffff})
    sort(numbers.narrow);
  else
    sort(numbers.wide);
  return numbers;
}

/// A value's place in the order of its dtype, as an unsigned number of the same size; numbers that
/// are equal have the same one, and so do all NaNs.
template <class T>
KOKKOS_INLINE_FUNCTION auto rank_of(T x)
{
  using order = backends::sort_order<T>;
  typename order::word bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return order::equal(order::rank(bits));
}

/// Where sorted values are found, by bisection: to[k] = the first row whose rank is first + k or
/// more, none being less than `first`.
template <class T>
struct first_rows {
  using word = backends::sort_word<T>;
  T const* sorted;
  std::int64_t count;
  word first;
  std::int64_t* to;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k) const
  {
    std::int64_t low = 0, high = count;
    while (low < high) {
      std::int64_t const middle = low + (high - low) / 2;
      if (static_cast<std::uint64_t>(static_cast<word>(rank_of(sorted[middle]) - first)) <
          static_cast<std::uint64_t>(k))
        low = middle + 1;
      else
        high = middle;
    }
    to[k] = low;
  }
};

/// Whether a row's key is another than that of the row before.
template <class Key>
struct head_program {
  using value_type = bool;
  static constexpr int width = sizeof(Key);
  static constexpr bool prefers_packets = false, prefers_stacks = false, computes_long = false;
  Key const* sorted;

  template <bool Unit>
  KOKKOS_INLINE_FUNCTION bool at(std::int64_t i, std::int64_t = 0) const
  {
    return i == 0 || sorted[i] != sorted[i - 1];
  }
  template <int W, bool Unit>
  KOKKOS_INLINE_FUNCTION packet<bool, W> load(std::int64_t i, std::int64_t = 0) const
  {
    packet<bool, W> p;
    packet<Key, W> const q = *reinterpret_cast<packet<Key, W> const*>(sorted + i);
    p.v[0] = i == 0 || q.v[0] != sorted[i - 1];
    for (int w = 1; w < W; ++w) p.v[w] = q.v[w] != q.v[w - 1];
    return p;
  }
  KOKKOS_INLINE_FUNCTION head_program bind(backends::position const&, int = 0) const
  {
    return *this;
  }
};
/// A row's key as a number.
template <class Key>
struct key_number_program {
  using value_type = std::int64_t;
  static constexpr int width = sizeof(Key);
  static constexpr bool prefers_packets = false, prefers_stacks = false, computes_long = false;
  Key const* sorted;

  template <bool Unit>
  KOKKOS_INLINE_FUNCTION std::int64_t at(std::int64_t i, std::int64_t = 0) const
  {
    return static_cast<std::int64_t>(sorted[i]);
  }
  template <int W, bool Unit>
  KOKKOS_INLINE_FUNCTION packet<std::int64_t, W> load(std::int64_t i, std::int64_t = 0) const
  {
    packet<std::int64_t, W> p;
    for (int w = 0; w < W; ++w) p.v[w] = static_cast<std::int64_t>(sorted[i + w]);
    return p;
  }
  KOKKOS_INLINE_FUNCTION key_number_program bind(backends::position const&, int = 0) const
  {
    return *this;
  }
};

/// Groups of neighbouring rows: group g has the rows offsets[g] … offsets[g + 1] - 1, maybe none,
/// and the key keys[g], or g where there are no keys.
template <class Space>
struct row_groups {
  array<std::int64_t, 1, Space> offsets, keys;
  std::int64_t count = 0;
};

/// The rows of each of `places` keys, among sorted ones of which some may be beyond these. Nothing
/// waits: where places are many, groups are as many as there are rows, the last of them empty.
template <class Key, class Space>
row_groups<Space> groups_of_places(Space const& space, char const* operation, Key const* sorted,
                                   std::int64_t n, std::int64_t places)
{
  row_groups<Space> groups;
  if (places <= n / 4 + 1024) {
    groups.count = places;
    groups.offsets = array<std::int64_t, 1, Space>(space, shape_t<1>{places + 1});
    launch(space, places + 1, first_rows<Key>{sorted, n, 0, groups.offsets.data()});
    return groups;
  }
  groups.count = n;
  groups.offsets = array<std::int64_t, 1, Space>(space, shape_t<1>{n + 1});
  groups.keys = array<std::int64_t, 1, Space>(space, shape_t<1>{n});
  groups.offsets = n;
  std::int64_t const tiles = backends::mark_tiles(n);
  array<std::uint8_t, 1, Space> const bits(space, shape_t<1>{tiles * (backends::mark_tile / 8)});
  array<std::int64_t, 1, Space> const before(space, shape_t<1>{tiles + 1});
  backends::marks const heads{bits.data(), before.data()};
  leaf_layout flat{};
  flat.inner_stride = 1;
  auto& on = space.queue();
  backends::operation const running(operation, on);
  backends::mark(on, n, true, head_program<Key>{sorted}, heads);
  backends::pick(on, n, true, index_program{0, row_offset(flat)}, heads, groups.offsets.data());
  backends::pick(on, n, true, key_number_program<Key>{sorted}, heads, groups.keys.data());
  return groups;
}

}  // namespace acre::detail
