#pragma once

#include <acre/backends/common/scan.hpp>
#include <acre/backends/host_common/elementwise.hpp>
#include <acre/backends/host_common/queue.hpp>
#include <acre/backends/host_common/scratch.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

/// Scans on a CPU, see backends/common/scan.hpp.
namespace acre::backends::host {

namespace detail {

/// Takes what a row computes into memory, as values of the accumulator's type. `Width` is that of
/// the sink that the loops were planned with.
template <class Value, int Width>
struct value_sink {
  static constexpr bool packable = true;
  static constexpr int width = Width;
  Value* data;  // of element 0

  Value* elements(std::int64_t i) const { return data + i; }
  template <bool Unit, class V>
  void put(std::int64_t i, V const& v) const
  {
    data[i] = static_cast<Value>(v);
  }
};

/// Scans each chunk of `count` values in place. Eight at a time: each is a chain of operations that
/// wait for each other.
template <class Op>
void scan_chunks(Op const& op, typename Op::value_type* v, std::int64_t count)
{
  using value = typename Op::value_type;
  constexpr int items = scan_items<value>, together = 8;
  std::int64_t begin = 0;
  for (; begin + together * items <= count; begin += together * items) {
    value run[together];
    for (int c = 0; c < together; ++c) run[c] = v[begin + c * items];
    for (int i = 1; i < items; ++i)
      for (int c = 0; c < together; ++c) {
        value& x = v[begin + c * items + i];
        x = run[c] = op.combine(run[c], x);
      }
  }
  for (; begin < count; begin += items)
    for (std::int64_t i = begin + 1; i < std::min(begin + items, count); ++i)
      v[i] = op.combine(v[i - 1], v[i]);
}

/// v[i] = before ∘ v[i]
template <class Op>
void combine_before(Op const& op, scan_fold<typename Op::value_type, 1> const& before,
                    typename Op::value_type* v, std::int64_t count)
{
  constexpr int items = scan_items<typename Op::value_type>;
  if (!before.there) return;
  auto const x = before.v[0];
  if (count == items)
    for (int i = 0; i < items; ++i) v[i] = op.combine(x, v[i]);
  else
    for (std::int64_t i = 0; i < count; ++i) v[i] = op.combine(x, v[i]);
}

/// `count` values that scan_chunks has scanned become the scan, behind what `walk` has seen.
template <class Op, class Walk>
void join_chunks(Op const& op, Walk& walk, typename Op::value_type* v, std::int64_t count)
{
  constexpr int items = scan_items<typename Op::value_type>;
  for (std::int64_t begin = 0; begin < count; begin += items) {
    std::int64_t const here = std::min<std::int64_t>(items, count - begin);
    scan_fold<typename Op::value_type, 1> const chunk{{v[begin + here - 1]}, true};
    combine_before(op, walk.before, v + begin, here);
    walk.next(op, chunk);
  }
}

/// The fold of a whole tile that scan_chunks has scanned.
template <class Op>
auto folded_chunks(Op const& op, typename Op::value_type const* v)
{
  using value = typename Op::value_type;
  scan_chunks_walk<value, 1> walk;
  for (int c = 1; c <= scan_threads; ++c)
    walk.next(op, scan_fold<value, 1>{{v[c * scan_items<value> - 1]}, true});
  return walk.before;
}

/// A whole tile, or the last one, joined with what lies before it.
template <class Value>
struct walk_in_tile {
  scan_fold<Value, 1> outside, before;
  scan_chunks_walk<Value, 1> inside;

  explicit walk_in_tile(scan_fold<Value, 1> const& fold) : outside(fold), before(fold) {}
  template <class Op>
  void next(Op const& op, scan_fold<Value, 1> const& chunk)
  {
    inside.next(op, chunk);
    before = inside.before;
    before.prepend(op, outside);
  }
};

/// f(position, first, last, begin) for elements lo … hi - 1 of a row, by runs along the innermost
/// axis: elements first … last - 1 there, of which the first is the row's element `begin`.
template <class F>
void for_runs(reduction const& red, std::int64_t row, std::int64_t lo, std::int64_t hi, F const& f)
{
  if (red.it.outer_rank == red.kept_rank) {
    f(reduced_position(red, row, 0), lo, hi, lo);
    return;
  }
  for (std::int64_t e = lo; e < hi;) {
    std::int64_t const outer = e / red.it.inner, first = e - outer * red.it.inner,
                       last = std::min(red.it.inner, first + hi - e);
    f(reduced_position(red, row, outer), first, last, e);
    e += last - first;
  }
}

/// Elements lo … hi - 1 of a row into v.
template <bool Unit, class Sink, class Value, class Program>
void compute_values(reduction const& red, Program const& program, std::int64_t row, std::int64_t lo,
                    std::int64_t hi, Value* v)
{
  for_runs(red, row, lo, hi,
           [&](position const& at, std::int64_t first, std::int64_t last, std::int64_t begin) {
             using sink = value_sink<Value, Sink::width>;
             bool const packed = red.it.packed && first % stack_size == 0;
             compute_row<Unit, Program, sink>(packed, program.bind(at),
                                              sink{v + (begin - lo) - first}, first, last);
           });
}

template <bool Unit, class Op, class Sink>
void put_values(reduction const& red, Op const& op, Sink const& sink, std::int64_t row,
                std::int64_t lo, std::int64_t hi, typename Op::value_type const* v)
{
  for_runs(red, row, lo, hi,
           [&](position const& at, std::int64_t first, std::int64_t last, std::int64_t begin) {
             auto const to = sink.bind(at);
             auto const* const from = v + (begin - lo) - first;
#pragma GCC ivdep
             for (std::int64_t i = first; i < last; ++i)
               to.template put<Unit>(i, op.finish(from[i]));
           });
}

/// A row by one thread, piece by piece.
template <bool Unit, class Program, class Op, class Sink>
void scan_row(reduction const& red, Program const& program, Op const& op, Sink const& sink,
              std::int64_t row)
{
  using value = typename Op::value_type;
  constexpr std::int64_t piece = scan_lanes * scan_items<value>;
  value v[piece];
  scan_walk<value, 1> walk;
  for (std::int64_t lo = 0; lo < red.length; lo += piece) {
    std::int64_t const hi = std::min(red.length, lo + piece);
    compute_values<Unit, Sink>(red, program, row, lo, hi, v);
    scan_chunks(op, v, hi - lo);
    join_chunks(op, walk, v, hi - lo);
    put_values<Unit>(red, op, sink, row, lo, hi, v);
  }
}

/// A long row by all threads: each scans the chunks of 32 tiles and folds them, which stays in its
/// cache; when what lies before each tile is known, it joins and writes them.
template <bool Unit, class Program, class Op, class Sink>
void scan_row_together(queue& on, reduction const& red, Program const& program, Op const& op,
                       Sink const& sink, std::int64_t row)
{
  using value = typename Op::value_type;
  constexpr std::int64_t tile = scan_tile<value>;
  std::int64_t const tiles = (red.length + tile - 1) / tile,
                     most = std::min<std::int64_t>(tiles, std::int64_t{32} * on.threads());
  auto const v = host::scratch<value>(on, most * tile);
  auto const fold = host::scratch<scan_fold<value, 1>>(on, most);
  scan_tiles_walk<value, 1> walk;
  for (std::int64_t from = 0; from < tiles; from += most) {
    std::int64_t const count = std::min(most, tiles - from);
    auto const range = [&](std::int64_t t, auto const& f) {
      std::int64_t const lo = (from + t) * tile;
      f(lo, std::min(red.length, lo + tile), v.get() + t * tile);
    };
    on.for_tasks("tiles", count, [&](std::int64_t t) {
      range(t, [&](std::int64_t lo, std::int64_t hi, value* to) {
        compute_values<Unit, Sink>(red, program, row, lo, hi, to);
        scan_chunks(op, to, hi - lo);
        if (hi - lo == tile) fold[t] = folded_chunks(op, to);
      });
    });
    for (std::int64_t t = 0; t < count; ++t) {
      auto const own = fold[t];  // the last tile's is nobody's before
      fold[t] = walk.before;
      if (from + t + 1 < tiles) walk.next(op, own);
    }
    on.for_tasks("prefixes", count, [&](std::int64_t t) {
      range(t, [&](std::int64_t lo, std::int64_t hi, value* to) {
        walk_in_tile<value> in_tile(fold[t]);
        join_chunks(op, in_tile, to, hi - lo);
        put_values<Unit>(red, op, sink, row, lo, hi, to);
      });
    });
  }
}

/// Columns at a time: rows of 1 KiB.
template <class Value>
inline constexpr int scan_strip = std::max(16, 1024 / static_cast<int>(sizeof(Value)));

/// Some columns from i0 on, row by row.
template <bool Unit, class Program, class Op, class Sink>
void scan_some_columns(reduction const& red, Program const& program, Op const& op, Sink const& sink,
                       std::int64_t k, std::int64_t i0, int columns)
{
  using value = typename Op::value_type;
  constexpr int strip = scan_strip<value>;
  position const at = reduced_position(red, k, 0);
  auto const from = program.bind(at, red.kept_rank);
  auto const to = sink.bind(at, red.kept_rank);
  scan_fold<value, strip> chunk;
  scan_walk<value, strip> walk;
  chunk.there = true;
  for (std::int64_t r = 0; r < red.length; ++r) {
    auto const x = [&](int i) { return static_cast<value>(from.template at<Unit>(i0 + i, r)); };
    if (r % scan_items<value> != 0) {
#pragma GCC ivdep
      for (int i = 0; i < columns; ++i) chunk.v[i] = op.combine(chunk.v[i], x(i));
    } else {
      if (r > 0) walk.next(op, chunk);
#pragma GCC ivdep
      for (int i = 0; i < columns; ++i) chunk.v[i] = x(i);
    }
    if (walk.before.there) {
#pragma GCC ivdep
      for (int i = 0; i < columns; ++i)
        to.template put<Unit>(i0 + i, op.finish(op.combine(walk.before.v[i], chunk.v[i])), r);
    } else {
#pragma GCC ivdep
      for (int i = 0; i < columns; ++i) to.template put<Unit>(i0 + i, op.finish(chunk.v[i]), r);
    }
  }
}

}  // namespace detail

}  // namespace acre::backends::host

namespace acre::backends {

/// The scan of each of red.kept rows; waits. Scratch: 1 MiB a thread where rows are fewer than
/// threads and longer than a tile.
template <class Program, class Op, class Sink>
void scan_rows(host::queue& on, reduction const& red, Program const& program, Op const& op,
               Sink const& sink)
{
  using namespace host;
  require_scan<Program, Op, Sink>();
  auto const run = [&](auto is_unit) {
    constexpr bool unit = decltype(is_unit)::value;
    if (on.threads() > red.kept && red.length > scan_tile<typename Op::value_type>) {
      for (std::int64_t row = 0; row < red.kept; ++row)
        detail::scan_row_together<unit>(on, red, program, op, sink, row);
      return;
    }
    std::int64_t const together = std::max<std::int64_t>(1, elements_per_task / red.length);
    on.for_tasks("rows", (red.kept + together - 1) / together, [&](std::int64_t task) {
      std::int64_t const end = std::min(red.kept, (task + 1) * together);
      for (std::int64_t row = task * together; row < end; ++row)
        detail::scan_row<unit>(red, program, op, sink, row);
    });
  };
  if (red.it.unit)
    run(std::true_type{});
  else
    run(std::false_type{});
}

/// The scan of each of red.kept × red.it.inner columns along the outer scanned axis; waits.
/// A thread has some neighbouring ones from their beginning to their end. No scratch.
template <class Program, class Op, class Sink>
void scan_columns(host::queue& on, reduction const& red, Program const& program, Op const& op,
                  Sink const& sink)
{
  using namespace host;
  require_scan<Program, Op, Sink>();
  constexpr int strip = detail::scan_strip<typename Op::value_type>;
  std::int64_t const inner = red.it.inner, strips = (inner + strip - 1) / strip;
  auto const run = [&](auto is_unit, std::int64_t task) {
    std::int64_t const k = task / strips, i0 = task % strips * strip;
    detail::scan_some_columns<decltype(is_unit)::value>(
        red, program, op, sink, k, i0, static_cast<int>(std::min<std::int64_t>(strip, inner - i0)));
  };
  if (red.it.unit)
    on.for_tasks("columns", red.kept * strips, [&](std::int64_t t) { run(std::true_type{}, t); });
  else
    on.for_tasks("columns", red.kept * strips, [&](std::int64_t t) { run(std::false_type{}, t); });
}

}  // namespace acre::backends
