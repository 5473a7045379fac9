#pragma once

#include <acre/backends/common/segments.hpp>
#include <acre/backends/host_common/queue.hpp>
#include <acre/backends/host_common/reduce.hpp>
#include <acre/backends/host_common/scratch.hpp>
#include <acre/backends/host_common/short_lists.hpp>
#include <acre/backends/host_common/tuning.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>

/// Reductions of segments on a CPU, see backends/common/segments.hpp.
namespace acre::backends::host {

/// Tile `tile` of a column that begins at row `begin` and is `length` long.
template <class Program, class Segments, class Reducer, class Row>
auto segment_tile(Segments const& list, Reducer const& reducer, Row const& row, std::int64_t begin,
                  std::int64_t length, std::int64_t tile, std::int64_t column)
{
  std::int64_t const first = tile * reduce_tile,
                     count = std::min<std::int64_t>(length - first, reduce_tile);
  auto const at = [&](std::int64_t e) {
    return row.template at<true>((begin + e) * list.inner + column);
  };
  if constexpr (list_of_elements<Segments> && !appends<Reducer, typename Program::value_type>) {
    detail::row_lanes<Reducer> lanes(reducer);
    detail::combine_neighbours<Program>(reducer, lanes, begin + first, count, row);
    return detail::lane_tree(reducer, lanes);
  } else {
    if constexpr (!list_of_elements<Segments>)
      if (length <= reduce_lanes) {
        typename Program::value_type values[reduce_lanes];
        for (int l = 0; l < length; ++l) values[l] = at(l);
        return reduce_short(reducer, values, static_cast<int>(length));
      }
    return detail::reduce_one_tile(reducer, first, count, at);
  }
}

/// Memory for a block of computed elements.
template <class Value>
struct side_by_side {
  Value* values;
  template <bool>
  void put(std::int64_t i, Value const& v) const
  {
    values[i] = v;
  }
};

/// Elements begin … begin + count - 1 of a row at unit stride. (Not inlined: compiled once for all
/// reducers.)
template <class Program, class Row, class Value>
[[gnu::noinline]] void compute_values(Row const& bound, std::int64_t begin, int count,
                                      Value* values)
{
  constexpr int block = detail::block_in_reduction<Program>;
  Row const row = bound;  // a copy, as the compiler sees that no value written is its own
  side_by_side<Value> const to{values - begin};
  std::int64_t i = begin;
  std::int64_t const end = begin + count;
  if constexpr (block > 0) compute_blocks<block>(row, to, i, end);
  if constexpr (hints_of<Program>::has_compiled_rows) compute_blocks<8>(row, to, i, end);
#pragma GCC ivdep
  for (; i < end; ++i) to.template put<true>(i, row.template at<true>(i));
}

/// Takes as many short segments as follow each other from s on, before `end`; returns how many.
template <class Program, class Segments, class Reducer, class Row, class Target>
int reduce_short_segments(Segments const& list, Reducer const& reducer, Row const& row,
                          std::int64_t s, std::int64_t end, Target const& target)
{
  using value = typename Program::value_type;
  int const lists = static_cast<int>(std::min<std::int64_t>(end - s, lists_at_once));
  int begin[lists_at_once + 1], count = 0;
  std::int64_t const first = list.begin(s);
  begin[0] = 0;
  for (; count < lists; ++count) {
    std::int64_t const next = list.begin(s + count + 1) - first;
    if (next > values_at_once || next - begin[count] > most_of_short<Reducer, value>) break;
    begin[count + 1] = static_cast<int>(next);
  }
  if (count == 0) return 0;
  if constexpr (requires {
                  { row.elements(first) } -> std::same_as<value const*>;
                })
    if (first + begin[count] + reduce_lanes <= list.begin(list.count)) {
      reduce_short_lists(reducer, row.elements(first), begin, count, s, target);
      return count;
    }
  value values[values_at_once + reduce_lanes];
  compute_values<Program>(row, first, begin[count], values);
  fill_behind(values, begin[count]);
  reduce_short_lists(reducer, values, begin, count, s, target);
  return count;
}

/// The columns of the segments, one after the other: each is a segment of its own.
template <class Segments>
struct segment_columns {
  Segments list;
  std::int64_t first = list.begin(0);

  std::int64_t size() const { return list.count * list.inner; }
  std::int64_t begin(std::int64_t v) const { return list.begin(v / list.inner); }
  std::int64_t length(std::int64_t v) const
  {
    return list.begin(v / list.inner + 1) - list.begin(v / list.inner);
  }
  /// How much work is before a column.
  std::int64_t place(std::int64_t v) const
  {
    if (list.inner == 1) return list.begin(v) - first + v;
    if (v == size()) return (list.begin(list.count) - first) * list.inner + v;
    return (begin(v) - first) * list.inner + v % list.inner * length(v) + v;
  }
  /// The first column that has `work` or more before it.
  std::int64_t at_work(std::int64_t work) const
  {
    std::int64_t low = 0, high = size();
    while (low < high) {
      std::int64_t const middle = low + (high - low) / 2;
      if (place(middle) < work)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }
};

/// The first of a row's elements from `begin` on that `is_at` is true of, which is one of `count`.
/// All before `end` may be asked: some together, as no prediction finds its place.
template <class Row, class IsAt>
std::int64_t first_place(Row const& row, std::int64_t begin, std::int64_t count, std::int64_t end,
                         IsAt const& is_at)
{
  // not a constant: compilers unroll a loop of 16, and it is then full of branches
  int const together = count <= 16 ? 16 : 32;
  for (; begin + together <= end; begin += together) {
    int left = 0;  // of these, from the first one on
    for (int l = 0; l < together; ++l) {
      int const here = -static_cast<int>(is_at(row.template at<true>(begin + l))) & (together - l);
      left = here > left ? here : left;
    }
    if (left > 0) return begin + (together - left);
  }
  while (!is_at(row.template at<true>(begin))) ++begin;
  return begin;
}

}  // namespace acre::backends::host

namespace acre::backends {

/// See backends/common/segments.hpp; waits.
template <class Segments, class Program, class Reducer, class Target>
void reduce_segments(host::queue& on, Segments const& list, Program const& program,
                     Reducer const& reducer, Target const& target)
{
  using namespace host;
  using value = typename Reducer::value_type;
  static_assert(segments_take<Segments, Program, Reducer, Target>());
  segment_columns<Segments> const columns{list};
  if (columns.size() == 0) return;
  if constexpr (finds_in_segments<Segments, Program, Reducer>) {
    auto const values = program.values();
    auto const pairs = program.bind(position{});
    auto const row = values.bind(position{});
    std::int64_t const end = list.begin(list.count);
    reduce_segments(on, list, values, reducer.of_values(),
                    [&](std::int64_t s, std::int64_t count, auto const& best) {
                      if (count == 0) return target(s, count, reducer.identity());
                      value const wanted = reducer.in_tile(best, 0);
                      std::int64_t const at =
                          first_place(row, list.begin(s), count, end,
                                      [&](auto const& x) { return reducer.is_at(wanted, x); });
                      target(s, count, pairs.template at<true>(at));
                    });
    return;
  }
  auto const row = program.bind(position{});
  constexpr std::int64_t most = 2 * segment_work;
  auto const tiles_of = [&](std::int64_t v) {
    return (columns.length(v) + reduce_tile - 1) / reduce_tile;
  };
  auto const tile = [&](std::int64_t v, std::int64_t t) {
    return segment_tile<Program>(list, reducer, row, columns.begin(v), columns.length(v), t,
                                 v % list.inner);
  };
  std::int64_t const tasks = (columns.place(columns.size()) + segment_work - 1) / segment_work;
  auto const longs = host::scratch<std::int64_t>(on, tasks);  // at most one begins in a task
  on.for_tasks("segments", tasks, [&](std::int64_t task) {
    std::int64_t const end = columns.at_work((task + 1) * segment_work);
    std::int64_t v = columns.at_work(task * segment_work);
    std::int64_t s = v / list.inner, column = v % list.inner, begin = list.begin(s);
    longs[task] = -1;
    for (; v < end; ++v) {
      if constexpr (list_of_elements<Segments>) {
        int const taken = reduce_short_segments<Program>(list, reducer, row, v, end, target);
        if (taken > 0) {
          s = v += taken;
          if (v >= end) break;
          begin = list.begin(s);
        }
      }
      std::int64_t const count = list.begin(s + 1) - begin;
      if (count > most) {
        longs[task] = v;
        return;  // it is the task's last
      }
      if (count <= reduce_tile) {
        target(v, count, segment_tile<Program>(list, reducer, row, begin, count, 0, column));
      } else {
        value level[most / reduce_tile];
        std::int64_t const tiles = tiles_of(v);
        for (std::int64_t t = 0; t < tiles; ++t) level[t] = tile(v, t);
        target(v, count, detail::reduce_levels(reducer, level, tiles));
      }
      if (++column == list.inner) column = 0, begin = list.begin(++s);
    }
  });

  std::int64_t found = 0, tiles = 0;
  for (std::int64_t task = 0; task < tasks; ++task)
    if (longs[task] >= 0) longs[found++] = longs[task], tiles += tiles_of(longs[found - 1]);
  if (found == 0) return;
  auto const first_tile = host::scratch<std::int64_t>(on, found + 1);
  first_tile[0] = 0;
  for (std::int64_t n = 0; n < found; ++n) first_tile[n + 1] = first_tile[n] + tiles_of(longs[n]);
  auto const levels = host::scratch<value>(on, tiles);
  constexpr std::int64_t together = 8;
  on.for_tasks("tiles", (tiles + together - 1) / together, [&](std::int64_t task) {
    std::int64_t const end = std::min(tiles, (task + 1) * together);
    std::int64_t u = task * together;
    std::int64_t n = std::upper_bound(&first_tile[0], &first_tile[0] + found, u) - &first_tile[1];
    for (; u < end; ++u) {
      if (u == first_tile[n + 1]) ++n;
      levels[u] = tile(longs[n], u - first_tile[n]);
    }
  });
  on.for_tasks("levels", found, [&](std::int64_t n) {
    target(
        longs[n], columns.length(longs[n]),
        detail::reduce_levels(reducer, &levels[first_tile[n]], first_tile[n + 1] - first_tile[n]));
  });
}

}  // namespace acre::backends
