#pragma once

#include <acre/backends/common/atomic.hpp>
#include <acre/backends/common/sort.hpp>
#include <acre/backends/generic/teams.hpp>

#include <cstdint>
#include <type_traits>

/// Sorts by teams (teams.hpp). A pass of the radix sort takes a tile of keys in the team's memory,
/// where they are sorted by the pass's digit, four bits at a time, and go from there to where the
/// counts of digits say: neighbours to neighbouring places. Rows that a team has memory for are
/// sorted there by a network.
namespace acre::backends::generic {

template <class Key>
KOKKOS_INLINE_FUNCTION sort_word<Key> rank_of(Key key, bool among_pairs)
{
  auto const rank = sort_order<Key>::rank(__builtin_bit_cast(sort_word<Key>, key));
  return among_pairs ? sort_order<Key>::equal(rank) : rank;
}

/// A tile of keys, in a pass that leaves out all bits but those of `mask` from `shift` on.
template <class Key, class Word>
struct digits_of_tile {
  static constexpr bool pairs = !std::is_void_v<Word>;
  static constexpr int threads = team_threads, digits = 256, nibbles = 16,
                       held = sizeof(Key) == 8 && pairs ? 8 : 16, tile = threads * held;
  struct alignas(16) eight_counts {  // which a thread reads at once
    std::uint16_t of[8];
  };
  struct shared {
    Key key[tile + threads];  // a gap behind those of a thread
    std::uint16_t source[pairs ? tile + threads : 1];
    eight_counts count[nibbles * threads / 8];
    std::uint32_t sum[threads], sum_of_sums[threads / nibbles];
    std::int64_t base[digits];

    /// How many keys of a thread have this nibble.
    KOKKOS_INLINE_FUNCTION std::uint16_t& counter(int nibble, int rank)
    {
      return reinterpret_cast<std::uint16_t*>(count)[nibble * threads + rank];
    }
  };
  struct own_keys {
    Key key[held];
    std::uint16_t source[held];
    std::uint64_t before;  // four bits each: how many of those before it in the thread are like it
  };
  Key const* keys;
  Key* to;
  Word const* values;
  Word* values_to;
  std::int64_t n, tiles;
  int shift;
  unsigned mask;

  KOKKOS_INLINE_FUNCTION int digit(Key key) const
  {
    return static_cast<int>(static_cast<unsigned>(rank_of(key, pairs) >> shift) & mask);
  }
  KOKKOS_INLINE_FUNCTION int count_of(std::int64_t number) const
  {
    std::int64_t const left = n - number * tile;
    return static_cast<int>(left < tile ? left : tile);
  }
  /// Of key i, of key h of a thread, and of that which lies h times the team behind key `rank`.
  /// (Where the number is all that is known it takes registers for each h.)
  KOKKOS_INLINE_FUNCTION static int place(int i)
  {
    return i + static_cast<int>(unsigned(i) / held);
  }
  KOKKOS_INLINE_FUNCTION static int place(int rank, int h) { return rank * (held + 1) + h; }
  KOKKOS_INLINE_FUNCTION static int place_across(int rank, int h)
  {
    return place(rank) + h * (threads + threads / held);
  }

  /// Keys are sorted by four bits of their digit, in `all` of which the last have no key.
  template <class Team>
  KOKKOS_INLINE_FUNCTION void sort_by_nibble(Team const& all, shared& own,
                                             per_thread<own_keys, Team>& mine, int count,
                                             int round) const
  {
    auto const nibble_of = [&](own_keys const& k, int rank, int h) {
      return rank * held + h < count ? digit(k.key[h]) >> (4 * round) & (nibbles - 1) : nibbles - 1;
    };
    all.each([&](int rank) {
      auto& k = mine[rank];
      for (int h = 0; h < held; ++h) {
        int const at = place(rank, h);
        if (rank * held + h < count) k.key[h] = own.key[at];
        if constexpr (pairs) k.source[h] = own.source[at];
      }
      // a byte for each nibble, in registers: in memory each would wait for the one before
      std::uint64_t low = 0, high = 0;
      k.before = 0;
      for (int h = 0; h < held; ++h) {
        int const nibble = nibble_of(k, rank, h), at = 8 * (nibble & 7);
        std::uint64_t const here = nibble < 8 ? low : high, one = std::uint64_t{1} << at;
        k.before |= (here >> at & 15) << 4 * h;
        low += nibble < 8 ? one : 0;
        high += nibble < 8 ? 0 : one;
      }
      for (int d = 0; d < nibbles; ++d)
        own.counter(d, rank) =
            static_cast<std::uint16_t>((d < 8 ? low : high) >> 8 * (d & 7) & 255);
    });
    all.each([&](int rank) {
      std::uint32_t sum = 0;
      for (int e = 0; e < nibbles / 8; ++e) {
        eight_counts const some = own.count[rank * (nibbles / 8) + e];
        for (int d = 0; d < 8; ++d) sum += some.of[d];
      }
      own.sum[rank] = sum;
    });
    all.each([&](int rank) {
      if (rank >= nibbles) return;
      std::uint32_t sum = 0;
      for (int i = 0; i < threads / nibbles; ++i) {
        std::uint32_t const here = own.sum[rank * (threads / nibbles) + i];
        own.sum[rank * (threads / nibbles) + i] = sum;
        sum += here;
      }
      own.sum_of_sums[rank] = sum;
    });
    all.each([&](int rank) {
      std::uint32_t sum = own.sum[rank];
      for (int i = 0; i < rank / (threads / nibbles); ++i) sum += own.sum_of_sums[i];
      for (int e = 0; e < nibbles / 8; ++e) {
        eight_counts some = own.count[rank * (nibbles / 8) + e];
        for (int d = 0; d < 8; ++d) {
          std::uint32_t const here = some.of[d];
          some.of[d] = static_cast<std::uint16_t>(sum);
          sum += here;
        }
        own.count[rank * (nibbles / 8) + e] = some;
      }
    });
    all.each([&](int rank) {
      auto const& k = mine[rank];
      for (int h = 0; h < held; ++h) {
        int const to_place = place(own.counter(nibble_of(k, rank, h), rank) +
                                   static_cast<int>(k.before >> 4 * h & 15));
        if (rank * held + h < count) own.key[to_place] = k.key[h];
        if constexpr (pairs) own.source[to_place] = k.source[h];
      }
    });
  }
};

template <class Key, class Word>
struct count_digits {
  using tile_type = digits_of_tile<Key, Word>;
  static constexpr int copies = 8;  // neighbours with the same digit would wait for each other
  struct shared {
    std::uint32_t count[tile_type::digits * copies];
  };
  tile_type of;
  std::int64_t* counts;

  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, shared& own, std::int64_t number) const
  {
    static_assert(tile_type::digits == tile_type::threads);
    int const count = of.count_of(number);
    Key const* const keys = of.keys + number * tile_type::tile;
    all.each([&](int rank) {
      for (int c = 0; c < copies; ++c) own.count[rank + c * tile_type::digits] = 0;
    });
    all.each([&](int rank) {
      Key some[tile_type::held];  // read before one is counted, which might change the next
      for (int h = 0; h < tile_type::held; ++h)
        if (int const i = rank + h * tile_type::threads; i < count) some[h] = keys[i];
      for (int h = 0; h < tile_type::held; ++h)
        if (rank + h * tile_type::threads < count)
          atomic_fetch_add(&own.count[of.digit(some[h]) * copies + rank % copies], 1u);
    });
    all.each([&](int rank) {
      std::uint32_t sum = 0;
      for (int c = 0; c < copies; ++c) sum += own.count[rank * copies + (rank + c) % copies];
      counts[rank * of.tiles + number] = sum;
    });
  }
};
template <class Key, class Word>
struct move_digits {
  using tile_type = digits_of_tile<Key, Word>;
  // 64 registers of a thread have room for 16 words alone
  static constexpr int most_threads = (tile_type::pairs || sizeof(Key) > 4 ? 1 : 2) * team_threads;
  using shared = typename tile_type::shared;
  tile_type of;
  std::int64_t const* counts;

  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, shared& own, std::int64_t number) const
  {
    constexpr int threads = tile_type::threads, held = tile_type::held;
    int const count = of.count_of(number);
    std::int64_t const first = number * tile_type::tile;
    per_thread<typename tile_type::own_keys, Team> mine;
    all.each([&](int rank) {
      Key some[held];
      for (int h = 0; h < held; ++h)
        if (int const i = rank + h * threads; i < count) some[h] = of.keys[first + i];
      for (int h = 0; h < held; ++h) {
        int const i = rank + h * threads, at = of.place_across(rank, h);
        if (i < count) own.key[at] = some[h];
        if constexpr (tile_type::pairs) own.source[at] = static_cast<std::uint16_t>(i);
      }
    });
    of.sort_by_nibble(all, own, mine, count, 0);
    if (of.mask >= tile_type::nibbles) of.sort_by_nibble(all, own, mine, count, 1);
    all.each([&](int rank) {
      for (int i = rank; i < count; i += threads) {
        int const d = of.digit(own.key[of.place(i)]);
        if (i == 0 || of.digit(own.key[of.place(i - 1)]) != d)
          own.base[d] = counts[d * of.tiles + number] - i;
      }
    });
    all.each([&](int rank) {
      std::conditional_t<tile_type::pairs, Word, char> moved[held];
      if constexpr (tile_type::pairs)
        for (int h = 0; h < held; ++h)
          if (int const i = rank + h * threads; i < count)
            moved[h] = of.values[first + own.source[of.place_across(rank, h)]];
      for (int h = 0; h < held; ++h) {
        int const i = rank + h * threads;
        if (i >= count) continue;
        Key const key = own.key[of.place_across(rank, h)];
        std::int64_t const to = own.base[of.digit(key)] + i;
        of.to[to] = key;
        if constexpr (tile_type::pairs) of.values_to[to] = moved[h];
      }
    });
  }
};

/// Rows of up to so many keys are sorted in a team's memory.
template <bool Positions, class Key>
inline constexpr int most_of_team = Positions && sizeof(Key) == 8 ? 2048 : 4096;

/// `together` rows of n keys, each in a place for `size` of them, a power of two: bitonic sorting.
template <bool Positions, class Key, class To>
struct sort_rows_in_memory {
  using rank_type = sort_word<Key>;
  static constexpr int threads = team_threads, most = most_of_team<Positions, Key>;
  struct shared {
    rank_type rank[most];
    std::uint16_t position[Positions ? most : 1];
  };
  Key const* keys;
  To* to;
  std::int64_t rows;
  int n, size, together;

  /// f(place in memory, element of all, number in its row)
  template <class F>
  KOKKOS_INLINE_FUNCTION void for_keys(std::int64_t turn, int rank, F const& f) const
  {
    std::int64_t const first = turn * together;
    int const count = static_cast<int>(rows - first < together ? rows - first : together);
    for (int j = rank; j < count * n; j += threads) {
      int const row = j / n, i = j - row * n;
      f(row * size + i, first * n + j, i);
    }
  }
  KOKKOS_INLINE_FUNCTION static void exchange(shared& own, int low, int high, bool up)
  {
    rank_type const a = own.rank[low], b = own.rank[high];
    bool ordered = a < b || a == b;
    if constexpr (Positions) {
      std::uint16_t const p = own.position[low], q = own.position[high];
      if (a == b) ordered = p < q;
      if (ordered == up) return;
      own.position[low] = q;
      own.position[high] = p;
    } else if (ordered == up) {
      return;
    }
    own.rank[low] = b;
    own.rank[high] = a;
  }
  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, shared& own, std::int64_t turn) const
  {
    int const places = together * size;
    all.each([&](int rank) {
      for (int i = rank; i < places; i += threads) {
        own.rank[i] = static_cast<rank_type>(~rank_type{0});
        if constexpr (Positions) own.position[i] = 0xffff;
      }
    });
    all.each([&](int rank) {
      for_keys(turn, rank, [&](int place, std::int64_t from, int i) {
        own.rank[place] = rank_of(keys[from], Positions);
        if constexpr (Positions) own.position[place] = static_cast<std::uint16_t>(i);
      });
    });
    for (int run = 2; run <= size; run *= 2)
      for (int step = run / 2; step > 0; step /= 2)
        all.each([&](int rank) {
          for (int pair = rank; pair < places / 2; pair += threads) {
            int const low = (pair & ~(step - 1)) * 2 + (pair & (step - 1));
            exchange(own, low, low + step, run == size || (low & run) == 0);
          }
        });
    all.each([&](int rank) {
      for_keys(turn, rank, [&](int place, std::int64_t at, int) {
        if constexpr (Positions)
          to[at] = own.position[place];
        else
          to[at] = __builtin_bit_cast(Key, sort_order<Key>::bits(own.rank[place]));
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
  int size = 1;
  while (size < length) size *= 2;
  int const together = kernel::most / size;
  for_teams<kernel::threads, typename kernel::shared>(
      on, "rows", (rows + together - 1) / together,
      kernel{keys, to, rows, static_cast<int>(length), size, together});
}

}  // namespace acre::backends::generic
