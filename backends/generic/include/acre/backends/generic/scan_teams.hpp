#pragma once

#include <acre/backends/common/scan.hpp>
#include <acre/backends/generic/team_rows.hpp>
#include <acre/backends/generic/teams.hpp>

#include <algorithm>
#include <cstdint>

/// Scans by teams (teams.hpp): a thread scans a chunk, of elements that the team has in its memory.
/// Rows of a chunk or less are a thread's, those of a tile or less are scanned some at a time. A
/// team walks through each of many longer ones; the folds of few ones' tiles are computed first,
/// and those before each tile by groups.
namespace acre::backends::generic {

static_assert(scan_threads == team_threads);

/// What a team of scans shares: a tile, each chunk behind a gap so that its threads begin in memory
/// of different banks, and the folds of chunks.
template <class Value>
struct shared_tile {
  static constexpr int items = scan_items<Value>, gap = sizeof(Value) <= 16 && items > 1 ? 1 : 0;
  Value v[team_threads * (items + gap)];
  Value fold[team_threads];
  scan_tiles_walk<Value, 1> walk;

  KOKKOS_INLINE_FUNCTION Value* chunk(int number) { return v + number * (items + gap); }
  /// Element e of the row whose first chunk is `chunk`.
  KOKKOS_INLINE_FUNCTION Value& at(int chunk, int e)
  {
    int const place = chunk * items + e;
    return v[place + place / items * gap];
  }
};
/// Accumulators that a team has room for.
template <class Value>
inline constexpr bool scans_by_teams =
    sizeof(Value) <= 32 && scan_order<Value>::group <= team_threads;

/// Folds fold[rank] of neighbours that are numbered `number` from a multiple of 32 on, there being
/// `count`, become those of all up to each, within 32, by halves. All of a team call it; lane(rank,
/// f) calls f(number, count) for a thread that has one.
template <class Team, class Op, class Value, class Lane>
KOKKOS_INLINE_FUNCTION void fold_by_halves(Team const& all, Op const& op, Value* fold, int most,
                                           Lane const& lane)
{
  for (int half = 1; half < scan_lanes && half < most; half *= 2)
    all.each([&](int rank) {
      lane(rank, [&](int number, int count) {
        if ((number & half) != 0 && number < count)
          fold[rank] = op.combine(fold[rank - (number & (half - 1)) - 1], fold[rank]);
      });
    });
}
/// The fold of all folds before number `number`: whole ones of 32 in order, and the rest.
template <class Op, class Value>
KOKKOS_INLINE_FUNCTION scan_fold<Value, 1> folded_before(Op const& op, Value const* fold,
                                                         int number)
{
  scan_fold<Value, 1> before;
  int const whole = number / scan_lanes;
  for (int p = 0; p < whole; ++p)
    before.append(op, {{fold[p * scan_lanes + scan_lanes - 1]}, true});
  if (number % scan_lanes > 0) before.append(op, {{fold[number - 1]}, true});
  return before;
}

/// Folds before a group, and before its supergroup.
template <class Value>
struct folds_of_group {
  scan_fold<Value, 1> groups, supergroups;
};

template <bool Unit, class Program, class Op, class Sink>
struct scan_of_rows {
  using value = typename Op::value_type;
  using shared = shared_tile<value>;
  using fold = scan_fold<value, 1>;
  static constexpr int items = scan_items<value>, tile = scan_tile<value>,
                       // a team waits at each step: the more teams there are the better
      most_threads = sizeof(value) <= 8 ? 2 * team_threads : team_threads;
  reduction red;
  Program program;
  Op op;
  Sink sink;

  KOKKOS_INLINE_FUNCTION bool one_run() const { return red.it.outer_rank == red.kept_rank; }
  /// Whether rows of `count` elements follow each other in memory.
  KOKKOS_INLINE_FUNCTION bool is_flat(int count) const
  {
    return Unit && one_run() && red.dense && red.kept_rank == 1 && count == red.it.inner;
  }
  /// Element j of rows of `count` from k on.
  struct element_at {
    position place;
    std::int64_t i;
    KOKKOS_INLINE_FUNCTION element_at(scan_of_rows const& scan, std::int64_t k, std::int64_t first,
                                      int count, int j)
    {
      int const row = j / count;
      std::int64_t const e = first + j - row * count,
                         run = scan.one_run() ? 0 : quotient(e, scan.red.it.inner);
      place = reduced_position(scan.red, k + row, run);
      i = e - run * scan.red.it.inner;
    }
  };
  /// Elements first … first + count - 1 of `rows` rows from k on, which have `chunks` each, come to
  /// the team's memory, each chunk is scanned, and their folds are joined.
  template <class Team>
  KOKKOS_INLINE_FUNCTION void read(Team const& all, shared& own, std::int64_t k, int rows,
                                   int chunks, std::int64_t first, int count) const
  {
    all.each([&](int rank) {
      // several are read before one is written, which might be what is read next
      constexpr int held = items < 8 ? items : 8;
      int const in_all = rows * count;
      auto const read_by = [&](auto const& element) {
        for (int begin = rank; begin < in_all; begin += held * team_threads) {
          value some[held];
          for (int h = 0; h < held; ++h)
            if (int const j = begin + h * team_threads; j < in_all)
              some[h] = static_cast<value>(element(j));
          for (int h = 0; h < held; ++h)
            if (int const j = begin + h * team_threads; j < in_all) {
              int const row = rows == 1 ? 0 : j / count;
              own.at(row * chunks, j - row * count) = some[h];
            }
        }
      };
      if (one_run() && rows == 1) {
        auto const bound = program.bind(reduced_position(red, k, 0));
        read_by([&](int j) { return bound.template at<Unit>(first + j); });
      } else if (is_flat(count)) {
        auto const bound = program.bind(reduced_position(red, k, 0), 0);
        read_by([&](int j) { return bound.template at<Unit>(j); });
      } else {
        read_by([&](int j) {
          element_at const at(*this, k, first, count, j);
          return program.bind(at.place).template at<Unit>(at.i);
        });
      }
    });
    all.each([&](int rank) {
      int const row = rank / chunks, begin = (rank - row * chunks) * items;
      if (row >= rows || begin >= count) return;
      int const n = count - begin < items ? count - begin : items;
      value* const v = own.chunk(rank);
      value run = v[0];
      for (int i = 1; i < n; ++i) v[i] = run = op.combine(run, v[i]);
      own.fold[rank] = run;
    });
    fold_by_halves(all, op, own.fold, chunks, [&](int rank, auto const& f) {
      int const row = rank / chunks;
      if (row < rows) f(rank - row * chunks, count / items);
    });
  }
  KOKKOS_INLINE_FUNCTION fold whole(shared const& own) const
  {
    return folded_before(op, own.fold, team_threads);
  }
  /// The scan of what was read, behind `before`, goes to the sink.
  template <class Team>
  KOKKOS_INLINE_FUNCTION void put(Team const& all, shared& own, std::int64_t k, int rows,
                                  int chunks, std::int64_t first, int count,
                                  fold const& before) const
  {
    all.each([&](int rank) {
      int const row = rank / chunks, chunk = rank - row * chunks, begin = chunk * items;
      if (row >= rows || begin >= count) return;
      fold ahead = folded_before(op, own.fold + row * chunks, chunk);
      ahead.prepend(op, before);
      if (!ahead.there) return;
      int const n = count - begin < items ? count - begin : items;
      value* const v = own.chunk(rank);
      for (int i = 0; i < n; ++i) v[i] = op.combine(ahead.v[0], v[i]);
    });
    all.each([&](int rank) {
      auto const made = [&](int j) {
        int const row = rows == 1 ? 0 : j / count;
        return op.finish(own.at(row * chunks, j - row * count));
      };
      int const in_all = rows * count;
      if (one_run() && rows == 1) {
        auto const bound = sink.bind(reduced_position(red, k, 0));
        for (int j = rank; j < in_all; j += team_threads)
          bound.template put<Unit>(first + j, made(j));
      } else if (is_flat(count)) {
        auto const bound = sink.bind(reduced_position(red, k, 0), 0);
        for (int j = rank; j < in_all; j += team_threads) bound.template put<Unit>(j, made(j));
      } else {
        for (int j = rank; j < in_all; j += team_threads) {
          element_at const at(*this, k, first, count, j);
          sink.bind(at.place).template put<Unit>(at.i, made(j));
        }
      }
    });
  }
};

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
/// The folds of all tiles of a row but the last.
template <class Scan>
struct fold_tiles {
  Scan scan;
  std::int64_t tiles;
  typename Scan::fold* of_tile;
  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, typename Scan::shared& own,
                                         std::int64_t number) const
  {
    std::int64_t const k = quotient(number, tiles - 1), t = number - k * (tiles - 1);
    scan.read(all, own, k, 1, team_threads, t * Scan::tile, Scan::tile);
    all.each([&](int rank) {
      if (rank == 0) of_tile[k * tiles + t] = scan.whole(own);
    });
  }
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
template <class Scan>
struct put_tiles {
  Scan scan;
  std::int64_t tiles, groups;
  typename Scan::fold const* of_tile;
  folds_of_group<typename Scan::value> const* of_group;
  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, typename Scan::shared& own,
                                         std::int64_t number) const
  {
    using order = scan_order<typename Scan::value>;
    std::int64_t const k = quotient(number, tiles), t = number - k * tiles, first = t * Scan::tile,
                       left = scan.red.length - first;
    int const count = static_cast<int>(left < Scan::tile ? left : Scan::tile);
    auto before = of_tile[number];
    auto const& group = of_group[k * groups + t / order::group];
    before.prepend(scan.op, group.groups);
    before.prepend(scan.op, group.supergroups);
    scan.read(all, own, k, 1, team_threads, first, count);
    scan.put(all, own, k, 1, team_threads, first, count, before);
  }
};

/// Rows of one chunk or less, a thread's each.
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
        value run = own.x[rows.place(r * rows.length)];
        for (int e = 1; e < rows.length; ++e) {
          value& x = own.x[rows.place(r * rows.length + e)];
          x = run = op.combine(run, x);
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
  using value = typename Op::value_type;
  using shared = typename scan_type::shared;
  scan_type const scan{red, program, op, sink};
  if (red.length == 0 || red.kept == 0) return;
  using in_teams = scan_rows_in_teams<Unit, Backend, Program, Op, Sink>;
  using rows = typename in_teams::rows_type;
  if (rows::take(red, scan_type::items)) {
    in_teams const f{rows(red), program, op, sink};
    return for_teams<in_teams::threads, typename in_teams::shared, 2 * in_teams::threads>(
        on, "rows", f.rows.turns(), f);
  }
  std::int64_t const tiles = (red.length + scan_type::tile - 1) / scan_type::tile;
  if (tiles == 1) {
    int const chunks = static_cast<int>((red.length + scan_type::items - 1) / scan_type::items),
              together = team_threads / chunks;
    return for_teams<team_threads, shared, scan_type::most_threads>(
        on, "rows", (red.kept + together - 1) / together,
        scan_rows_of_one_tile<scan_type>{scan, together, chunks});
  }
  if (red.kept > 1 && red.kept >= on.threads() / (4 * team_threads))
    return for_teams<team_threads, shared, scan_type::most_threads>(
        on, "rows", red.kept, scan_rows_by_walks<scan_type>{scan});
  std::int64_t const group = scan_order<value>::group, groups = (tiles + group - 1) / group;
  auto const folds = scratch_of<typename scan_type::fold>(on, red.kept * tiles);
  auto const of_groups = scratch_of<folds_of_group<value>>(on, red.kept * groups);
  auto* const of_tile = folds.data();
  auto* const of_group = of_groups.data();
  for_teams<team_threads, shared, scan_type::most_threads>(
      on, "folds", red.kept * (tiles - 1), fold_tiles<scan_type>{scan, tiles, of_tile});
  for_teams<team_threads, typename fold_groups<Op>::shared>(
      on, "groups", red.kept * groups, fold_groups<Op>{op, tiles, groups, of_tile, of_group});
  for_teams<team_threads, typename walk_groups<Op>::shared>(on, "before", red.kept,
                                                            walk_groups<Op>{op, groups, of_group});
  for_teams<team_threads, shared, scan_type::most_threads>(
      on, "rows", red.kept * tiles, put_tiles<scan_type>{scan, tiles, groups, of_tile, of_group});
}

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
  std::int64_t const inner = red.it.inner, columns = red.kept * inner,
                     chunks = (red.length + scan_type::items - 1) / scan_type::items,
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
