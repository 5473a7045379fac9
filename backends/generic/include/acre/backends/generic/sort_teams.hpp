#pragma once

#include <acre/backends/common/atomic.hpp>
#include <acre/backends/common/sort.hpp>
#include <acre/backends/generic/sort_counts.hpp>
#include <acre/backends/generic/teams.hpp>

#include <cstdint>
#include <type_traits>

/// Sorts by teams (teams.hpp). A pass of the radix sort takes a tile of keys in the team's memory,
/// where they are sorted by the pass's digit, four bits at a time, and go from there to where the
/// counts of digits say (sort_counts.hpp): neighbours to neighbouring places.
namespace acre::backends::generic {

template <class Key>
KOKKOS_INLINE_FUNCTION sort_word<Key> rank_of(Key key, bool among_pairs)
{
  auto const rank = sort_order<Key>::rank(__builtin_bit_cast(sort_word<Key>, key));
  return among_pairs ? sort_order<Key>::equal(rank) : rank;
}

/// A tile of keys, in a pass that leaves out all bits but those of `mask` from `shift` on. What is
/// sorted in memory are words: ranks of keys alone; of pairs digits, each below the place that it
/// comes from, where its key stays. To: Key, or the word of its rank, which is a key as well.
template <class Key, class Word, class To = Key>
struct digits_of_tile {
  static constexpr bool pairs = !std::is_void_v<Word>;
  // held by a thread: an odd number, so that threads begin in memory of different banks
  static constexpr int threads = team_threads, digits = digit_counts::digits, nibbles = 16,
                       held = sizeof(Key) < 8 ? 15
                              : pairs         ? 9
                                              : 13,
                       tile = threads * held;
  static_assert(held % 2 == 1 && held <= nibbles);
  using word = std::conditional_t<pairs, std::uint32_t, sort_word<Key>>;
  using value = std::conditional_t<pairs, Word, char>;
  // (from a cache, each by itself, values take longer)
  static constexpr bool has_room_for_values = pairs && sizeof(value) <= sizeof(Key);
  struct alignas(4) two_counts {
    std::uint16_t of[2];
  };
  struct alignas(16) eight_counts {  // which a thread reads at once
    std::uint16_t of[8];
  };
  struct four_words {  // two counts each
    std::uint32_t of[4];
  };
  struct shared {
    eight_counts count[nibbles * threads / 8];
    std::int64_t base[digits];
    union {
      Key key[pairs ? tile : 1];
      value value_near[has_room_for_values ? tile : 1];  // once keys are gone
    };
    word sorted[tile];
    team_sums<std::uint32_t> sums;

    /// How many words of a thread have a nibble: of one below 8 and of that 8 above it side by
    /// side, so that a thread has a bank of memory for itself.
    KOKKOS_INLINE_FUNCTION std::uint16_t& counter(unsigned of_nibble, int rank)
    {
      return reinterpret_cast<std::uint16_t*>(count)[of_nibble + 2 * static_cast<unsigned>(rank)];
    }
    KOKKOS_INLINE_FUNCTION static unsigned of_nibble(unsigned nibble)
    {
      return (nibble & 7) * (2 * threads) + (nibble >> 3);
    }
  };
  struct own_words {
    word of[held];
    unsigned at[held];  // its counter, and in the lower bits how many in the thread were before
  };
  Key const* keys;
  To* to;
  Word const* values;
  Word* values_to;
  std::int64_t n;
  int shift;
  unsigned mask;
  digit_counts counts;

  KOKKOS_INLINE_FUNCTION unsigned digit(Key key) const
  {
    return static_cast<unsigned>(rank_of(key, pairs) >> shift) & mask;
  }
  KOKKOS_INLINE_FUNCTION unsigned digit_of(word x) const
  {
    return pairs ? static_cast<unsigned>(x) & 255 : static_cast<unsigned>(x >> shift) & mask;
  }
  KOKKOS_INLINE_FUNCTION int count_of(std::int64_t number) const
  {
    std::int64_t const left = n - number * tile;
    return static_cast<int>(left < tile ? left : tile);
  }

  /// f(there), there(i): whether the tile has element i. All have all, but for the last one.
  template <class F>
  KOKKOS_INLINE_FUNCTION static void in_tile(int count, F const& f)
  {
    if (count < tile)
      f([=](int i) { return i < count; });
    else
      f([](int) { return true; });
  }
  template <class T, class There>
  KOKKOS_INLINE_FUNCTION static void read(T const* from, int rank, There const& there, T* some)
  {
    for (int h = 0; h < held; ++h)
      if (there(rank + h * threads)) some[h] = from[rank + h * threads];
  }

  /// Words are sorted by four bits from `from` on.
  template <class Team>
  KOKKOS_INLINE_FUNCTION void sort_by_nibble(Team const& all, shared& own,
                                             per_thread<own_words, Team>& mine, int from,
                                             unsigned nibble_mask) const
  {
    auto const nibble = [&](word x) { return static_cast<unsigned>(x >> from) & nibble_mask; };
    constexpr int fours = nibbles / 8;
    all.each([&](int rank) {
      auto& k = mine[rank];
      for (int h = 0; h < held; ++h) k.of[h] = own.sorted[rank * held + h];
      for (int d = 0; d < nibbles / 2; ++d)
        reinterpret_cast<two_counts*>(own.count)[d * threads + rank] = {};
      for (int h = 0; h < held; ++h) {
        unsigned const counter = own.of_nibble(nibble(k.of[h]));
        auto& count = own.counter(counter, rank);
        unsigned const before = count;
        count = static_cast<std::uint16_t>(before + 1);
        k.at[h] = counter * nibbles + before;
      }
    });
    all.each([&](int rank) {
      std::uint32_t sum = 0;
      for (int f = 0; f < fours; ++f) {
        auto const some = __builtin_bit_cast(four_words, own.count[rank * fours + f]);
        for (int d = 0; d < 4; ++d) sum += some.of[d];
      }
      own.sums.of[rank] = sum;
    });
    own.sums.add_up(all);
    all.each([&](int rank) {
      // (upper halves are counts of nibbles from 8 on, which come after all others)
      std::uint32_t sum = own.sums.before(rank) + (own.sums.all << 16);
      for (int f = 0; f < fours; ++f) {
        auto some = __builtin_bit_cast(four_words, own.count[rank * fours + f]);
        for (int d = 0; d < 4; ++d) {
          std::uint32_t const here = some.of[d];
          some.of[d] = sum;
          sum += here;
        }
        own.count[rank * fours + f] = __builtin_bit_cast(eight_counts, some);
      }
    });
    all.each([&](int rank) {
      auto const& k = mine[rank];
      for (int h = 0; h < held; ++h)
        own.sorted[own.counter(k.at[h] / nibbles, rank) + k.at[h] % nibbles] = k.of[h];
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

  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, shared& own, std::int64_t group) const
  {
    static_assert(tile_type::digits == tile_type::threads);
    auto const& counts = of.counts;
    std::int64_t const first = group * counts.together, end = first + counts.together < counts.tiles
                                                                  ? first + counts.together
                                                                  : counts.tiles;
    all.each([&](int rank) {
      for (int c = 0; c < copies; ++c) own.count[rank + c * tile_type::digits] = 0;
    });
    for (std::int64_t number = first; number < end; ++number) {
      int const count = of.count_of(number);
      Key const* const keys = of.keys + number * tile_type::tile;
      all.each([&](int rank) {
        of.in_tile(count, [&](auto const& there) {
          Key some[tile_type::held];  // read before one is counted, which might change the next
          of.read(keys, rank, there, some);
          for (int h = 0; h < tile_type::held; ++h)
            if (there(rank + h * tile_type::threads))
              atomic_fetch_add(
                  &own.count[of.digit(some[h]) * copies + static_cast<unsigned>(rank) % copies],
                  1u);
        });
      });
      all.each([&](int rank) {
        std::uint32_t sum = 0;
        for (int c = 0; c < copies; ++c) sum += own.count[rank * copies + (rank + c) % copies];
        counts.of_tiles[number * tile_type::digits + rank] = sum;
        if (number == end - 1) counts.of_groups[rank * counts.groups + group] = sum;
      });
    }
  }
};
template <class Key, class Word, class To>
struct move_digits {
  using tile_type = digits_of_tile<Key, Word, To>;
  static constexpr bool pairs = tile_type::pairs;
  static constexpr int threads = tile_type::threads, held = tile_type::held,
                       most_threads = 2 * threads;
  using shared = typename tile_type::shared;
  using word = typename tile_type::word;
  tile_type of;

  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, shared& own, std::int64_t number) const
  {
    int const count = of.count_of(number);
    std::int64_t const first = number * tile_type::tile;
    auto const& counts = of.counts;
    int const group = static_cast<int>(number) / counts.together;
    bool const begins = number == static_cast<std::int64_t>(group) * counts.together;
    all.each([&](int rank) {
      std::uint32_t const* const here = counts.of_tiles + number * tile_type::digits + rank;
      std::uint32_t const before = begins ? 0 : here[-tile_type::digits];
      own.base[rank] =
          counts.of_digits[rank] + counts.of_groups[rank * counts.groups + group] + before;
      own.sums.of[rank] = *here - before;
      of.in_tile(count, [&](auto const& there) {
        Key some[held];
        of.read(of.keys + first, rank, there, some);
        for (int h = 0; h < held; ++h) {
          int const i = rank + h * threads;
          auto x = static_cast<word>(~word{0});  // what is not there is last
          if (there(i)) {
            if constexpr (pairs) {
              x = of.digit(some[h]) | static_cast<word>(i) << 8;
              own.key[i] = some[h];
            } else {
              x = rank_of(some[h], false);
            }
          }
          own.sorted[i] = x;
        }
      });
    });
    own.sums.add_up(all);
    all.each([&](int rank) { own.base[rank] -= own.sums.before(rank); });
    per_thread<typename tile_type::own_words, Team> mine;
    for (int bit = 0; of.mask >> bit != 0; bit += 4)
      of.sort_by_nibble(all, own, mine, (pairs ? 0 : of.shift) + bit, of.mask >> bit & 15);
    all.each([&](int rank) {
      write(own, of.to, rank, count, [&](word x) -> To {
        if constexpr (pairs)
          return own.key[x >> 8];
        else
          return __builtin_bit_cast(To, sort_order<To>::bits(x));
      });
    });
    if constexpr (pairs) {
      constexpr bool near = tile_type::has_room_for_values;
      Word const* const values = of.values + first;
      if constexpr (near)
        all.each([&](int rank) {
          of.in_tile(count, [&](auto const& there) {
            Word some[held];
            of.read(values, rank, there, some);
            for (int h = 0; h < held; ++h)
              if (int const i = rank + h * threads; there(i)) own.value_near[i] = some[h];
          });
        });
      all.each([&](int rank) {
        write(own, of.values_to, rank, count,
              [&](word x) { return near ? own.value_near[x >> 8] : values[x >> 8]; });
      });
    }
  }

 private:
  /// made(x) of each word goes where the counts say, in order.
  template <class T, class Made>
  KOKKOS_INLINE_FUNCTION void write(shared const& own, T* to, int rank, int count,
                                    Made const& made) const
  {
    word some[held];
    for (int h = 0; h < held; ++h) some[h] = own.sorted[rank + h * threads];
    to += rank;
    of.in_tile(count, [&](auto const& there) {
      for (int h = 0; h < held; ++h)
        if (there(rank + h * threads))
          to[own.base[of.digit_of(some[h])] + h * threads] = made(some[h]);
    });
  }
};

}  // namespace acre::backends::generic
