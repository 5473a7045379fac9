#pragma once

#include <acre/backends/common/reduce.hpp>
#include <acre/backends/host_common/accumulators.hpp>
#include <acre/backends/host_common/tuning.hpp>

#include <algorithm>
#include <cstdint>

/// Reductions side by side: strips of columns, whose lanes are rows of accumulators.
namespace acre::backends::host::detail {

/// Columns at a time: their lanes, 16 KiB, stay in L1.
template <class Value>
inline constexpr int column_strip =
    std::max(16, column_lanes_bytes / column_lanes / static_cast<int>(sizeof(Value)));

/// The lanes of a strip of columns. (Its functions are compiled once for all programs.)
template <class Reducer>
struct lanes_of_columns {
  using value = typename Reducer::value_type;
  accumulators<value, column_strip<value>> lane[column_lanes];

  [[gnu::noinline]] lanes_of_columns(Reducer const& reducer, int columns)
  {
    for (auto& of : lane)
      for (int i = 0; i < columns; ++i) of.set(i, reducer.identity());
  }
  [[gnu::noinline]] void combine_into(Reducer const& reducer, int columns, value* to)
  {
    for (int stride = 1; stride < column_lanes; stride *= 2)
      for (int l = 0; l < column_lanes; l += 2 * stride)
        for (int i = 0; i < columns; ++i)
          lane[l].set(i, reducer.combine(lane[l].get(i), lane[l + stride].get(i)));
    for (int i = 0; i < columns; ++i) to[i] = lane[0].get(i);
  }
};

/// x, whose type is to depend on another.
template <class, class T>
T& the_same(T& x)
{
  return x;
}

/// to[i] = elements [0, count) of column i, count at most one tile, for some columns; numbers
/// `first` … of the reduced ones, a lane's `item` from each other. rows(r, add) calls
/// add(lo, hi, at) with their elements r, at(i).
template <class Reducer, class Rows>
void reduce_one_tile_of_columns(Reducer const& reducer, int columns, std::int64_t first,
                                std::int64_t count, Rows const& rows,
                                typename Reducer::value_type* to, std::int64_t item = column_lanes)
{
  lanes_of_columns<Reducer> lanes(reducer, columns);
  for (std::int64_t r = 0; r < count; ++r) {
    auto& sum = lanes.lane[r % column_lanes];
    std::int64_t const number = first + r / column_lanes * item + r % column_lanes;
    rows(r, [&](int lo, int hi, auto const& at) {
      constexpr int behind = settles_after<Reducer, decltype(at(lo))> + 1;
      if constexpr (behind > 1) {
        if (r >= behind * column_lanes) {
          auto& more = the_same<decltype(at)>(sum);  // which not every reducer's lanes have
#pragma GCC ivdep
          for (int i = lo; i < hi; ++i) more.append_more(i, at(i));
          if (r + column_lanes >= count)
            for (int i = lo; i < hi; ++i) more.count_more(i, r / column_lanes + 1 - behind);
          return;
        }
      }
#pragma GCC ivdep
      for (int i = lo; i < hi; ++i) sum.set(i, appended(reducer, sum.get(i), at(i), number));
    });
  }
  lanes.combine_into(reducer, columns, to);
}

}  // namespace acre::backends::host::detail
