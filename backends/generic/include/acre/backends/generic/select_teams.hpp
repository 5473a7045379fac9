#pragma once

#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/runs.hpp>
#include <acre/backends/common/select.hpp>
#include <acre/backends/generic/teams.hpp>

#include <Kokkos_BitManipulation.hpp>

#include <bit>
#include <cstdint>
#include <type_traits>

/// Marks and what they select by teams (teams.hpp): a thread has eight neighbouring elements of a
/// tile, a byte of marks, and learns from the team how many are marked before those. What is marked
/// is listed in the team's memory, so that neighbouring threads have neighbouring ones of it.
namespace acre::backends::generic {

inline constexpr int marks_of_thread = 8;
static_assert(mark_tile == team_threads * marks_of_thread);

/// A team's marks, a byte for each thread.
struct marks_of_team {
  alignas(16) std::uint8_t bits[team_threads];

  /// As 64 bits, the first one the lowest.
  KOKKOS_INLINE_FUNCTION std::uint64_t word(int of_eight) const
  {
    static_assert(std::endian::native == std::endian::little);
    return reinterpret_cast<std::uint64_t const*>(bits)[of_eight];
  }
  /// The first marked element, or -1.
  KOKKOS_INLINE_FUNCTION int first() const
  {
    int first = -1;
    for (int of_eight = team_threads / 8 - 1; of_eight >= 0; --of_eight)
      if (std::uint64_t const eight = word(of_eight); eight != 0)
        first = 64 * of_eight + Kokkos::countr_zero(eight);
    return first;
  }
};

struct shared_marks : marks_of_team {
  static constexpr int threads = team_threads, parts = 16;
  alignas(16) std::uint8_t through[threads];  // marked ones of a part, each thread's the last
  packet<int, 4> sum[parts / 4];
  int before[threads + 1];  // marked elements before each thread's, and all

  /// From `bits`.
  template <class Team>
  KOKKOS_INLINE_FUNCTION void count(Team const& all)
  {
    constexpr int of_part = threads / parts, words = of_part / 8;
    all.each([&](int rank) {
      if (rank >= parts) return;
      std::uint64_t marked = 0;
      for (int w = 0; w < words; ++w) {  // of each byte in its place, then of those below as well
        std::uint64_t in = word(rank * words + w);
        in -= in >> 1 & 0x5555555555555555u;
        in = (in & 0x3333333333333333u) + (in >> 2 & 0x3333333333333333u);
        in = (in + (in >> 4)) & 0x0f0f0f0f0f0f0f0fu;
        in = (in + marked) * 0x0101010101010101u;
        reinterpret_cast<std::uint64_t*>(through)[rank * words + w] = in;
        marked = in >> 56;
      }
      sum[rank / 4].v[rank % 4] = static_cast<int>(marked);
    });
    all.each([&](int rank) {
      int marked = through[rank];
      for (int part = 0; part < parts; part += 4) {
        auto const four = sum[part / 4];
        for (int p = 0; p < 4; ++p) marked += part + p < rank / of_part ? four.v[p] : 0;
      }
      before[rank] = marked - Kokkos::popcount(static_cast<unsigned>(bits[rank]));
      if (rank + 1 == threads) before[threads] = marked;
    });
  }
};
/// Their places as well, in order.
struct shared_places : shared_marks {
  std::uint16_t place[mark_tile];

  template <class Team>
  KOKKOS_INLINE_FUNCTION void list(Team const& all)
  {
    count(all);
    all.each([&](int rank) {
      std::uint16_t* to = place + before[rank];
      for (int b = 0; b < marks_of_thread; ++b)
        if ((bits[rank] >> b & 1) != 0) *to++ = static_cast<std::uint16_t>(rank * 8 + b);
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
/// The marks of eight truth values.
template <class Packet>
KOKKOS_INLINE_FUNCTION std::uint8_t marks_from(Packet const& marked)
{
  unsigned bits = 0;
  for (int b = 0; b < marks_of_thread; ++b) bits |= (static_cast<bool>(marked.v[b]) ? 1u : 0u) << b;
  return static_cast<std::uint8_t>(bits);
}

template <class Program>
struct mark_by_teams {
  using shared = shared_marks;
  Program program;
  std::int64_t count;
  bool packed;
  marks m;
  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, shared& own, std::int64_t tile) const
  {
    all.each([&](int rank) {
      auto const row = program.bind(position{});
      std::int64_t const byte = tile * team_threads + rank, first = byte * marks_of_thread;
      m.bits[byte] = own.bits[rank] =
          packed && first + marks_of_thread <= count
              ? marks_from(row.template load<marks_of_thread, true>(first))
              : marks_from(first, count, [&](int b) {
                  return static_cast<bool>(row.template at<true>(first + b));
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
  using shared = shared_places;
  Program program;
  marks m;
  Out* out;
  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, shared& own, std::int64_t tile) const
  {
    std::int64_t const to = m.offsets[tile], end = m.offsets[tile + 1];
    all.each([&](int rank) { own.bits[rank] = m.bits[tile * team_threads + rank]; });
    if (to == end) return;
    own.list(all);
    all.each([&](int rank) {
      auto const row = program.bind(position{});
      int const marked = static_cast<int>(end - to);
      constexpr int held = 4;  // read before one is written
      for (int k = rank; k < marked; k += held * team_threads) {
        Out picked[held];
        for (int h = 0; h < held; ++h)
          if (int const i = k + h * team_threads; i < marked)
            picked[h] = row.template at<true>(tile * mark_tile + own.place[i]);
        for (int h = 0; h < held; ++h)
          if (int const i = k + h * team_threads; i < marked) out[to + i] = picked[h];
      }
    });
  }
};

/// Counts what a selection keeps of each tile, or, with counts that have been added up, puts it.
template <bool Puts, class Selection, class Out>
struct select_by_teams {
  struct counted : shared_marks {};
  struct values_too : shared_marks {
    Out values[mark_tile];
  };
  using shared = std::conditional_t<Puts, values_too, counted>;
  Selection selection;
  std::int64_t count;
  bool packed;
  std::int64_t* offsets;
  Out* out;
  std::int64_t* kept;
  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, shared& own, std::int64_t tile) const
  {
    per_thread<Out[marks_of_thread], Team> values;
    all.each([&](int rank) {
      auto const row = selection.bind(position{});
      std::int64_t const i = (tile * team_threads + rank) * marks_of_thread;
      if constexpr (requires { row.template load<marks_of_thread>(i); })
        if (packed && i + marks_of_thread <= count) {
          auto const e = row.template load<marks_of_thread>(i);
          if constexpr (Puts)
            for (int b = 0; b < marks_of_thread; ++b) values[rank][b] = e.value.v[b];
          own.bits[rank] = marks_from(e.keeps);
          return;
        }
      own.bits[rank] = marks_from(i, count, [&](int b) {
        auto const e = row.at(i + b);
        if constexpr (Puts) values[rank][b] = e.value.v[0];
        return static_cast<bool>(e.keeps.v[0]);
      });
    });
    own.count(all);
    if constexpr (Puts) {
      all.each([&](int rank) {
        Out* to = own.values + own.before[rank];
        for (int b = 0; b < marks_of_thread; ++b)
          if ((own.bits[rank] >> b & 1) != 0) *to++ = values[rank][b];
      });
      all.each([&](int rank) {
        Out* const to = out + offsets[tile];
        for (int k = rank; k < own.before[team_threads]; k += team_threads) to[k] = own.values[k];
        if (rank == 0 && (tile + 1) * mark_tile >= count) *kept = offsets[tile + 1];
      });
    } else {
      all.each([&](int rank) {
        if (rank == 0) offsets[tile] = own.before[team_threads];
      });
    }
  }
};

/// A tile's marks and facts (runs.hpp).
template <class Rule, class T>
struct mark_runs_by_teams {
  struct with_facts : shared_marks {
    run_facts seen[team_threads];
  };
  struct without_facts : shared_marks {};
  using shared = std::conditional_t<Rule::ranks, with_facts, without_facts>;
  Rule rule;
  T const* elements;
  std::int64_t n;
  bool packed;  // their addresses: eight can be loaded at once
  marks m;
  std::uint32_t* words;
  run_facts* of_tiles;  // if Rule::ranks

  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, shared& own, std::int64_t tile) const
  {
    all.each([&](int rank) {
      std::int64_t const byte = tile * team_threads + rank, first = byte * marks_of_thread;
      packet<T, marks_of_thread> x;
      T before;
      if (first > 0 && first <= n) before = elements[first - 1];
      if (packed && first + marks_of_thread <= n)
        x = *reinterpret_cast<packet<T, marks_of_thread> const*>(elements + first);
      else
        for (int b = 0; b < marks_of_thread; ++b)
          if (first + b < n) x.v[b] = elements[first + b];
      unsigned bits = 0;
      run_facts seen;
      for (int b = 0; b < marks_of_thread; ++b) {
        std::int64_t const i = first + b;
        if (i >= n) break;
        T const& left = b > 0 ? x.v[b > 0 ? b - 1 : 0] : before;
        if (i == 0 || !rule.same(left, x.v[b])) bits |= 1u << b;
        if constexpr (Rule::ranks) {
          std::uint64_t const rank_of_it = rule.rank(x.v[b]);
          seen.low = rank_of_it < seen.low ? rank_of_it : seen.low;
          seen.high = rank_of_it > seen.high ? rank_of_it : seen.high;
          if (i > 0 && rule.rank(left) > rank_of_it) seen.falls = 1;
          if (words) words[i] = static_cast<std::uint32_t>(rank_of_it);
        }
      }
      m.bits[byte] = own.bits[rank] = static_cast<std::uint8_t>(bits);
      if constexpr (Rule::ranks) own.seen[rank] = seen;
    });
    own.count(all);
    if constexpr (Rule::ranks) {
      constexpr int some = 16;
      all.each([&](int rank) {
        if (rank >= some) return;
        run_facts seen = own.seen[rank];
        for (int i = rank + some; i < team_threads; i += some) seen.add(own.seen[i]);
        own.seen[rank] = seen;
      });
    }
    all.each([&](int rank) {
      if (rank > 0) return;
      m.offsets[tile] = own.before[team_threads];
      if constexpr (Rule::ranks) {
        run_facts seen = own.seen[0];
        for (int i = 1; i < 16; ++i) seen.add(own.seen[i]);
        seen.count = own.before[team_threads];
        if (!words) seen.left_out = 1;
        of_tiles[tile] = seen;
      }
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
  struct with_next : shared_places {
    marks_of_team next;  // the next tile's
  };
  using shared = std::conditional_t<asks_for_next<F>, with_next, shared_places>;
  std::int64_t n;
  marks m;
  F f;
  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, shared& own, std::int64_t tile) const
  {
    std::int64_t const to = m.offsets[tile], end = m.offsets[tile + 1], first = tile * mark_tile;
    all.each([&](int rank) {
      std::int64_t const byte = tile * team_threads + rank;
      own.bits[rank] = m.bits[byte];
      if constexpr (asks_for_next<F>)
        own.next.bits[rank] = first + mark_tile < n ? m.bits[byte + team_threads] : 0;
    });
    if (to == end) return;
    own.list(all);
    all.each([&](int rank) {
      int const marked = static_cast<int>(end - to);
      for (int k = rank; k < marked; k += team_threads)
        if constexpr (!asks_for_next<F>)
          f(to + k, first + own.place[k]);
        else if (k + 1 < marked)
          f(to + k, first + own.place[k], first + own.place[k + 1]);
        else if (int const next = own.next.first(); next >= 0)
          f(to + k, first + own.place[k], first + mark_tile + next);
        else
          f(to + k, first + own.place[k], first_marked_behind(m, tile, n));
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
    std::int64_t const before = m.offsets[tile];
    all.each([&](int rank) { own.bits[rank] = m.bits[tile * team_threads + rank]; });
    own.count(all);
    all.each([&](int rank) {
      for (int j = rank; j < mark_tile; j += team_threads) {
        std::int64_t const i = tile * mark_tile + j;
        if (i >= n) return;
        int const byte = j / marks_of_thread;
        unsigned const until = own.bits[byte] & ((2u << j % marks_of_thread) - 1);
        f(i, before + own.before[byte] + Kokkos::popcount(until) - 1);
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
