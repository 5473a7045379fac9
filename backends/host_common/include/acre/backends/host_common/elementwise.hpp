#pragma once

#include <acre/backends/common/elementwise.hpp>
#include <acre/backends/common/iteration.hpp>
#include <acre/backends/common/operands.hpp>
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
/// has it.
template <bool Unit, class Program, class Sink, class From, class To>
void compute_row(bool packed, From const& from, To const& to, std::int64_t lo, std::int64_t hi,
                 std::int64_t k)
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

/// The same for `count` rows that follow each other, one unless by_elements. (Not inlined, as
/// several callers would compile it again.)
template <bool Unit, class Program, class Sink, class From, class To>
[[gnu::noinline]] void compute_rows(bool packed, From const& bound, To const& target,
                                    std::int64_t lo, std::int64_t hi, std::int64_t count = 1)
{
  // copies, as the compiler sees that no element written is one of theirs: they stay in registers
  From const from = bound;
  To const to = target;
  for (std::int64_t k = 0; k < count; ++k)
    compute_row<Unit, Program, Sink>(packed, from, to, lo, hi, k);
}

/// `count` rows of n elements, whose operands are laid out piece by piece.
template <class From, class To>
[[gnu::noinline]] void compute_pieces(laid_out_operands const& rows, laid_out_rows const& operands,
                                      From const& bound, To const& target, std::int64_t n,
                                      std::int64_t count)
{
  From const from = bound;
  To const to = target;
  std::int64_t const columns = rows.columns;
  for (std::int64_t k = 0; k < count; ++k)
    for (std::int64_t first = 0; first < n; first += columns) {
      int const elements = static_cast<int>(std::min(columns, n - first));
      if (first == 0 || rows.moves) operands.lay_out(k, first, elements);
#pragma GCC ivdep
      for (int i = 0; i < elements; ++i)
        to.template put<true>(first + i, value_in_piece(from, i, k, first), k);
    }
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
  static_assert(elementwise_takes<Program, Sink>());
  constexpr bool together = by_elements<Program, Sink>;  // rows that follow each other
  int const last = std::max(0, it.outer_rank - 1);
  if constexpr (!Program::prefers_packets) {
    if (rows.count > 0) {
      std::int64_t const per_task = std::max<std::int64_t>(1, elements_per_task / it.inner);
      on.for_tasks("elements", (it.rows + per_task - 1) / per_task, [&](std::int64_t task) {
        std::int64_t const first = task * per_task, end = std::min(it.rows, first + per_task);
        if constexpr (together) {
          alignas(64) char memory[laid_out_bytes];
          for (std::int64_t row = first; row < end;) {
            position at = unravel(it, row);
            std::int64_t follow =
                it.outer_rank == 0 ? 1 : std::min(end - row, it.outer[last] - at.index[last]);
            if (rows.rows > 0) follow = std::min<std::int64_t>(follow, rows.rows);
            bool const is_tail =
                rows.piece_axis >= 0 && at.index[rows.piece_axis] == it.outer[rows.piece_axis] - 1;
            std::int64_t const n = is_tail ? rows.tail : it.inner;
            laid_out_rows const operands(rows, at, follow,
                                         static_cast<int>(std::min<std::int64_t>(n, rows.columns)),
                                         memory);
            at.gathered = memory;
            compute_pieces(rows, operands, bind_along(program, at, last),
                           bind_along(sink, at, last), n, follow);
            row += follow;
          }
        } else {
          row_pieces pieces(rows);
          for (std::int64_t row = first; row < end; ++row) {
            position const at = unravel(it, row);
            auto const to = sink.bind(at);
            pieces.each(program, at, 0, it.inner,
                        [&](auto const& from, std::int64_t lo, std::int64_t hi) {
                          compute_rows<true, Program, Sink>(false, from, to, lo, hi);
                        });
          }
        }
      });
      return;
    }
  }
  std::int64_t const pieces =
      it.inner <= elements_per_task ? 1 : (it.inner + elements_per_task - 1) / elements_per_task;
  std::int64_t const units = it.rows * pieces;
  std::int64_t const per_task =
      pieces > 1 ? 1 : std::max<std::int64_t>(1, elements_per_task / it.inner);
  std::int64_t const tasks = units <= per_task ? 1 : (units + per_task - 1) / per_task;
  auto const run = [&](auto is_unit, std::int64_t task) {
    constexpr bool unit = decltype(is_unit)::value;
    std::int64_t const end = std::min(units, (task + 1) * per_task);
    for (std::int64_t u = task * per_task; u < end;) {
      if (pieces > 1 || !together) {
        position const at = unravel(it, pieces > 1 ? u / pieces : u);
        std::int64_t const lo = pieces > 1 ? u % pieces * elements_per_task : 0;
        std::int64_t const hi = std::min(it.inner, lo + elements_per_task);
        compute_rows<unit, Program, Sink>(it.packed, program.bind(at), sink.bind(at), lo, hi);
        ++u;
        continue;
      }
      if constexpr (together) {  // they are bound once
        position const at = unravel(it, u);
        std::int64_t const follow =
            it.outer_rank == 0 ? 1 : std::min(end - u, it.outer[last] - at.index[last]);
        compute_rows<unit, Program, Sink>(it.packed, bind_along(program, at, last),
                                          bind_along(sink, at, last), 0, it.inner, follow);
        u += follow;
      }
    }
  };
  if (it.unit)
    on.for_tasks("elements", tasks, [&](std::int64_t t) { run(std::true_type{}, t); });
  else
    on.for_tasks("elements", tasks, [&](std::int64_t t) { run(std::false_type{}, t); });
}

}  // namespace acre::backends
