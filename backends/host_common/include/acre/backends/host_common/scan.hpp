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

/// through[c] = chunks 0 … c, folded by halves, of a piece that scan_chunks has scanned; where the
/// piece is short, those that it has.
template <class Op>
void fold_chunks(Op const& op, typename Op::value_type const* v, std::int64_t count,
                 typename Op::value_type (&through)[scan_lanes])
{
  constexpr std::int64_t items = scan_items<typename Op::value_type>;
  if (count == scan_lanes * items)
    for (int c = 0; c < scan_lanes; ++c) through[c] = v[c * items + items - 1];
  else
    for (int c = 0; c < scan_lanes; ++c) through[c] = v[std::min((c + 1) * items, count) - 1];
  for (int half = 1; half < scan_lanes; half *= 2)
    for (int begin = half; begin < scan_lanes; begin += 2 * half)
      for (int c = begin; c < begin + half; ++c)
        through[c] = op.combine(through[begin - 1], through[c]);
}

/// A tile's pieces, one after the other, behind what lies before the tile.
template <class Op>
class piece_walk {
  using value = typename Op::value_type;

 public:
  scan_fold<value, 1> before_tile, pieces;

  /// What scan_chunks has scanned becomes the scan.
  void join(Op const& op, value* v, std::int64_t count)
  {
    constexpr std::int64_t items = scan_items<value>;
    value through[scan_lanes];
    fold_chunks(op, v, count, through);
    auto before = pieces;
    before.prepend(op, before_tile);
    combine_before(op, before, v, std::min(items, count));
    for (std::int64_t begin = items; begin < count; begin += items) {
      before = {{through[begin / items - 1]}, true};
      before.prepend(op, pieces);
      before.prepend(op, before_tile);
      combine_before(op, before, v + begin, std::min(items, count - begin));
    }
    pieces.append(op, {{through[scan_lanes - 1]}, true});
  }
  /// Passes by a whole one.
  void add(Op const& op, value const* v)
  {
    value through[scan_lanes];
    fold_chunks(op, v, scan_lanes * scan_items<value>, through);
    pieces.append(op, {{through[scan_lanes - 1]}, true});
  }
};

/// The rows of a scan without what they are made of and go to, so that scanning them is compiled
/// once for each operator.
template <class Value>
class value_rows {
 public:
  /// Elements lo … hi - 1 of a row.
  virtual void compute(std::int64_t row, std::int64_t lo, std::int64_t hi, Value* to) const = 0;
  virtual void put(std::int64_t row, std::int64_t lo, std::int64_t hi, Value const* from) const = 0;

 protected:
  ~value_rows() = default;
};

template <class Program, class Op, class Sink>
class value_rows_of final : public value_rows<typename Op::value_type> {
  using value = typename Op::value_type;

 public:
  value_rows_of(reduction const& red, Program const& program, Op const& op, Sink const& sink)
      : red_(red), program_(program), op_(op), sink_(sink)
  {}

  void compute(std::int64_t row, std::int64_t lo, std::int64_t hi, value* to) const override
  {
    for_runs(row, lo, hi, [&](position const& at, std::int64_t first, std::int64_t last) {
      using values = value_sink<value, Sink::width>;
      auto const from = program_.bind(at);
      bool const packed = red_.it.packed && first % stack_size == 0;
      if (red_.it.unit)
        compute_row<true, Program, values>(packed, from, values{to - first}, first, last);
      else
        compute_row<false, Program, values>(packed, from, values{to - first}, first, last);
      to += last - first;
    });
  }
  void put(std::int64_t row, std::int64_t lo, std::int64_t hi, value const* from) const override
  {
    for_runs(row, lo, hi, [&](position const& at, std::int64_t first, std::int64_t last) {
      auto const to = sink_.bind(at);
      value const* const v = from - first;
      if (red_.it.unit) {
#pragma GCC ivdep
        for (std::int64_t i = first; i < last; ++i) to.template put<true>(i, op_.finish(v[i]));
      } else {
        for (std::int64_t i = first; i < last; ++i) to.template put<false>(i, op_.finish(v[i]));
      }
      from += last - first;
    });
  }

 private:
  /// f(position, first, last) for elements lo … hi - 1 of a row, by runs along the innermost axis.
  template <class F>
  void for_runs(std::int64_t row, std::int64_t lo, std::int64_t hi, F const& f) const
  {
    if (red_.it.outer_rank == red_.kept_rank) {
      f(reduced_position(red_, row, 0), lo, hi);
      return;
    }
    while (lo < hi) {
      std::int64_t const outer = lo / red_.it.inner, first = lo - outer * red_.it.inner,
                         last = std::min(red_.it.inner, first + hi - lo);
      f(reduced_position(red_, row, outer), first, last);
      lo += last - first;
    }
  }

  reduction const& red_;
  Program const& program_;
  Op const& op_;
  Sink const& sink_;
};

/// A row by one thread, piece by piece.
template <class Op, class Rows>
void scan_row(Op const& op, Rows const& rows, std::int64_t row, std::int64_t length)
{
  using value = typename Op::value_type;
  constexpr std::int64_t piece = scan_lanes * scan_items<value>;
  value v[piece];
  scan_tiles_walk<value, 1> tiles;
  piece_walk<Op> walk;
  for (std::int64_t lo = 0; lo < length; lo += piece) {
    std::int64_t const hi = std::min(length, lo + piece);
    rows.compute(row, lo, hi, v);
    scan_chunks(op, v, hi - lo);
    walk.join(op, v, hi - lo);
    rows.put(row, lo, hi, v);
    if (hi % (scan_pieces * piece) == 0) {
      tiles.next(op, walk.pieces.taken());
      walk.before_tile = tiles.before;
    }
  }
}

/// A long row by all threads: each scans the chunks of some tiles and folds them, which stays in
/// the caches; when what lies before each tile is known, it joins and writes them.
template <class Op, class Rows>
void scan_row_together(queue& on, Op const& op, Rows const& rows, std::int64_t row,
                       std::int64_t length)
{
  using value = typename Op::value_type;
  constexpr std::int64_t piece = scan_lanes * scan_items<value>, tile = scan_pieces * piece;
  std::int64_t const tiles = (length + tile - 1) / tile,
                     most = std::min<std::int64_t>(tiles, std::int64_t{128} * on.threads());
  auto const v = host::scratch<value>(on, most * tile);
  auto const fold = host::scratch<scan_fold<value, 1>>(on, most);
  scan_tiles_walk<value, 1> walk;
  for (std::int64_t from = 0; from < tiles; from += most) {
    std::int64_t const count = std::min(most, tiles - from);
    auto const end = [&](std::int64_t t) { return std::min(length, (from + t + 1) * tile); };
    on.for_tasks("tiles", count, [&](std::int64_t t) {
      std::int64_t const lo = (from + t) * tile, hi = end(t);
      value* const of_tile = &v[t * tile];
      piece_walk<Op> in_tile;
      for (std::int64_t at = 0; at < hi - lo; at += piece) {
        std::int64_t const here = std::min(piece, hi - lo - at);
        rows.compute(row, lo + at, lo + at + here, of_tile + at);
        scan_chunks(op, of_tile + at, here);
        if (here == piece) in_tile.add(op, of_tile + at);
      }
      fold[t] = in_tile.pieces;
    });
    for (std::int64_t t = 0; t < count; ++t) {
      auto const own = fold[t];
      fold[t] = walk.before;
      if (from + t + 1 < tiles) walk.next(op, own);  // the last one's is before nobody
    }
    on.for_tasks("prefixes", count, [&](std::int64_t t) {
      std::int64_t const lo = (from + t) * tile, hi = end(t);
      value* const of_tile = &v[t * tile];
      piece_walk<Op> in_tile;
      in_tile.before_tile = fold[t];
      for (std::int64_t at = 0; at < hi - lo; at += piece) {
        std::int64_t const here = std::min(piece, hi - lo - at);
        in_tile.join(op, of_tile + at, here);
        rows.put(row, lo + at, lo + at + here, of_tile + at);
      }
    });
  }
}

template <class Op, class Rows>
void scan_all_rows(queue& on, Op const& op, Rows const& rows, std::int64_t count,
                   std::int64_t length)
{
  if (on.threads() > count && length > scan_tile<typename Op::value_type>) {
    for (std::int64_t row = 0; row < count; ++row) scan_row_together(on, op, rows, row, length);
    return;
  }
  std::int64_t const together = std::max<std::int64_t>(1, elements_per_task / length);
  on.for_tasks("rows", (count + together - 1) / together, [&](std::int64_t task) {
    std::int64_t const end = std::min(count, (task + 1) * together);
    for (std::int64_t row = task * together; row < end; ++row) scan_row(op, rows, row, length);
  });
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

/// The scan of each of red.kept rows; waits. Scratch: 4 MiB a thread where rows are fewer than
/// threads and longer than a tile.
template <class Program, class Op, class Sink>
void scan_rows(host::queue& on, reduction const& red, Program const& program, Op const& op,
               Sink const& sink)
{
  using namespace host;
  require_scan<Program, Op, Sink>();
  detail::value_rows_of<Program, Op, Sink> const rows(red, program, op, sink);
  detail::value_rows<typename Op::value_type> const& any_rows = rows;
  detail::scan_all_rows(on, op, any_rows, red.kept, red.length);
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
