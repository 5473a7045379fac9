#pragma once

#include <acre/backends/common/atomic.hpp>
#include <acre/detail/found.hpp>
#include <acre/detail/gather.hpp>

namespace acre::detail {

/// Whether two arrays may share memory.
template <class A, class B>
bool overlap(A const& a, B const& b)
{
  leaf_layout x{}, y{};
  leaf_layout *first = &x, *second = &y;
  a.describe(first, a.shape());
  b.describe(second, b.shape());
  return x.low < y.high && y.low < x.high;
}

/// An index resolved against the target, with its own position.
struct resolve_op {
  index_rule rule;
  template <class T>
  KOKKOS_INLINE_FUNCTION found<std::int64_t> operator()(T index, std::int64_t position) const
  {
    return {rule.resolve(static_cast<std::int64_t>(index), position), position};
  }
};

/// Sinks of scattered writes: `value` is where an element goes, `index` which one it is.
template <class Row>
struct scatter_sink {
  static constexpr int width = 8;
  static constexpr bool packable = false;
  Row target;
  KOKKOS_INLINE_FUNCTION Row bind(position const&) const { return target; }
};

/// First pass: every target element learns the last position that writes it.
struct claim_row {
  std::int64_t* winner;
  template <bool Unit>
  KOKKOS_INLINE_FUNCTION void put(std::int64_t, found<std::int64_t> f) const
  {
    if (f.value >= 0) backends::atomic_max(winner + f.value, f.index);
  }
};

/// Second pass: the winner writes.
template <class T>
struct write_row {
  std::int64_t const* winner;
  T* target;
  std::int64_t stride;
  T const* values;
  std::int64_t value_stride;
  template <bool Unit>
  KOKKOS_INLINE_FUNCTION void put(std::int64_t, found<std::int64_t> f) const
  {
    if (f.value >= 0 && winner[f.value] == f.index) target[f.value * stride] = values[f.index * value_stride];
  }
};

}  // namespace acre::detail
