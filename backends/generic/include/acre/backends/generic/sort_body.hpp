#pragma once

#include <acre/backends/generic/loops.hpp>
#include <acre/backends/generic/select.hpp>
#include <acre/backends/generic/sort.hpp>
#include <acre/backends/generic/sort_team_rows.hpp>
#include <acre/backends/generic/sort_teams.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

/// A stable radix sort, eight bits at a time from the lowest on, leaving out bits that are the same
/// in all keys: each task counts the digits among its keys, the counts are added up digit by digit
/// and task by task, and each task moves its keys to where those say. Rows of few keys are a
/// core's. Narrow threads do both in teams (sort_teams.hpp).
namespace acre::backends::generic {

/// Bits in which some rank differs from the first one's. Waits.
template <class Backend, class Key>
std::uint64_t differing_bits(queue<Backend>& on, Key const* keys, std::int64_t n, bool pairs)
{
  using policy =
      Kokkos::RangePolicy<typename Backend::execution_space, Kokkos::IndexType<std::int64_t>>;
  std::uint64_t bits = 0;
  Kokkos::parallel_reduce(
      tools::listening() ? tools::kernel_name(on, "bits") : "acre", policy(on.instance(), 0, n),
      KOKKOS_LAMBDA(std::int64_t i, std::uint64_t& seen) {
        seen |= rank_of(keys[i], pairs) ^ rank_of(keys[0], pairs);
      },
      Kokkos::BOr<std::uint64_t>(bits));
  return bits;
}

/// What is sorted by one digit; Word is void where keys are alone.
template <class Key, class Word>
struct digit_pass {
  Key const* keys;
  Key* to;
  Word const* values;
  Word* values_to;
  std::int64_t n, tasks;
  int shift;
  unsigned mask;

  static constexpr int digits = 256;
  KOKKOS_INLINE_FUNCTION int digit(std::int64_t i) const
  {
    constexpr bool pairs = !std::is_void_v<Word>;
    return static_cast<int>(static_cast<unsigned>(rank_of(keys[i], pairs) >> shift) & mask);
  }
  KOKKOS_INLINE_FUNCTION void count(std::int64_t task, std::int64_t* counts) const
  {
    std::int64_t own[digits] = {};
    for (std::int64_t i = n * task / tasks; i < n * (task + 1) / tasks; ++i) ++own[digit(i)];
    for (int d = 0; d < digits; ++d) counts[d * tasks + task] = own[d];
  }
  KOKKOS_INLINE_FUNCTION void move(std::int64_t task, std::int64_t const* counts) const
  {
    std::int64_t next[digits];
    for (int d = 0; d < digits; ++d) next[d] = counts[d * tasks + task];
    for (std::int64_t i = n * task / tasks; i < n * (task + 1) / tasks; ++i) {
      std::int64_t const place = next[digit(i)]++;
      to[place] = keys[i];
      if constexpr (!std::is_void_v<Word>) values_to[place] = values[i];
    }
  }
};

template <class Backend, class Key, class Word>
void count_and_move(queue<Backend>& on, digit_pass<Key, Word> const& pass, std::int64_t* counts)
{
  std::int64_t const tasks = pass.tasks;
  for_each(on, "digits", tasks, KOKKOS_LAMBDA(std::int64_t task) { pass.count(task, counts); });
  sum_counts(on, pass.digits * tasks, counts);
  for_each(on, "move", tasks, KOKKOS_LAMBDA(std::int64_t task) { pass.move(task, counts); });
}
template <class Backend, class Key, class Word, class To>
void count_and_move(queue<Backend>& on, digits_of_tile<Key, Word, To> const& pass)
{
  using count = count_digits<Key, Word>;
  using move = move_digits<Key, Word, To>;
  auto const& counts = pass.counts;
  for_teams<team_threads, typename count::shared>(
      on, "digits", counts.groups,
      count{{pass.keys, nullptr, nullptr, nullptr, pass.n, pass.shift, pass.mask, counts}});
  for_teams<team_threads, sum_groups::shared>(on, "offsets", counts.digits, sum_groups{counts});
  for_teams<team_threads, typename move::shared, move::most_threads>(on, "move", counts.tiles,
                                                                     move{pass});
}

/// Whether what lies between two passes are ranks: to compute those of 64 bits takes a seventh of a
/// pass. Ranks of pairs do not tell their keys.
template <class Key, class Word>
inline constexpr bool moves_ranks =
    sizeof(Key) == 8 && fraction_bits<Key> > 0 && std::is_void_v<Word>;

template <class Backend, class Key, class Word>
void sort_by_digits(queue<Backend>& on, Key const* keys, Key* sorted, Word const* values,
                    Word* sorted_values, std::int64_t n, int first_bit, int last_bit)
{
  constexpr bool pairs = !std::is_void_v<Word>;
  constexpr int digits = digit_pass<Key, Word>::digits;
  if (n == 0) return;
  std::uint64_t const differing = differing_bits(on, keys, n, pairs);
  int shifts[8 * sizeof(Key)], passes = 0;
  for (int bit = first_bit; bit < last_bit; ++bit)
    if ((differing >> bit & 1) != 0) {
      shifts[passes++] = bit;
      bit += 7;
    }
  if (passes == 0) {
    on.copy(sorted, keys, static_cast<std::size_t>(n) * sizeof(Key));
    if constexpr (pairs) on.copy(sorted_values, values, static_cast<std::size_t>(n) * sizeof(Word));
    return;
  }
  constexpr bool wide = queue<Backend>::is_wide;
  using tile_type = digits_of_tile<Key, Word>;
  digit_counts counts((n + tile_type::tile - 1) / tile_type::tile, on.threads());
  std::int64_t const tasks =
      wide ? counts.groups : std::clamp<std::int64_t>(n / 4096, 1, on.threads());
  auto const memory = scratch_of<std::int64_t>(on, digits * (tasks + 1));
  auto const memory_of_tiles = scratch_of<std::uint32_t>(on, wide ? digits * counts.tiles : 0);
  auto const other_keys = scratch_of<Key>(on, passes > 1 ? n : 0);
  auto const other_values =
      scratch_of<std::conditional_t<pairs, Word, char>>(on, pairs && passes > 1 ? n : 0);
  counts.of_tiles = memory_of_tiles.data();
  counts.of_groups = memory.data();
  counts.of_digits = counts.of_groups + digits * tasks;
  counts.added = on.counters();
  for (int p = 0; p < passes; ++p) {
    bool const to_sorted = (passes - p) % 2 == 1;
    int const bits = std::min(8, last_bit - shifts[p]);
    Key* const to = to_sorted ? sorted : other_keys.data();
    Word* values_to = nullptr;
    if constexpr (pairs) values_to = to_sorted ? sorted_values : other_values.data();
    unsigned const mask = (1u << bits) - 1;
    if constexpr (wide && moves_ranks<Key, Word>) {
      using rank = sort_word<Key>;
      auto const move = [&]<class From, class To>(From const* from, To* there) {
        count_and_move(on, digits_of_tile<From, void, To>{from, there, values, values_to, n,
                                                          shifts[p], mask, counts});
      };
      auto const move_to = [&](auto* there) {
        if (p == 0)
          move(keys, there);
        else
          move(reinterpret_cast<rank const*>(keys), there);
      };
      if (p < passes - 1)
        move_to(reinterpret_cast<rank*>(to));
      else
        move_to(to);
    } else if constexpr (wide)
      count_and_move(on, tile_type{keys, to, values, values_to, n, shifts[p], mask, counts});
    else
      count_and_move(on,
                     digit_pass<Key, Word>{keys, to, values, values_to, n, tasks, shifts[p], mask},
                     memory.data());
    keys = to;
    values = values_to;
  }
}

/// Rows of up to so many keys are sorted by a network, `rows_of_network` of them side by side.
inline constexpr int most_of_network = 1024, rows_of_network = 16;

/// Of key a and key b of each row, a becomes the one that comes first.
template <class Rank>
KOKKOS_INLINE_FUNCTION void put_in_order(Rank* a, Rank* b)
{
  // all are read before one is written, as compilers unroll the loop and forget that no two overlap
  Rank low[rows_of_network], high[rows_of_network];
  for (int w = 0; w < rows_of_network; ++w) low[w] = a[w] < b[w] ? a[w] : b[w];
  for (int w = 0; w < rows_of_network; ++w) high[w] = a[w] < b[w] ? b[w] : a[w];
  for (int w = 0; w < rows_of_network; ++w) a[w] = low[w];
  for (int w = 0; w < rows_of_network; ++w) b[w] = high[w];
}
template <class Rank>
KOKKOS_INLINE_FUNCTION void put_in_order(Rank* a, Rank* b, std::uint32_t* at, std::uint32_t* bt)
{
#pragma GCC ivdep
  for (int w = 0; w < rows_of_network; ++w) {
    Rank const x = a[w], y = b[w];
    std::uint32_t const p = at[w], q = bt[w];
    bool const ordered = (x < y) | ((x == y) & (p < q));
    a[w] = ordered ? x : y;
    b[w] = ordered ? y : x;
    at[w] = ordered ? p : q;
    bt[w] = ordered ? q : p;
  }
}
/// Batcher's merge exchange (Knuth, The Art of Computer Programming, volume 3, 5.2.2, algorithm M):
/// exchange(i, j) for pairs that don't depend on the keys.
template <class Exchange>
KOKKOS_INLINE_FUNCTION void merge_exchange(int n, Exchange const& exchange)
{
  int top = 1;
  while (2 * top < n) top *= 2;
  for (int p = top; p > 0; p /= 2)
    for (int q = top, r = 0, d = p;; d = q - p, q /= 2, r = p) {
      for (int begin = r; begin < n - d; begin += 2 * p)  // the i of which i & p is r
        for (int i = begin; i < begin + p && i < n - d; ++i) exchange(i, i + d);
      if (q == p) break;
    }
}
/// `count` rows of n keys, of which `Positions` or the keys in order are put.
template <bool Positions, class Key, class To>
KOKKOS_INLINE_FUNCTION void sort_by_network(Key const* keys, To* to, int count, int n)
{
  using rank = sort_word<Key>;
  constexpr int W = rows_of_network;
  rank ranks[most_of_network * W];
  std::uint32_t positions[Positions ? most_of_network * W : 1];
  for (int w = 0; w < W; ++w) {
    Key const* const row = keys + (w < count ? w : 0) * n;
    for (int i = 0; i < n; ++i) {
      ranks[i * W + w] = rank_of(row[i], Positions);
      if constexpr (Positions) positions[i * W + w] = static_cast<std::uint32_t>(i);
    }
  }
  merge_exchange(n, [&](int i, int j) {
    if constexpr (Positions)
      put_in_order(ranks + i * W, ranks + j * W, positions + i * W, positions + j * W);
    else
      put_in_order(ranks + i * W, ranks + j * W);
  });
  for (int w = 0; w < count; ++w)
    for (int i = 0; i < n; ++i)
      if constexpr (Positions)
        to[w * n + i] = positions[i * W + w];
      else
        to[w * n + i] = __builtin_bit_cast(Key, sort_order<Key>::bits(ranks[i * W + w]));
}
template <bool Positions, class Backend, class Key, class To>
void sort_rows_by_network(queue<Backend>& on, Key const* keys, To* to, std::int64_t rows,
                          std::int64_t length)
{
  constexpr int W = rows_of_network;
  for_each(
      on, "rows", (rows + W - 1) / W, KOKKOS_LAMBDA(std::int64_t task) {
        std::int64_t const row = task * W;
        sort_by_network<Positions>(keys + row * length, to + row * length,
                                   static_cast<int>(rows - row < W ? rows - row : W),
                                   static_cast<int>(length));
      });
}

/// Sorts n keys (and values) of one thread, which may be written, and are in `sorted` then; `other`
/// is memory for as many.
template <class Key, class Word>
KOKKOS_INLINE_FUNCTION void sort_alone(Key* sorted, Key* other, Word* sorted_values,
                                       Word* other_values, std::int64_t n)
{
  constexpr bool pairs = !std::is_void_v<Word>;
  if (n <= 32) {
    for (std::int64_t i = 1; i < n; ++i) {
      Key const x = sorted[i];
      auto const rank = rank_of(x, pairs);
      std::int64_t j = i;
      for (; j > 0 && rank < rank_of(sorted[j - 1], pairs); --j) sorted[j] = sorted[j - 1];
      sorted[j] = x;
      if constexpr (pairs) {
        Word const value = sorted_values[i];
        for (std::int64_t k = i; k > j; --k) sorted_values[k] = sorted_values[k - 1];
        sorted_values[j] = value;
      }
    }
    return;
  }
  digit_pass<Key, Word> pass{sorted, other, sorted_values, other_values, n, 1, 0, 255};
  for (; pass.shift < static_cast<int>(8 * sizeof(Key)); pass.shift += 8) {
    std::int64_t counts[digit_pass<Key, Word>::digits], before = 0, most = 0;
    pass.count(0, counts);
    for (auto& count : counts) {
      std::int64_t const here = count;
      most = here > most ? here : most;
      count = before;
      before += here;
    }
    if (most == n) continue;  // all have this digit
    pass.move(0, counts);
    pass = {pass.to,
            const_cast<Key*>(pass.keys),
            pass.values_to,
            const_cast<Word*>(pass.values),
            n,
            1,
            pass.shift,
            255};
  }
  if (pass.keys == sorted) return;
  for (std::int64_t i = 0; i < n; ++i) {
    sorted[i] = other[i];
    if constexpr (pairs) sorted_values[i] = other_values[i];
  }
}

/// Rows that are worth a sort of their own by all threads.
inline bool has_long_rows(std::int64_t rows, std::int64_t length, std::int64_t threads)
{
  return length >= 65536 || (rows < threads && length >= 4096);
}

/// Narrow threads sort rows that are too long for a team's memory all together: by their keys, and
/// then by the numbers of their rows. Rows that are longer than so many are sorted one by one.
inline constexpr std::int64_t long_row = 1 << 20;
inline bool sorts_together(std::int64_t rows, std::int64_t length)
{
  return rows > 1 && length < long_row && rows * length <= 0xffffffff;
}
template <class Backend, class Key>
void sort_rows_together(queue<Backend>& on, Key const* keys, Key* sorted, std::int64_t rows,
                        std::int64_t length)
{
  using rank_type = sort_word<Key>;
  std::int64_t const n = rows * length;
  auto const ranks_of_all = scratch_of<rank_type>(on, n),
             others_of_all = scratch_of<rank_type>(on, n);
  auto const rows_of_all = scratch_of<std::uint32_t>(on, n),
             rows_in_order = scratch_of<std::uint32_t>(on, n);
  rank_type* const ranks = ranks_of_all.data();
  std::uint32_t* const row = rows_of_all.data();
  for_each(
      on, "ranks", n, KOKKOS_LAMBDA(std::int64_t i) {
        ranks[i] = rank_of(keys[i], false);
        row[i] = static_cast<std::uint32_t>(quotient(i, length));
      });
  sort_by_digits<Backend, rank_type, std::uint32_t>(on, ranks, others_of_all.data(), row,
                                                    rows_in_order.data(), n, 0,
                                                    8 * static_cast<int>(sizeof(Key)));
  sort_by_digits<Backend, std::uint32_t, rank_type>(on, rows_in_order.data(), row,
                                                    others_of_all.data(), ranks, n, 0, 32);
  for_each(
      on, "keys", n, KOKKOS_LAMBDA(std::int64_t i) {
        sorted[i] = __builtin_bit_cast(Key, sort_order<Key>::bits(ranks[i]));
      });
}
template <class Backend, class Key>
void argsort_rows_together(queue<Backend>& on, Key const* keys, std::int64_t* positions,
                           std::int64_t rows, std::int64_t length)
{
  using word = std::uint32_t;
  std::int64_t const n = rows * length;
  auto const sorted_keys = scratch_of<Key>(on, n);
  auto const numbers = scratch_of<word>(on, n), others = scratch_of<word>(on, n),
             rows_of_all = scratch_of<word>(on, n), rows_in_order = scratch_of<word>(on, n);
  word *const number = numbers.data(), *const other = others.data(),
              *const row = rows_of_all.data();
  for_each(on, "numbers", n, KOKKOS_LAMBDA(std::int64_t i) { number[i] = static_cast<word>(i); });
  sort_by_digits<Backend, Key, word>(on, keys, sorted_keys.data(), number, other, n, 0,
                                     8 * static_cast<int>(sizeof(Key)));
  for_each(
      on, "rows", n,
      KOKKOS_LAMBDA(std::int64_t i) { row[i] = static_cast<word>(quotient(other[i], length)); });
  sort_by_digits<Backend, word, word>(on, row, rows_in_order.data(), other, number, n, 0, 32);
  for_each(
      on, "places", n,
      KOKKOS_LAMBDA(std::int64_t i) { positions[i] = number[i] - quotient(i, length) * length; });
}

/// Positions of one row: numbers of 32 bits are moved, which narrow threads do faster than 64.
template <class Backend, class Key>
void argsort_row(queue<Backend>& on, Key const* keys, std::int64_t* positions, std::int64_t n)
{
  using word = std::uint32_t;
  auto const sorted_keys = scratch_of<Key>(on, n);
  auto const numbers = scratch_of<word>(on, n), in_order = scratch_of<word>(on, n);
  word *const number = numbers.data(), *const place = in_order.data();
  for_each(on, "numbers", n, KOKKOS_LAMBDA(std::int64_t i) { number[i] = static_cast<word>(i); });
  sort_by_digits<Backend, Key, word>(on, keys, sorted_keys.data(), number, place, n, 0,
                                     8 * static_cast<int>(sizeof(Key)));
  for_each(on, "places", n, KOKKOS_LAMBDA(std::int64_t i) { positions[i] = place[i]; });
}

template <class Backend, class Key>
void radix<Backend, Key>::sort_keys(queue<Backend>& on, Key const* keys, Key* sorted,
                                    std::int64_t n, int first_bit, int last_bit)
{
  sort_by_digits<Backend, Key, void>(on, keys, sorted, nullptr, nullptr, n, first_bit, last_bit);
}

template <class Backend, class Key>
template <class Word>
void radix<Backend, Key>::sort_pairs(queue<Backend>& on, Key const* keys, Key* sorted_keys,
                                     Word const* values, Word* sorted_values, std::int64_t n,
                                     int first_bit, int last_bit)
{
  sort_by_digits(on, keys, sorted_keys, values, sorted_values, n, first_bit, last_bit);
}

template <class Backend, class Key>
void radix<Backend, Key>::sort_rows(queue<Backend>& on, Key const* keys, Key* sorted,
                                    std::int64_t rows, std::int64_t length)
{
  if constexpr (queue<Backend>::is_wide) {
    if (length <= most_of_team<false, Key>)
      return sort_rows_by_teams<false>(on, keys, sorted, rows, length);
    if (sorts_together(rows, length)) return sort_rows_together(on, keys, sorted, rows, length);
  }
  if (queue<Backend>::is_wide || has_long_rows(rows, length, on.threads())) {
    for (std::int64_t row = 0; row < rows; ++row)
      sort_keys(on, keys + row * length, sorted + row * length, length, 0, 8 * sizeof(Key));
    return;
  }
  if constexpr (!queue<Backend>::is_wide)
    if (length <= most_of_network)
      return sort_rows_by_network<false>(on, keys, sorted, rows, length);
  auto const memory = scratch_of<Key>(on, rows * length);
  Key* const other = memory.data();
  for_each(
      on, "rows", rows, KOKKOS_LAMBDA(std::int64_t row) {
        Key const* const from = keys + row * length;
        Key* const to = sorted + row * length;
        for (std::int64_t i = 0; i < length; ++i) to[i] = from[i];
        sort_alone<Key, void>(to, other + row * length, nullptr, nullptr, length);
      });
}

template <class Backend, class Key>
void radix<Backend, Key>::argsort_rows(queue<Backend>& on, Key const* keys, std::int64_t* positions,
                                       std::int64_t rows, std::int64_t length)
{
  if constexpr (queue<Backend>::is_wide) {
    if (length <= most_of_team<true, Key>)
      return sort_rows_by_teams<true>(on, keys, positions, rows, length);
    if (sorts_together(rows, length))
      return argsort_rows_together(on, keys, positions, rows, length);
    if (length <= 0xffffffff) {
      for (std::int64_t row = 0; row < rows; ++row)
        argsort_row(on, keys + row * length, positions + row * length, length);
      return;
    }
  }
  bool const long_rows = queue<Backend>::is_wide || has_long_rows(rows, length, on.threads());
  if constexpr (!queue<Backend>::is_wide)
    if (length <= most_of_network)
      return sort_rows_by_network<true>(on, keys, positions, rows, length);
  std::int64_t const together = long_rows ? length : rows * length;
  auto const positions_of_others = scratch_of<std::int64_t>(on, together);
  auto const keys_in_order = scratch_of<Key>(on, long_rows ? together : 2 * together);
  std::int64_t* const other = positions_of_others.data();
  Key* const sorted = keys_in_order.data();
  if (long_rows) {
    for_each(on, "numbers", length, KOKKOS_LAMBDA(std::int64_t i) { other[i] = i; });
    for (std::int64_t row = 0; row < rows; ++row)
      sort_by_digits(on, keys + row * length, sorted, other, positions + row * length, length, 0,
                     8 * static_cast<int>(sizeof(Key)));
    return;
  }
  for_each(
      on, "rows", rows, KOKKOS_LAMBDA(std::int64_t row) {
        std::int64_t const first = row * length;
        for (std::int64_t i = 0; i < length; ++i) {
          sorted[first + i] = keys[first + i];
          positions[first + i] = i;
        }
        sort_alone(sorted + first, sorted + together + first, positions + first, other + first,
                   length);
      });
}

}  // namespace acre::backends::generic
