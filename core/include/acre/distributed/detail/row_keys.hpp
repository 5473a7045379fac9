#pragma once

#include <acre/array/array.hpp>
#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/device/launch.hpp>
#include <acre/distributed/detail/splitters.hpp>

#include <cstdint>
#include <span>
#include <vector>

/// Rows whose keys are their elements themselves, in the order of numbers that stand for these.
namespace acre::distributed::detail {

/// The first 64 bits of a key, and the others.
struct key_words {
  std::uint64_t high, low;
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

/// A row of T in the order of Words, which gives the key_words of each, of which the second 64 bits
/// are used if there are more than 64 (Words::is_wide).
template <class T, class Words>
struct row_in_order {
  /// Waits.
  template <class Space>
  static row_facts facts(acre::array<T, 1, Space> const& sorted)
  {
    std::int64_t const n = sorted.size();
    if (n == 0) return {};
    return {Words{}(sorted(0).item()).high, Words{}(sorted(n - 1).item()).high, n};
  }
  template <class Space>
  static count_less counting(acre::array<T, 1, Space> const& sorted)
  {
    constexpr int more = Words::is_wide ? 64 : 0;
    return {[sorted](std::span<search_key const> values) {
              auto const count = static_cast<std::int64_t>(values.size());
              if (count == 0 || sorted.size() == 0) return std::vector<std::int64_t>(values.size());
              std::vector<std::uint64_t> words;  // the first of each, then the second
              for (auto const v : values) words.push_back(static_cast<std::uint64_t>(v >> more));
              for (auto const v : values)
                words.push_back(Words::is_wide ? static_cast<std::uint64_t>(v) : 0);
              auto const& space = sorted.space();
              auto const told = from_host(space, words);
              acre::array<std::int64_t, 1, Space> const places(space, shape_t<1>{count});
              launch(space, count,
                     count_lower<T, Words>{sorted.data(), sorted.size(), told.data(),
                                           told.data() + count, places.data()});
              return to_vector(places);
            },
            more};
  }
};

}  // namespace acre::distributed::detail
