#pragma once

#include <acre/backends/common/divisor.hpp>
#include <acre/backends/common/scan.hpp>
#include <acre/backends/generic/scan_at_once.hpp>
#include <acre/backends/generic/scan_team_tiles.hpp>
#include <acre/backends/generic/team_rows.hpp>
#include <acre/backends/generic/teams.hpp>

#include <cstdint>

/// Scans by teams (teams.hpp): a thread scans a chunk, of elements that the team has in its memory
/// (scan_team_tiles.hpp). Rows of a few chunks are a thread's, those of a tile or less are scanned
/// some at a time. A team walks through each of many longer ones; of few ones teams have the tiles
/// (scan_at_once.hpp).
namespace acre::backends::generic {

/// Rows of one tile or less, `together` at a time.
template <class Scan>
struct scan_rows_of_one_tile {
  Scan scan;
  int together, chunks;
  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, typename Scan::shared& own,
                                         std::int64_t turn) const
  {
    std::int64_t const k = turn * together, left = scan.red.kept - k;
    int const rows = static_cast<int>(left < together ? left : together),
              count = static_cast<int>(scan.red.length);
    scan.read(all, own, k, rows, chunks, 0, count);
    scan.put(all, own, k, rows, chunks, 0, count, typename Scan::fold());
  }
};
/// Rows of several tiles, one after the other.
template <class Scan>
struct scan_rows_by_walks {
  Scan scan;
  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, typename Scan::shared& own,
                                         std::int64_t k) const
  {
    using walk = scan_tiles_walk<typename Scan::value, 1>;
    all.each([&](int rank) {
      if (rank == 0) own.walk = walk();
    });
    for (std::int64_t first = 0; first < scan.red.length; first += Scan::tile) {
      std::int64_t const left = scan.red.length - first;
      int const count = static_cast<int>(left < Scan::tile ? left : Scan::tile);
      scan.read(all, own, k, 1, team_threads, first, count);
      scan.put(all, own, k, 1, team_threads, first, count, own.walk.before);
      all.each([&](int rank) {
        if (rank == 0 && left > Scan::tile) own.walk.next(scan.op, scan.whole(own));
      });
    }
  }
};
/// Rows of four chunks or less, a thread's each: the folds before a chunk are joined in order.
inline constexpr int chunks_of_thread = 4;
template <bool Unit, class Backend, class Program, class Op, class Sink>
struct scan_rows_in_teams {
  using value = typename Op::value_type;
  using rows_type = team_rows<Unit, value, 16384>;
  using shared = typename rows_type::shared;
  static constexpr int threads = rows_type::threads;
  rows_type rows;
  Program program;
  Op op;
  Sink sink;

  KOKKOS_INLINE_FUNCTION void operator()(team<Backend, threads> const& all, shared& own,
                                         std::int64_t turn) const
  {
    auto const some = rows.of_turn(turn);
    all.each([&](int rank) { rows.read(own, rank, some, program); });
    all.each([&](int rank) {
      for (int r = rank; r < some.count; r += threads) {
        constexpr int items = scan_items<value>;
        scan_fold<value, 1> before;
        for (int begin = 0; begin < rows.length; begin += items) {
          int const end = begin + items < rows.length ? begin + items : rows.length;
          auto const at = [&](int e) -> value& { return own.x[rows.place(r, e)]; };
          value run = at(begin);
          if (before.there) at(begin) = op.combine(before.v[0], run);
          for (int e = begin + 1; e < end; ++e) {
            value& x = at(e);
            run = op.combine(run, x);
            x = before.there ? op.combine(before.v[0], run) : run;
          }
          before.append(op, {{run}, true});
        }
      }
    });
    all.each([&](int rank) {
      rows.write(own, rank, some, sink, [&](value const& x) { return op.finish(x); });
    });
  }
};

template <bool Unit, class Backend, class Program, class Op, class Sink>
void scan_rows_by_teams(queue<Backend>& on, reduction const& red, Program const& program,
                        Op const& op, Sink const& sink)
{
  using scan_type = scan_of_rows<Unit, Program, Op, Sink>;
  using shared = typename scan_type::shared;
  scan_type scan{red, program, op, sink};
  if (red.length == 0 || red.kept == 0) return;
  using in_teams = scan_rows_in_teams<Unit, Backend, Program, Op, Sink>;
  using rows = typename in_teams::rows_type;
  if (rows::take(red, chunks_of_thread * scan_type::items)) {
    in_teams const f{rows(red), program, op, sink};
    return for_teams<in_teams::threads, typename in_teams::shared, 2 * in_teams::threads>(
        on, "rows", f.rows.turns(), f);
  }
  std::int64_t const tiles = (red.length + scan_type::tile - 1) / scan_type::tile;
  if (tiles == 1) {
    int const chunks = static_cast<int>((red.length + scan_type::items - 1) / scan_type::items),
              together = team_threads / chunks;
    scan.by_length = divisor(red.length);
    scan.by_chunks = divisor(chunks);
    return for_teams<team_threads, shared, scan_type::most_threads>(
        on, "rows", (red.kept + together - 1) / together,
        scan_rows_of_one_tile<scan_type>{scan, together, chunks});
  }
  if (red.kept > 1 && red.kept >= on.threads() / (4 * team_threads))
    return for_teams<team_threads, shared, scan_type::most_threads>(
        on, "rows", red.kept, scan_rows_by_walks<scan_type>{scan});
  scan_at_once(on, scan, red.kept, tiles);
}

/// Folds before a group, and before its supergroup.
template <class Value>
struct folds_of_group {
  scan_fold<Value, 1> groups, supergroups;
};

/// Those of tiles become the folds of what is before each in its group.
template <class Op>
struct fold_groups {
  using value = typename Op::value_type;
  static constexpr int group = scan_order<value>::group;
  struct shared {
    value fold[team_threads];
  };
  Op op;
  std::int64_t tiles, groups;
  scan_fold<value, 1>* of_tile;
  folds_of_group<value>* of_group;

  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, shared& own, std::int64_t number) const
  {
    std::int64_t const k = quotient(number, groups), first = (number - k * groups) * group,
                       left = tiles - first;
    int const here = static_cast<int>(left < group ? left : group),
              count = static_cast<int>(left - 1 < group ? left - 1 : group);  // that have folds
    auto* const tile = of_tile + k * tiles + first;
    all.each([&](int rank) {
      if (rank < count) own.fold[rank] = tile[rank].v[0];
    });
    fold_by_halves(all, op, own.fold, group, [&](int rank, auto const& f) { f(rank, count); });
    all.each([&](int rank) {
      if (rank < here) tile[rank] = folded_before(op, own.fold, rank);
      if (rank == 0 && count == group) of_group[number].groups = folded_before(op, own.fold, group);
    });
  }
};
/// And those of groups the folds of all groups before each.
template <class Op>
struct walk_groups {
  using value = typename Op::value_type;
  struct shared {
    folds_of_group<value> group[team_threads];
  };
  Op op;
  std::int64_t groups;
  folds_of_group<value>* of_group;

  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, shared& own, std::int64_t k) const
  {
    auto* const group = of_group + k * groups;
    per_thread<folds_of_group<value>, Team> kept;
    all.each([&](int rank) { kept[rank] = {}; });
    for (std::int64_t first = 0; first < groups; first += team_threads) {
      all.each([&](int rank) {
        if (first + rank < groups) own.group[rank] = group[first + rank];
      });
      all.each([&](int rank) {
        if (rank > 0) return;
        auto& before = kept[rank];
        for (std::int64_t g = first; g < groups && g < first + team_threads; ++g) {
          scan_fold<value, 1> const here = own.group[g - first].groups;
          own.group[g - first] = before;
          if (g + 1 == groups) break;  // nothing is behind it
          before.groups.append(op, here);
          if ((g + 1) % scan_order<value>::supergroup == 0)
            before.supergroups.append(op, before.groups.taken());
        }
      });
      all.each([&](int rank) {
        if (first + rank < groups) group[first + rank] = own.group[rank];
      });
    }
  }
};
/// Columns of which there are few, of `length` elements: their chunks, tiles and groups, and what
/// is known of each. A column's are numbered k × inner + i.
template <class Value>
struct parts_of_columns {
  static constexpr int in_tile = scan_threads;  // chunks
  std::int64_t inner, chunks, tiles, groups;
  Value* of_chunk;  // as elements lie: its fold, and then that of those before it in its tile
  scan_fold<Value, 1>* of_tile;
  folds_of_group<Value>* of_group;
};
template <bool Unit, class Program, class Op, class Sink>
struct scan_of_columns {
  using value = typename Op::value_type;
  static constexpr int items = scan_items<value>, held = items < 8 ? items : 8;
  reduction red;
  Program program;
  Op op;
  Sink sink;
  parts_of_columns<value> parts;
  bool puts;  // or computes the chunk's fold

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t number) const
  {
    std::int64_t const inner = red.it.inner, upper = quotient(number, inner),
                       i = number - upper * inner, k = quotient(upper, parts.chunks),
                       chunk = upper - k * parts.chunks, first = chunk * items,
                       left = red.length - first;
    int const n = static_cast<int>(left < items ? left : items);
    position const at = reduced_position(red, k, first);
    auto const from = bind_along(program, at, red.kept_rank);
    auto const to = bind_along(sink, at, red.kept_rank);
    scan_fold<value, 1> const before =
        puts ? before_chunk(number, k * inner + i, chunk) : scan_fold<value, 1>();
    value run{};
    for (int e = 0; e < n; e += held) {
      value some[held];
      for (int h = 0; h < held; ++h)
        if (e + h < n) some[h] = static_cast<value>(from.template at<Unit>(i, e + h));
      for (int h = 0; h < held; ++h) {
        if (e + h >= n) break;
        run = e + h == 0 ? some[h] : op.combine(run, some[h]);
        if (puts)
          to.template put<Unit>(i, op.finish(before.there ? op.combine(before.v[0], run) : run),
                                e + h);
      }
    }
    if (!puts) parts.of_chunk[number] = run;
  }

 private:
  KOKKOS_INLINE_FUNCTION scan_fold<value, 1> before_chunk(std::int64_t number, std::int64_t column,
                                                          std::int64_t chunk) const
  {
    std::int64_t const tile = chunk / parts.in_tile, group = tile / scan_order<value>::group;
    auto const& of_group = parts.of_group[column * parts.groups + group];
    auto before = parts.of_tile[column * parts.tiles + tile];
    before.prepend(op, of_group.groups);
    before.prepend(op, of_group.supergroups);
    scan_fold<value, 1> ahead;
    if (chunk % parts.in_tile != 0) ahead = {{parts.of_chunk[number]}, true};
    ahead.prepend(op, before);
    return ahead;
  }
};
/// A thread has a tile's chunks, and leaves its fold.
template <class Op>
struct fold_tiles_of_columns {
  using value = typename Op::value_type;
  Op op;
  parts_of_columns<value> parts;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t number) const
  {
    std::int64_t const upper = quotient(number, parts.inner), i = number - upper * parts.inner,
                       k = quotient(upper, parts.tiles), tile = upper - k * parts.tiles,
                       first = tile * parts.in_tile, left = parts.chunks - first;
    int const n = static_cast<int>(left < parts.in_tile ? left : parts.in_tile);
    value* const of = parts.of_chunk + (k * parts.chunks + first) * parts.inner + i;
    scan_chunks_walk<value, 1> walk;
    for (int c = 0; c < n; ++c) {
      scan_fold<value, 1> const here{{of[c * parts.inner]}, true};
      of[c * parts.inner] = walk.before.v[0];
      walk.next(op, here);
    }
    parts.of_tile[(k * parts.inner + i) * parts.tiles + tile] = walk.before;
  }
};

template <bool Unit, class Backend, class Program, class Op, class Sink>
void scan_few_columns(queue<Backend>& on, reduction const& red, Program const& program,
                      Op const& op, Sink const& sink)
{
  using value = typename Op::value_type;
  using scan_type = scan_of_columns<Unit, Program, Op, Sink>;
  constexpr std::int64_t in_tile = parts_of_columns<value>::in_tile,
                         group = scan_order<value>::group;
  std::int64_t const inner = red.it.inner, columns = red.kept * inner;
  // whose elements a line of the memory has several of: each comes and goes as rows do
  if (inner <= 8) {
    using by_columns = scan_of_rows<Unit, Program, Op, Sink, true>;
    return scan_at_once(on, by_columns{red, program, op, sink}, columns,
                        (red.length + by_columns::tile - 1) / by_columns::tile);
  }
  std::int64_t const chunks = (red.length + scan_type::items - 1) / scan_type::items,
                     tiles = (chunks + in_tile - 1) / in_tile, groups = (tiles + group - 1) / group;
  auto const of_chunks = scratch_of<value>(on, columns * chunks);
  auto const of_tiles = scratch_of<scan_fold<value, 1>>(on, columns * tiles);
  auto const of_groups = scratch_of<folds_of_group<value>>(on, columns * groups);
  parts_of_columns<value> const parts{
      inner, chunks, tiles, groups, of_chunks.data(), of_tiles.data(), of_groups.data()};
  for_each(on, "folds", columns * chunks, scan_type{red, program, op, sink, parts, false});
  for_each(on, "tiles", columns * tiles, fold_tiles_of_columns<Op>{op, parts});
  for_teams<team_threads, typename fold_groups<Op>::shared>(
      on, "groups", columns * groups,
      fold_groups<Op>{op, tiles, groups, parts.of_tile, parts.of_group});
  for_teams<team_threads, typename walk_groups<Op>::shared>(
      on, "before", columns, walk_groups<Op>{op, groups, parts.of_group});
  for_each(on, "columns", columns * chunks, scan_type{red, program, op, sink, parts, true});
}

}  // namespace acre::backends::generic
