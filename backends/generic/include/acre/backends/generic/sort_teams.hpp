#pragma once

#include <acre/backends/common/atomic.hpp>
#include <acre/backends/common/sort.hpp>
#include <acre/backends/generic/loops.hpp>
#include <acre/backends/generic/teams.hpp>

#include <algorithm>
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

/// What each thread of a team adds, and the sums of those before it.
template <class T>
struct team_sums {
  static constexpr int some = 16, groups = team_threads / some;
  T of[team_threads], of_some[groups], before_some[groups], all;

  /// All of a team call it.
  template <class Team>
  KOKKOS_INLINE_FUNCTION void add_up(Team const& team)
  {
    team.each([&](int rank) {
      if (rank >= groups) return;
      T here[some], sum = 0;
      for (int i = 0; i < some; ++i) here[i] = of[rank * some + i];
      for (int i = 0; i < some; ++i) {
        of[rank * some + i] = sum;
        sum += here[i];
      }
      of_some[rank] = sum;
    });
    team.each([&](int rank) {
      if (rank >= groups) return;
      T sum = 0, before = 0;
      for (int i = 0; i < groups; ++i) {
        T const here = of_some[i];
        before += i < rank ? here : 0;
        sum += here;
      }
      before_some[rank] = before;
      if (rank == 0) all = sum;
    });
  }
  KOKKOS_INLINE_FUNCTION T before(int rank) const { return of[rank] + before_some[rank / some]; }
};

/// The counts of a pass: of tiles, as sums within groups of `together` of them, of a digit's groups
/// and of digits, which become the sums of those before.
struct digit_counts {
  static constexpr int digits = 256;
  std::int64_t tiles, groups;
  int together;
  std::uint32_t* of_tiles;              // those of a tile side by side
  std::int64_t *of_groups, *of_digits;  // those of a digit side by side

  /// Groups enough for all teams, and no more, as these are added up by themselves.
  explicit digit_counts(std::int64_t all)
      : tiles(all), together(static_cast<int>(std::clamp<std::int64_t>(all / 4096, 1, 16)))
  {
    groups = (tiles + together - 1) / together;
  }
};
struct sum_groups {
  using shared = team_sums<std::int64_t>;
  digit_counts counts;

  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, shared& own, std::int64_t digit) const
  {
    std::int64_t* const of = counts.of_groups + digit * counts.groups;
    std::int64_t const each = (counts.groups + team_threads - 1) / team_threads;
    auto const end = [&](int rank) {
      return (rank + 1) * each < counts.groups ? (rank + 1) * each : counts.groups;
    };
    all.each([&](int rank) {
      std::int64_t sum = 0;
      for (std::int64_t i = rank * each; i < end(rank); ++i) sum += of[i];
      own.of[rank] = sum;
    });
    own.add_up(all);
    all.each([&](int rank) {
      std::int64_t sum = own.before(rank);
      for (std::int64_t i = rank * each; i < end(rank); ++i) {
        std::int64_t const here = of[i];
        of[i] = sum;
        sum += here;
      }
      if (rank == 0) counts.of_digits[digit] = own.all;
    });
  }
};
struct sum_digits {
  using shared = team_sums<std::int64_t>;
  digit_counts counts;

  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, shared& own, std::int64_t) const
  {
    static_assert(digit_counts::digits == team_threads);
    all.each([&](int rank) { own.of[rank] = counts.of_digits[rank]; });
    own.add_up(all);
    all.each([&](int rank) { counts.of_digits[rank] = own.before(rank); });
  }
};

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
  /// What is made of each word in order goes where the counts say.
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

    /// Of keys a and b, a becomes the one that comes first.
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
