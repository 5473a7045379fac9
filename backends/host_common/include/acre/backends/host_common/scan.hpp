#pragma once

#include <acre/backends/common/scan.hpp>
#include <acre/backends/host_common/elementwise.hpp>
#include <acre/backends/host_common/queue.hpp>
#include <acre/backends/host_common/rows.hpp>
#include <acre/backends/host_common/scan_chunks.hpp>
#include <acre/backends/host_common/scratch.hpp>
#include <acre/backends/host_common/short_scans.hpp>
#include <acre/backends/host_common/tuning.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <new>
#include <type_traits>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/// Scans on a CPU, see backends/common/scan.hpp.
namespace acre::backends::host {

namespace detail {

/// An element of a sink's rows, if they are memory whose parts can be written to another place
/// first; void otherwise.
template <class Row>
struct memory_element {
  using type = void;
};
template <class Row>
  requires requires(Row const& row, char* to) {
    row.moved(to, std::int64_t{}, std::int64_t{});
    *row.elements(std::int64_t{}, std::int64_t{});
  }
struct memory_element<Row> {
  using type = std::remove_pointer_t<decltype(std::declval<Row const&>().elements(0, 0))>;
};
template <class Sink>
using memory_element_t =
    typename memory_element<decltype(std::declval<Sink const&>().bind(position{}, 0))>::type;

/// Whether a result of so many elements is written past the caches: no later read finds it in them,
/// as a core's share of the last one has fewer bytes.
template <class Sink>
bool is_past_caches(std::int64_t elements)
{
  using element = memory_element_t<Sink>;
  if constexpr (std::is_void_v<element>)
    return false;
  else
    return 64 % sizeof(element) == 0 &&
           elements >= host::past_caches / static_cast<std::int64_t>(sizeof(element));
}

/// Takes what a row computes into memory, as values of the accumulator's type. `Width` is that of
/// the sink that the loops were planned with.
template <class Value, int Width>
struct value_sink {
  static constexpr bool packable = true;
  static constexpr int width = Width;
  Value* data;  // of element 0

  Value* elements(std::int64_t i) const { return data + i; }
  template <bool Unit, class V>
  void put(std::int64_t i, V const& v, std::int64_t = 0) const
  {
    data[i] = static_cast<Value>(v);
  }
};

/// Folds of the elements before each chunk of a piece; before the first `without` ones (of a row:
/// its first chunk) there is nothing.
template <class Value>
struct before_chunks {
  Value v[scan_lanes];
  int without = 0;
};

/// A tile's pieces, one after the other, behind what lies before the tile.
template <class Op>
class piece_walk {
  using value = typename Op::value_type;
  static constexpr std::int64_t whole = scan_lanes * scan_items<value>;

 public:
  scan_fold<value, 1> before_tile, pieces;

  /// Passes by a piece that scan_chunks has scanned; says what lies before its chunks.
  void next(Op const& op, value const* v, std::int64_t count, before_chunks<value>& before)
  {
    // the end of the last chunk, which may be short, is not needed
    int const chunks = static_cast<int>((count + scan_items<value> - 1) / scan_items<value>);
    value through[scan_lanes];
    fold_chunks(op, v, count == whole ? scan_lanes : chunks - 1, through);
    auto first = pieces;
    first.prepend(op, before_tile);
    before.v[0] = first.v[0];
    before.without = first.there ? 0 : 1;
    for (int c = 1; c < chunks; ++c) before.v[c] = through[c - 1];
    if (pieces.there)
      for (int c = 1; c < chunks; ++c) before.v[c] = op.combine(pieces.v[0], before.v[c]);
    if (before_tile.there)
      for (int c = 1; c < chunks; ++c) before.v[c] = op.combine(before_tile.v[0], before.v[c]);
    if (count == whole) pieces.append(op, {{through[scan_lanes - 1]}, true});
  }
  /// Passes by a whole one.
  void next(Op const& op, value const* v)
  {
    value through[scan_lanes];
    fold_chunks(op, v, scan_lanes, through);
    pieces.append(op, {{through[scan_lanes - 1]}, true});
  }
};

/// The rows of a scan without what they are made of and go to, so that scanning them is compiled
/// once for each operator.
template <class Value>
class value_rows {
 public:
  /// Elements lo … hi - 1 of a row: where they are, which may be `to`.
  virtual Value const* compute(std::int64_t row, std::int64_t lo, std::int64_t hi,
                               Value* to) const = 0;
  /// Joins a piece with what lies before its chunks and writes it, which may be by `past`; may
  /// write to v.
  virtual void put(std::int64_t row, std::int64_t lo, std::int64_t hi, Value* v,
                   before_chunks<Value> const& before, pieces_past_caches& past) const = 0;

 protected:
  ~value_rows() = default;
};

template <class Program, class Op, class Sink>
class value_rows_of final : public value_rows<typename Op::value_type> {
  using value = typename Op::value_type;

 public:
  value_rows_of(reduction const& red, Program const& program, Op const& op, Sink const& sink)
      : red_(red), program_(program), op_(op), sink_(sink), is_past_(worth_writing_past())
  {}

  value const* compute(std::int64_t row, std::int64_t lo, std::int64_t hi,
                       value* const to) const override
  {
    if (red_.it.unit && in_one_run()) {
      auto const from = bound(program_, row_position(red_, row, 0));
      if constexpr (requires { value_pointer(from.elements(lo)); }) return from.elements(lo);
    }
    value* next = to;
    for_runs(row, lo, hi, [&](position const& at, std::int64_t first, std::int64_t last) {
      using values = value_sink<value, Sink::width>;
      auto const from = program_.bind(at);
      bool const packed = red_.it.packed && first % stack_size == 0;
      if (red_.it.unit)
        compute_rows<true, Program, values>(packed, from, values{next - first}, first, last);
      else
        compute_rows<false, Program, values>(packed, from, values{next - first}, first, last);
      next += last - first;
    });
    return to;
  }
  void put(std::int64_t row, std::int64_t lo, std::int64_t hi, value* v,
           before_chunks<value> const& before, pieces_past_caches& past) const override
  {
    constexpr int items = scan_items<value>;
    if (red_.it.unit && in_one_run()) {
      auto const to = bound(sink_, row_position(red_, row, 0));
      if constexpr (!std::is_void_v<element>)
        if (is_past_) {
          alignas(64) char joined[scan_lanes * items * sizeof(element)];
          put_chunks(to.moved(joined, lo, 0), lo, hi, v, before);
          past.write(to.elements(lo), joined, static_cast<std::size_t>(hi - lo) * sizeof(element));
          return;
        }
      put_chunks(to, lo, hi, v, before);
      return;
    }
    for (std::int64_t i = before.without * items; i < hi - lo; ++i)
      v[i] = op_.combine(before.v[i / items], v[i]);
    for_runs(row, lo, hi, [&](position const& at, std::int64_t first, std::int64_t last) {
      put_values<false>(sink_.bind(at), first, last - first, v, [](value const& x) { return x; });
      v += last - first;
    });
  }

 private:
  using element = memory_element_t<Sink>;

  static value const* value_pointer(value const* p) { return p; }
  bool in_one_run() const { return red_.it.outer_rank == red_.kept_rank; }
  /// Whether rows are written past the caches: a large result's that are long, or follow each
  /// other.
  bool worth_writing_past() const
  {
    if constexpr (!std::is_void_v<element>) {
      constexpr std::int64_t long_row =
          host::long_row_bytes / static_cast<std::int64_t>(sizeof(element));
      if (!red_.it.unit || !in_one_run() || !is_past_caches<Sink>(red_.kept * red_.length))
        return false;
      return red_.kept == 1 || red_.length >= long_row ||
             bound(sink_, row_position(red_, 0, 0)).elements(red_.length) ==
                 bound(sink_, row_position(red_, 1, 0)).elements(0);
    }
    return false;
  }

  /// Chunk by chunk, to a row of unit stride.
  template <class Row>
  void put_chunks(Row const& to, std::int64_t lo, std::int64_t hi, value const* v,
                  before_chunks<value> const& before) const
  {
    constexpr int items = scan_items<value>;
    auto const put_chunk = [&](int c, std::int64_t begin, auto count) {
      value const* const own = v + c * items;
      if (c < before.without) {
        put_values<true>(to, begin, count, own, [](value const& x) { return x; });
      } else {
        value const earlier = before.v[c];  // (a copy: no element that is written may be it)
        put_values<true>(to, begin, count, own,
                         [this, earlier](value const& x) { return op_.combine(earlier, x); });
      }
    };
    int c = 0;
    for (; lo + items <= hi; lo += items) put_chunk(c++, lo, std::integral_constant<int, items>());
    if (lo < hi) put_chunk(c, lo, hi - lo);
  }

  template <bool Unit, class Row, class Count, class Join>
  void put_values(Row const& to, std::int64_t begin, Count count, value const* v,
                  Join const& join) const
  {
    if constexpr (std::is_integral_v<Count>) {
#pragma GCC ivdep
      for (Count i = 0; i < count; ++i) to.template put<Unit>(begin + i, op_.finish(join(v[i])));
    } else {  // all before the first is written, as v may be there for all that the compiler knows
      decltype(op_.finish(*v)) joined[Count::value];
      for (int i = 0; i < count; ++i) joined[i] = op_.finish(join(v[i]));
      for (int i = 0; i < count; ++i) to.template put<Unit>(begin + i, joined[i]);
    }
  }

  /// f(position, first, last) for elements lo … hi - 1 of a row, by runs along the innermost axis.
  template <class F>
  void for_runs(std::int64_t row, std::int64_t lo, std::int64_t hi, F const& f) const
  {
    if (in_one_run()) {
      f(row_position(red_, row, 0), lo, hi);
      return;
    }
    while (lo < hi) {
      std::int64_t const outer = lo / red_.it.inner, first = lo - outer * red_.it.inner,
                         last = std::min(red_.it.inner, first + hi - lo);
      f(row_position(red_, row, outer), first, last);
      lo += last - first;
    }
  }

  reduction const& red_;
  Program const& program_;
  Op const& op_;
  Sink const& sink_;
  bool is_past_;
};

/// A row by one thread, piece by piece.
template <class Op, class Rows>
void scan_row(Op const& op, Rows const& rows, std::int64_t row, std::int64_t length,
              pieces_past_caches& past)
{
  using value = typename Op::value_type;
  constexpr std::int64_t piece = scan_lanes * scan_items<value>;
  value v[piece];
  scan_tiles_walk<value, 1> tiles;
  piece_walk<Op> walk;
  before_chunks<value> before;
  for (std::int64_t lo = 0; lo < length; lo += piece) {
    std::int64_t const hi = std::min(length, lo + piece);
    scan_chunks(op, rows.compute(row, lo, hi, v), hi - lo, v);
    walk.next(op, v, hi - lo, before);
    rows.put(row, lo, hi, v, before, past);
    if (hi % (scan_pieces * piece) == 0) {
      tiles.next(op, walk.pieces.taken());
      walk.before_tile = tiles.before;
    }
  }
}

/// Threads that work on parts of something, taken in order, and come to the same place of each in
/// that order, one after the other.
class turns {
 public:
  std::int64_t take() { return taken_.fetch_add(1, std::memory_order_relaxed); }
  /// Waits for a part's turn; false if there won't be one, as an earlier part's thread has thrown.
  bool begin(std::int64_t part) const
  {
    constexpr int most_spins = 256;  // then others may need the processor
    for (int spins = 0;; ++spins) {
      std::int64_t const at = at_.load(std::memory_order_acquire);
      if (at == part || at == nobody) return at == part;
      if (spins >= most_spins) at_.wait(at, std::memory_order_relaxed);
#ifdef __SSE2__
      _mm_pause();
#endif
    }
  }
  void end(std::int64_t part)
  {
    at_.compare_exchange_strong(part, part + 1, std::memory_order_release,
                                std::memory_order_relaxed);  // unless given up
    at_.notify_all();
  }
  void give_up()
  {
    at_.store(nobody, std::memory_order_relaxed);
    at_.notify_all();
  }

 private:
  static constexpr std::int64_t nobody = -1;
  alignas(64) std::atomic<std::int64_t> taken_ = 0;
  alignas(64) std::atomic<std::int64_t> at_ = 0;
};

/// A long row by all threads. Each takes the next few tiles, scans their chunks and folds them,
/// which stays in its caches; in its turn it learns what lies before each of its tiles; then it
/// joins and writes them.
template <class Op, class Rows>
void scan_row_together(queue& on, Op const& op, Rows const& rows, std::int64_t row,
                       std::int64_t length)
{
  using value = typename Op::value_type;
  constexpr std::int64_t piece = scan_lanes * scan_items<value>, tile = scan_pieces * piece,
                         most = 4;
  std::int64_t const threads = on.threads(), tiles = (length + tile - 1) / tile,
                     together = std::clamp<std::int64_t>(tiles / (8 * threads), 1, most),
                     parts = (tiles + together - 1) / together, tasks = std::min(threads, parts);
  auto const memory = host::scratch<value>(on, tasks * together * tile);
  turns in_order;
  scan_tiles_walk<value, 1> walk;
  auto const scan_part = [&](std::int64_t part, value* const v, pieces_past_caches& past) {
    std::int64_t const first = part * together, count = std::min(together, tiles - first);
    scan_fold<value, 1> fold[most];
    auto const for_tile = [&](std::int64_t t, auto const& f) {
      std::int64_t const lo = (first + t) * tile, hi = std::min(length, lo + tile);
      for (std::int64_t at = lo; at < hi; at += piece)
        f(at, std::min(hi, at + piece), v + (at - first * tile));
    };
    for (std::int64_t t = 0; t < count; ++t) {
      piece_walk<Op> in_tile;
      for_tile(t, [&](std::int64_t lo, std::int64_t hi, value* of_piece) {
        scan_chunks(op, rows.compute(row, lo, hi, of_piece), hi - lo, of_piece);
        if (hi - lo == piece) in_tile.next(op, of_piece);
      });
      fold[t] = in_tile.pieces;
    }
    if (!in_order.begin(part)) return false;
    for (std::int64_t t = 0; t < count; ++t) {
      auto const own = fold[t];
      fold[t] = walk.before;
      if (first + t + 1 < tiles) walk.next(op, own);  // none follows the last one
    }
    in_order.end(part);
    for (std::int64_t t = 0; t < count; ++t) {
      piece_walk<Op> in_tile;
      in_tile.before_tile = fold[t];
      before_chunks<value> before;
      for_tile(t, [&](std::int64_t lo, std::int64_t hi, value* of_piece) {
        in_tile.next(op, of_piece, hi - lo, before);
        rows.put(row, lo, hi, of_piece, before, past);
      });
    }
    return true;
  };
  on.for_tasks("tiles", tasks, [&](std::int64_t task) {
    pieces_past_caches past;
    try {
      for (std::int64_t part; (part = in_order.take()) < parts;)
        if (!scan_part(part, &memory[task * together * tile], past)) return;
    } catch (...) {
      in_order.give_up();  // no task waits for this part
      throw;
    }
  });
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
    pieces_past_caches past;
    for (std::int64_t row = task * together; row < end; ++row)
      scan_row(op, rows, row, length, past);
  });
}

/// Columns at a time: rows of 1 KiB, or, of a result that is written past the caches and has enough
/// of them, of 4 KiB.
template <class Value, bool Wide>
inline constexpr int scan_strip =
    std::max(16, 1024 / static_cast<int>(sizeof(Value))) * (Wide ? 4 : 1);

/// Whether pieces of rows are whole lines of the caches, or rows follow each other.
template <class Row>
bool fills_lines(Row const& to, std::int64_t i0, std::int64_t columns)
{
  auto const begin = reinterpret_cast<std::uintptr_t>(to.elements(i0)),
             next = reinterpret_cast<std::uintptr_t>(to.elements(i0, 1)),
             end = reinterpret_cast<std::uintptr_t>(to.elements(i0 + columns));
  return next == end || (begin % 64 == 0 && next % 64 == 0);
}

/// Some columns from i0 on, row by row.
template <bool Unit, int Strip, class Program, class Op, class Sink>
void scan_some_columns(reduction const& red, Program const& program, Op const& op, Sink const& sink,
                       std::int64_t k, std::int64_t i0, int columns, bool is_past)
{
  using value = typename Op::value_type;
  using element = memory_element_t<Sink>;
  constexpr bool has_past = Unit && !std::is_void_v<element>;
  position const at = row_position(red, k, 0);
  auto const from = program.bind(at, red.kept_rank);
  auto const to = sink.bind(at, red.kept_rank);
  value chunk[Strip];  // (not a fold, whose values would all be set first)
  union room {         // of 20 KiB, and made for more than a chunk: an optional's is zeroed at once
    room() {}
    scan_walk<value, Strip> walk;
  } memory;
  scan_walk<value, Strip>* walk = nullptr;
  auto const scan = [&](auto const& into, auto const& row_done) {
    for (std::int64_t r = 0; r < red.length; ++r) {
      bool const begins = r % scan_items<value> == 0;
      if (begins && r > 0) {
        if (!walk) walk = ::new (&memory.walk) scan_walk<value, Strip>();
        scan_fold<value, Strip> whole;
        std::copy_n(chunk, columns, whole.v);
        whole.there = true;
        walk->next(op, whole, columns);
      }
      value const* const before = walk && walk->before.there ? walk->before.v : nullptr;
      auto const run = [&](auto chunk_begins, auto has_before) {
#pragma GCC ivdep
        for (int i = 0; i < columns; ++i) {
          auto const x = static_cast<value>(from.template at<Unit>(i0 + i, r));
          value const through = chunk_begins ? x : op.combine(chunk[i], x);
          chunk[i] = through;
          into.template put<Unit>(
              i0 + i, op.finish(has_before ? op.combine(before[i], through) : through), r);
        }
      };
      using yes = std::true_type;
      using no = std::false_type;
      if (begins)
        before ? run(yes(), yes()) : run(yes(), no());
      else
        before ? run(no(), yes()) : run(no(), no());
      row_done(r);
    }
  };
  if constexpr (has_past) {
    alignas(64) char joined[Strip * sizeof(element)];
    pieces_past_caches past;
    bool const moves = is_past && columns >= Strip && fills_lines(to, i0, columns);
    scan(moves ? to.moved(joined, i0, 0) : to, [&](std::int64_t r) {
      if (moves) past.write(to.elements(i0, r), joined, columns * sizeof(element));
    });
  } else {
    scan(to, [](std::int64_t) {});
  }
}

}  // namespace detail

}  // namespace acre::backends::host

namespace acre::backends {

/// The scan of each of red.kept rows; waits. Scratch: 128 KiB a thread where rows are fewer than
/// threads and longer than a tile.
template <class Program, class Op, class Sink>
void scan_rows(host::queue& on, reduction const& red, Program const& program, Op const& op,
               Sink const& sink)
{
  using namespace host;
  require_scan<Program, Op, Sink>();
  if (detail::has_short_scans<Op>(red)) {
    std::int64_t const together = elements_per_task / red.length;
    return on.for_tasks("rows", (red.kept + together - 1) / together, [&](std::int64_t task) {
      detail::scan_short_rows(red, program, op, sink, task * together,
                              std::min(red.kept, (task + 1) * together));
    });
  }
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
  using value = typename Op::value_type;
  std::int64_t const inner = red.it.inner;
  if (detail::has_few_columns<value>(red))
    return on.for_tasks("columns", red.kept, [&](std::int64_t k) {
      detail::scan_few_columns(red, program, op, sink, k);
    });
  auto const run = [&](auto is_unit, auto is_wide, bool is_past) {
    constexpr int strip = detail::scan_strip<value, decltype(is_wide)::value>;
    std::int64_t const strips = (inner + strip - 1) / strip;
    on.for_tasks("columns", red.kept * strips, [&](std::int64_t task) {
      std::int64_t const k = task / strips, i0 = task % strips * strip;
      detail::scan_some_columns<decltype(is_unit)::value, strip>(
          red, program, op, sink, k, i0,
          static_cast<int>(std::min<std::int64_t>(strip, inner - i0)), is_past);
    });
  };
  using yes = std::true_type;
  using no = std::false_type;
  if (!red.it.unit) return run(no(), no(), false);
  if constexpr (!std::is_void_v<detail::memory_element_t<Sink>>) {
    constexpr int wide = detail::scan_strip<value, true>, tasks_per_thread = 8;
    if (detail::is_past_caches<Sink>(red.kept * red.length * inner))
      return red.kept * ((inner + wide - 1) / wide) >= tasks_per_thread * on.threads()
                 ? run(yes(), yes(), true)
                 : run(yes(), no(), true);
  }
  run(yes(), no(), false);
}

}  // namespace acre::backends
