#pragma once

#include <acre/backends/common/accumulate.hpp>
#include <acre/backends/common/iteration.hpp>
#include <acre/backends/host_common/queue.hpp>
#include <acre/backends/host_common/rows.hpp>
#include <acre/backends/host_common/tuning.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>

namespace acre::backends {

/// See backends/common/accumulate.hpp. A task takes many more elements than there are keys and
/// counts for itself, or, where the keys are too many for that, adds atomically.
template <class Program, class T, class Op>
void accumulate(host::queue& on, iteration const& it, Program const& program, std::int64_t keys,
                T* out, Op const& op)
{
  using namespace host;
  static_assert(accumulate_takes<Program, T, Op>());
  std::int64_t const pieces = (it.inner + counted_by_task - 1) / counted_by_task;
  bool const own = it.inner >= 8 * keys && keys <= 65536;
  on.for_tasks("counters", it.rows * pieces, [&](std::int64_t task) {
    auto const row = bound(program, row_position(it, task / pieces));
    std::int64_t const first = task % pieces * counted_by_task,
                       last = std::min(it.inner, first + counted_by_task);
    if (!own) {
      for (std::int64_t i = first; i < last; ++i) {
        keyed<T> const x = row.template at<false>(i);
        if (x.key >= 0) op.atomically(out + x.key, x.value);
      }
      return;
    }
    std::unique_ptr<T[]> const mine(new T[static_cast<std::size_t>(keys)]);
    std::fill_n(mine.get(), keys, op.template identity<T>());
    for (std::int64_t i = first; i < last; ++i) {
      keyed<T> const x = row.template at<false>(i);
      if (x.key >= 0) mine[x.key] = op(mine[x.key], x.value);
    }
    for (std::int64_t k = 0; k < keys; ++k) op.atomically(out + k, mine[k]);
  });
}

}  // namespace acre::backends
