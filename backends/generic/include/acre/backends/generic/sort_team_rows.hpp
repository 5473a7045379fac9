#pragma once

#include <acre/backends/common/sort.hpp>
#include <acre/backends/generic/loops.hpp>
#include <acre/backends/generic/sort_teams.hpp>
#include <acre/backends/generic/teams.hpp>

#include <cstdint>

/// Rows that a team has memory for are sorted there by a network.
namespace acre::backends::generic {

/// Rows of up to so many keys are sorted in a team's memory.
template <bool Positions, class Key>
inline constexpr int most_of_team = Positions && sizeof(Key) == 8 ? 2048 : 4096;

/// `together` rows of n keys, each with places for `size` of them, a power of two: bitonic sorting,
/// whose merges begin with mirror images, so that all runs ascend. A thread takes several steps
/// with the keys that it holds.
template <bool Positions, class Key, class To>
struct sort_rows_in_memory {
  using rank_type = sort_word<Key>;
  static constexpr int threads = team_threads, most = most_of_team<Positions, Key>,
                       held = most / threads, held_bits = held == 16 ? 4 : 3;
  static_assert(held == 1 << held_bits);
  struct shared {  // with a gap behind those of a thread
    rank_type rank[most + threads];
    std::uint16_t position[Positions ? most + threads : 1];
  };
  struct own_keys {
    rank_type rank[held];
    std::uint16_t position[held];

    /// Key a becomes the one of a and b that comes first.
    KOKKOS_INLINE_FUNCTION void put_in_order(int a, int b)
    {
      rank_type const x = rank[a], y = rank[b];
      if constexpr (Positions) {
        std::uint16_t const p = position[a], q = position[b];
        bool const ordered = (x < y) | ((x == y) & (p < q));
        rank[a] = ordered ? x : y;
        rank[b] = ordered ? y : x;
        position[a] = ordered ? p : q;
        position[b] = ordered ? q : p;
      } else {
        rank[a] = x < y ? x : y;
        rank[b] = x < y ? y : x;
      }
    }
    /// Each of the first half of `run` neighbours with its mirror image, or with that half a run
    /// on.
    template <bool Mirrored>
    KOKKOS_INLINE_FUNCTION void put_halves_in_order(int run)
    {
      for (int h = 0; h < held; ++h)
        if ((h & run / 2) == 0) put_in_order(h, Mirrored ? h ^ (run - 1) : h + run / 2);
    }
  };
  Key const* keys;
  To* to;
  std::int64_t rows;
  int n, size, bits, together;  // size: of so many bits

  KOKKOS_INLINE_FUNCTION static int place(int i) { return i + i / held; }
  /// f(h, place in memory, element of the first row, number in its row); the last is n or more
  /// where there is no key.
  template <class F>
  KOKKOS_INLINE_FUNCTION void for_places(std::int64_t turn, int rank, F const& f) const
  {
    std::int64_t const left = rows - turn * together;
    for (int h = 0; h < held; ++h) {
      int const at = rank + h * threads, i = at & (size - 1), row = at >> bits;
      f(h, place(at), row * n + i, row < left ? i : size);
    }
  }
  /// f(keys) for those of a thread that are `stride` apart, the upper half of them, if mirrored,
  /// among those of the thread which has the mirror images.
  template <class Team, class F>
  KOKKOS_INLINE_FUNCTION static void for_held(Team const& all, shared& own, int stride,
                                              bool mirrored, F const& f)
  {
    all.each([&](int rank) {
      int const low = rank & (stride - 1), first = (rank - low) * held;
      int const lower = place(first + low),
                upper = mirrored ? place(first + (low ^ (stride - 1))) : lower;
      auto const at = [&](int h) { return (h < held / 2 ? lower : upper) + place(h * stride); };
      own_keys k;
      for (int h = 0; h < held; ++h) {
        k.rank[h] = own.rank[at(h)];
        if constexpr (Positions) k.position[h] = own.position[at(h)];
      }
      f(k);
      for (int h = 0; h < held; ++h) {
        own.rank[at(h)] = k.rank[h];
        if constexpr (Positions) own.position[at(h)] = k.position[h];
      }
    });
  }
  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, shared& own, std::int64_t turn) const
  {
    std::int64_t const first = turn * together * n;
    all.each([&](int rank) {
      auto const put = [&](int place, int i, Key const* key) {
        own.rank[place] = i < n ? rank_of(*key, Positions) : static_cast<rank_type>(~rank_type{0});
        if constexpr (Positions)
          own.position[place] = static_cast<std::uint16_t>(i < n ? i : 0xffff);
      };
      if constexpr (Positions || sizeof(Key) == 8) {  // for whom registers are few
        for_places(turn, rank,
                   [&](int, int place, int from, int i) { put(place, i, keys + first + from); });
      } else {
        Key some[held];
        for_places(turn, rank, [&](int h, int, int from, int i) {
          if (i < n) some[h] = keys[first + from];
        });
        for_places(turn, rank, [&](int h, int place, int, int i) { put(place, i, some + h); });
      }
    });
    for_held(all, own, 1, false, [&](own_keys& k) {
      unrolled<held_bits>([&](auto bit) {
        constexpr int run = 2 << bit;
        if (run > size) return;
        k.template put_halves_in_order<true>(run);
        unrolled<bit>(
            [&](auto lower) { k.template put_halves_in_order<false>(run >> (1 + lower)); });
      });
    });
    for (int run = 2 * held; run <= size; run *= 2) {
      int step = run / 2;
      for (; step >= held; step /= held) {
        bool const mirrored = step == run / 2;
        for_held(all, own, 2 * step / held, mirrored, [&](own_keys& k) {
          if (mirrored)
            k.template put_halves_in_order<true>(held);
          else
            k.template put_halves_in_order<false>(held);
          unrolled<held_bits - 1>(
              [&](auto lower) { k.template put_halves_in_order<false>(held >> (1 + lower)); });
        });
      }
      for_held(all, own, 1, false, [&](own_keys& k) {
        unrolled<held_bits>([&](auto lower) {
          constexpr int here = held >> lower;
          if (here / 2 <= step) k.template put_halves_in_order<false>(here);
        });
      });
    }
    all.each([&](int rank) {
      own_keys k;
      for_places(turn, rank, [&](int h, int place, int, int) {
        if constexpr (Positions)
          k.position[h] = own.position[place];
        else
          k.rank[h] = own.rank[place];
      });
      for_places(turn, rank, [&](int h, int, int at, int i) {
        if (i >= n) return;
        if constexpr (Positions)
          to[first + at] = k.position[h];
        else
          to[first + at] = __builtin_bit_cast(Key, sort_order<Key>::bits(k.rank[h]));
      });
    });
  }
};
template <bool Positions, class Backend, class Key, class To>
void sort_rows_by_teams(queue<Backend>& on, Key const* keys, To* to, std::int64_t rows,
                        std::int64_t length)
{
  using kernel = sort_rows_in_memory<Positions, Key, To>;
  if (length == 0) return;
  int bits = 0;
  while (1 << bits < length) ++bits;
  int const size = 1 << bits, together = kernel::most / size;
  for_teams<kernel::threads, typename kernel::shared, 2 * kernel::threads>(
      on, "rows", (rows + together - 1) / together,
      kernel{keys, to, rows, static_cast<int>(length), size, bits, together});
}

}  // namespace acre::backends::generic
