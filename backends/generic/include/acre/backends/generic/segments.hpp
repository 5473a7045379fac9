#pragma once

#include <acre/backends/common/segments.hpp>
#include <acre/backends/generic/lanes.hpp>
#include <acre/backends/generic/segments_teams.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

/// See backends/common/segments.hpp. A segment's column is a thread's; a core has some
/// neighbouring segments, and reads those that are short together. Lists are dealt to teams of
/// narrow threads (segments_teams.hpp).
namespace acre::backends::generic {

/// Takes as many short segments as follow each other from s on, before `end`; returns how many.
template <class Program, class Segments, class Row, class Reducer, class Target>
KOKKOS_INLINE_FUNCTION std::int64_t reduce_short_segments(Segments const& list, Row const& row,
                                                          Reducer const& reducer, std::int64_t s,
                                                          std::int64_t end, Target const& target)
{
  constexpr int most = 1024;
  std::int64_t const first = list.begin(s);
  if (end - s > lists_beside) end = s + lists_beside;
  std::int64_t last = s;
  int begin[lists_beside + 1] = {}, count = 0, all = 0;
  for (; last < end; ++last) {
    std::int64_t const behind = list.end(last) - first;
    if (behind > most || behind - all > reduce_lanes) break;
    begin[++count] = all = static_cast<int>(behind);
  }
  if (last == s) return 0;
  typename Program::value_type values[most + few];
  read_neighbours<true, Program>(row, false, first, all, values);
  for (int l = 0; l < few; ++l) values[all + l] = {};  // is read with the last segment
  with_quick_reducer(reducer, values, all, [&](auto const& quick) {
    reduce_lists_beside(
        quick, values, begin, count, s,
        [&](std::int64_t k, int n, auto const& value) { target(k, std::int64_t{n}, value); });
  });
  return last - s;
}

/// Whether short segments are taken together.
template <class Segments, class Program, class Reducer>
inline constexpr bool takes_short_segments =
    list_of_elements<Segments> && std::is_arithmetic_v<typename Reducer::value_type> &&
    !appends<Reducer, typename Program::value_type>;

/// Columns number … end - 1 of the segments, one after the other.
template <bool Host, class Segments, class Program, class Reducer, class Target>
KOKKOS_INLINE_FUNCTION void reduce_some_segments(Segments const& list, Program const& program,
                                                 Reducer const& reducer, Target const& target,
                                                 std::int64_t number, std::int64_t end)
{
  std::int64_t const inner = list.inner;
  auto const row = program.bind(position{});
  for (; number < end; ++number) {
    if constexpr (Host && takes_short_segments<Segments, Program, Reducer>) {
      number += reduce_short_segments<Program>(list, row, reducer, number, end, target);
      if (number == end) return;
    }
    std::int64_t const s = quotient(number, inner), column = number - s * inner,
                       begin = list.begin(s), count = list.end(s) - begin;
    auto const element = [&](std::int64_t e) {
      return row.template at<true>((begin + e) * inner + column);
    };
    target(number, count,
           count == 0 ? reducer.identity() : reduce_list<Host>(reducer, count, element));
  }
}

template <class Backend, class Segments, class Program, class Reducer, class Target>
void reduce_lists(queue<Backend>& on, Segments const& list, Program const& program,
                  Reducer const& reducer, Target const& target)
{
  constexpr bool host = !queue<Backend>::is_wide;
  std::int64_t const columns = list.count * list.inner,
                     of_task = host && takes_short_segments<Segments, Program, Reducer>
                                   ? std::clamp<std::int64_t>(columns / (8 * on.threads()), 1, 256)
                                   : 1;
  for_each(
      on, "segments", (columns + of_task - 1) / of_task, KOKKOS_LAMBDA(std::int64_t task) {
        std::int64_t const begin = task * of_task, end = begin + of_task;
        reduce_some_segments<host>(list, program, reducer, target, begin,
                                   end < columns ? end : columns);
      });
}

/// Where a segment's value is, once that is known.
template <class Segments, class Program, class Reducer, class Target>
struct put_place {
  Segments list;
  Program program;
  Reducer reducer;
  Target target;

  template <class Value>
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t s, std::int64_t count,
                                         Value const& best) const
  {
    if (count == 0) return target(s, count, reducer.identity());
    auto const wanted = reducer.in_tile(best, 0);
    auto const row = program.values().bind(position{});
    std::int64_t at = list.begin(s);
    while (!reducer.is_at(wanted, row.template at<true>(at))) ++at;
    target(s, count, program.bind(position{}).template at<true>(at));
  }
};

}  // namespace acre::backends::generic

namespace acre::backends {

template <class Backend, class Segments, class Program, class Reducer, class Target>
void reduce_segments(generic::queue<Backend>& on, Segments const& list, Program const& program,
                     Reducer const& reducer, Target const& target)
{
  static_assert(segments_take<Segments, Program, Reducer, Target>());
  if constexpr (generic::queue<Backend>::is_wide && list_of_elements<Segments>)
    generic::reduce_lists_by_teams(on, list, program, reducer, target);
  else if constexpr (finds_in_segments<Segments, Program, Reducer>)
    generic::reduce_lists(
        on, list, program.values(), reducer.of_values(),
        generic::put_place<Segments, Program, Reducer, Target>{list, program, reducer, target});
  else
    generic::reduce_lists(on, list, program, reducer, target);
}

}  // namespace acre::backends
