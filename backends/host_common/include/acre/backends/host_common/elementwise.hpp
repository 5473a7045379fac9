#pragma once

#include <acre/backends/common/elementwise.hpp>
#include <acre/backends/common/iteration.hpp>
#include <acre/backends/common/operands.hpp>
#include <acre/backends/common/packet.hpp>
#include <acre/backends/host_common/queue.hpp>
#include <acre/backends/host_common/rows.hpp>
#include <acre/backends/host_common/tuning.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

/// Elementwise work on a CPU, see backends/common/elementwise.hpp.
namespace acre::backends::host {

/// Elements that a row computes at once (its `block`), held in the L1 cache between operations; 0
/// if it goes by packets or one by one. For long operations 16 are too few for g++ to vectorise, 64
/// no faster; but what the library computes is a call for each.
template <class Program>
inline constexpr int elements_per_block =
    hints_of<typename aligned_form<Program>::type>::prefers_stacks ? stack_size
    : hints_of<Program>::has_compiled_rows                         ? 64
    : hints_of<Program>::computes_in_blocks                        ? 32
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

/// Whether rows know which stack an element is of, see from_stacks.
template <class Row>
concept has_stacks_of = requires(Row const& row, std::int64_t i) { row.stack_of(i); };

/// Whether rows look elements up that are better asked for together.
template <class Row>
concept looks_up_several =
    requires(Row const& row, std::int64_t i) { row.template several<64>(i, i); };

/// How many elements a task takes at most. One of a user's kernel may take long: all threads get
/// some of them.
template <class Sink>
std::int64_t task_elements(task_runner const& on, iteration const& it)
{
  if constexpr (requires { Sink::calls_a_kernel; }) {
    return std::clamp(it.rows * it.inner / (tasks_of_calls * on.threads()), least_calls,
                      elements_per_task);
  }
  return elements_per_task;
}

/// Whether rows are computed one element at a time, k rows from the one that they were bound for.
template <class Program, class Sink>
inline constexpr bool by_elements =
    elements_per_block<Program> == 0 && !(hints_of<Program>::prefers_packets && Sink::packable);

/// Elements i … hi - 1 of one row, as far as there are whole blocks; i is behind them then.
template <int Block, class From, class To>
void compute_blocks(From const& from, To const& to, std::int64_t& i, std::int64_t hi)
{
  for (; i + Block <= hi; i += Block) {
    auto const value = from.template block<Block>(i);
    for (int j = 0; j < Block; ++j) to.template put<true>(i + j, value.v[j]);
  }
}

/// Likewise by whole stacks, wherever the row begins in one, but for a few elements at its end.
template <class From, class To>
void compute_stacks(From const& from, To const& to, std::int64_t& i, std::int64_t hi)
{
  constexpr std::int64_t few = 32;
  while (hi - i >= few) {
    auto const made = from.stack_of(i);
    int const behind = static_cast<int>(std::min<std::int64_t>(stack_size, made.place + (hi - i)));
    for (int j = made.place; j < behind; ++j)
      to.template put<true>(i + (j - made.place), made.values.v[j]);
    i += behind - made.place;
  }
}

/// Elements lo … hi - 1 of one row, the k-th of those bound if by_elements. `packed`: as iteration
/// has it.
template <bool Unit, class Program, class Sink, class From, class To>
void compute_row(bool packed, From const& from, To const& to, std::int64_t lo, std::int64_t hi,
                 std::int64_t k)
{
  if (Unit && copied(from, to, lo, hi, k)) return;
  constexpr int block = Unit ? elements_per_block<Program> : 0;
  constexpr bool packets = hints_of<Program>::prefers_packets && Sink::packable;
  std::int64_t i = lo;
  if constexpr (block == stack_size && has_stacks_of<From>) {
    compute_stacks(from, to, i, hi);
  } else if constexpr (block > 0) {
    if (block == stack_size || hints_of<Program>::has_compiled_rows || !packets || !packed) {
      compute_blocks<block>(from, to, i, hi);
      if constexpr (hints_of<Program>::has_compiled_rows) compute_blocks<8>(from, to, i, hi);
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
  if constexpr (Unit && looks_up_several<From>)
    for (constexpr int some = 64; i + some <= hi; i += some) {
      auto const value = from.template several<some>(i, k);
      for (int j = 0; j < some; ++j) to.template put<true>(i + j, value.v[j], k);
    }
#pragma GCC ivdep
  for (; i < hi; ++i) to.template put<Unit>(i, from.template at<Unit>(i, k), k);
}

/// put(k, i, element i of row k) for i < length and k < count, of rows that follow each other, each
/// found once. They have 2 or 3 elements most often, the coordinates of points.
template <class From, class Length, class Put>
[[gnu::always_inline]] inline void for_found_rows(From const& from, std::int64_t lo, Length length,
                                                  std::int64_t count, Put const& put)
{
  for (std::int64_t k = 0; k < count; ++k) {
    auto const row = nth_row(from, k);
#pragma GCC ivdep
    for (std::int64_t i = 0; i < length; ++i) put(k, i, row.template at<false>(lo + i));
  }
}
template <class From, class Put>
[[gnu::always_inline]] inline void for_found_rows(From const& from, std::int64_t lo,
                                                  std::int64_t length, std::int64_t count,
                                                  Put const& put)
{
  if (length == 3)
    for_found_rows(from, lo, std::integral_constant<int, 3>{}, count, put);
  else if (length == 2)
    for_found_rows(from, lo, std::integral_constant<int, 2>{}, count, put);
  else
    for_found_rows<From, std::int64_t>(from, lo, length, count, put);
}

/// Likewise for `count` rows that follow each other, one unless by_elements. (Not inlined, as
/// several callers would compile it again.)
template <bool Unit, class Program, class Sink, class From, class To>
[[gnu::noinline]] void compute_rows(bool packed, From const& bound, To const& target,
                                    std::int64_t lo, std::int64_t hi, std::int64_t count = 1)
{
  // copies, as the compiler sees that no element written is one of theirs: they stay in registers
  From const from = bound;
  To const to = target;
  if constexpr (hints_of<Program>::looks_up_rows && by_elements<Program, Sink>)
    if (count > 1 && has_nth_row(from))
      return for_found_rows(from, lo, hi - lo, count,
                            [&](std::int64_t k, std::int64_t i, auto const& v) {
                              to.template put<Unit>(lo + i, v, k);
                            });
  for (std::int64_t k = 0; k < count; ++k)
    compute_row<Unit, Program, Sink>(packed, from, to, lo, hi, k);
}

/// W elements of a chunk.
template <int W, class From, class To>
void compute_chunk(From const& from, To const& to, std::int64_t k, place_in_row const& at)
{
  if constexpr (looks_up_several<From>) {
    auto const value = from.template several<W>(at.first + at.chunk, k);
    for (int i = 0; i < W; ++i) to.template put<true>(at.first + at.chunk + i, value.v[i], k);
  } else {
#pragma GCC ivdep
    for (int i = 0; i < W; ++i)
      to.template put<true>(at.first + at.chunk + i, value_in_piece(from, i, k, at), k);
  }
}

/// Elements lo … hi - 1 of `count` rows, whose operands are laid out piece by piece.
template <class From, class To>
[[gnu::noinline]] void compute_pieces(laid_out_rows const& operands, From const& bound,
                                      To const& target, std::int64_t lo, std::int64_t hi,
                                      std::int64_t count)
{
  From const from = bound;
  char* const result = operands.result();
  for (place_in_row at{lo, 0}; at.first < hi;) {
    int const elements =
        operands.next(at.first, hi, target.elements(at.first), sizeof(*target.elements(0)));
    To const to = result ? target.moved(result, at.first, elements) : target;
    operands.lay_out(at.first, elements);
    int const whole = elements / laid_out_chunk * laid_out_chunk, rest = elements - whole;
    // the chunks of some rows and then what is left of these, so that either loop has the registers
    constexpr std::int64_t some = 4;
    for (std::int64_t first = 0; first < count; first += some) {
      std::int64_t const behind = first + some < count ? first + some : count;
      for (std::int64_t k = first; k < behind; ++k)
        for (at.chunk = 0; at.chunk < whole; at.chunk += laid_out_chunk)
          compute_chunk<laid_out_chunk>(from, to, k, at);
      at.chunk = whole;
      for (std::int64_t k = first; rest > 0 && k < behind; ++k) {
#pragma GCC ivdep
        for (int i = 0; i < rest; ++i)
          to.template put<true>(at.first + whole + i, value_in_piece(from, i, k, at), k);
      }
    }
    if (result)
      write_past_caches(target.elements(at.first), result,
                        count * elements * sizeof(*target.elements(0)));
    at.first += elements;
  }
}

}  // namespace acre::backends::host

namespace acre::backends {

/// The number of elements that one task computes.
inline bool takes_row(host::queue const*, std::int64_t n, int, std::uintptr_t)
{
  return n <= host::elements_per_task;
}

/// elementwise() for one row of n neighbours that the queue takes, by the calling thread.
template <class Program, class Sink>
void elementwise_row(host::queue& on, std::int64_t n, Program const& program, Sink const& sink)
{
  static_assert(elementwise_takes<Program, Sink>());
  position const origin;
  auto const from = program.bind(origin);
  auto const to = sink.bind(origin);
  on.for_one_task("elements", [&](std::int64_t) {
    host::compute_rows<true, Program, Sink>(false, from, to, 0, n);
  });
}
/// Likewise for a program and a sink that are bound to the row, as an operation of that name whose
/// operands are all the queue's.
template <class Program, class Sink, class From, class To>
void elementwise_bound(char const* name, host::queue& on, std::int64_t n, From const& from,
                       To const& to)
{
  static_assert(elementwise_takes<Program, Sink>());
  on.for_one_operation(name, "elements", [&](std::int64_t) {
    host::compute_rows<true, Program, Sink>(false, from, to, 0, n);
  });
}

/// Likewise with operands that are no neighbours: bind(places) gives the program bound to a row in
/// which they lie there.
template <class Program, class Sink, class To, class Bind>
void elementwise_laid_out(char const* name, host::queue& on, std::int64_t n,
                          strided_operands const& apart, To const& to, Bind const& bind)
{
  static_assert(elementwise_takes<Program, Sink>());
  on.for_one_operation(name, "elements", [&](std::int64_t) {
    alignas(64) char memory[laid_out_bytes];
    for (std::int64_t first = 0; first < n; first += apart.columns) {
      std::int64_t const count = std::min<std::int64_t>(n - first, apart.columns);
      host::lay_out(apart, first, static_cast<int>(count), memory);
      host::compute_rows<true, Program, Sink>(false, bind(strided_places{memory, first}), to, first,
                                              first + count);
    }
  });
}

/// Whether loops are one row, or rows along one axis, of so few elements that laying out operands
/// and giving out tasks takes longer than to compute them as they lie. (Not so what is computed by
/// blocks.) If all have neighbours there is nothing to lay out but very short rows: then as many as
/// one task computes, along two axes at most.
template <class Program, class Sink>
bool is_short(iteration const& it)
{
  constexpr bool together = host::by_elements<Program, Sink>;
  constexpr std::int64_t most = together ? host::short_loops : host::short_blocks;
  if (together && it.unit && it.outer_rank <= 2 && it.inner >= host::short_row)
    return it.rows * it.inner <= host::elements_per_task;
  return it.outer_rank <= (together ? 1 : 0) && it.inner <= most && it.rows * it.inner <= most;
}

/// elementwise() of those, by the calling thread.
template <class Program, class Sink>
void elementwise_short(host::queue& on, iteration const& it, Program const& program,
                       Sink const& sink)
{
  static_assert(elementwise_takes<Program, Sink>());
  int const along = it.outer_rank > 1 ? 1 : 0;
  std::int64_t const planes = along > 0 ? it.outer[0] : 1, rows = along > 0 ? it.outer[1] : it.rows;
  on.for_one_task("elements", [&](std::int64_t) {
    position at;
    at.rank = it.outer_rank;
    for (std::int64_t plane = 0; plane < planes; ++plane) {
      at.index[0] = plane;
      auto const from = program.bind(at, along);
      auto const to = sink.bind(at, along);
      if (it.unit)
        host::compute_rows<true, Program, Sink>(false, from, to, 0, it.inner, rows);
      else
        host::compute_rows<false, Program, Sink>(false, from, to, 0, it.inner, rows);
    }
  });
}

namespace host {

/// elementwise() below, with operands that may be laid out piece by piece or without.
template <bool Pieces, class Program, class Sink>
void elementwise_by(task_runner& on, iteration const& it, Program const& program, Sink const& sink,
                    laid_out_operands const& rows)
{
  static_assert(elementwise_takes<Program, Sink>());
  constexpr bool together = by_elements<Program, Sink>;
  auto const compute = [&](bound_rows const& these) {
    auto const from = program.bind(these.from, these.along);
    auto const to = sink.bind(these.at, these.along);
    if constexpr (Pieces && together && !hints_of<Program>::prefers_packets)
      if (these.laid_out)
        return compute_pieces(*these.laid_out, from, to, these.lo, these.hi, these.count);
    if (these.unit)
      compute_rows<true, Program, Sink>(these.packed, from, to, these.lo, these.hi, these.count);
    else
      compute_rows<false, Program, Sink>(these.packed, from, to, these.lo, these.hi, these.count);
  };
  for_rows(on, it, rows, task_elements<Sink>(on, it), together, compute);
}

}  // namespace host

/// sink[i] = program[i] for every element. The walk over rows is compiled once (for_rows); what is
/// compiled for each program binds it and computes the rows.
///
/// Of each program and sink three loops: rows of neighbours (compute_rows<true>), rows at any
/// strides (compute_rows<false>: short ones, and what is no memory), and pieces of rows whose
/// operands were laid out side by side (compute_pieces; not where whole packets are made at once).
/// Operands that are strided, transposed or constant along a row therefore have no loop of their
/// own.
template <class Program, class Sink>
void elementwise(host::queue& on, iteration const& it, Program const& program, Sink const& sink)
{
  host::elementwise_by<false>(on, it, program, sink, {});
}

/// Likewise for operands that a plan lays out.
template <class Program, class Sink>
void elementwise(host::queue& on, iteration const& it, Program const& program, Sink const& sink,
                 laid_out_operands const& rows)
{
  host::elementwise_by<true>(on, it, program, sink, rows);
}

}  // namespace acre::backends
