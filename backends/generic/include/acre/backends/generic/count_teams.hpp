#pragma once

#include <acre/backends/common/atomic.hpp>
#include <acre/backends/common/count.hpp>
#include <acre/backends/common/operands.hpp>
#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/reduce.hpp>
#include <acre/backends/generic/accumulate.hpp>
#include <acre/backends/generic/teams.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

/// Counting by teams (teams.hpp), each of which has counters of its own for a share of the
/// elements.
///
/// A counter is a word of 32 bits, of which few places have several, each in a bank of its own, as
/// neighbouring threads with the same place would wait for each other. Where a team has no room for
/// all places a word has two, four or five counters, and else several teams look at the same
/// elements, each for a part of the places. Whoever brings such a counter to half of what it holds
/// takes that half to the result, and writes down that it did. Should others have filled the
/// counter before, all that was taken is taken back, and the share is counted anew, by whole words,
/// some places after the other.
///
/// A sample of the share tells two things. Where all of it lies so near that there are whole words
/// for it, as in a share of sorted elements, those places come first, and often are all. And places
/// that are frequent have whole words: threads side by side that add 1 to the same word do so at
/// once, where other sums wait for each other.
///
/// Scratch: a word for each half that a share's elements can fill, 64 KiB a team at most.
namespace acre::backends::generic {

/// Counters side by side in a word: counter k is in word k / in_word.
struct packed_counters {
  using word = std::uint32_t;
  word in_word, bits, factor;  // 2^32 / in_word, rounded up; not used if that is 1
  word tops = 0;               // the highest bit of each counter

  explicit packed_counters(int n)
      : in_word(static_cast<word>(n)), bits(32 / in_word), factor(~word{0} / in_word + 1)
  {
    for (word k = 0; k < in_word; ++k) tops |= half() << k * bits;
  }
  struct place {
    word number, bit;  // the lowest one
  };
  KOKKOS_INLINE_FUNCTION place find(word k) const
  {
    auto const number = static_cast<word>(std::uint64_t{k} * factor >> 32);
    return {number, k * bits - number * (in_word * bits)};
  }
  KOKKOS_INLINE_FUNCTION word most() const { return ~word{0} >> (32 - bits); }
  KOKKOS_INLINE_FUNCTION word half() const { return word{1} << (bits - 1); }
};

/// What a team knows beside packed counters: where a sample lies; frequent places, of those with
/// the same slot one, with their counters.
struct frequent_places {
  using word = std::uint32_t;
  static constexpr int log_size = 6, size = 1 << log_size;
  static constexpr word least = 6;  // of a sample's elements, one a thread
  word place[size], count[size];
  word low, high;           // the sample's least and largest place
  word any, failed, taken;  // whether there are any, or a counter was full; halves taken

  KOKKOS_INLINE_FUNCTION static int slot(word k)
  {
    return static_cast<int>(k * word{2654435761} >> (32 - log_size));
  }
};

template <class Program>
struct count_in_team {
  using word = std::uint32_t;
  static constexpr int threads = 2 * team_threads, W = count_width<Program>,
                       teams_beside = 2;  // so that one counts while another adds up
  static constexpr int words_beside = 5 + 2 * frequent_places::size;
  static_assert(sizeof(frequent_places) == words_beside * sizeof(word));
  Program program;
  iteration it;
  std::int64_t* out;
  word* taken;      // places of halves, most_taken for each team
  word most_taken;  // no more where no counter was full
  int places, of_part, parts;
  packed_counters packed;
  int copies;                   // of each counter that is a word
  int words;                    // of a team, beside `words_beside`
  std::int64_t of_team, turns;  // elements of a share; shares

  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, word* own, std::int64_t number) const
  {
    std::int64_t const turn = quotient(number, parts);
    int const first = static_cast<int>(number - turn * parts) * of_part,
              count = places - first < of_part ? places - first : of_part;
    int const end = first + count,
              from = packed.in_word > 1
                         ? count_packed(all, own, turn, first, count, taken + number * most_taken)
                         : first;
    // from there on, and then what is before
    for (int begin = from, stop = end; begin < stop;) {
      int const some = stop - begin < words ? stop - begin : words;
      if (count_in_words(all, own, turn, begin, some)) return;
      begin += some;
      if (begin == end) begin = first, stop = from;
    }
  }

 private:
  /// Places first … first + count - 1, and whether no element is elsewhere.
  template <class Team>
  KOKKOS_INLINE_FUNCTION bool count_in_words(Team const& all, word* own, std::int64_t turn,
                                             int first, int count) const
  {
    all.each([&](int rank) {
      for (int i = rank; i < (count + 1) * copies; i += threads) own[i] = 0;
    });
    all.each([&](int rank) {
      word* const mine = own + (rank & (copies - 1));
      for_places(turn, rank, [&](auto const& some) {
        for (std::int64_t const place : some.v) {
          auto const k = static_cast<word>(place) - static_cast<word>(first),
                     end = static_cast<word>(count);
          // (a counter for all others takes less time than a question)
          atomic_fetch_add(mine + (k < end ? k : end) * static_cast<word>(copies), word{1});
        }
      });
    });
    word others = 0;
    for (int c = 0; c < copies; ++c) others |= own[count * copies + c];
    all.each([&](int rank) {
      for_counters(turn, rank, count, [&](int k) {
        word sum = 0;
        for (int c = 0; c < copies; ++c) sum += own[k * copies + ((c + rank) & (copies - 1))];
        add(first + k, sum);
      });
    });
    return others == 0;
  }
  /// Likewise in counters of a part of a word; the end of the places if it could be done, or where
  /// to begin with whole words.
  template <class Team>
  KOKKOS_INLINE_FUNCTION int count_packed(Team const& all, word* own, std::int64_t turn, int first,
                                          int count, word* taken_to) const
  {
    auto& frequent = *reinterpret_cast<frequent_places*>(own + words);
    auto const end = static_cast<word>(count);
    int const used = static_cast<int>(packed.find(end - 1).number) + 1;
    per_thread<word, Team> seen;
    all.each([&](int rank) {
      for (int i = rank; i < used; i += threads) own[i] = 0;
      for (int i = rank; i < frequent.size; i += threads) {
        frequent.place[i] = end;
        frequent.count[i] = 0;
      }
      if (rank == 0) {
        frequent.any = frequent.failed = frequent.taken = frequent.high = 0;
        frequent.low = end;
      }
      seen[rank] = static_cast<word>(sampled(turn, rank)) - static_cast<word>(first);
    });
    all.each([&](int rank) {
      if (word const k = seen[rank]; k < end) {
        atomic_fetch_add(own + packed.find(k).number, word{1});
        atomic_min(&frequent.low, k);
        atomic_max(&frequent.high, k);
      }
    });
    int const low = static_cast<int>(frequent.low), wide = static_cast<int>(frequent.high) - low;
    if (parts == 1 && wide >= 0 && wide < words / 4)  // (with as many words on either side)
      return first + Kokkos::clamp(low - (words - wide) / 2, 0, count - words);
    all.each([&](int rank) {
      word const k = seen[rank];
      if (k >= end || own[packed.find(k).number] < frequent.least) return;
      atomic_exchange(&frequent.place[frequent.slot(k)], k);
      atomic_store(&frequent.any, word{1});
    });
    all.each([&](int rank) {
      if (word const k = seen[rank]; k < end) atomic_store(own + packed.find(k).number, word{0});
    });
    bool const any = frequent.any != 0;
    all.each([&](int rank) {
      if (any)
        count_places<true>(own, frequent, turn, rank, first, end, taken_to);
      else
        count_places<false>(own, frequent, turn, rank, first, end, taken_to);
    });
    bool const failed = frequent.failed != 0;
    word const there = frequent.taken < most_taken ? frequent.taken : most_taken;
    all.each([&](int rank) {
      if (failed) {
        for (word i = static_cast<word>(rank); i < there; i += threads)
          add(first + static_cast<int>(taken_to[i]), -std::int64_t{packed.half()});
        return;
      }
      for_counters(turn, rank, count, [&](int k) {
        auto const at = packed.find(static_cast<word>(k));
        add(first + k, own[at.number] >> at.bit & packed.most());
      });
      for (int i = rank; i < frequent.size; i += threads)
        add(first + static_cast<int>(frequent.place[i]), frequent.count[i]);
    });
    return failed ? first : first + count;
  }

  /// What a thread adds to counters of a part of a word. Any: whether there are frequent places.
  template <bool Any>
  KOKKOS_INLINE_FUNCTION void count_places(word* own, frequent_places& frequent, std::int64_t turn,
                                           int rank, int first, word end, word* taken_to) const
  {
    for_places(turn, rank, [&](auto const& some) {
      constexpr int n = sizeof(some.v) / sizeof(some.v[0]);
      word was[n], one[n], changed = 0;
      unrolled<n>([&](auto w) {
        word const k = static_cast<word>(some.v[w]) - static_cast<word>(first);
        was[w] = one[w] = 0;
        if (k >= end) return;
        if constexpr (Any)
          if (int const slot = frequent.slot(k); frequent.place[slot] == k) {
            atomic_fetch_add(&frequent.count[slot], word{1});
            return;
          }
        auto const at = packed.find(k);
        one[w] = word{1} << at.bit;
        was[w] = atomic_fetch_add(own + at.number, one[w]);
        changed |= (was[w] + one[w]) ^ was[w];
      });
      if ((changed & packed.tops) == 0) return;  // no counter's upper half begins or ends
      unrolled<n>([&](auto w) {
        word const half = one[w] * packed.half();
        if ((((was[w] + one[w]) ^ was[w]) & half) == 0) return;
        if ((was[w] & half) != 0) return atomic_store(&frequent.failed, word{1});  // it was full
        word const k = static_cast<word>(some.v[w]) - static_cast<word>(first);
        atomic_fetch_add(own + packed.find(k).number, word{0} - half);
        word const number = atomic_fetch_add(&frequent.taken, word{1});
        if (number >= most_taken) return atomic_store(&frequent.failed, word{1});
        taken_to[number] = k;
        add(first + static_cast<int>(k), packed.half());
      });
    });
  }

  KOKKOS_INLINE_FUNCTION void add(int place, std::int64_t n) const
  {
    if (n != 0) Kokkos::atomic_add(out + place, n);
  }
  /// f(k) for a thread's counters. Teams begin at different ones, as they end at the same time.
  template <class F>
  KOKKOS_INLINE_FUNCTION void for_counters(std::int64_t turn, int rank, int count, F const& f) const
  {
    int const from = static_cast<int>(count * turn / turns);
    for (int i = rank; i < count; i += threads) f(i + from < count ? i + from : i + from - count);
  }
  /// A thread's element of a sample of the share: the place of it.
  KOKKOS_INLINE_FUNCTION std::int64_t sampled(std::int64_t turn, int rank) const
  {
    std::int64_t const elements = it.rows * it.inner, first = turn * of_team,
                       end = first + of_team < elements ? first + of_team : elements,
                       n = first + (end - first) * rank / threads, row = quotient(n, it.inner);
    return program.bind(unravel(it, row)).template at<false>(n - row * it.inner);
  }
  /// f for packets of a thread's elements of a share, several of which are read before the first
  /// is computed.
  template <class F>
  KOKKOS_INLINE_FUNCTION void for_places(std::int64_t turn, int rank, F const& f) const
  {
    std::int64_t const elements = it.rows * it.inner, first = turn * of_team,
                       end = first + of_team < elements ? first + of_team : elements;
    constexpr int held = 8;
    std::int64_t i = first + rank;
    if (it.outer_rank > 0) {
      auto const at = [&](std::int64_t n) {
        std::int64_t const row = quotient(n, it.inner);
        return program.bind(unravel(it, row)).template at<false>(n - row * it.inner);
      };
      for (; i + (held - 1) * threads < end; i += held * threads) {
        packet<std::int64_t, held> some;
        unrolled<held>([&](auto h) { some.v[h] = at(i + h * threads); });
        f(some);
      }
      for (; i < end; i += threads) f(packet<std::int64_t, 1>{{at(i)}});
    } else if (it.packed && it.unit) {
      in_packets(program.bind(position{}), first + rank * W, end, f);
    } else {
      auto const row = program.bind(position{});
      for (; i + (held - 1) * threads < end; i += held * threads)
        f(computed<held>(row, fetched_at<held, false>(row, places_of_thread<threads>{i})));
      for (; i < end; i += threads) f(packet<std::int64_t, 1>{{row.template at<false>(i)}});
    }
  }
  template <class Row, class F>
  KOKKOS_INLINE_FUNCTION static void in_packets(Row const& row, std::int64_t i, std::int64_t end,
                                                F const& f)
  {
    constexpr int step = threads * W, packets = 4;
    for (; i + (packets - 1) * step + W <= end; i += packets * step) {
      decltype(fetched<W, true>(row, i)) some[packets];
      unrolled<packets>([&](auto n) { some[n] = fetched<W, true>(row, i + n * step); });
      unrolled<packets>([&](auto n) { f(computed<W>(row, some[n])); });
    }
    for (; i < end; i += step)
      for (int w = 0; w < W && i + w < end; ++w)
        f(packet<std::int64_t, 1>{{row.template at<true>(i + w)}});
  }
};

/// Whether elements were counted so: unless they are few for their places, or the places so many
/// that the cache's atomic operations take less time than several looks at the elements.
template <class Backend, class Program>
bool count_by_teams(queue<Backend>& on, iteration const& it, Program const& program,
                    std::int64_t places, std::int64_t* out)
{
  using kernel = count_in_team<Program>;
  using word = typename kernel::word;
  constexpr std::int64_t most_parts = 3, most_copies = 32, few_bytes = 32 * 1024,
                         piece = kernel::threads * 16;
  constexpr std::int64_t most_elements = std::int64_t{1} << 31;  // of a share
  std::int64_t const elements = it.rows * it.inner,
                     room = team_room<kernel::threads, word>(on) - kernel::words_beside;
  int const in_word = places <= room ? 1 : places <= 2 * room ? 2 : places <= 4 * room ? 4 : 5;
  if (elements < 1 || places < 1 || places > most_parts * room * in_word) return false;
  std::int64_t const parts = (places + room * in_word - 1) / (room * in_word),
                     of_part = (places + parts - 1) / parts,
                     pieces = (elements + piece - 1) / piece;
  // one wave (there are registers for half of all threads), unless what a team adds up at its end
  // is much beside what it counts
  std::int64_t const wave = std::clamp<std::int64_t>(on.threads() / (2 * kernel::threads) / parts,
                                                     1, pieces),
                     worth = std::min(wave, elements / (4 * of_part)),
                     teams = std::max(worth, elements / most_elements + 1),
                     of_team = (pieces + teams - 1) / teams * piece,
                     turns = (elements + of_team - 1) / of_team;
  if (8 * worth < wave) return false;
  std::int64_t copies = 1;
  while (copies < most_copies &&
         2 * copies * of_part * static_cast<std::int64_t>(sizeof(word)) <= few_bytes)
    copies *= 2;
  std::int64_t const words = std::min(room, of_part * copies);
  packed_counters const packed(in_word);
  constexpr std::int64_t most_of_list = 1 << 14;
  std::int64_t const most_taken =
      in_word > 1 ? std::min(most_of_list, of_team / packed.half() + 1) : 0;
  auto const taken = scratch_of<word>(on, turns * parts * most_taken);
  for_teams_with<kernel::threads, word, kernel::teams_beside>(
      on, "counters", words + std::max<std::int64_t>(copies, kernel::words_beside), turns * parts,
      kernel{program, it, out, taken.data(), static_cast<word>(most_taken),
             static_cast<int>(places), static_cast<int>(of_part), static_cast<int>(parts), packed,
             static_cast<int>(copies), static_cast<int>(words), of_team, turns});
  return true;
}

}  // namespace acre::backends::generic
