#pragma once

#include <acre/backends/common/reduce.hpp>
#include <acre/backends/host_common/accumulators.hpp>
#include <acre/backends/host_common/rows.hpp>
#include <acre/backends/host_common/tuning.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

/// Reductions of rows that have few elements: several rows side by side, each with its own order.
namespace acre::backends::host::detail {

/// Whether rows are reduced so: they have less elements than there are lanes, along one inner axis,
/// and follow each other along an outer one.
inline bool has_short_rows(reduction const& red)
{
  return red.length < reduce_lanes && red.kept_rank > 0 && red.it.outer_rank == red.kept_rank &&
         red.it.outer[red.kept_rank - 1] > 1;
}

/// f(rows), with the number as a constant if there are as many as go beside each other, as loops
/// vectorise then.
template <class F>
void for_rows_beside(int rows, F const& f)
{
  if (rows == rows_beside)
    f(std::integral_constant<int, rows_beside>{});
  else
    f(rows);
}

/// The lanes of rows side by side: value r of lane l is that of row r.
template <class Reducer>
struct lanes_of_rows {
  accumulators<typename Reducer::value_type, rows_beside> lane[reduce_lanes];

  /// lane_tree of each row, in lane 0, where `count` lanes have an element: to combine with another
  /// one would change no bit. (Not inlined: compiled once for all programs.)
  [[gnu::noinline]] void combine(Reducer const& reducer, int count, int rows_of_lanes)
  {
    for_rows_beside(rows_of_lanes, [&](auto rows) {
      for (int stride = 1; stride < count; stride *= 2)
        for (int l = 0; l + stride < count; l += 2 * stride) {
          auto &left = lane[l], &right = lane[l + stride];
#pragma GCC ivdep
          for (int r = 0; r < rows; ++r) left.set(r, reducer.combine(left.get(r), right.get(r)));
        }
    });
  }
};

/// out[row] for rows begin … end - 1, where has_short_rows.
template <class Program, class Reducer, class Out>
void reduce_short_rows(reduction const& red, Program const& program, Reducer const& reducer,
                       Out* out, std::int64_t begin, std::int64_t end)
{
  constexpr bool two_steps = finds_in_two_steps<Reducer, Program>;
  auto const of_elements = [&] {
    if constexpr (two_steps)
      return reducer.of_values();
    else
      return reducer;
  }();
  int const axis = red.kept_rank - 1, length = static_cast<int>(red.length);
  lanes_of_rows<std::remove_cvref_t<decltype(of_elements)>> lanes;
  for (std::int64_t first = begin, next = begin; first < end; first = next) {
    next = std::min(end, (first / red.it.outer[axis] + 1) * red.it.outer[axis]);
    auto const from = program.bind(row_position(red, first, 0), axis);
    for (std::int64_t row = first; row < next; row += rows_beside) {
      std::int64_t const k = row - first;
      int const count = static_cast<int>(std::min<std::int64_t>(rows_beside, next - row));
      for_rows_beside(count, [&](auto rows) {
        for (int e = 0; e < length; ++e) {
          auto& lane = lanes.lane[e];
#pragma GCC ivdep
          for (int r = 0; r < rows; ++r)
            lane.set(r, appended(of_elements, of_elements.identity(),
                                 from.template at<false>(e, k + r), e));
        }
      });
      lanes.combine(of_elements, length, count);
      for (int r = 0; r < count; ++r) {
        auto const value = lanes.lane[0].get(r);
        if constexpr (two_steps) {
          auto place = reducer.in_tile(value, 0);
          for (int e = 0;; ++e)
            if (auto const x = from.template at<false>(e, k + r); reducer.is_at(place, x)) {
              place = reducer.in_tile(x, e);  // equal is not the same: -0.0 and 0.0
              break;
            }
          out[row + r] = reducer.finish(place);
        } else {
          out[row + r] = reducer.finish(value);
        }
      }
    }
  }
}

}  // namespace acre::backends::host::detail
