#pragma once

#include <acre/backends/common/atomic.hpp>
#include <acre/backends/common/scan.hpp>
#include <acre/backends/generic/loops.hpp>
#include <acre/backends/generic/scan_team_tiles.hpp>
#include <acre/backends/generic/teams.hpp>

#include <cstdint>
#include <cstring>

/// Long rows in one look at their elements: a team has a tile, and says its fold as soon as it
/// knows that; where those of its group's earlier tiles have been said, and that of all before the
/// group, it says what the next group has before it. The order of teams changes nothing.
///
/// A team waits for those with lower tickets only, which have begun: they end whatever else runs.
namespace acre::backends::generic {

/// Words of 64 bits (queue::words_between_teams): a ticket, and of each row the folds of its tiles,
/// those before each group in its supergroup, and before each supergroup. A word is four bytes of a
/// fold, and its stamp says that they are there: no order of memory is asked for.
template <class Value>
struct said_folds {
  using word = stamped_words::word;
  static constexpr int each = (static_cast<int>(sizeof(Value)) + 3) / 4;
  std::int64_t rows, tiles, groups, supergroups;
  word* words;
  std::uint32_t stamp;

  said_folds(std::int64_t all, std::int64_t of_row) : rows(all), tiles(of_row)
  {
    using order = scan_order<Value>;
    groups = (tiles + order::group - 1) / order::group;
    supergroups = (groups + order::supergroup - 1) / order::supergroup;
  }
  std::int64_t count() const { return 1 + rows * (tiles + groups + supergroups) * each; }

  /// As many are given as there are tiles.
  KOKKOS_INLINE_FUNCTION std::int64_t ticket() const
  {
    auto const mine = static_cast<std::int64_t>(atomic_fetch_add(words, word{1}));
    if (mine + 1 == rows * tiles) atomic_store(words, word{0});
    return mine;
  }
  KOKKOS_INLINE_FUNCTION word* of_tile(std::int64_t row, std::int64_t tile) const
  {
    return words + 1 + (row * (tiles + groups + supergroups) + tile) * each;
  }
  KOKKOS_INLINE_FUNCTION word* of_group(std::int64_t row, std::int64_t group) const
  {
    return of_tile(row, tiles + group);
  }
  KOKKOS_INLINE_FUNCTION word* of_supergroup(std::int64_t row, std::int64_t supergroup) const
  {
    return of_tile(row, tiles + groups + supergroup);
  }

  KOKKOS_INLINE_FUNCTION void say(word* to, Value const& v) const
  {
    std::uint32_t part[each] = {};
    std::memcpy(part, &v, sizeof(Value));
    for (int w = 0; w < each; ++w) atomic_store(to + w, word{stamp} << 32 | part[w]);
  }
  /// Waits for it.
  KOKKOS_INLINE_FUNCTION Value heard(word const* from) const
  {
    std::uint32_t part[each];
    for (int w = 0; w < each; ++w) {
      word seen = atomic_load(from + w);
      while (seen >> 32 != stamp) seen = atomic_load(from + w);
      part[w] = static_cast<std::uint32_t>(seen);
    }
    Value v;
    std::memcpy(&v, part, sizeof(Value));
    return v;
  }
};

/// Scan: scan_of_rows, and what it shares.
template <class Scan>
struct scan_tiles_at_once {
  using value = typename Scan::value;
  using fold = typename Scan::fold;
  using order = scan_order<value>;
  struct shared {
    typename Scan::shared tile;
    value earlier[team_threads];  // folds of the group's tiles
    fold before_group, before_supergroup, before;
    std::int64_t ticket;
  };
  Scan scan;
  said_folds<value> said;

  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, shared& own, std::int64_t) const
  {
    all.each([&](int rank) {
      if (rank == 0) own.ticket = said.ticket();
    });
    // (columns' tiles share what the memory reads at once)
    std::int64_t const ticket = own.ticket,
                       upper = quotient(ticket, Scan::columns ? said.rows : said.tiles),
                       lower = ticket - upper * (Scan::columns ? said.rows : said.tiles),
                       k = Scan::columns ? lower : upper, t = Scan::columns ? upper : lower,
                       group = t / order::group, supergroup = group / order::supergroup,
                       first = t * Scan::tile, left = scan.red.length - first;
    int const count = static_cast<int>(left < Scan::tile ? left : Scan::tile),
              place = static_cast<int>(t % order::group);
    bool const is_last = t + 1 == said.tiles, ends = !is_last && place == order::group - 1;
    scan.read(all, own.tile, k, 1, team_threads, first, count);
    all.each([&](int rank) {
      if (rank != 0 || is_last) return;
      own.earlier[place] = scan.whole(own.tile).v[0];
      said.say(said.of_tile(k, t), own.earlier[place]);
    });
    all.each([&](int rank) {
      if (rank < place) own.earlier[rank] = said.heard(said.of_tile(k, t - place + rank));
      if (rank != team_threads - 1) return;
      own.before_group = own.before_supergroup = {};
      if (group % order::supergroup > 0)
        own.before_group = {{said.heard(said.of_group(k, group))}, true};
      if (supergroup > 0)
        own.before_supergroup = {{said.heard(said.of_supergroup(k, supergroup))}, true};
    });
    int const folds = ends ? place + 1 : place;
    fold_by_halves(all, scan.op, own.earlier, folds,
                   [&](int rank, auto const& f) { f(rank, folds); });
    all.each([&](int rank) {
      if (rank == 0) {
        own.before = folded_before(scan.op, own.earlier, place);
        own.before.prepend(scan.op, own.before_group);
        own.before.prepend(scan.op, own.before_supergroup);
      }
      if (!ends || rank != team_threads - 1) return;
      fold next = folded_before(scan.op, own.earlier, order::group);
      next.prepend(scan.op, own.before_group);
      if ((group + 1) % order::supergroup > 0) {
        said.say(said.of_group(k, group + 1), next.v[0]);
      } else {
        next.prepend(scan.op, own.before_supergroup);
        said.say(said.of_supergroup(k, supergroup + 1), next.v[0]);
      }
    });
    scan.put(all, own.tile, k, 1, team_threads, first, count, own.before);
  }
};

template <class Backend, class Scan>
void scan_at_once(queue<Backend>& on, Scan const& scan, std::int64_t rows, std::int64_t tiles)
{
  using value = typename Scan::value;
  using at_once = scan_tiles_at_once<Scan>;
  said_folds<value> said(rows, tiles);
  stamped_words const between = on.words_between_teams(said.count());
  said.words = between.words;
  said.stamp = between.stamp;
  for_teams<team_threads, typename at_once::shared, Scan::most_threads>(on, "rows", rows * tiles,
                                                                        at_once{scan, said});
}

}  // namespace acre::backends::generic
