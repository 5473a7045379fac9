#pragma once

#include <acre/backends/common/atomic.hpp>
#include <acre/backends/common/count.hpp>
#include <acre/backends/host_common/queue.hpp>
#include <acre/backends/host_common/rows.hpp>
#include <acre/backends/host_common/scratch.hpp>
#include <acre/backends/host_common/tuning.hpp>

#include <algorithm>
#include <cstdint>

namespace acre::backends {

namespace host {

/// Counters of one task: of few_counters places several sets in turn, so that neighbours of the
/// same place don't wait for each other. The first counter of a set is for what is counted nowhere.
class task_counters {
 public:
  static constexpr int sets = 4;

  /// How many counters a task has, whole lines of a cache.
  static std::int64_t count(std::int64_t places)
  {
    return ((places <= few_counters ? sets : 1) * (places + 1) + 15) / 16 * 16;
  }

  task_counters(std::int64_t places, std::uint32_t* counters)
      : places_(places), step_(places <= few_counters ? places + 1 : 0), counters_(counters)
  {
    std::fill_n(counters_, count(places), 0U);
  }
  template <int N>
  void add(std::int64_t const (&place)[N])
  {
    static_assert(N % sets == 0);
    for (int k = 0; k < N; k += sets)
      for (int set = 0; set < sets; ++set) ++counters_[set * step_ + 1 + place[k + set]];
  }
  void add(std::int64_t place) { ++counters_[1 + place]; }
  /// The first set has them all then.
  void join()
  {
    if (step_ == 0) return;
    for (std::int64_t p = 0; p <= places_; ++p)
      for (int set = 1; set < sets; ++set) counters_[p] += counters_[set * step_ + p];
  }

 private:
  std::int64_t places_, step_;
  std::uint32_t* counters_;
};

/// Elements [first, last) of a row, `add` being handed them by blocks.
template <int Block, class Row, class Counters>
void count_in_row(Row const& row, bool unit, std::int64_t first, std::int64_t last,
                  Counters& counters)
{
  std::int64_t i = first;
  if (unit) {
    for (; i + Block <= last; i += Block) {
      if constexpr (requires { row.template block<Block>(i); }) {
        auto const places = row.template block<Block>(i);
        counters.add(places.v);
      } else {
        std::int64_t places[Block];
        for (int k = 0; k < Block; ++k) places[k] = row.template at<true>(i + k);
        counters.add(places);
      }
    }
  }
  for (; i < last; ++i) counters.add(row.template at<false>(i));
}

/// Counters that all tasks share.
struct shared_counters {
  std::int64_t* out;

  template <int N>
  void add(std::int64_t const (&place)[N])
  {
    for (std::int64_t const p : place) add(p);
  }
  void add(std::int64_t place)
  {
    if (place >= 0) atomic_add(out + place, std::int64_t{1});
  }
};

}  // namespace host

/// See backends/common/count.hpp. A thread counts for itself where there are many more elements
/// than places, and all counters are added up at the end; where the places are too many for that,
/// they are shared and added to atomically.
template <class Program>
void count(host::queue& on, iteration const& it, Program const& program, std::int64_t places,
           std::int64_t* out)
{
  using namespace host;
  static_assert(count_takes<Program>());
  constexpr int block = operand_width<Program>() < 8 ? stack_line : stack_line / 2;
  constexpr std::int64_t per_piece = counted_by_task, most = std::int64_t{1} << 31;
  std::int64_t const elements = it.rows * it.inner, pieces = (it.inner + per_piece - 1) / per_piece,
                     all = it.rows * pieces;
  if (elements == 0) return;
  auto const count_piece = [&](std::int64_t piece, auto& counters) {
    auto const row = bound(program, row_position(it, piece / pieces));
    std::int64_t const first = piece % pieces * per_piece,
                       last = std::min(it.inner, first + per_piece);
    count_in_row<block>(row, it.unit, first, last, counters);
  };
  if (elements < 2 * places || places > (1 << 20)) {
    on.for_tasks("count", all, [&](std::int64_t piece) {
      shared_counters counters{out};
      count_piece(piece, counters);
    });
    return;
  }
  // no more than pay for adding up, and so many that no counter runs over
  std::int64_t const threads = std::min<std::int64_t>(
                         on.threads(), elements / std::max<std::int64_t>(1, 2 * places)),
                     tasks = std::clamp(threads, elements / most + 1, all),
                     step = task_counters::count(places);
  auto const memory = scratch<std::uint32_t>(on, tasks * step);
  on.for_tasks("count", tasks, [&](std::int64_t task) {
    task_counters counters(places, &memory[task * step]);
    for (std::int64_t piece = all * task / tasks; piece < all * (task + 1) / tasks; ++piece)
      count_piece(piece, counters);
    counters.join();
  });
  std::int64_t const parts = (places + elements_per_task - 1) / elements_per_task;
  on.for_tasks("sums", parts, [&](std::int64_t part) {
    std::int64_t const end = std::min(places, (part + 1) * elements_per_task);
    for (std::int64_t task = 0; task < tasks; ++task) {
      std::uint32_t const* const of_task = &memory[task * step + 1];
      for (std::int64_t p = part * elements_per_task; p < end; ++p) out[p] += of_task[p];
    }
  });
}

}  // namespace acre::backends
