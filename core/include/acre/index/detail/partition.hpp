#pragma once

#include <acre/array/array.hpp>
#include <acre/array/creation.hpp>
#include <acre/backends/common/segments.hpp>
#include <acre/backends/common/sort.hpp>
#include <acre/backends/runs.hpp>
#include <acre/device/launch.hpp>
#include <acre/elementwise/cast.hpp>
#include <acre/index/detail/sort_by_bits.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>

/// Rows that share a key, brought together in their order: a stable sort by the keys' bits, and
/// where each key's rows begin. Their values are then combined as segments
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

/// The numbers of the rows in the order of their keys, which are uint8, uint32 or uint64: in the
/// library (its src/partition.cpp), for every space of the build.
template <class Key, class Space>
row_numbers<Space> numbers_by_key(Space const& space, char const* operation, Key const* keys,
                                  Key* sorted_keys, std::int64_t n, int bits);

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

/// Positions of sorted values, by bisection: to[k] = the first row whose rank is first + k or more,
/// none being less than `first`.
template <class T>
struct first_rows {
  using word = backends::sort_word<T>;
  T const* sorted;
  std::int64_t count;
  word first;
  std::int64_t* to;
  KOKKOS_INLINE_FUNCTION bool is_before(std::int64_t row, std::int64_t k) const
  {
    return static_cast<std::uint64_t>(static_cast<word>(rank_of(sorted[row]) - first)) <
           static_cast<std::uint64_t>(k);
  }
  /// The first row from `low` on that is not before k.
  KOKKOS_INLINE_FUNCTION std::int64_t search(std::int64_t k, std::int64_t low) const
  {
    std::int64_t high = count;
    while (low < high) {
      std::int64_t const middle = low + (high - low) / 2;
      if (is_before(middle, k))
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k) const { to[k] = search(k, 0); }
};

/// Likewise of some neighbouring k by one thread of a CPU, which walks on from the first one's, and
/// searches where a key has many rows.
template <class T>
struct first_rows_of_part {
  static constexpr std::int64_t part = 256;
  static constexpr int most_steps = 32;
  first_rows<T> find;
  std::int64_t places;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t number) const
  {
    std::int64_t const begin = number * part, end = begin + part < places ? begin + part : places;
    find(begin);
    std::int64_t row = find.to[begin];
    for (std::int64_t k = begin + 1; k < end; ++k) {
      int steps = 0;
      for (; steps < most_steps && row < find.count && find.is_before(row, k); ++steps) ++row;
      if (steps == most_steps) row = find.search(k, row);
      find.to[k] = row;
    }
  }
};

/// Words of 8 bytes that run_facts takes.
inline constexpr std::int64_t facts_words = sizeof(backends::run_facts) / 8;

/// Equality of keys, and their rank. Integers are compared as unsigned ones of their size, whose
/// order `flip` makes.
template <class Word>
struct key_rule {
  static constexpr bool ranks = true;
  Word flip = 0;
  KOKKOS_INLINE_FUNCTION bool same(Word a, Word b) const { return a == b; }
  KOKKOS_INLINE_FUNCTION Word rank(Word x) const { return static_cast<Word>(x ^ flip); }
};
template <class T>
  requires(std::floating_point<T> || is_half<T>)
struct key_rule<T> {
  static constexpr bool ranks = true;
  KOKKOS_INLINE_FUNCTION bool same(T a, T b) const { return a == b || (a != a && b != b); }
  KOKKOS_INLINE_FUNCTION auto rank(T x) const { return rank_of(x); }
};
/// Real numbers as keys: f(elements, rule).
template <class T, class F>
decltype(auto) with_key_rule(T const* elements, F const& f)
{
  if constexpr (std::is_floating_point_v<T> || is_half<T>) {
    return f(elements, key_rule<T>{});
  } else {
    using word = backends::sort_word<T>;
    word const flip =
        std::is_signed_v<T> ? static_cast<word>(word{1} << (8 * sizeof(T) - 1)) : word{0};
    return f(reinterpret_cast<word const*>(elements), key_rule<word>{flip});
  }
}

/// Beginnings of groups, and their keys, which are ranks from `low` on; after the last of `count`
/// groups, `rows`. To visit the marks of mark_runs with.
template <class T>
struct place_groups {
  T const* elements;
  key_rule<T> rule;
  std::uint64_t low;
  std::int64_t rows, count;
  std::int64_t *offsets, *keys;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k, std::int64_t i) const
  {
    offsets[k] = i;
    keys[k] = static_cast<std::int64_t>(std::uint64_t{rule.rank(elements[i])} - low);
    if (k + 1 == count) offsets[count] = rows;
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
/// waits: where places are many, groups are as many as there are rows, the last of them empty. In
/// the library, for the keys of numbers_by_key.
template <class Key, class Space>
row_groups<Space> groups_of_places(Space const& space, char const* operation, Key const* sorted,
                                   std::int64_t n, std::int64_t places);

}  // namespace acre::detail
