#pragma once

#include <acre/backends/common/segments.hpp>
#include <acre/backends/generic/reduce_teams.hpp>
#include <acre/backends/generic/select.hpp>

#include <algorithm>
#include <cstdint>

/// Reductions of lists by teams (teams.hpp): their tiles are numbered, one list's after the
/// other's, and dealt to all, as those of rows are; then the values of lists of several, by the
/// same rule.
namespace acre::backends::generic {

/// Where the lists of a level begin, those of `tiles` numbered tiles of the level below; the first
/// level's are segments.
template <class Segments>
struct lists_of_elements {
  Segments list;
  KOKKOS_INLINE_FUNCTION std::int64_t begin(std::int64_t s) const { return list.begin(s); }
  KOKKOS_INLINE_FUNCTION std::int64_t length(std::int64_t s) const
  {
    return list.end(s) - list.begin(s);
  }
  KOKKOS_INLINE_FUNCTION std::int64_t tiles(std::int64_t s) const
  {
    return (length(s) + reduce_tile - 1) / reduce_tile;
  }
};
struct lists_of_tiles {
  std::int64_t const* offsets;
  KOKKOS_INLINE_FUNCTION std::int64_t begin(std::int64_t s) const { return offsets[s]; }
  KOKKOS_INLINE_FUNCTION std::int64_t length(std::int64_t s) const
  {
    return offsets[s + 1] - offsets[s];
  }
  /// Those of one value have their result.
  KOKKOS_INLINE_FUNCTION std::int64_t tiles(std::int64_t s) const
  {
    return length(s) > 1 ? (length(s) + reduce_tile - 1) / reduce_tile : 0;
  }
};

/// Elements of lists: a program's, or the level's below.
template <class Program>
struct elements_of_program {
  Program program;
  template <class F>
  KOKKOS_INLINE_FUNCTION auto operator()(std::int64_t begin, F const& f) const
  {
    auto const row = program.bind(position{});
    return f([&](std::int64_t e) { return row.template at<true>(begin + e); });
  }
};
template <class Value>
struct elements_of_tiles {
  Value const* from;
  template <class F>
  KOKKOS_INLINE_FUNCTION auto operator()(std::int64_t begin, F const& f) const
  {
    return f([own = from + begin](std::int64_t e) { return own[e]; });
  }
};

/// Numbered tiles of lists, offsets[s] … offsets[s + 1] - 1 of list s.
template <elements Are, class Lists, class Source, class Segments, class Reducer, class Target>
struct tiles_of_lists {
  using reducer_type = Reducer;
  static constexpr elements of = Are;
  static constexpr int width = 1;
  Lists lists;
  Source source;
  Segments segments;
  Reducer reducer;
  Target target;
  typename Reducer::value_type* level;
  std::int64_t const* offsets;
  std::int64_t count, most;  // lists; of tiles

  std::int64_t units() const { return most; }
  KOKKOS_INLINE_FUNCTION tile_place find(std::int64_t unit) const
  {
    if (unit >= offsets[count]) return {0, 0, 0, 0};
    std::int64_t low = 0, high = count;  // offsets[low] <= unit < offsets[high]
    while (high - low > 1) {
      std::int64_t const middle = low + (high - low) / 2;
      (offsets[middle] <= unit ? low : high) = middle;
    }
    std::int64_t const tile = unit - offsets[low];
    return {low, tile, unit, at_most(lists.length(low) - tile * reduce_tile, reduce_tile)};
  }
  KOKKOS_INLINE_FUNCTION bool has(tile_place const& at, int) const { return at.count > 0; }
  template <class F>
  KOKKOS_INLINE_FUNCTION auto with_elements(tile_place const& at, int, F const& f) const
  {
    std::int64_t const first = at.tile * reduce_tile;
    return source(lists.begin(at.k) + first, [&](auto const& x) { return f(first, x); });
  }
  KOKKOS_INLINE_FUNCTION void give(tile_place const& at, int,
                                   typename Reducer::value_type const& v) const
  {
    if (offsets[at.k + 1] - offsets[at.k] == 1)
      target(at.k, segments.end(at.k) - segments.begin(at.k), v);
    else
      level[at.i] = v;
  }
};
template <class Lists>
struct count_tiles_of_lists {
  Lists lists;
  std::int64_t* counts;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t s) const { counts[s] = lists.tiles(s); }
};
template <class Segments, class Reducer, class Target>
struct put_empty_lists {
  Segments segments;
  Reducer reducer;
  Target target;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t s) const
  {
    if (segments.begin(s) == segments.end(s)) target(s, std::int64_t{0}, reducer.identity());
  }
};

/// One level of `all` elements, `longest` in one list, at most, which has `most` tiles.
template <elements Are, class Backend, class Lists, class Source, class Segments, class Reducer,
          class Target>
void reduce_level_of_lists(queue<Backend>& on, Lists const& lists, Source const& source,
                           Segments const& segments, Reducer const& reducer, Target const& target,
                           std::int64_t all, std::int64_t longest, std::int64_t most)
{
  using value = typename Reducer::value_type;
  auto const memory = scratch_of<std::int64_t>(on, segments.count + 1);
  std::int64_t* const offsets = memory.data();
  for_each(on, "tiles", segments.count, count_tiles_of_lists<Lists>{lists, offsets});
  sum_counts(on, segments.count, offsets);
  bool const several = longest > reduce_tile;
  auto const values = scratch_of<value>(on, several ? most : 0);
  reduce_tiles_by_teams<reduce_lanes>(
      on, all <= row_of_eight_threads * most, false,
      tiles_of_lists<Are, Lists, Source, Segments, Reducer, Target>{
          lists, source, segments, reducer, target, values.data(), offsets, segments.count, most});
  if (several)
    reduce_level_of_lists<elements::of_tiles>(
        on, lists_of_tiles{offsets}, elements_of_tiles<value>{values.data()}, segments, reducer,
        target, most, (longest + reduce_tile - 1) / reduce_tile,
        most / reduce_tile + std::min(segments.count, all / reduce_tile));
}

template <class Backend, class Segments, class Program, class Reducer, class Target>
void reduce_lists_by_teams(queue<Backend>& on, Segments const& list, Program const& program,
                           Reducer const& reducer, Target const& target)
{
  if (list.count == 0) return;
  std::int64_t const all = list.elements;
  for_each(on, "empty", list.count,
           put_empty_lists<Segments, Reducer, Target>{list, reducer, target});
  reduce_level_of_lists<elements::of_arrays>(
      on, lists_of_elements<Segments>{list}, elements_of_program<Program>{program}, list, reducer,
      target, all, all, all / reduce_tile + std::min(list.count, all));
}

}  // namespace acre::backends::generic
