#pragma once

#include <acre/backends/common/atomic.hpp>
#include <acre/backends/common/reduce.hpp>
#include <acre/backends/generic/reduce_teams.hpp>

#include <algorithm>
#include <cstdint>

/// Reductions of lists by teams (teams.hpp). A team has neighbouring lists, a thread each; those
/// that are too long for a thread become eight threads' each. The tiles of those that are too long
/// for these are written down, and dealt to all teams by the kernels that follow.
namespace acre::backends::generic {

/// What a list's thread takes alone, and what eight threads take.
inline constexpr int list_of_thread = 4 * few;
inline constexpr std::int64_t list_of_eight_threads = row_of_eight_threads;

/// A tile of a list.
struct tile_of_list {
  std::int64_t list, tile;
};
/// Tiles that are written down, those of a list one after the other; `first` has where the tiles of
/// each list of several begin. The state is of the queue's counters: the last kernel leaves it 0.
struct written_tiles {
  struct state {
    std::int64_t tiles, several, done;
  };
  state* count;
  tile_of_list* tile;
  std::int64_t* first;
};

/// Lists, and what becomes of them.
template <class Segments, class Program, class Reducer, class Target>
struct reduced_lists {
  Segments list;
  Program program;
  Reducer reducer;
  Target target;

  KOKKOS_INLINE_FUNCTION std::int64_t length(std::int64_t s) const
  {
    return list.end(s) - list.begin(s);
  }
  KOKKOS_INLINE_FUNCTION std::int64_t tiles(std::int64_t s) const
  {
    return (length(s) + reduce_tile - 1) / reduce_tile;
  }
  /// f(x), x(e) being element `from` + e.
  template <class F>
  KOKKOS_INLINE_FUNCTION auto with_elements(std::int64_t from, F const& f) const
  {
    auto const row = program.bind(position{});
    return f([&](std::int64_t e) { return row.template at<true>(from + e); });
  }
};

/// `count` elements by one thread, at most `list_of_thread`.
template <class Reducer, class X>
KOKKOS_INLINE_FUNCTION typename Reducer::value_type reduce_list_alone(Reducer const& reducer,
                                                                      int count, X const& x)
{
  using value = typename Reducer::value_type;
  static_assert(list_of_thread == 4 * few);
  auto const eight = [&](int first) {
    return join_few(reducer, at_most(count - first, few), [&](int l) {
      value a = reducer.identity();
      append_one<elements::of_arrays>(reducer, a, 0, x(first + l), std::int64_t{first + l});
      return a;
    });
  };
  value all = eight(0), right{};
  for (int part = 1; part * few < count; ++part) {
    value const here = eight(part * few);
    if (part == 1)
      all = reducer.combine(all, here);
    else
      right = part == 2 ? here : reducer.combine(right, here);
  }
  return count > 2 * few ? reducer.combine(all, right) : all;
}

/// The lists of a team that eight threads have each.
template <class Lists>
struct lists_of_eights {
  using reducer_type = std::remove_cvref_t<decltype(Lists::reducer)>;
  static constexpr elements of = elements::of_arrays;
  static constexpr int width = 1;
  Lists const& lists;
  reducer_type const& reducer;
  std::int64_t first;
  std::uint16_t const* which;
  int count;

  KOKKOS_INLINE_FUNCTION tile_place find(std::int64_t unit) const
  {
    if (unit >= count) return {0, 0, 0, 0};
    std::int64_t const s = first + which[unit];
    return {s, 0, 0, static_cast<int>(lists.length(s))};
  }
  KOKKOS_INLINE_FUNCTION bool has(tile_place const& at, int) const { return at.count > 0; }
  template <class F>
  KOKKOS_INLINE_FUNCTION auto with_elements(tile_place const& at, int, F const& f) const
  {
    return lists.with_elements(lists.list.begin(at.k),
                               [&](auto const& x) { return f(std::int64_t{0}, x); });
  }
  KOKKOS_INLINE_FUNCTION void give(tile_place const& at, int,
                                   typename reducer_type::value_type const& v) const
  {
    lists.target(at.k, std::int64_t{at.count}, v);
  }
};

template <class Backend, class Lists>
struct reduce_lists_in_teams {
  using eights = reduce_by_eights<Backend, lists_of_eights<Lists>>;
  static constexpr int threads = eights::threads;
  struct shared {
    typename eights::shared of_eights;
    std::int64_t tiles[threads], begin[threads];  // of long lists
    std::uint16_t middle[threads], longer[threads];
    int middles, longers, together;
  };
  Lists lists;
  int of_team;
  written_tiles to;

  KOKKOS_INLINE_FUNCTION void operator()(team<Backend, threads> const& all, shared& own,
                                         std::int64_t turn) const
  {
    std::int64_t const first = turn * of_team;
    all.each([&](int rank) {
      if (rank == 0) own.middles = own.longers = 0;
    });
    all.each([&](int rank) {
      std::int64_t const s = first + rank;
      if (rank >= of_team || s >= lists.list.count) return;
      std::int64_t const begin = lists.list.begin(s), count = lists.list.end(s) - begin;
      if (count == 0) {
        lists.target(s, count, lists.reducer.identity());
      } else if (count <= list_of_thread) {
        lists.target(s, count, lists.with_elements(begin, [&](auto const& x) {
          return reduce_list_alone(lists.reducer, static_cast<int>(count), x);
        }));
      } else if (count <= list_of_eight_threads) {
        own.middle[atomic_fetch_add(&own.middles, 1)] = static_cast<std::uint16_t>(rank);
      } else {
        int const at = atomic_fetch_add(&own.longers, 1);
        own.longer[at] = static_cast<std::uint16_t>(rank);
        own.tiles[at] = (count + reduce_tile - 1) / reduce_tile;
      }
    });
    int const middles = own.middles, longers = own.longers;
    if (middles > 0) {
      eights const f{{lists, lists.reducer, first, own.middle, middles}, false};
      for (int turn_of_eights = 0; turn_of_eights * eights::rows < middles; ++turn_of_eights)
        f(all, own.of_eights, turn_of_eights);
    }
    if (longers > 0) write(all, own, first, longers);
  }

 private:
  /// A list of more tiles is written down by all threads of the team.
  static constexpr int few_tiles = 16;

  template <class Team>
  KOKKOS_INLINE_FUNCTION void write(Team const& all, shared& own, std::int64_t first,
                                    int longers) const
  {
    all.each([&](int rank) {
      if (rank > 0) return;
      std::int64_t sum = 0, most = 0;
      for (int l = 0; l < longers; ++l) {
        own.begin[l] = sum;
        sum += own.tiles[l];
        most = own.tiles[l] > most ? own.tiles[l] : most;
      }
      std::int64_t const begin = atomic_fetch_add(&to.count->tiles, sum);
      for (int l = 0; l < longers; ++l) own.begin[l] += begin;
      own.together = most > few_tiles ? 1 : 0;
    });
    all.each([&](int rank) {
      if (rank >= longers) return;
      std::int64_t const begin = own.begin[rank], tiles = own.tiles[rank];
      if (tiles > 1) to.first[atomic_fetch_add(&to.count->several, std::int64_t{1})] = begin;
      if (tiles <= few_tiles)
        for (std::int64_t t = 0; t < tiles; ++t) to.tile[begin + t] = {first + own.longer[rank], t};
    });
    if (own.together != 0)
      all.each([&](int rank) {
        for (int l = 0; l < longers; ++l)
          for (std::int64_t t = own.tiles[l] > few_tiles ? rank : own.tiles[l]; t < own.tiles[l];
               t += threads)
            to.tile[own.begin[l] + t] = {first + own.longer[l], t};
      });
  }
};

/// Tiles that were written down: to the target, or where the list has several to `level`.
template <class Lists>
struct tiles_of_elements {
  using reducer_type = std::remove_cvref_t<decltype(Lists::reducer)>;
  static constexpr elements of = elements::of_arrays;
  static constexpr int width = 1;
  Lists lists;
  reducer_type reducer;
  written_tiles from;
  typename reducer_type::value_type* level;

  KOKKOS_INLINE_FUNCTION std::int64_t units() const { return from.count->tiles; }
  KOKKOS_INLINE_FUNCTION tile_place find(std::int64_t unit) const
  {
    if (unit >= units()) return {0, 0, 0, 0};
    auto const at = from.tile[unit];
    return {at.list, at.tile, unit,
            at_most(lists.length(at.list) - at.tile * reduce_tile, reduce_tile)};
  }
  KOKKOS_INLINE_FUNCTION bool has(tile_place const& at, int) const { return at.count > 0; }
  template <class F>
  KOKKOS_INLINE_FUNCTION auto with_elements(tile_place const& at, int, F const& f) const
  {
    std::int64_t const first = at.tile * reduce_tile;
    return lists.with_elements(lists.list.begin(at.k) + first,
                               [&](auto const& x) { return f(first, x); });
  }
  KOKKOS_INLINE_FUNCTION void give(tile_place const& at, int,
                                   typename reducer_type::value_type const& v) const
  {
    std::int64_t const length = lists.length(at.k);
    if (length <= reduce_tile)
      lists.target(at.k, length, v);
    else
      level[at.i] = v;
  }
};
/// Results of tiles, of which each `apart`-th one has that of those before the next: those of 4096
/// to the first one of them, or of a list's last ones to the target.
template <class Lists>
struct tiles_of_tiles {
  using reducer_type = std::remove_cvref_t<decltype(Lists::reducer)>;
  static constexpr elements of = elements::of_tiles;
  static constexpr int width = 1;
  Lists lists;
  reducer_type reducer;
  written_tiles from;
  typename reducer_type::value_type* level;
  std::int64_t apart, groups;  // at most so many of a list

  KOKKOS_INLINE_FUNCTION std::int64_t units() const { return from.count->several * groups; }
  KOKKOS_INLINE_FUNCTION tile_place find(std::int64_t unit) const
  {
    if (unit >= units()) return {0, 0, 0, 0};
    std::int64_t const number = quotient(unit, groups), first = from.first[number],
                       list = from.tile[first].list, tile = (unit - number * groups) * reduce_tile,
                       count = (lists.tiles(list) + apart - 1) / apart;
    if (count == 1 || tile >= count) return {0, 0, 0, 0};
    return {list, tile, first + tile * apart, at_most(count - tile, reduce_tile)};
  }
  KOKKOS_INLINE_FUNCTION bool has(tile_place const& at, int) const { return at.count > 0; }
  template <class F>
  KOKKOS_INLINE_FUNCTION auto with_elements(tile_place const& at, int, F const& f) const
  {
    return f(at.tile, [own = level + at.i, step = apart](std::int64_t e) { return own[e * step]; });
  }
  KOKKOS_INLINE_FUNCTION void give(tile_place const& at, int,
                                   typename reducer_type::value_type const& v) const
  {
    if (lists.tiles(at.k) <= apart * reduce_tile)
      lists.target(at.k, lists.length(at.k), v);
    else
      level[at.i] = v;
  }
};
/// Tiles of which the device knows how many there are, by `teams` teams. By the last kernel of all
/// they are forgotten.
template <class Backend, class Tiles>
struct reduce_written_tiles {
  using lanes = reduce_by_lanes<Backend, reduce_lanes, Tiles>;
  static constexpr int threads = lanes::threads;
  using shared = typename lanes::shared;
  lanes f;
  std::int64_t teams;
  bool forgets;

  KOKKOS_INLINE_FUNCTION void operator()(team<Backend, threads> const& all, shared& own,
                                         std::int64_t number) const
  {
    auto* const count = f.of.from.count;
    if (count->tiles == 0) return;
    std::int64_t const units = f.of.units();
    for (std::int64_t turn = number; turn * f.slots() < units; turn += teams) f(all, own, turn);
    if (!forgets) return;
    all.each([](int) {});  // all have read it
    all.each([&](int rank) {
      if (rank == 0 && atomic_fetch_add(&count->done, std::int64_t{1}) == teams - 1)
        *count = written_tiles::state{};
    });
  }
};
template <class Backend, class Tiles>
void reduce_written(queue<Backend>& on, std::int64_t most, bool is_last, Tiles const& of)
{
  using kernel = reduce_written_tiles<Backend, Tiles>;
  std::int64_t const teams =
      std::clamp<std::int64_t>(on.threads() / kernel::threads, 1, std::max<std::int64_t>(1, most));
  for_teams<kernel::threads, typename kernel::shared,
            most_of_accumulators<typename kernel::lanes::value>(kernel::threads)>(
      on, "tiles", teams, kernel{{of}, teams, is_last});
}

template <class Backend, class Segments, class Program, class Reducer, class Target>
void reduce_lists_by_teams(queue<Backend>& on, Segments const& list, Program const& program,
                           Reducer const& reducer, Target const& target)
{
  using value = typename Reducer::value_type;
  using all_lists = reduced_lists<Segments, Program, Reducer, Target>;
  using kernel = reduce_lists_in_teams<Backend, all_lists>;
  if (list.count == 0) return;
  std::int64_t const all = list.elements,
                     most = all > list_of_eight_threads
                                ? all / reduce_tile + all / (list_of_eight_threads + 1) + 1
                                : 0,
                     several = most > 0 ? all / (reduce_tile + 1) + 1 : 0;
  bool const has_several = all > reduce_tile;
  auto const tiles = scratch_of<tile_of_list>(on, most);
  auto const firsts = scratch_of<std::int64_t>(on, several);
  auto const values = scratch_of<value>(on, has_several ? most : 0);
  written_tiles const written{reinterpret_cast<written_tiles::state*>(on.counters()), tiles.data(),
                              firsts.data()};
  all_lists const lists{list, program, reducer, target};
  // where most lists are eight threads' a team's threads have no more of them
  int const of_team = all <= list_of_thread * list.count ? kernel::threads : kernel::eights::rows;
  for_teams<kernel::threads, typename kernel::shared, most_of_accumulators<value>(kernel::threads)>(
      on, "segments", (list.count + of_team - 1) / of_team, kernel{lists, of_team, written});
  if (most == 0) return;
  reduce_written(on, most, !has_several,
                 tiles_of_elements<all_lists>{lists, reducer, written, values.data()});
  std::int64_t apart = 1;
  for (std::int64_t longest = (all + reduce_tile - 1) / reduce_tile; longest > 1;
       apart *= reduce_tile) {
    std::int64_t const groups = (longest + reduce_tile - 1) / reduce_tile;
    reduce_written(
        on, several, groups == 1,
        tiles_of_tiles<all_lists>{lists, reducer, written, values.data(), apart, groups});
    longest = groups;
  }
}

}  // namespace acre::backends::generic
