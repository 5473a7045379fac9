#pragma once

#include <acre/backends/common/segments.hpp>
#include <acre/backends/generic/reduce.hpp>

#include <cstdint>

/// See backends/common/segments.hpp. A segment's column is a thread's.
namespace acre::backends {

template <class Backend, class Segments, class Program, class Reducer, class Target>
void reduce_segments(generic::queue<Backend>& on, Segments const& list, Program const& program,
                     Reducer const& reducer, Target const& target)
{
  static_assert(segments_take<Segments, Program, Reducer, Target>());
  std::int64_t const inner = list.inner;
  generic::for_each(
      on, "segments", list.count * inner, KOKKOS_LAMBDA(std::int64_t number) {
        std::int64_t const s = number / inner, column = number - s * inner, begin = list.begin(s),
                           count = list.end(s) - begin;
        if (count == 0) return target(number, std::int64_t{0}, reducer.identity());
        auto const row = program.bind(position{});
        auto const tile = [&](std::int64_t first, std::int64_t n) {
          generic::tile_lanes<reduce_lanes, 1, Reducer> lanes;
          lanes.clear(reducer, n, 1);
          generic::append_run(reducer, lanes, first, 0, n, [&](std::int64_t j) {
            return row.template at<true>((begin + first + j) * inner + column);
          });
          lanes.fold(reducer, n, 1);
          return lanes.lane[0][0];
        };
        target(number, count, generic::reduce_levels(reducer, count, tile));
      });
}

}  // namespace acre::backends
