#pragma once

#include <acre/backends/common/iteration.hpp>
#include <acre/backends/common/packet.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace acre::backends::host {

/// Elements a task takes at most: small enough to balance, large enough to hide its start.
inline constexpr std::int64_t elements_per_task = 32768;

/// Elements that a long operation computes at once, held in the L1 cache between operations. 16 are
/// too few for g++ to vectorise, 64 no faster.
inline constexpr int elements_per_block = 32;

/// Copies elements lo … hi - 1 of a row of unit stride, if it is memory that another row of the
/// same type receives unchanged; returns whether it did. memmove's stores pass by the caches where
/// that pays: a tenth to a fifth less time than a loop for 2^27 floats and 16 threads.
template <class From, class To>
bool copied(From const& from, To const& to, std::int64_t lo, std::int64_t hi)
{
  if constexpr (requires { to.elements(lo) == from.elements(lo); }) {
    using T = std::remove_pointer_t<decltype(to.elements(lo))>;
    if constexpr (std::is_same_v<decltype(from.elements(lo)), T const*> &&
                  std::is_trivially_copyable_v<T>) {
      if (to.elements(lo) != from.elements(lo))
        std::memmove(to.elements(lo), from.elements(lo), (hi - lo) * sizeof(T));
      return true;
    }
  }
  return false;
}

/// sink[i] = program[i] for every element; tasks are ranges of (row, piece of a row).
///
/// `space.for_tasks(count, f)` runs f(0) … f(count - 1) in any order and waits.
template <class Space, class Program, class Sink>
void elementwise(Space const& space, iteration const& it, Program const& program, Sink const& sink)
{
  std::int64_t const pieces = (it.inner + elements_per_task - 1) / elements_per_task;
  std::int64_t const units = it.rows * pieces;
  std::int64_t const per_task =
      std::max<std::int64_t>(1, elements_per_task / std::min(it.inner, elements_per_task));
  std::int64_t const tasks = (units + per_task - 1) / per_task;
  auto const run = [&](auto is_unit, std::int64_t task) {
    constexpr bool unit = decltype(is_unit)::value;
    std::int64_t const end = std::min(units, (task + 1) * per_task);
    for (std::int64_t u = task * per_task; u < end; ++u) {
      position const at = unravel(it, u / pieces);
      auto const from = program.bind(at);
      auto const to = sink.bind(at);
      std::int64_t const lo = u % pieces * elements_per_task;
      std::int64_t const hi = std::min(it.inner, lo + elements_per_task);
      if (unit && copied(from, to, lo, hi)) continue;
      if constexpr (prefers_packets<Program> && Sink::packable) {
        constexpr int W = packet_width(Program::width > Sink::width ? Program::width : Sink::width);
        if (it.packed) {
          std::int64_t const packets = (hi - lo) / W;
#pragma GCC ivdep
          for (std::int64_t k = 0; k < packets; ++k) {
            auto const value = from.template load<W, unit>(lo + k * W);
            for (int j = 0; j < W; ++j) to.template put<true>(lo + k * W + j, value.v[j]);
          }
          for (std::int64_t i = lo + packets * W; i < hi; ++i)
            to.template put<true>(i, from.template at<false>(i));
          continue;
        }
      }
      std::int64_t i = lo;
      if constexpr (computes_long<Program>) {
        if constexpr (unit) {
          constexpr int W = elements_per_block;
          for (; i + W <= hi; i += W) {
            auto const value = from.template block<W>(i);
            for (int j = 0; j < W; ++j) to.template put<true>(i + j, value.v[j]);
          }
        }
      }
#pragma GCC ivdep
      for (; i < hi; ++i) to.template put<unit>(i, from.template at<unit>(i));
    }
  };
  if (it.unit)
    space.for_tasks(tasks, [&](std::int64_t t) { run(std::true_type{}, t); });
  else
    space.for_tasks(tasks, [&](std::int64_t t) { run(std::false_type{}, t); });
}

}  // namespace acre::backends::host
