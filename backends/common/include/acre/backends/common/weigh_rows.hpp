#pragma once

#include <cstdint>

/// Rows in one pass that would take three, each of which reads them once more:
///
///   weigh_rows(on, rows, length, from, to, rule)    whether it was done, queued; `from` and `to`
///                                                   hold rows behind each other
///
/// of which row r is y = rule.map(x, rule.shift(a)), a the row reduced by rule.first, and then
/// last(y), last = rule.last(b) and b those y reduced by rule.second, a reducer of what map
/// returns. Where rule.usual(x, a), rule.quick is the same as map for every element from x up to a;
/// last.quick(y) is the same as last(y) where last.takes(y), and of what rule.quick returns. Bits
/// are those of reduce_rows (reduce.hpp), which is why `first` may be a reducer only whose result
/// no order changes: a maximum.
///
/// The kernels: gpu_common/weigh_rows.hpp, of rows that fit a warp's registers.
namespace acre::backends {

/// A CPU has the row in its caches: three passes over each are as fast.
template <class Queue, class T, class Rule>
bool weigh_rows(Queue&, std::int64_t, std::int64_t, T const*, T*, Rule const&)
{
  return false;
}

}  // namespace acre::backends
