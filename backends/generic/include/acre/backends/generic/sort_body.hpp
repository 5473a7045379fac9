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
  KOKKOS_INLINE_FUNCTION int digit(Key key) const
  {
    constexpr bool pairs = !std::is_void_v<Word>;
    return static_cast<int>(static_cast<unsigned>(rank_of(key, pairs) >> shift) & mask);
  }
  KOKKOS_INLINE_FUNCTION void count(std::int64_t task, std::int64_t* counts) const
  {
    std::int64_t own[digits] = {};
    for (std::int64_t i = n * task / tasks; i < n * (task + 1) / tasks; ++i) ++own[digit(keys[i])];
    for (int d = 0; d < digits; ++d) counts[d * tasks + task] = own[d];
  }
  KOKKOS_INLINE_FUNCTION void move(std::int64_t task, std::int64_t const* counts) const
  {
    std::int64_t next[digits];
    for (int d = 0; d < digits; ++d) next[d] = counts[d * tasks + task];
    digit_pass const own = *this;  // no key written is one of its members, to the compiler
    for (std::int64_t i = n * task / tasks, end = n * (task + 1) / tasks; i < end; ++i) {
      Key const key = own.keys[i];
      std::int64_t const place = next[own.digit(key)]++;
      own.to[place] = key;
      if constexpr (!std::is_void_v<Word>) own.values_to[place] = own.values[i];
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

/// Ranks that one thread has, and with each the position of its key, or nothing: Position is void.
template <class Rank, class Position>
struct ranks_of_row {
  static constexpr bool positions = !std::is_void_v<Position>;
  Rank* rank;
  Position* position;

  KOKKOS_INLINE_FUNCTION ranks_of_row from(std::int64_t i) const
  {
    if constexpr (positions)
      return {rank + i, position + i};
    else
      return {rank + i, nullptr};
  }
  /// Element i becomes x's element j, or y's element k.
  KOKKOS_INLINE_FUNCTION void take(std::int64_t i, bool of_x, ranks_of_row x, std::int64_t j,
                                   ranks_of_row y, std::int64_t k) const
  {
    rank[i] = of_x ? x.rank[j] : y.rank[k];
    if constexpr (positions) position[i] = *(of_x ? x.position + j : y.position + k);
  }
};

/// Neighbours that are put in order by counting which come before each, without a branch that
/// would be guessed wrong; runs of twice as many are merged from these, and so on.
inline constexpr int counted_run = 8;
template <class Row>
KOKKOS_INLINE_FUNCTION void sort_run(Row from, Row to, int n)
{
  int place[counted_run] = {};
  if (n == counted_run) {
    for (int i = 1; i < counted_run; ++i)
      for (int j = 0; j < i; ++j) {
        int const is_before = from.rank[i] < from.rank[j];
        place[j] += is_before;
        place[i] += 1 - is_before;
      }
  } else {
    for (int i = 1; i < n; ++i)
      for (int j = 0; j < i; ++j) ++place[from.rank[i] < from.rank[j] ? j : i];
  }
  for (int i = 0; i < n; ++i) to.take(place[i], true, from, i, from, i);
}
/// Runs of `left` and of `right` elements, which follow each other, become one. Two of the same
/// length are merged from both ends at the same time, as each step waits for the one before it.
template <class Row>
KOKKOS_INLINE_FUNCTION void merge_runs(Row from, Row to, std::int64_t left, std::int64_t right)
{
  Row const x = from, y = from.from(left);
  std::int64_t i = 0, k = 0;  // i of the k elements are x's
  if (left == right) {
    std::int64_t const last = left - 1;
    for (std::int64_t of_end = 0; k < left; ++k) {
      std::int64_t const j = k - i, last_i = last - of_end, last_j = last - (k - of_end);
      bool const of_x = !(y.rank[j] < x.rank[i]), last_of_x = y.rank[last_j] < x.rank[last_i];
      to.take(k, of_x, x, i, y, j);
      to.take(left + right - 1 - k, last_of_x, x, last_i, y, last_j);
      i += of_x;
      of_end += last_of_x;
    }
    return;
  }
  for (; i < left && k - i < right; ++k) {
    bool const of_x = !(y.rank[k - i] < x.rank[i]);
    to.take(k, of_x, x, i, y, k - i);
    i += of_x;
  }
  for (bool const of_x = i < left; k < left + right; ++k, i += of_x)
    to.take(k, of_x, x, i, y, k - i);
}
template <class Row>
KOKKOS_INLINE_FUNCTION Row sort_by_merges(Row one, Row other, std::int64_t n)
{
  for (std::int64_t i = 0; i < n; i += counted_run)
    sort_run(one.from(i), other.from(i),
             static_cast<int>(n - i < counted_run ? n - i : counted_run));
  Row from = other, to = one;
  for (std::int64_t run = counted_run; run < n; run *= 2) {
    for (std::int64_t i = 0; i < n; i += 2 * run) {
      std::int64_t const all = n - i < 2 * run ? n - i : 2 * run, left = all < run ? all : run;
      merge_runs(from.from(i), to.from(i), left, all - left);
    }
    Row const merged = to;
    to = from;
    from = merged;
  }
  return from;
}
/// All digits are counted in one pass: n is less than 2^32.
template <class Row>
KOKKOS_INLINE_FUNCTION Row sort_by_bytes(Row from, Row to, std::int64_t n)
{
  constexpr int bytes = sizeof(*from.rank), digits = 256;
  std::uint32_t counts[bytes][digits] = {};
  for (std::int64_t i = 0; i < n; ++i) {
    auto const rank = from.rank[i];
    for (int b = 0; b < bytes; ++b) ++counts[b][rank >> (8 * b) & 255];
  }
  for (int b = 0; b < bytes; ++b) {
    std::uint32_t* const next = counts[b];
    if (next[from.rank[0] >> (8 * b) & 255] == n) continue;  // all have this digit
    std::uint32_t before = 0;
    for (int d = 0; d < digits; ++d) {
      std::uint32_t const here = next[d];
      next[d] = before;
      before += here;
    }
    for (std::int64_t i = 0; i < n; ++i)
      to.take(next[from.rank[i] >> (8 * b) & 255]++, true, from, i, from, i);
    Row const sorted = to;
    to = from;
    from = sorted;
  }
  return from;
}
/// Sorts n ranks of one thread; gives which of both rows has them.
template <class Row>
KOKKOS_INLINE_FUNCTION Row sort_alone(Row from, Row other, std::int64_t n)
{
  constexpr int bytes = sizeof(*from.rank);
  return n <= counted_run << (bytes + 1) ? sort_by_merges(from, other, n)
                                         : sort_by_bytes(from, other, n);
}
/// One row of n keys, of which `Positions` or the keys in order are put; `one` and `other` are
/// memory.
template <class Key, class Row, class To>
KOKKOS_INLINE_FUNCTION void sort_row_alone(Key const* keys, To* to, std::int64_t n, Row one,
                                           Row other)
{
  for (std::int64_t i = 0; i < n; ++i) one.rank[i] = rank_of(keys[i], Row::positions);
  if constexpr (Row::positions)
    for (std::int64_t i = 0; i < n; ++i) one.position[i] = static_cast<std::uint32_t>(i);
  Row const sorted = sort_alone(one, other, n);
  for (std::int64_t i = 0; i < n; ++i)
    if constexpr (Row::positions)
      to[i] = sorted.position[i];
    else
      to[i] = __builtin_bit_cast(Key, sort_order<Key>::bits(sorted.rank[i]));
}
/// Rows whose ranks don't fit a thread's own memory; less than 2^32 keys each.
template <bool Positions, class Backend, class Key, class To>
void sort_rows_alone(queue<Backend>& on, Key const* keys, To* to, std::int64_t rows,
                     std::int64_t length)
{
  using rank = sort_word<Key>;
  using position = std::conditional_t<Positions, std::uint32_t, void>;
  using row_type = ranks_of_row<rank, position>;
  std::int64_t const all = rows * length;
  auto const ranks_of_all = scratch_of<rank>(on, 2 * all);
  auto const positions_of_all = scratch_of<std::uint32_t>(on, Positions ? 2 * all : 0);
  rank* const ranks = ranks_of_all.data();
  std::uint32_t* const positions = positions_of_all.data();
  for_each(
      on, "rows", rows, KOKKOS_LAMBDA(std::int64_t row) {
        row_type const one =
            row_type{ranks, Positions ? positions : nullptr}.from(2 * row * length);
        sort_row_alone(keys + row * length, to + row * length, length, one, one.from(length));
      });
}

/// Rows of up to so many keys are sorted by a network, `rows_of_network` of them side by side; few
/// of them one by one.
inline constexpr int most_of_network = 1024, rows_of_network = 16, few_of_network = 4;

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
  if (count <= few_of_network) {
    using row_type = ranks_of_row<rank, std::conditional_t<Positions, std::uint32_t, void>>;
    row_type one{ranks, nullptr};
    if constexpr (Positions) one.position = positions;
    for (int r = 0; r < count; ++r) sort_row_alone(keys + r * n, to + r * n, n, one, one.from(n));
    return;
  }
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
  if constexpr (!queue<Backend>::is_wide) {
    if (length <= most_of_network)
      sort_rows_by_network<false>(on, keys, sorted, rows, length);
    else
      sort_rows_alone<false>(on, keys, sorted, rows, length);
  }
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
  if constexpr (!queue<Backend>::is_wide)
    if (!long_rows) return sort_rows_alone<true>(on, keys, positions, rows, length);
  auto const positions_of_others = scratch_of<std::int64_t>(on, length);
  auto const keys_in_order = scratch_of<Key>(on, length);
  std::int64_t* const other = positions_of_others.data();
  for_each(on, "numbers", length, KOKKOS_LAMBDA(std::int64_t i) { other[i] = i; });
  for (std::int64_t row = 0; row < rows; ++row)
    sort_by_digits(on, keys + row * length, keys_in_order.data(), other, positions + row * length,
                   length, 0, 8 * static_cast<int>(sizeof(Key)));
}

}  // namespace acre::backends::generic
