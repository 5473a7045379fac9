#pragma once

#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/runs.hpp>
#include <acre/backends/common/select.hpp>
#include <acre/backends/generic/team_sums.hpp>
#include <acre/backends/generic/teams.hpp>

#include <Kokkos_BitManipulation.hpp>

#include <bit>
#include <cstdint>
#include <type_traits>
#include <utility>

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

/// A tile's marks and facts (runs.hpp). Words of neighbours that are in order are left out where
/// those of a group of threads are.
template <class Rule, class T>
struct mark_runs_by_teams {
  static constexpr int some = 16, group = 32, groups = team_threads / group;
  template <class Rank>
  struct with_ranks : marks_of_team {
    alignas(16) std::uint8_t falls[team_threads];
    Rank low[team_threads], high[team_threads];
    int marked[some];

    KOKKOS_INLINE_FUNCTION bool falls_in(int of_group) const
    {
      std::uint64_t all = 0;
      for (int eight = 0; eight < group / 8; ++eight)
        all |= reinterpret_cast<std::uint64_t const*>(falls)[of_group * (group / 8) + eight];
      return all != 0;
    }
  };
  struct without_ranks : marks_of_team {
    int marked[some];
  };
  template <class R>
  static auto rank_by(R const& r)
  {
    if constexpr (R::ranks)
      return r.rank(T{});
    else
      return 0u;
  }
  using rank_type = decltype(rank_by(std::declval<Rule const&>()));
  using shared = std::conditional_t<Rule::ranks, with_ranks<rank_type>, without_ranks>;
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
    per_thread<packet<T, marks_of_thread>, Team> kept;
    all.each([&](int rank) {
      std::int64_t const byte = tile * team_threads + rank, first = byte * marks_of_thread;
      auto& x = kept[rank];
      T before;
      if (first > 0 && first <= n) before = elements[first - 1];
      if (packed && first + marks_of_thread <= n)
        x = *reinterpret_cast<packet<T, marks_of_thread> const*>(elements + first);
      else
        for (int b = 0; b < marks_of_thread; ++b)
          if (first + b < n) x.v[b] = elements[first + b];
      unsigned bits = 0;
      rank_type low = static_cast<rank_type>(~rank_type{0}), high = 0;
      bool falls = false;
      for (int b = 0; b < marks_of_thread; ++b) {
        std::int64_t const i = first + b;
        if (i >= n) break;
        T const& left = b > 0 ? x.v[b > 0 ? b - 1 : 0] : before;
        if (i == 0 || !rule.same(left, x.v[b])) bits |= 1u << b;
        if constexpr (Rule::ranks) {
          auto const rank_of_it = rule.rank(x.v[b]);
          low = rank_of_it < low ? rank_of_it : low;
          high = rank_of_it > high ? rank_of_it : high;
          if (i > 0 && rule.rank(left) > rank_of_it) falls = true;
        }
      }
      m.bits[byte] = own.bits[rank] = static_cast<std::uint8_t>(bits);
      if constexpr (Rule::ranks) {
        own.low[rank] = low;
        own.high[rank] = high;
        own.falls[rank] = falls ? 1 : 0;
      }
    });
    all.each([&](int rank) {
      if constexpr (Rule::ranks)
        if (words && writes_words(own, tile, rank / group)) write_words(kept[rank], tile, rank);
      if (rank >= some) return;
      own.marked[rank] =
          Kokkos::popcount(own.word(2 * rank)) + Kokkos::popcount(own.word(2 * rank + 1));
      if constexpr (Rule::ranks) {
        rank_type low = own.low[rank], high = own.high[rank];
        for (int i = rank + some; i < team_threads; i += some) {
          low = own.low[i] < low ? own.low[i] : low;
          high = own.high[i] > high ? own.high[i] : high;
        }
        own.low[rank] = low;
        own.high[rank] = high;
      }
    });
    all.each([&](int rank) {
      if (rank > 0) return;
      run_facts seen;
      for (int i = 0; i < some; ++i) seen.count += own.marked[i];
      m.offsets[tile] = seen.count;
      if constexpr (Rule::ranks) {
        for (int i = 0; i < some; ++i) seen.add({own.low[i], own.high[i], 0, 0, 0});
        if (!words) seen.left_out = 1;
        for (int g = 0; g < groups; ++g) {
          if (own.falls_in(g)) seen.falls = 1;
          if (words && !writes_words(own, tile, g)) seen.left_out = 1;
        }
        of_tiles[tile] = seen;
      }
    });
  }

 private:
  /// (The last group's are written anyway.)
  KOKKOS_INLINE_FUNCTION bool writes_words(shared const& own, std::int64_t tile, int of_group) const
  {
    std::int64_t const end =
        tile * mark_tile + (of_group + 1) * std::int64_t{group * marks_of_thread};
    return end > n || own.falls_in(of_group);
  }
  KOKKOS_INLINE_FUNCTION void write_words(packet<T, marks_of_thread> const& x, std::int64_t tile,
                                          int rank) const
  {
    std::int64_t const first = tile * mark_tile + rank * marks_of_thread;
    packet<std::uint32_t, marks_of_thread> low;
    for (int b = 0; b < marks_of_thread; ++b)
      low.v[b] = first + b < n ? static_cast<std::uint32_t>(rule.rank(x.v[b])) : 0;
    if (first + marks_of_thread <= n)
      *reinterpret_cast<packet<std::uint32_t, marks_of_thread>*>(words + first) = low;
    else
      for (int b = 0; b < marks_of_thread; ++b)
        if (first + b < n) words[first + b] = low.v[b];
  }
};
/// The facts of all of few tiles, whose counts become offsets, by one team.
struct add_few_facts {
  struct shared : team_sums<std::int64_t> {
    run_facts seen[team_threads];
  };
  sum_few_counts counts;
  run_facts const* of_tiles;  // null: there are none
  bool left_out;              // if so
  run_facts* facts;

  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, shared& own, std::int64_t) const
  {
    constexpr int some = 16;
    counts(all, own, 0);
    if (of_tiles) {
      all.each([&](int rank) {
        run_facts seen;
        for (std::int64_t tile = rank; tile < counts.n; tile += team_threads)
          seen.add(of_tiles[tile]);
        own.seen[rank] = seen;
      });
      all.each([&](int rank) {
        if (rank >= some) return;
        run_facts seen = own.seen[rank];
        for (int i = rank + some; i < team_threads; i += some) seen.add(own.seen[i]);
        own.seen[rank] = seen;
      });
    }
    all.each([&](int rank) {
      if (rank > 0) return;
      run_facts seen;
      if (of_tiles)
        for (int i = 0; i < some; ++i) seen.add(own.seen[i]);
      else
        seen.left_out = left_out ? 1 : 0;
      seen.count = own.team_sums<std::int64_t>::all;
      *facts = seen;
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
/// Tiles of many elements and few marks, several by a team, of which a thread has 64 bits.
template <class F>
struct visit_some_marked_by_teams {
  static constexpr int words_of_tile = mark_tile / 64, together = team_threads / words_of_tile,
                       few_marks = mark_tile / 32;  // of a tile
  using one_tile = visit_marked_by_teams<F>;
  struct shared : one_tile::shared {
    std::uint64_t word[team_threads];
  };
  one_tile of;

  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, shared& own, std::int64_t number) const
  {
    auto const& m = of.m;
    std::int64_t const first = number * together, tiles = mark_tiles(of.n),
                       end = first + together < tiles ? first + together : tiles;
    if (m.offsets[end] - m.offsets[first] > (end - first) * few_marks) {
      for (std::int64_t tile = first; tile < end; ++tile) of(all, own, tile);
      return;
    }
    int const words = static_cast<int>(end - first) * words_of_tile;
    all.each([&](int rank) {
      own.word[rank] =
          rank < words
              ? reinterpret_cast<std::uint64_t const*>(m.bits)[first * words_of_tile + rank]
              : 0;
    });
    all.each([&](int rank) {
      std::uint64_t word = own.word[rank];
      if (word == 0) return;
      std::int64_t k = m.offsets[first + rank / words_of_tile];
      for (int w = rank / words_of_tile * words_of_tile; w < rank; ++w)
        k += Kokkos::popcount(own.word[w]);
      std::int64_t const here = first * mark_tile + rank * 64;
      for (; word != 0; ++k) {
        std::int64_t const i = here + Kokkos::countr_zero(word);
        word &= word - 1;
        if constexpr (!asks_for_next<F>) {
          of.f(k, i);
        } else if (word != 0) {
          of.f(k, i, here + Kokkos::countr_zero(word));
        } else {
          int next = rank + 1;
          while (next < words && own.word[next] == 0) ++next;
          of.f(k, i,
               next < words ? first * mark_tile + next * 64 + Kokkos::countr_zero(own.word[next])
                            : first_marked_behind(m, end - 1, of.n));
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
