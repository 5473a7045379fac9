#pragma once

#include <acre/backends/common/runs.hpp>
#include <acre/backends/host_common/queue.hpp>
#include <acre/backends/host_common/read_back.hpp>
#include <acre/backends/host_common/tuning.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace acre::backends {

namespace host {

constexpr int marked_together = 64;  // elements that are compared before bits are made of them

/// Marks those of elements first … first + count - 1, at most `marked_together`, that differ from
/// the one before; returns how many. `order` gets each pair of neighbours.
template <class Rule, class T, class Order>
std::int64_t mark_some(Rule const& rule, T const* elements, std::int64_t first, int count,
                       std::uint8_t* bits, Order const& order)
{
  std::uint8_t differs[marked_together] = {};
  auto const look = [&](int k) {
    T const left = elements[first + k - 1], x = elements[first + k];
    differs[k] = rule.same(left, x) ? 0 : 1;
    order(left, x);
  };
  if (first == 0) differs[0] = 1;
  if (first > 0 && count == marked_together)
    for (int k = 0; k < marked_together; ++k) look(k);
  else
    for (int k = first == 0 ? 1 : 0; k < count; ++k) look(k);
  std::int64_t marked = 0;
  for (int byte = 0; byte < marked_together / 8; ++byte) {
    std::uint64_t eight = 0;  // to the left by 0, 7, 14 … bits: the upper byte has all
    for (int k = 0; k < 8; ++k)
      eight |= static_cast<std::uint64_t>(differs[byte * 8 + k]) << (8 * k);
    auto const mask = static_cast<std::uint8_t>(eight * 0x0102040810204080u >> 56);
    bits[byte] = mask;
    marked += std::popcount(mask);
  }
  return marked;
}

/// Marks a tile; of ranked elements as long as ranks do not fall, and describes them in `seen`.
template <class Rule, class T>
std::int64_t mark_one_tile(Rule const& rule, T const* elements, std::int64_t begin,
                           std::int64_t end, std::uint8_t* bits, run_facts& seen)
{
  std::int64_t marked = 0;
  for (int at = 0; at < mark_tile; at += marked_together) {
    std::int64_t const first = begin + at;
    int const count = static_cast<int>(std::clamp<std::int64_t>(end - first, 0, marked_together));
    bool falls = false;
    marked += mark_some(rule, elements, first, count, bits + at / 8, [&](T left, T x) {
      if constexpr (Rule::ranks) falls |= rule.rank(left) > rule.rank(x);
    });
    if (falls) {
      seen.falls = 1;
      return marked;
    }
  }
  return marked;
}

/// The least rank and the largest of some elements, whose lower words are kept.
template <class Rule, class T>
void look_at_ranks(Rule const& rule, T const* elements, std::int64_t begin, std::int64_t end,
                   run_facts& seen, std::uint32_t* words)
{
  constexpr int side_by_side = 8;
  auto low = rule.rank(elements[begin]), high = low;
  decltype(low) lows[side_by_side], highs[side_by_side];
  std::fill_n(lows, side_by_side, low);
  std::fill_n(highs, side_by_side, low);
  std::int64_t i = begin;
  for (; i + side_by_side <= end; i += side_by_side)
    for (int k = 0; k < side_by_side; ++k) {
      auto const rank = rule.rank(elements[i + k]);
      lows[k] = rank < lows[k] ? rank : lows[k];
      highs[k] = rank > highs[k] ? rank : highs[k];
    }
  for (; i < end; ++i) {
    low = std::min(low, rule.rank(elements[i]));
    high = std::max(high, rule.rank(elements[i]));
  }
  for (int k = 0; k < side_by_side; ++k) {
    low = std::min(low, lows[k]);
    high = std::max(high, highs[k]);
  }
  seen.low = std::min<std::uint64_t>(seen.low, low);
  seen.high = std::max<std::uint64_t>(seen.high, high);
  if (words)
    for (i = begin; i < end; ++i) words[i] = static_cast<std::uint32_t>(rule.rank(elements[i]));
}

}  // namespace host

/// See backends/common/runs.hpp. A task is some tiles; where ranks fall in one, it marks no more.
template <class Rule, class T>
void mark_runs(host::queue& on, Rule const& rule, T const* elements, std::int64_t n, marks const& m,
               run_facts* facts, std::uint32_t* words = nullptr)
{
  static_assert(mark_runs_takes<Rule, T>());
  constexpr std::int64_t of_task = host::run_tiles_of_task;
  std::int64_t const tiles = mark_tiles(n), tasks = (tiles + of_task - 1) / of_task;
  std::vector<run_facts> of_tasks(static_cast<std::size_t>(tasks));
  on.for_tasks("mark_runs", tasks, [&](std::int64_t task) {
    run_facts seen;
    std::int64_t const end = std::min(tiles, (task + 1) * of_task);
    for (std::int64_t tile = task * of_task; tile < end; ++tile) {
      std::int64_t const first = tile * mark_tile, last = std::min(n, first + mark_tile);
      m.offsets[tile] = 0;
      if (seen.falls == 0)
        m.offsets[tile] =
            host::mark_one_tile(rule, elements, first, last, m.bits + first / 8, seen);
      if constexpr (Rule::ranks) {
        if (seen.falls != 0) {
          host::look_at_ranks(rule, elements, first, last, seen, words);
        } else {
          seen.add({rule.rank(elements[first]), rule.rank(elements[last - 1]), 0, 0, 1});
        }
      }
    }
    of_tasks[static_cast<std::size_t>(task)] = seen;
  });
  run_facts seen;
  for (run_facts const& of_task_facts : of_tasks) seen.add(of_task_facts);
  for (std::int64_t tile = 0; tile < tiles; ++tile) {
    std::int64_t const marked = m.offsets[tile];
    m.offsets[tile] = seen.count;
    seen.count += marked;
  }
  m.offsets[tiles] = seen.count;
  if (!words) seen.left_out = 1;
  *facts = seen;
}

template <class F>
void visit_marked(host::queue& on, std::int64_t n, marks const& m, F const& f)
{
  constexpr int bytes = mark_tile / 8;
  std::int64_t const tiles = mark_tiles(n);
  auto const with_marks = [&](std::int64_t tile, auto const& take) {  // until one says so
    for (int byte = 0; byte < bytes; ++byte)
      for (unsigned bits = m.bits[tile * bytes + byte]; bits != 0; bits &= bits - 1)
        if (!take(tile * mark_tile + byte * 8 + std::countr_zero(bits))) return;
  };
  on.for_tasks("visit_marked", tiles, [&](std::int64_t tile) {
    std::int64_t k = m.offsets[tile];
    if constexpr (asks_for_next<F>) {
      if (m.offsets[tile + 1] == k) return;
      std::int64_t before = -1;
      with_marks(tile, [&](std::int64_t i) {
        if (before >= 0) f(k++, before, i);
        before = i;
        return true;
      });
      std::int64_t next = n;
      if (m.offsets[tile + 1] != m.offsets[tiles])
        with_marks(next_marked_tile(m, tile, tiles), [&](std::int64_t i) {
          next = i;
          return false;
        });
      f(k, before, next);
    } else {
      with_marks(tile, [&](std::int64_t i) {
        f(k++, i);
        return true;
      });
    }
  });
}

template <class F>
void visit_elements(host::queue& on, std::int64_t n, marks const& m, F const& f)
{
  on.for_tasks("visit_elements", mark_tiles(n), [&](std::int64_t tile) {
    std::int64_t k = m.offsets[tile] - 1;
    std::int64_t const begin = tile * mark_tile, end = std::min(n, begin + mark_tile);
    for (std::int64_t i = begin; i < end; ++i) {
      k += m.bits[i / 8] >> (i % 8) & 1;
      f(i, k);
    }
  });
}

}  // namespace acre::backends
