#pragma once

#include <acre/backends/common/atomic.hpp>
#include <acre/backends/common/count.hpp>
#include <acre/backends/host_common/queue.hpp>
#include <acre/backends/host_common/rows.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>

namespace acre::backends {

namespace host {

/// Counters of one task: of few places several sets in turn, so that neighbours of the same place
/// don't wait for each other. The first counter of a set is for what is counted nowhere.
class task_counters {
 public:
  static constexpr int sets = 4;

  explicit task_counters(std::int64_t places)
      : places_(places),
        step_(places <= 4096 ? places + 1 : 0),
        counters_(
            new std::uint32_t[static_cast<std::size_t>((step_ == 0 ? 1 : sets) * (places + 1))]())
  {}
  template <int N>
  void add(std::int64_t const (&place)[N])
  {
    static_assert(N % sets == 0);
    for (int k = 0; k < N; k += sets)
      for (int set = 0; set < sets; ++set) ++counters_[set * step_ + 1 + place[k + set]];
  }
  void add(std::int64_t place) { ++counters_[1 + place]; }
  void flush(std::int64_t* out) const
  {
    for (std::int64_t p = 0; p < places_; ++p) {
      std::int64_t sum = counters_[1 + p];
      if (step_ != 0)
        for (int set = 1; set < sets; ++set) sum += counters_[set * step_ + 1 + p];
      if (sum != 0) atomic_add(out + p, sum);
    }
  }

 private:
  std::int64_t places_, step_;
  std::unique_ptr<std::uint32_t[]> counters_;
};

/// Elements [first, last) of a row, `add` being handed them.
template <class Row, class Counters>
void count_in_row(Row const& row, bool unit, std::int64_t first, std::int64_t last,
                  Counters& counters)
{
  constexpr int block = stack_line;
  std::int64_t i = first;
  if (unit) {
    for (; i + block <= last; i += block) {
      if constexpr (requires { row.template block<block>(i); }) {
        auto const places = row.template block<block>(i);
        counters.add(places.v);
      } else {
        std::int64_t places[block];
        for (int k = 0; k < block; ++k) places[k] = row.template at<true>(i + k);
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

/// See backends/common/count.hpp. A task takes many more elements than there are places and counts
/// for itself, or, where the places are too many for that, adds atomically.
template <class Program>
void count(host::queue& on, iteration const& it, Program const& program, std::int64_t places,
           std::int64_t* out)
{
  using namespace host;
  static_assert(count_takes<Program>());
  bool const own = it.inner >= 2 * places && places <= (1 << 20);
  std::int64_t const per_task = std::max<std::int64_t>(262144, own ? 16 * places : 0);
  std::int64_t const pieces = (it.inner + per_task - 1) / per_task;
  on.for_tasks("count", it.rows * pieces, [&](std::int64_t task) {
    auto const row = bound(program, row_position(it, task / pieces));
    std::int64_t const first = task % pieces * per_task,
                       last = std::min(it.inner, first + per_task);
    if (own) {
      task_counters counters(places);
      count_in_row(row, it.unit, first, last, counters);
      counters.flush(out);
    } else {
      host::shared_counters counters{out};
      count_in_row(row, it.unit, first, last, counters);
    }
  });
}

}  // namespace acre::backends
