#pragma once

#include <acre/backends/common/lists.hpp>
#include <acre/backends/host_common/queue.hpp>

#include <algorithm>
#include <cstdint>

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
      for (; k < end; ++k) f(k, list, k - begin);
    }
  });
}

}  // namespace acre::backends
