#pragma once

#include <acre/array/array.hpp>
#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/backends/common/sort.hpp>
#include <acre/device/launch.hpp>
#include <acre/distributed/detail/splitters.hpp>
#include <acre/order/detail/equality.hpp>

#include <cstdint>
#include <span>
#include <vector>

/// Complex numbers in acre::sort's order, over processes. Their keys are themselves, as numbers
/// that are equal may differ in their bits, of which the first ones' go first.
namespace acre::distributed::detail {

/// The first 64 bits of a key, and the others.
struct key_words {
  std::uint64_t high, low;
};

/// What stands for a complex number in sort's order: one for numbers that are equal. OneNan: and
/// for all with a NaN.
template <class T, bool Descending, bool OneNan>
struct to_key_words {
  using order = backends::sort_order<typename T::value_type>;
  using word = typename order::word;
  static constexpr bool is_wide = sizeof(word) == 8;

  static constexpr KOKKOS_INLINE_FUNCTION word rank(typename T::value_type x)
  {
    return order::equal(order::rank(__builtin_bit_cast(word, Descending ? -x : x)));
  }
  /// Ranks of numbers are lower than three of NaN's, which say where NaN is.
  KOKKOS_INLINE_FUNCTION key_words operator()(T x) const
  {
    constexpr word last = static_cast<word>(~word{0});
    int const nan = acre::detail::nan_places<T>{}(x);
    word first = rank(x.real()), second = rank(x.imag());
    if (nan > 0) {
      second = OneNan || nan == 3 ? word{0} : nan == 1 ? first : second;
      first = OneNan ? last : static_cast<word>(last - 3 + static_cast<word>(nan));
    }
    if constexpr (is_wide)
      return {first, second};
    else
      return {std::uint64_t{first} << 32 | second, 0};
  }
};

/// to[k]: how many of the elements have a key less than values[k].
template <class T, class Words>
struct count_lower {
  T const* sorted;
  std::int64_t n;
  std::uint64_t const *high, *low;
  std::int64_t* to;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k) const
  {
    std::int64_t begin = 0, end = n;
    while (begin < end) {
      std::int64_t const middle = begin + (end - begin) / 2;
      key_words const key = Words{}(sorted[middle]);
      if (key.high < high[k] || (key.high == high[k] && key.low < low[k]))
        begin = middle + 1;
      else
        end = middle;
    }
    to[k] = begin;
  }
};

/// A row of complex numbers in sort's order, among those of other processes.
template <class T, bool Descending, bool OneNan>
struct complex_order {
  using words = to_key_words<T, Descending, OneNan>;
  struct before {
    KOKKOS_INLINE_FUNCTION bool operator()(T a, T b) const
    {
      return Descending ? acre::detail::before_in_order(-a, -b)
                        : acre::detail::before_in_order(a, b);
    }
  };

  /// Waits.
  template <class Space>
  static row_facts facts(acre::array<T, 1, Space> const& sorted)
  {
    std::int64_t const n = sorted.size();
    if (n == 0) return {};
    return {words{}(sorted(0).item()).high, words{}(sorted(n - 1).item()).high, n};
  }
  template <class Space>
  static count_less counting(acre::array<T, 1, Space> const& sorted)
  {
    constexpr int more = words::is_wide ? 64 : 0;
    return {[sorted](std::span<search_key const> values) {
              std::vector<std::uint64_t> first, second;
              for (auto const v : values) {
                first.push_back(static_cast<std::uint64_t>(v >> more));
                second.push_back(words::is_wide ? static_cast<std::uint64_t>(v) : 0);
              }
              auto const count = static_cast<std::int64_t>(values.size());
              if (count == 0 || sorted.size() == 0) return std::vector<std::int64_t>(values.size());
              auto const& space = sorted.space();
              auto const high = from_host(space, first), low = from_host(space, second);
              acre::array<std::int64_t, 1, Space> const places(space, shape_t<1>{count});
              launch(space, count,
                     count_lower<T, words>{sorted.data(), sorted.size(), high.data(), low.data(),
                                           places.data()});
              return to_vector(places);
            },
            more};
  }
};

}  // namespace acre::distributed::detail
