#pragma once

#include <acre/backends/common/scan.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

/// Chunks of a scan, see backends/common/scan.hpp.
namespace acre::backends::host::detail {

/// to = each of `Together` chunks scanned: each is a chain of operations that wait for each other.
template <int Together, class Op>
void scan_together(Op const& op, typename Op::value_type const* from, typename Op::value_type* to)
{
  using value = typename Op::value_type;
  constexpr int items = scan_items<value>;
  value run[Together];
  for (int c = 0; c < Together; ++c) to[c * items] = run[c] = from[c * items];
  for (int i = 1; i < items; ++i)
    for (int c = 0; c < Together; ++c)
      to[c * items + i] = run[c] = op.combine(run[c], from[c * items + i]);
}

/// to = each chunk of `count` values scanned; both may be the same.
template <class Op>
void scan_chunks(Op const& op, typename Op::value_type const* from, std::int64_t count,
                 typename Op::value_type* to)
{
  using value = typename Op::value_type;
  constexpr int items = scan_items<value>;
  std::int64_t begin = 0;
  for (; begin + 8 * items <= count; begin += 8 * items)
    scan_together<8>(op, from + begin, to + begin);
  if (begin + 4 * items <= count) {
    scan_together<4>(op, from + begin, to + begin);
    begin += 4 * items;
  }
  if (begin + 2 * items <= count) {
    scan_together<2>(op, from + begin, to + begin);
    begin += 2 * items;
  }
  for (; begin < count; begin += items) {
    value run = to[begin] = from[begin];
    for (std::int64_t i = begin + 1; i < std::min(begin + items, count); ++i)
      to[i] = run = op.combine(run, from[i]);
  }
}

/// through[c] = chunks 0 … c of a piece that scan_chunks has scanned, folded by halves.
template <class Op>
void fold_chunks(Op const& op, typename Op::value_type const* v, int chunks,
                 typename Op::value_type (&through)[scan_lanes])
{
  constexpr int items = scan_items<typename Op::value_type>;
  auto const fold = [&](auto count) {
    for (int c = 0; c < count; ++c) through[c] = v[c * items + items - 1];
    for (int half = 1; half < count; half *= 2)
      for (int begin = half; begin < count; begin += 2 * half)
        for (int c = begin; c < std::min<int>(begin + half, count); ++c)
          through[c] = op.combine(through[begin - 1], through[c]);
  };
  if (chunks == scan_lanes)
    fold(std::integral_constant<int, scan_lanes>());
  else
    fold(chunks);
}

}  // namespace acre::backends::host::detail
