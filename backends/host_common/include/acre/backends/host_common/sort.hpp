#pragma once

#include <acre/backends/common/sort.hpp>
#include <acre/backends/host_common/queue.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace acre::backends {

/// Sorts n unsigned keys ascending by their bits [first_bit, last_bit) into `sorted`, stable;
/// `keys` is used up. Chunks are sorted and then merged two by two, each a task.
template <class Key>
void sort_keys(host::queue& on, Key* keys, Key* sorted, std::int64_t n, int first_bit = 0,
               int last_bit = 8 * sizeof(Key))
{
  using namespace host;
  static_assert(sort_keys_takes<Key>());
  constexpr std::int64_t chunk = 65536;
  bool const whole = first_bit == 0 && last_bit == 8 * static_cast<int>(sizeof(Key));
  int const beyond = 8 * static_cast<int>(sizeof(Key)) - last_bit;
  auto const less = [=](Key a, Key b) {
    return static_cast<Key>(a << beyond) >> (beyond + first_bit) < static_cast<Key>(b << beyond) >>
           (beyond + first_bit);
  };
  int levels = 0;
  for (std::int64_t width = chunk; width < n; width *= 2) ++levels;
  Key* from = levels % 2 == 0 ? sorted : keys;  // so that the last level ends in `sorted`
  Key* to = levels % 2 == 0 ? keys : sorted;

  on.for_tasks("chunks", (n + chunk - 1) / chunk, [&](std::int64_t task) {
    std::int64_t const first = task * chunk, last = std::min(n, first + chunk);
    if (from != keys) std::copy(keys + first, keys + last, from + first);
    if (whole)
      std::sort(from + first, from + last);
    else
      std::stable_sort(from + first, from + last, less);
  });
  for (std::int64_t width = chunk; width < n; width *= 2) {
    on.for_tasks("merge", (n + 2 * width - 1) / (2 * width), [&](std::int64_t task) {
      std::int64_t const first = task * 2 * width;
      std::int64_t const middle = std::min(n, first + width), last = std::min(n, middle + width);
      std::merge(from + first, from + middle, from + middle, from + last, to + first, less);
    });
    std::swap(from, to);
  }
}

}  // namespace acre::backends
