#pragma once

#include <acre/backends/common/elementwise.hpp>
#include <acre/backends/common/iteration.hpp>
#include <acre/backends/common/packet.hpp>
#include <acre/backends/host_common/queue.hpp>
#include <acre/backends/host_common/rows.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace acre::backends::host {

/// Elements a task takes at most: small enough to balance, large enough to hide its start.
inline constexpr std::int64_t elements_per_task = 32768;

/// Elements that a row computes at once (its `block`), held in the L1 cache between operations; 0
/// if it goes by packets or one by one. For long operations 16 are too few for g++ to vectorise, 64
/// no faster.
template <class Program>
inline constexpr int elements_per_block = aligned_form<Program>::type::prefers_stacks ? stack_size
                                          : Program::computes_long                    ? 32
                                                                                      : 0;

/// Copies elements lo … hi - 1 of a row of unit stride, if it is memory that another row of the
/// same type receives unchanged; returns whether it did. memmove's stores pass by the caches where
/// that pays: a tenth to a fifth less time than a loop for 2^27 floats and 16 threads.
template <class From, class To>
bool copied(From const& from, To const& to, std::int64_t lo, std::int64_t hi, std::int64_t k)
{
  if constexpr (requires { to.elements(lo, k) == from.elements(lo, k); }) {
    using T = std::remove_pointer_t<decltype(to.elements(lo, k))>;
    if constexpr (std::is_same_v<decltype(from.elements(lo, k)), T const*> &&
                  std::is_trivially_copyable_v<T>) {
      if (to.elements(lo, k) != from.elements(lo, k))
        std::memmove(to.elements(lo, k), from.elements(lo, k), (hi - lo) * sizeof(T));
      return true;
    }
  }
  return false;
}

/// Whether rows are computed one element at a time, k rows from the one that they were bound for.
template <class Program, class Sink>
inline constexpr bool by_elements =
    elements_per_block<Program> == 0 && !(Program::prefers_packets && Sink::packable);

/// Elements lo … hi - 1 of one row, the k-th of those bound if by_elements. `packed`: as iteration
/// has it. (Not inlined, as several callers would compile it again.)
template <bool Unit, class Program, class Sink, class From, class To>
[[gnu::noinline]] void compute_row(bool packed, From const& from, To const& to, std::int64_t lo,
                                   std::int64_t hi, std::int64_t k = 0)
{
  if (Unit && copied(from, to, lo, hi, k)) return;
  constexpr int block = Unit ? elements_per_block<Program> : 0;
  constexpr bool packets = Program::prefers_packets && Sink::packable;
  std::int64_t i = lo;
  if constexpr (block > 0) {
    if (block == stack_size || !packets || !packed) {
      for (; i + block <= hi; i += block) {
        auto const value = from.template block<block>(i);
        for (int j = 0; j < block; ++j) to.template put<true>(i + j, value.v[j]);
      }
    }
  }
  if constexpr (packets) {
    if (packed) {
      constexpr int W = packet_width(std::max(Program::width, Sink::width));
      std::int64_t const first = i, count = (hi - i) / W;
      // no ivdep here: g++ takes it to hold for a load's local arrays as well
      for (std::int64_t n = 0; n < count; ++n) {
        auto const value = from.template load<W, Unit>(first + n * W);
        for (int j = 0; j < W; ++j) to.template put<true>(first + n * W + j, value.v[j]);
      }
      for (i += count * W; i < hi; ++i) to.template put<true>(i, from.template at<false>(i));
    }
  }
#pragma GCC ivdep
  for (; i < hi; ++i) to.template put<Unit>(i, from.template at<Unit>(i, k), k);
}

}  // namespace acre::backends::host

namespace acre::backends {

/// sink[i] = program[i] for every element; tasks are ranges of (row, piece of a row), along the
/// last outer axis as far as it goes.
///
/// `on.for_tasks(step, count, f)` runs f(0) … f(count - 1) in any order and waits.
template <class Program, class Sink>
void elementwise(host::queue& on, iteration const& it, Program const& program, Sink const& sink,
                 laid_out_operands const& rows = {})
{
  using namespace host;
  std::int64_t const pieces = (it.inner + elements_per_task - 1) / elements_per_task;
  static_assert(elementwise_takes<Program, Sink>());
  std::int64_t const units = it.rows * pieces;
  std::int64_t const per_task =
      std::max<std::int64_t>(1, elements_per_task / std::min(it.inner, elements_per_task));
  std::int64_t const tasks = (units + per_task - 1) / per_task;
  int const last = std::max(0, it.outer_rank - 1);
  auto const run = [&](auto is_unit, std::int64_t task) {
    constexpr bool unit = decltype(is_unit)::value;
    std::int64_t const end = std::min(units, (task + 1) * per_task);
    for (std::int64_t u = task * per_task; u < end;) {
      position const at = unravel(it, u / pieces);
      if (pieces > 1 || !by_elements<Program, Sink>) {
        std::int64_t const lo = u % pieces * elements_per_task;
        std::int64_t const hi = std::min(it.inner, lo + elements_per_task);
        compute_row<unit, Program, Sink>(it.packed, program.bind(at), sink.bind(at), lo, hi);
        ++u;
        continue;
      }
      if constexpr (by_elements<Program, Sink>) {
        // rows that follow each other are bound once
        std::int64_t const follow =
            it.outer_rank == 0 ? 1 : std::min(end - u, it.outer[last] - at.index[last]);
        auto const from = bind_along(program, at, last);
        auto const to = bind_along(sink, at, last);
        for (std::int64_t k = 0; k < follow; ++k)
          compute_row<unit, Program, Sink>(it.packed, from, to, 0, it.inner, k);
        u += follow;
      }
    }
  };
  if constexpr (!Program::prefers_packets) {
    if (rows.count > 0) {
      on.for_tasks("elements", tasks, [&](std::int64_t task) {
        row_pieces together(rows);
        std::int64_t const end = std::min(units, (task + 1) * per_task);
        for (std::int64_t u = task * per_task; u < end; ++u) {
          position const at = unravel(it, u / pieces);
          std::int64_t const lo = u % pieces * elements_per_task;
          auto const to = sink.bind(at);
          together.each(program, at, lo, std::min(it.inner, lo + elements_per_task),
                        [&](auto const& from, std::int64_t first, std::int64_t behind) {
                          compute_row<true, Program, Sink>(false, from, to, first, behind);
                        });
        }
      });
      return;
    }
  }
  if (it.unit)
    on.for_tasks("elements", tasks, [&](std::int64_t t) { run(std::true_type{}, t); });
  else
    on.for_tasks("elements", tasks, [&](std::int64_t t) { run(std::false_type{}, t); });
}

}  // namespace acre::backends
