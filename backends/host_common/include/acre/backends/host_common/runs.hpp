#pragma once

#include <acre/backends/common/runs.hpp>
#include <acre/backends/host_common/queue.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace acre::backends {

/// See backends/common/runs.hpp. A task is some tiles.
template <class Rule, class T>
void mark_runs(host::queue& on, Rule const& rule, T const* elements, std::int64_t n, marks const& m,
               run_facts* facts, std::uint32_t* = nullptr)
{
  static_assert(mark_runs_takes<Rule, T>());
  constexpr std::int64_t of_task = 16;  // tiles
  constexpr int block = 64;             // elements that are compared before bits are made of them
  std::int64_t const tiles = mark_tiles(n), tasks = (tiles + of_task - 1) / of_task;
  std::vector<run_facts> of_tasks(static_cast<std::size_t>(tasks));
  on.for_tasks("mark_runs", tasks, [&](std::int64_t task) {
    run_facts seen;
    std::int64_t const end = std::min(tiles, (task + 1) * of_task);
    for (std::int64_t tile = task * of_task; tile < end; ++tile) {
      std::int64_t marked = 0;
      for (int at = 0; at < mark_tile; at += block) {
        std::int64_t const first = tile * mark_tile + at;
        std::uint8_t differs[block] = {};
        int const here = static_cast<int>(std::clamp<std::int64_t>(n - first, 0, block));
        auto const look = [&](int k) {
          T const left = elements[first + k - 1], x = elements[first + k];
          differs[k] = rule.same(left, x) ? 0 : 1;
          if constexpr (Rule::ranks) seen.add_rank(rule.rank(left), rule.rank(x));
        };
        if (first == 0) {
          differs[0] = 1;
          if constexpr (Rule::ranks) seen.add_rank(rule.rank(elements[0]), rule.rank(elements[0]));
        }
        if (first > 0 && here == block)
          for (int k = 0; k < block; ++k) look(k);
        else
          for (int k = first == 0 ? 1 : 0; k < here; ++k) look(k);
        for (int byte = 0; byte < block / 8; ++byte) {
          std::uint64_t eight = 0;  // to the left by 0, 7, 14 … bits: the upper byte has all
          for (int k = 0; k < 8; ++k)
            eight |= static_cast<std::uint64_t>(differs[byte * 8 + k]) << (8 * k);
          auto const bits = static_cast<std::uint8_t>(eight * 0x0102040810204080u >> 56);
          m.bits[first / 8 + byte] = bits;
          marked += std::popcount(bits);
        }
      }
      m.offsets[tile] = marked;
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
  seen.left_out = 1;
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
