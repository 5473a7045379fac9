#pragma once

#include <acre/array/array.hpp>
#include <acre/backends/common/atomic.hpp>
#include <acre/backends/common/device_code.hpp>
#include <acre/backends/common/operation.hpp>
#include <acre/backends/common/runs_on_cpu.hpp>
#include <acre/device/launch.hpp>
#include <acre/order/detail/sort_rows.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <type_traits>

/// The few largest of each of many rows, without sorting these: a block has a row and collects what
/// is no smaller than a bound that k of its elements reach. Kernels of blocks are those of
/// backends/common/launch.hpp.
namespace acre::detail {

/// An element's key, the least one for the largest element, and where it stands.
template <class Word>
struct top_entry {
  Word key;
  std::int32_t position;

  KOKKOS_INLINE_FUNCTION bool before(top_entry const& other) const
  {
    return key < other.key || (key == other.key && position < other.position);
  }
};

/// How many entries a block has collected, and what it still takes: keys below the limit, or at it
/// where that is open.
template <class Word>
struct top_state {
  Word limit;
  std::int32_t open, count;

  KOKKOS_INLINE_FUNCTION bool takes(Word key) const
  {
    return key < limit || (key == limit && open != 0);
  }
};

template <class T>
struct top_of_rows {
  using order = backends::sort_order<sort_key_t<T>>;
  using word = typename order::word;
  using entry = top_entry<word>;
  using state = top_state<word>;
  static constexpr int at_once = backends::is_device_code ? 4 : 64;  // of a thread
  static constexpr word last = static_cast<word>(~word{0});
  static constexpr int most_of_lanes = 48;  // of which a CPU's bound is the kth

  T const* rows;
  std::int64_t length;  // of a row, less than 2^31
  std::int64_t all;     // elements: on a CPU the last row may be shorter
  int k, room;          // room: for entries, k and what all threads may add at once at least
  std::int64_t* to;     // k for each row

  static std::size_t scratch(int threads, int k, int room)
  {
    return (static_cast<std::size_t>(room) + static_cast<std::size_t>(k)) * sizeof(entry) +
           static_cast<std::size_t>(threads) * sizeof(word) + sizeof(state) + 64;
  }

  KOKKOS_INLINE_FUNCTION void operator()(thread_block& block) const
  {
    auto* const entries = block.template scratch<entry>(room);
    auto* const kept = block.template scratch<entry>(k);
    auto* const known = block.template scratch<state>(1);
    if constexpr (!backends::is_device_code)
      if (block.size().x == 1) return alone(block, entries, kept, known);
    auto* const least = block.template scratch<word>(block.size().x);
    T const* const row = rows + block.index().x * length;
    std::int64_t const together = at_once * block.size().x;
    bound(block, row, known, least);
    for (std::int64_t first = 0; first < length; first += together) {
      block.for_each_thread([&](launch_thread const& t) {
        take(row, first + t.rank(), block.size().x, entries, known);
      });
      std::int32_t const count = known->count;
      backends::barrier();  // all have read it
      if (count > room - together) keep_first(block, entries, kept, known, count);
    }
    keep_first(block, entries, kept, known, known->count);
    block.for_each_thread([&](launch_thread const& t) {
      for (std::int64_t e = t.rank(); e < k; e += block.size().x)
        to[block.index().x * k + e] = kept[e].position;
    });
  }

 private:
  KOKKOS_INLINE_FUNCTION static word key_of(T x)
  {
    auto const key = to_sort_key<T, true>{}(x);
    word bits;
    __builtin_memcpy(&bits, &key, sizeof bits);
    return order::equal(order::rank(bits));
  }

  /// A bound that k of the row's elements reach: of groups of threads (3/2 k: the bound is closer
  /// with more, and its search longer) the first of their elements in order, of these the kth. With
  /// fewer threads than k there is none.
  KOKKOS_INLINE_FUNCTION void bound(thread_block const& block, T const* row, state* known,
                                    word* least) const
  {
    auto const threads = static_cast<std::int32_t>(block.size().x);
    std::int32_t const wanted = (k + k / 2 + 31) / 32 * 32,
                       groups = wanted < threads ? wanted : threads;
    if (threads < k) {
      block.for_each_thread([&](launch_thread const& t) {
        if (t.rank() == 0) *known = {last, 1, 0};
      });
      return;
    }
    block.for_each_thread([&](launch_thread const& t) {
      word lowest = last, key[at_once];
      for (std::int64_t i = t.rank(); i < length; i += at_once * threads) {
        load(row, i, threads, key);
        for (int n = 0; n < at_once; ++n) lowest = key[n] < lowest ? key[n] : lowest;
      }
      least[t.rank()] = lowest;
    });
    block.for_each_thread([&](launch_thread const& t) {
      auto const own = static_cast<std::int32_t>(t.rank());
      if (own >= groups) return;
      word lowest = least[own];
      for (std::int32_t n = own + groups; n < threads; n += groups)
        lowest = least[n] < lowest ? least[n] : lowest;
      least[own] = lowest;
    });
    block.for_each_thread([&](launch_thread const& t) {
      auto const own = static_cast<std::int32_t>(t.rank());
      if (own >= groups) return;
      word const mine = least[own];
      std::int32_t before = 0;
      for (std::int32_t n = 0; n < groups; ++n)
        before += least[n] < mine || (least[n] == mine && n < own) ? 1 : 0;
      if (before == k - 1) *known = {mine, 1, 0};
    });
  }

  /// A row by a CPU's thread, which is a block of its own. (Not inlined: addresses that are apart
  /// would be computed for elements that are neighbours.)
  [[gnu::noinline]] void alone(thread_block const& block, entry* entries, entry* kept,
                               state* known) const
  {
    std::int64_t const before = block.index().x * length, here = std::min(length, all - before);
    T const* const row = rows + before;
    *known = {bound_of_lanes(row, here), 1, 0};
    for (std::int64_t first = 0; first < here; first += at_once) {
      auto const some = static_cast<int>(std::min<std::int64_t>(at_once, here - first));
      T const* const these = row + first;
      auto const take = [&](int n) {
        if (word const key = key_of(these[n]); known->takes(key))
          entries[known->count++] = {key, static_cast<std::int32_t>(first + n)};
      };
      if (known->limit == last || some < at_once) {
        for (int n = 0; n < some; ++n) take(n);
      } else if (T const limit = value_of(known->limit); any_reaches(these, limit, known->open)) {
        for (int n = 0; n < at_once; ++n)
          if (these[n] >= limit) take(n);
      }
      if (known->count > room - at_once) keep_first(block, entries, kept, known, known->count);
    }
    keep_first(block, entries, kept, known, known->count);
    for (int e = 0; e < k; ++e) to[block.index().x * k + e] = kept[e].position;
  }

  /// Its bound: the kth of the lanes of some blocks of neighbours, which are spread over the row.
  /// (Of numbers themselves, as a key takes as long as all the rest.)
  word bound_of_lanes(T const* row, std::int64_t here) const
  {
    constexpr std::int64_t blocks = 64;
    if (k > most_of_lanes || here < at_once) return last;
    T constexpr none = std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                                            : std::numeric_limits<T>::lowest();
    T lane[at_once];
    std::fill_n(lane, at_once, none);
    std::int64_t const step = std::max<std::int64_t>(at_once, (here - at_once) / blocks);
    for (std::int64_t first = 0; first + at_once <= here; first += step)
      for (int l = 0; l < at_once; ++l)
        lane[l] = row[first + l] > lane[l] ? row[first + l] : lane[l];
    std::nth_element(lane, lane + (k - 1), lane + at_once, std::greater<T>());
    return lane[k - 1] == none ? last : key_of(lane[k - 1]);  // (some may have been NaN alone)
  }

  /// A number of that key, none of NaN.
  static T value_of(word key_bits)
  {
    auto const bits = order::bits(key_bits);
    sort_key_t<T> key;
    __builtin_memcpy(&key, &bits, sizeof key);
    return from_sort_key<T, true>{}(key);
  }
  /// Whether one of at_once neighbours is as large, or larger.
  static bool any_reaches(T const* x, T limit, std::int32_t as_large)
  {
    word any = 0;  // of the elements' size: as many in a vector
    if (as_large != 0)
      for (int n = 0; n < at_once; ++n) any |= static_cast<word>(x[n] >= limit);
    else
      for (int n = 0; n < at_once; ++n) any |= static_cast<word>(x[n] > limit);
    return any != 0;
  }

  /// The keys of elements first, first + step, …; the last of all where there is none.
  KOKKOS_INLINE_FUNCTION void load(T const* row, std::int64_t first, std::int64_t step,
                                   word* key) const
  {
    if (first + (at_once - 1) * step < length) {
      for (int n = 0; n < at_once; ++n) key[n] = key_of(row[first + n * step]);
    } else {
      for (int n = 0; n < at_once; ++n)
        key[n] = first + n * step < length ? key_of(row[first + n * step]) : last;
    }
  }

  /// Elements first, first + step, … as far as they are taken. Mostly none is, and then all are
  /// looked at together.
  KOKKOS_INLINE_FUNCTION void take(T const* row, std::int64_t first, std::int64_t step,
                                   entry* entries, state* known) const
  {
    state const now{known->limit, known->open, 0};
    word key[at_once], least = last;
    load(row, first, step, key);
    for (int n = 0; n < at_once; ++n) least = key[n] < least ? key[n] : least;
    if (!now.takes(least)) return;
    for (int n = 0; n < at_once; ++n) {
      std::int64_t const i = first + n * step;
      if (i < length && now.takes(key[n]))
        entries[backends::atomic_fetch_add(&known->count, std::int32_t{1})] = {
            key[n], static_cast<std::int32_t>(i)};
    }
  }

  /// The first k of the entries, in order, and no more are taken than come before the last of them.
  KOKKOS_INLINE_FUNCTION void keep_first(thread_block const& block, entry* entries, entry* kept,
                                         state* known, std::int32_t count) const
  {
    if constexpr (backends::is_device_code) {
      block.for_each_thread([&](launch_thread const& t) {
        for (std::int64_t e = t.rank(); e < count; e += block.size().x) {
          entry const mine = entries[e];
          int before = 0;
          for (std::int32_t n = 0; n < count; ++n) before += entries[n].before(mine) ? 1 : 0;
          if (before < k) kept[before] = mine;
        }
      });
    } else {
      std::partial_sort(entries, entries + k, entries + count,
                        [](entry const& a, entry const& b) { return a.before(b); });
      std::copy(entries, entries + k, kept);
    }
    block.for_each_thread([&](launch_thread const& t) {
      for (std::int64_t e = t.rank(); e < k; e += block.size().x) entries[e] = kept[e];
      if (t.rank() == 0) *known = {kept[k - 1].key, 0, k};
    });
  }
};

/// How blocks take rows of so many elements, and whether they are faster than sorts.
struct top_blocks {
  int threads = 1, room = 0;
  bool wanted = false;
};
template <class Space>
constexpr top_blocks blocks_of_top(std::int64_t rows, std::int64_t length, std::int64_t k)
{
  constexpr bool on_cpu = backends::runs_on_cpu<Space>;  // which sorts short rows several at once
  constexpr int most = on_cpu ? 2048 : 256;
  constexpr std::int64_t worth_sorting = 8, least_rows = 64;
  std::int64_t const least_length = !on_cpu    ? 256
                                    : rows > 1 ? backends::first_of_rows_length + 1
                                               : 64;
  top_blocks blocks;
  if (k < 1 || k > most || k > length / worth_sorting || length < least_length ||
      length > INT32_MAX)
    return blocks;
  if constexpr (on_cpu) {
    blocks.room = static_cast<int>(std::max<std::int64_t>(4 * k, 256));
    blocks.wanted = true;
  } else {
    blocks.threads = k > 128 ? 512 : length > 1024 || k > 16 ? 256 : 64;
    // (for k > 128 as many as 48 KB have where an entry takes 16 bytes)
    blocks.room = k > 128 ? 4 * blocks.threads + 448 : 8 * blocks.threads;
    blocks.wanted = rows >= least_rows || length <= 1 << 17;
  }
  return blocks;
}

/// Positions of the k largest of each row, the largest first, of equal ones the first; queued. On a
/// CPU the last row may be shorter than the others.
template <class T, class Space>
auto positions_of_top(array<T, 1, Space> const& elements, std::int64_t rows, std::int64_t k,
                      top_blocks const& blocks)
{
  array<std::int64_t, 2, Space> const positions(elements.space(), shape_t<2>{rows, k});
  top_of_rows<T> const kernel{elements.data(), (elements.size() + rows - 1) / rows,
                              elements.size(), static_cast<int>(k),
                              blocks.room,     positions.data()};
  backends::operation const running("topk", elements.space().queue());
  launch(elements.space(),
         {.grid = {rows},
          .block = {blocks.threads},
          .scratch = top_of_rows<T>::scratch(blocks.threads, kernel.k, kernel.room)},
         kernel);
  return positions;
}

/// Positions of the first k of each row of up to first_of_rows_length keys, the axis last; on a
/// CPU, which sorts them side by side.
template <int Rank, class Key, class Space>
auto first_positions(array<Key, Rank, Space> const& keys, std::int64_t k)
{
  auto shape = keys.shape();
  shape[Rank - 1] = k;
  array<std::int64_t, Rank, Space> const positions(keys.space(), shape);
  backends::operation const running("topk", keys.space().queue());
  backends::first_of_rows(keys.space().queue(), keys.data(), positions.data(), rows_of(keys),
                          keys.shape()[Rank - 1], k);
  return positions;
}

}  // namespace acre::detail
