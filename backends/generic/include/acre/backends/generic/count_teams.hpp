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
/// all places it is a half of a word or a quarter, and else several teams look at the same
/// elements, each for a part of the places. A counter that overflows adds 1 to the next one, at
/// most, for the 2^16 or 2^8 that it loses: the sum of all is then less than what was counted, and
/// the share is counted anew, by whole words, some places after the other. (Shares are so small
/// that it happens where places have very different counts.)
namespace acre::backends::generic {

template <class Program>
struct count_in_team {
  using word = std::uint32_t;
  static constexpr int threads = 2 * team_threads, W = count_width<Program>,
                       teams_beside = 2;  // so that one counts while another adds up
  Program program;
  iteration it;
  std::int64_t* out;
  int places, of_part, parts;
  int log_in_word, copies;      // 2^log counters are in a word; copies of each, where log is 0
  int words;                    // of a team, beside one for each copy
  std::int64_t of_team, turns;  // elements of a share; shares

  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, word* own, std::int64_t number) const
  {
    std::int64_t const turn = quotient(number, parts);
    int const first = static_cast<int>(number - turn * parts) * of_part,
              count = places - first < of_part ? places - first : of_part;
    if (log_in_word > 0 && count_here<false>(all, own, turn, first, count)) return;
    for (int k = 0; k < count; k += words)
      count_here<true>(all, own, turn, first + k, count - k < words ? count - k : words);
  }

 private:
  /// Places first … first + count - 1, in whole words or not; returns whether it could be done.
  template <bool Whole, class Team>
  KOKKOS_INLINE_FUNCTION bool count_here(Team const& all, word* own, std::int64_t turn, int first,
                                         int count) const
  {
    int const log = Whole ? 0 : log_in_word, used = ((count - 1) >> log) + 1,
              each = Whole ? copies : 1;
    word* const surplus = own + words;  // of what is there over what was counted
    all.each([&](int rank) {
      for (int i = rank; i < used * each; i += threads) own[i] = 0;
      if (!Whole && rank == 0) *surplus = 0;
    });
    all.each([&](int rank) {
      word counted = 0;
      word* const mine = own + (Whole ? rank & (copies - 1) : 0);
      for_places(turn, rank, [&](std::int64_t place) {
        auto const k = static_cast<word>(place) - static_cast<word>(first),
                   end = static_cast<word>(count);
        if constexpr (Whole) {  // (a counter for all others takes less time than a question)
          atomic_fetch_add(mine + (k < end ? k : end) * static_cast<word>(copies), word{1});
        } else if (k < end) {
          atomic_fetch_add(mine + (k >> log), word{1} << bit_of(k, log));
          ++counted;
        }
      });
      if (!Whole) atomic_fetch_add(surplus, word{0} - counted);
    });
    if constexpr (!Whole) {
      all.each([&](int rank) {
        word sum = 0;
        for (int i = rank; i < used; i += threads) {
          word const w = own[i], eight = (w & 0x00ff00ff) + (w >> 8 & 0x00ff00ff);
          sum += log == 1 ? (w & 0xffff) + (w >> 16) : (eight & 0xffff) + (eight >> 16);
        }
        atomic_fetch_add(surplus, sum);
      });
      if (*surplus != 0) {
        all.each([](int) {});  // before it is cleared
        return false;
      }
    }
    all.each([&](int rank) {
      // teams begin at different places, as they end at the same time
      int const from = static_cast<int>(count * turn / turns);
      for (int i = rank; i < count; i += threads) {
        int const k = i + from < count ? i + from : i + from - count;
        word sum = 0;
        for (int c = 0; c < each; ++c) sum += own[(k >> log) * each + ((c + rank) & (each - 1))];
        if constexpr (!Whole)
          sum = sum >> bit_of(static_cast<word>(k), log) & ~word{0} >> (32 - (32 >> log));
        if (sum != 0) Kokkos::atomic_add(out + first + k, static_cast<std::int64_t>(sum));
      }
    });
    return true;
  }
  /// Where in its word a counter begins.
  KOKKOS_INLINE_FUNCTION static word bit_of(word k, int log) { return k << (5 - log) & 31; }

  /// f for a thread's elements of a share, several of which are read before the first is computed.
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
        std::int64_t some[held];
        unrolled<held>([&](auto h) { some[h] = at(i + h * threads); });
        unrolled<held>([&](auto h) { f(some[h]); });
      }
      for (; i < end; i += threads) f(at(i));
    } else if (it.packed && it.unit) {
      in_packets(program.bind(position{}), first + rank * W, end, f);
    } else {
      auto const row = program.bind(position{});
      for (; i + (held - 1) * threads < end; i += held * threads) {
        auto const some =
            computed<held>(row, fetched_at<held, false>(row, places_of_thread<threads>{i}));
        unrolled<held>([&](auto h) { f(some.v[h]); });
      }
      for (; i < end; i += threads) f(row.template at<false>(i));
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
      unrolled<packets>([&](auto n) {
        auto const made = computed<W>(row, some[n]);
        unrolled<W>([&](auto w) { f(made.v[w]); });
      });
    }
    for (; i < end; i += step)
      for (int w = 0; w < W && i + w < end; ++w) f(row.template at<true>(i + w));
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
  // elements of a share: in all, and of each place where a counter is a half or a quarter
  constexpr std::int64_t most_elements = std::int64_t{1} << 31, most_of_place[] = {0, 4096, 16};
  std::int64_t const elements = it.rows * it.inner, room = team_room<kernel::threads, word>(on) - 1;
  int const log = places <= room ? 0 : places <= 2 * room ? 1 : 2;
  if (elements < 1 || places < 1 || places > most_parts * (room << log)) return false;
  std::int64_t const parts = (places + (room << log) - 1) / (room << log),
                     of_part = (places + parts - 1) / parts,
                     pieces = (elements + piece - 1) / piece;
  // one wave (there are registers for half of all threads), unless what a team adds up at its end
  // is much beside what it counts
  std::int64_t const wave = std::clamp<std::int64_t>(on.threads() / (2 * kernel::threads) / parts,
                                                     1, pieces),
                     worth = std::min(wave, elements / (4 * of_part)),
                     most = log == 0 ? most_elements
                                     : std::min(most_elements, most_of_place[log] * places),
                     teams = std::max(worth, elements / most + 1),
                     of_team = (pieces + teams - 1) / teams * piece,
                     turns = (elements + of_team - 1) / of_team;
  if (8 * worth < wave) return false;
  std::int64_t copies = 1;
  while (copies < most_copies &&
         2 * copies * of_part * static_cast<std::int64_t>(sizeof(word)) <= few_bytes)
    copies *= 2;
  std::int64_t const words = std::min(room, of_part * copies);
  for_teams_with<kernel::threads, word, kernel::teams_beside>(
      on, "counters", words + copies, turns * parts,
      kernel{program, it, out, static_cast<int>(places), static_cast<int>(of_part),
             static_cast<int>(parts), log, static_cast<int>(copies), static_cast<int>(words),
             of_team, turns});
  return true;
}

}  // namespace acre::backends::generic
