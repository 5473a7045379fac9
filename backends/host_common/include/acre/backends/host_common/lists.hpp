#pragma once

#include <acre/backends/common/lists.hpp>
#include <acre/backends/host_common/queue.hpp>
#include <acre/backends/host_common/reduce.hpp>
#include <acre/backends/host_common/segments.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace acre::backends {

/// See backends/common/lists.hpp. A task is a stretch of elements: it looks for its first list, and
/// walks from there.
template <class Index, class F>
void visit_lists(host::queue& on, list_bounds<Index> const& lists, F const& f)
{
  static_assert(visit_takes<Index, F>());
  constexpr std::int64_t stretch = 1 << 14;
  on.for_tasks("visit", (lists.total + stretch - 1) / stretch, [&](std::int64_t task) {
    std::int64_t k = task * stretch;
    std::int64_t const last = std::min(k + stretch, lists.total);
    for (std::int64_t list = lists.list_of(k); k < last; ++list) {
      std::int64_t const begin = lists.begin(list), end = std::min(lists.begin(list + 1), last);
      if constexpr (list_walk<F>) {
        if (k >= end) continue;
        auto const of = f.list(list);
        for (auto p = f.at(of, k - begin); k < end; ++k, f.next(of, p)) f.put(k, f.value(of, p));
      } else {
        for (; k < end; ++k) f(k, list, k - begin);
      }
    }
  });
}

/// A task is some neighbouring lists.
template <class Made, class Reducer, class Target>
void reduce_dealt(host::queue& on, std::int64_t count, Made const& made, Reducer const& reducer,
                  Target const& target)
{
  static_assert(dealing_takes<Made, Reducer, Target>());
  using value = typename Reducer::value_type;
  constexpr std::int64_t together = 512;
  on.for_tasks("dealt", (count + together - 1) / together, [&](std::int64_t task) {
    std::int64_t const end = std::min(count, (task + 1) * together);
    for (std::int64_t list = task * together; list < end; ++list) {
      auto const of = made.list(list);
      std::int64_t const n = made.count(of);
      if (n == 0) {
        target(list, n, reducer.identity());
        continue;
      }
      std::int64_t place = 0;  // of position; most are asked for one behind the other
      auto position = made.at(of, place);
      auto const at = [&](std::int64_t e) {
        if (e != place) position = made.at(of, e);
        auto const v = static_cast<value>(made.value(of, position));
        place = e + 1;
        if (place < n) made.next(of, position);
        return v;
      };
      if (n < reduce_lanes) {
        target(list, n, host::reduce_short(reducer, 0, static_cast<int>(n), at));
        continue;
      }
      std::vector<value> level;
      for (std::int64_t begin = 0; begin < n; begin += reduce_tile)
        level.push_back(host::detail::reduce_one_tile(
            reducer, begin, std::min<std::int64_t>(n - begin, reduce_tile), at));
      target(list, n,
             host::detail::reduce_levels(reducer, level.data(),
                                         static_cast<std::int64_t>(level.size())));
    }
  });
}

}  // namespace acre::backends
