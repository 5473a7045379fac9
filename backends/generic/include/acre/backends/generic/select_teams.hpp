#pragma once

#include <acre/backends/common/runs.hpp>
#include <acre/backends/common/select.hpp>
#include <acre/backends/generic/teams.hpp>

#include <Kokkos_BitManipulation.hpp>

#include <cstdint>

/// Marks and what they select by teams (teams.hpp): a thread has eight neighbouring elements of a
/// tile, a byte of marks, and learns from the team how many are marked before those.
namespace acre::backends::generic {

inline constexpr int marks_of_thread = 8;
static_assert(mark_tile == team_threads * marks_of_thread);

struct shared_marks {
  static constexpr int threads = team_threads, parts = 16;
  std::uint8_t bits[threads];
  int before[threads + 1], sum[parts];  // marked elements before each thread's, and all

  /// From `bits`.
  template <class Team>
  KOKKOS_INLINE_FUNCTION void count(Team const& all)
  {
    constexpr int of_part = threads / parts;
    all.each([&](int rank) {
      if (rank >= parts) return;
      int marked = 0;
      for (int i = rank * of_part; i < (rank + 1) * of_part; ++i) {
        before[i] = marked;
        marked += Kokkos::popcount(static_cast<unsigned>(bits[i]));
      }
      sum[rank] = marked;
    });
    all.each([&](int rank) {
      int marked = before[rank];
      for (int part = 0; part < rank / of_part; ++part) marked += sum[part];
      before[rank] = marked;
      if (rank + 1 == threads)
        before[threads] = marked + Kokkos::popcount(static_cast<unsigned>(bits[rank]));
    });
  }
};
/// The bits of is_marked(b) for a thread's elements first + b, of `count` in all.
template <class F>
KOKKOS_INLINE_FUNCTION std::uint8_t marks_from(std::int64_t first, std::int64_t count,
                                               F const& is_marked)
{
  bool marked[marks_of_thread];
  for (int b = 0; b < marks_of_thread; ++b) marked[b] = first + b < count && is_marked(b);
  unsigned bits = 0;
  for (int b = 0; b < marks_of_thread; ++b) bits |= (marked[b] ? 1u : 0u) << b;
  return static_cast<std::uint8_t>(bits);
}

template <class Program>
struct mark_by_teams {
  using shared = shared_marks;
  Program program;
  std::int64_t count;
  marks m;
  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, shared& own, std::int64_t tile) const
  {
    all.each([&](int rank) {
      auto const row = program.bind(position{});
      std::int64_t const byte = tile * team_threads + rank;
      m.bits[byte] = own.bits[rank] = marks_from(byte * marks_of_thread, count, [&](int b) {
        return static_cast<bool>(row.template at<true>(byte * marks_of_thread + b));
      });
    });
    own.count(all);
    all.each([&](int rank) {
      if (rank == 0) m.offsets[tile] = own.before[team_threads];
    });
  }
};

template <class Program, class Out>
struct pick_by_teams {
  using shared = shared_marks;
  Program program;
  marks m;
  Out* out;
  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, shared& own, std::int64_t tile) const
  {
    if (m.offsets[tile] == m.offsets[tile + 1]) return;
    std::int64_t const first = tile * team_threads;
    all.each([&](int rank) { own.bits[rank] = m.bits[first + rank]; });
    own.count(all);
    all.each([&](int rank) {
      auto const row = program.bind(position{});
      Out picked[marks_of_thread];  // all are read before one is written
      for (int b = 0; b < marks_of_thread; ++b)
        if ((own.bits[rank] >> b & 1) != 0)
          picked[b] = row.template at<true>((first + rank) * marks_of_thread + b);
      Out* to = out + m.offsets[tile] + own.before[rank];
      for (int b = 0; b < marks_of_thread; ++b)
        if ((own.bits[rank] >> b & 1) != 0) *to++ = picked[b];
    });
  }
};

/// Counts what a selection keeps of each tile, or, with counts that have been added up, puts it.
template <bool Puts, class Selection, class Out>
struct select_by_teams {
  using shared = shared_marks;
  Selection selection;
  std::int64_t count;
  std::int64_t* offsets;
  Out* out;
  std::int64_t* kept;
  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, shared& own, std::int64_t tile) const
  {
    std::int64_t const first = tile * team_threads;
    per_thread<Out[marks_of_thread], Team> values;
    all.each([&](int rank) {
      auto const row = selection.bind(position{});
      std::int64_t const i = (first + rank) * marks_of_thread;
      own.bits[rank] = marks_from(i, count, [&](int b) {
        auto const e = row.at(i + b);
        if constexpr (Puts) values[rank][b] = e.value.v[0];
        return static_cast<bool>(e.keeps.v[0]);
      });
    });
    own.count(all);
    all.each([&](int rank) {
      if constexpr (Puts) {
        Out* to = out + offsets[tile] + own.before[rank];
        for (int b = 0; b < marks_of_thread; ++b)
          if ((own.bits[rank] >> b & 1) != 0) *to++ = values[rank][b];
        if (rank == 0 && (tile + 1) * mark_tile >= count) *kept = offsets[tile + 1];
      } else if (rank == 0) {
        offsets[tile] = own.before[team_threads];
      }
    });
  }
};

/// A tile's marks and facts (runs.hpp).
template <class Rule, class T>
struct mark_runs_by_teams {
  struct shared {
    shared_marks marked;
    run_facts seen[team_threads];
  };
  Rule rule;
  T const* elements;
  std::int64_t n;
  marks m;
  std::uint32_t* words;
  run_facts* of_tiles;

  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, shared& own, std::int64_t tile) const
  {
    constexpr int some = 16;
    all.each([&](int rank) {
      std::int64_t const byte = tile * team_threads + rank, first = byte * marks_of_thread;
      run_facts seen;
      T x[marks_of_thread + 1];  // the one before, too
      for (int b = 0; b <= marks_of_thread; ++b)
        if (std::int64_t const i = first + b - 1; i >= 0 && i < n) x[b] = elements[i];
      unsigned bits = 0;
      for (int b = 0; b < marks_of_thread; ++b) {
        std::int64_t const i = first + b;
        if (i >= n) break;
        if (i == 0 || !rule.same(x[b], x[b + 1])) bits |= 1u << b;
        if constexpr (Rule::ranks) {
          std::uint64_t const rank_of_it = rule.rank(x[b + 1]);
          seen.low = rank_of_it < seen.low ? rank_of_it : seen.low;
          seen.high = rank_of_it > seen.high ? rank_of_it : seen.high;
          if (i > 0 && rule.rank(x[b]) > rank_of_it) seen.falls = 1;
          if (words) words[i] = static_cast<std::uint32_t>(rank_of_it);
        }
      }
      seen.count = Kokkos::popcount(bits);
      m.bits[byte] = static_cast<std::uint8_t>(bits);
      if (!words) seen.left_out = 1;
      own.seen[rank] = seen;
    });
    for (int step = 1; step < team_threads; step *= some)
      all.each([&](int rank) {
        if (rank % (step * some) == 0)
          for (int i = 1; i < some; ++i) own.seen[rank].add(own.seen[rank + i * step]);
      });
    all.each([&](int rank) {
      if (rank > 0) return;
      of_tiles[tile] = own.seen[0];
      m.offsets[tile] = own.seen[0].count;
    });
  }
};

/// The first marked element behind a tile, or n.
KOKKOS_INLINE_FUNCTION std::int64_t first_marked_behind(marks const& m, std::int64_t tile,
                                                        std::int64_t n)
{
  std::int64_t const tiles = mark_tiles(n);
  if (m.offsets[tile + 1] == m.offsets[tiles]) return n;
  std::int64_t byte = next_marked_tile(m, tile, tiles) * team_threads;
  while (m.bits[byte] == 0) ++byte;
  return byte * marks_of_thread + Kokkos::countr_zero(static_cast<unsigned>(m.bits[byte]));
}
template <class F>
struct visit_marked_by_teams {
  struct shared {
    shared_marks marked;
    std::int64_t behind;
  };
  std::int64_t n;
  marks m;
  F f;
  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, shared& own, std::int64_t tile) const
  {
    if (m.offsets[tile] == m.offsets[tile + 1]) return;
    std::int64_t const first = tile * team_threads;
    all.each([&](int rank) {
      own.marked.bits[rank] = m.bits[first + rank];
      if constexpr (asks_for_next<F>)
        if (rank == 0) own.behind = first_marked_behind(m, tile, n);
    });
    own.marked.count(all);
    all.each([&](int rank) {
      std::int64_t k = m.offsets[tile] + own.marked.before[rank];
      for (unsigned bits = own.marked.bits[rank]; bits != 0; bits &= bits - 1) {
        std::int64_t const i = (first + rank) * marks_of_thread + Kokkos::countr_zero(bits);
        if constexpr (asks_for_next<F>) {
          int byte = rank;
          unsigned later = bits & (bits - 1);
          while (later == 0 && ++byte < team_threads) later = own.marked.bits[byte];
          f(k++, i,
            later != 0 ? (first + byte) * marks_of_thread + Kokkos::countr_zero(later)
                       : own.behind);
        } else {
          f(k++, i);
        }
      }
    });
  }
};
template <class F>
struct visit_elements_by_teams {
  using shared = shared_marks;
  std::int64_t n;
  marks m;
  F f;
  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, shared& own, std::int64_t tile) const
  {
    std::int64_t const first = tile * team_threads;
    all.each([&](int rank) { own.bits[rank] = m.bits[first + rank]; });
    own.count(all);
    all.each([&](int rank) {
      for (int j = rank; j < mark_tile; j += team_threads) {
        std::int64_t const i = tile * mark_tile + j;
        if (i >= n) return;
        int const byte = j / marks_of_thread;
        unsigned const until = own.bits[byte] & ((2u << j % marks_of_thread) - 1);
        f(i, m.offsets[tile] + own.before[byte] + Kokkos::popcount(until) - 1);
      }
    });
  }
};

template <class Kernel, class Backend>
void for_tiles_of_marks(queue<Backend>& on, char const* step, std::int64_t n, Kernel const& f)
{
  for_teams<team_threads, typename Kernel::shared>(on, step, mark_tiles(n), f);
}

}  // namespace acre::backends::generic
