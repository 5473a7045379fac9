#pragma once

#include <acre/backends/common/scan.hpp>
#include <acre/backends/generic/loops.hpp>
#include <acre/backends/generic/scan_columns_beside.hpp>
#include <acre/backends/generic/scan_teams.hpp>

#include <cstdint>

/// See backends/common/scan.hpp. Narrow threads scan in teams (scan_teams.hpp). A core scans a row
/// from its beginning to its end, or some short rows, or, where rows are long and few, a tile: the
/// tiles' folds are computed first then, and what lies before each. Elements are read into the
/// thread's own memory, where several chunks are scanned at the same time, as each waits for
/// itself.
namespace acre::backends::generic {

/// Scans `Together` stretches of `length` values, one after the other. Length: int, or a constant.
template <int Together, class Op, class Length>
KOKKOS_INLINE_FUNCTION void scan_together(Op const& op, typename Op::value_type* v, Length length)
{
  typename Op::value_type run[Together];
  for (int c = 0; c < Together; ++c) run[c] = v[c * length];
  for (int i = 1; i < length; ++i)
    for (int c = 0; c < Together; ++c)
      v[c * length + i] = run[c] = op.combine(run[c], v[c * length + i]);
}
template <class Op, class Length>
KOKKOS_INLINE_FUNCTION void scan_stretches(Op const& op, typename Op::value_type* v, int count,
                                           Length length)
{
  constexpr int together = 8;
  int c = 0;
  for (; c + together <= count; c += together) scan_together<together>(op, v + c * length, length);
  for (; c < count; ++c) scan_together<1>(op, v + c * length, length);
}

/// Scans stretches of 2 or 4 values, the same one of all of them at a time, as vectors do.
template <int Length, class Op>
KOKKOS_INLINE_FUNCTION void scan_few(Op const& op, typename Op::value_type* v, int count)
{
#pragma GCC ivdep
  for (int c = 0; c < count; ++c) {
    auto run = v[c * Length];
    for (int i = 1; i < Length; ++i) v[c * Length + i] = run = op.combine(run, v[c * Length + i]);
  }
}

/// Folds before a piece, in its tile and up to that; the piece's values behind them.
template <class Op>
struct scan_pieces_walk {
  using value = typename Op::value_type;
  static constexpr int items = scan_items<value>, size = scan_lanes * items;
  scan_fold<value, 1> before_tile, pieces;

  /// v[0] … v[n - 1] become the scan, if they are to be `Put`; n is less than `size` at a row's end
  /// alone.
  template <bool Put>
  KOKKOS_INLINE_FUNCTION void next(Op const& op, value* v, int n)
  {
    int const whole = n / items, chunks = (n + items - 1) / items;
    scan_stretches(op, v, whole, constant<items>());
    if (whole < chunks) scan_together<1>(op, v + whole * items, n - whole * items);
    value through[scan_lanes];  // chunks 0 … c, folded by halves
    for (int c = 0; c < whole; ++c) through[c] = v[c * items + items - 1];
    for (int half = 1; half < whole; half *= 2)
      for (int begin = half; begin < whole; begin += 2 * half)
        for (int c = begin; c < begin + half && c < whole; ++c)
          through[c] = op.combine(through[begin - 1], through[c]);
    if constexpr (Put) {
      auto const join = [&](scan_fold<value, 1> ahead, value* own, int count) {
        ahead.prepend(op, before_tile);
        if (!ahead.there) return;
        value const earlier = ahead.v[0];
        if (count == items)
          for (int i = 0; i < items; ++i) own[i] = op.combine(earlier, own[i]);
        else
          for (int i = 0; i < count; ++i) own[i] = op.combine(earlier, own[i]);
      };
      for (int c = 0; c < chunks; ++c) {
        scan_fold<value, 1> ahead = pieces;
        if (c > 0) ahead.append(op, {{through[c - 1]}, true});
        join(ahead, v + c * items, c < whole ? items : n - whole * items);
      }
    }
    if (n == size) pieces.append(op, {{through[scan_lanes - 1]}, true});
  }
};

/// Elements first … first + count - 1 of a row, a tile or its beginning, behind `before`; gives the
/// tile's fold. Sink: whether results are put.
template <bool Put, bool Unit, class Program, class Op, class Sink>
KOKKOS_INLINE_FUNCTION auto scan_one_tile(bool packed, reduction const& red, Program const& program,
                                          Op const& op, Sink const& sink, std::int64_t kept,
                                          std::int64_t first, std::int64_t count,
                                          scan_fold<typename Op::value_type, 1> const& before)
{
  using value = typename Op::value_type;
  constexpr int size = scan_pieces_walk<Op>::size;
  value v[size];
  scan_pieces_walk<Op> walk;
  walk.before_tile = before;
  for (std::int64_t begin = 0; begin < count; begin += size) {
    int const n = static_cast<int>(count - begin < size ? count - begin : size);
    for_runs(red, program, kept, first + begin, n,
             [&](auto const& row, std::int64_t i, std::int64_t e, std::int64_t length) {
               if constexpr (Unit)
                 read_neighbours<!is_device_code, Program>(row, packed, i, length, v + e);
               else
#pragma GCC ivdep
                 for (std::int64_t j = 0; j < length; ++j)
                   v[e + j] = static_cast<value>(row.template at<false>(i + j));
             });
    walk.template next<Put>(op, v, n);
    if constexpr (Put)
      for_runs(red, sink, kept, first + begin, n,
               [&](auto const& row, std::int64_t i, std::int64_t e, std::int64_t length) {
#pragma GCC ivdep
                 for (std::int64_t j = 0; j < length; ++j)
                   row.template put<Unit>(i + j, op.finish(v[e + j]));
               });
  }
  return walk.pieces;
}

/// Rows row … row + count - 1, see for_short_rows.
template <class Program, class Op, class Sink>
KOKKOS_INLINE_FUNCTION void scan_short_rows(reduction const& red, Program const& program,
                                            Op const& op, Sink const& sink, std::int64_t row,
                                            int count)
{
  using value = typename Op::value_type;
  int const length = static_cast<int>(red.length), along = red.kept_rank - 1;
  position const at = reduced_position(red, row, 0);
  value v[values_of_short_rows];
  read_short_rows<Program>(red, program.bind(at, along), count, v);
  if (length <= few)
    with_few(length, [&](auto known) {
      if constexpr (known == 2 || known == 4)
        scan_few<known>(op, v, count);
      else
        scan_stretches(op, v, count, known);
    });
  else if (length <= scan_items<value>)
    scan_stretches(op, v, count, length);
  else
    for (int r = 0; r < count; ++r)
      scan_pieces_walk<Op>().template next<true>(op, v + r * length, length);
  auto const to = sink.bind(at, along);
  if (red.dense && red.length == red.it.inner)
#pragma GCC ivdep
    for (int i = 0; i < count * length; ++i) to.template put<true>(i, op.finish(v[i]));
  else
    for (int r = 0; r < count; ++r)
      for (int e = 0; e < length; ++e) to.template put<false>(e, op.finish(v[r * length + e]), r);
}

template <bool Unit, class Backend, class Program, class Op, class Sink>
void scan_rows_by(queue<Backend>& on, reduction const& red, Program const& program, Op const& op,
                  Sink const& sink)
{
  using value = typename Op::value_type;
  using fold = scan_fold<value, 1>;
  constexpr std::int64_t size = scan_tile<value>;
  bool const packed = red.it.packed;
  if constexpr (!queue<Backend>::is_wide)
    if (has_short_rows<queue<Backend>>(red) && red.length <= scan_pieces_walk<Op>::size)
      return for_short_rows(
          on, red, KOKKOS_LAMBDA(std::int64_t row, int count) {
            scan_short_rows(red, program, op, sink, row, count);
          });
  std::int64_t const tiles = (red.length + size - 1) / size;
  if (tiles == 1 || red.kept >= on.threads()) {
    for_each(
        on, "rows", red.kept, KOKKOS_LAMBDA(std::int64_t k) {
          scan_tiles_walk<value, 1> walk;
          for (std::int64_t first = 0; first < red.length; first += size)
            walk.next(op, scan_one_tile<true, Unit>(
                              packed, red, program, op, sink, k, first,
                              red.length - first < size ? red.length - first : size, walk.before));
        });
    return;
  }
  auto const memory = scratch_of<fold>(on, red.kept * tiles);
  fold* const of_tile = memory.data();
  for_each(
      on, "folds", red.kept * tiles, KOKKOS_LAMBDA(std::int64_t number) {
        std::int64_t const k = quotient(number, tiles), t = number - k * tiles;
        if (t + 1 < tiles)  // nothing is behind the last
          of_tile[number] =
              scan_one_tile<false, Unit>(packed, red, program, op, sink, k, t * size, size, fold());
      });
  for_each(
      on, "before", red.kept, KOKKOS_LAMBDA(std::int64_t k) {
        scan_tiles_walk<value, 1> walk;
        for (std::int64_t t = 0; t < tiles; ++t) {
          fold const before = walk.before;
          if (t + 1 < tiles) walk.next(op, of_tile[k * tiles + t]);
          of_tile[k * tiles + t] = before;
        }
      });
  for_each(
      on, "rows", red.kept * tiles, KOKKOS_LAMBDA(std::int64_t number) {
        std::int64_t const k = quotient(number, tiles), first = (number - k * tiles) * size;
        scan_one_tile<true, Unit>(packed, red, program, op, sink, k, first,
                                  red.length - first < size ? red.length - first : size,
                                  of_tile[number]);
      });
}

/// A chunk of N neighbouring columns, rows first … last - 1, from column i on, behind `before`
/// (null: nothing); its folds.
template <int N, bool Unit, class Op, class From, class To>
KOKKOS_INLINE_FUNCTION void scan_chunk_of_columns(Op const& op, From const& from, To const& to,
                                                  std::int64_t i, std::int64_t first,
                                                  std::int64_t last,
                                                  typename Op::value_type const* before,
                                                  typename Op::value_type* fold)
{
  using value = typename Op::value_type;
  value run[N], earlier[N];
  auto const put = [&](std::int64_t e) {
    if (before)
#pragma GCC ivdep
      for (int w = 0; w < N; ++w)
        to.template put<Unit>(i + w, op.finish(op.combine(earlier[w], run[w])), e);
    else
#pragma GCC ivdep
      for (int w = 0; w < N; ++w) to.template put<Unit>(i + w, op.finish(run[w]), e);
  };
  auto const read = [&](int w, std::int64_t e) {
    return static_cast<value>(from.template at<Unit>(i + w, e));
  };
  if (before)
    for (int w = 0; w < N; ++w) earlier[w] = before[w];
  for (int w = 0; w < N; ++w) run[w] = read(w, first);
  put(first);
  for (std::int64_t e = first + 1; e < last; ++e) {
    for (int w = 0; w < N; ++w) run[w] = op.combine(run[w], read(w, e));
    put(e);
  }
  for (int w = 0; w < N; ++w) fold[w] = run[w];
}

template <bool Unit, class Backend, class Program, class Op, class Sink>
void scan_columns_by(queue<Backend>& on, reduction const& red, Program const& program, Op const& op,
                     Sink const& sink)
{
  using value = typename Op::value_type;
  constexpr int most = side_by_side<queue<Backend>>, W = 4 * most;
  constexpr std::int64_t items = scan_items<value>;
  std::int64_t const inner = red.it.inner, groups = (inner + W - 1) / W;
  for_each(
      on, "columns", red.kept * groups, KOKKOS_LAMBDA(std::int64_t task) {
        std::int64_t const k = quotient(task, groups), i = (task - k * groups) * W;
        int const width = static_cast<int>(inner - i < W ? inner - i : W);
        position const at = reduced_position(red, k, 0);
        auto const from = bind_along(program, at, red.kept_rank);
        auto const to = bind_along(sink, at, red.kept_rank);
        scan_fold<value, W> chunk;
        auto const scan = [&](std::int64_t first, value const* before) {
          std::int64_t const last = first + items < red.length ? first + items : red.length;
          int w = 0;
          for (; w + most <= width; w += most)
            scan_chunk_of_columns<most, Unit>(op, from, to, i + w, first, last,
                                              before ? before + w : nullptr, chunk.v + w);
          if constexpr (most > 4)
            for (; w + 4 <= width; w += 4)
              scan_chunk_of_columns<4, Unit>(op, from, to, i + w, first, last,
                                             before ? before + w : nullptr, chunk.v + w);
          for (; w < width; ++w)
            scan_chunk_of_columns<1, Unit>(op, from, to, i + w, first, last,
                                           before ? before + w : nullptr, chunk.v + w);
        };
        scan(0, nullptr);
        if (red.length <= items) return;
        chunk.there = true;
        scan_walk<value, W> walk;
        for (std::int64_t first = items; first < red.length; first += items) {
          walk.next(op, chunk, width);
          scan(first, walk.before.v);
        }
      });
}

template <bool Unit, class Backend, class Program, class Op, class Sink>
void scan_rows(queue<Backend>& on, reduction const& red, Program const& program, Op const& op,
               Sink const& sink)
{
  if constexpr (queue<Backend>::is_wide && scans_by_teams<typename Op::value_type>)
    scan_rows_by_teams<Unit>(on, red, program, op, sink);
  else
    scan_rows_by<Unit>(on, red, program, op, sink);
}
template <bool Unit, class Backend, class Program, class Op, class Sink>
void scan_columns(queue<Backend>& on, reduction const& red, Program const& program, Op const& op,
                  Sink const& sink)
{
  using value = typename Op::value_type;
  if constexpr (queue<Backend>::is_wide) {
    if constexpr (scans_by_teams<value>)
      if (red.length > 2 * scan_items<value> && 8 * red.kept * red.it.inner < on.threads())
        return scan_few_columns<Unit>(on, red, program, op, sink);
    scan_columns_by_threads<Unit>(on, red, program, op, sink);
  } else
    scan_columns_by<Unit>(on, red, program, op, sink);
}

}  // namespace acre::backends::generic

namespace acre::backends {

template <class Backend, class Program, class Op, class Sink>
void scan_rows(generic::queue<Backend>& on, reduction const& red, Program const& program,
               Op const& op, Sink const& sink)
{
  require_scan<Program, Op, Sink>();
  if (red.it.unit)
    generic::scan_rows<true>(on, red, program, op, sink);
  else
    generic::scan_rows<false>(on, red, program, op, sink);
}

template <class Backend, class Program, class Op, class Sink>
void scan_columns(generic::queue<Backend>& on, reduction const& red, Program const& program,
                  Op const& op, Sink const& sink)
{
  require_scan<Program, Op, Sink>();
  if (red.it.unit)
    generic::scan_columns<true>(on, red, program, op, sink);
  else
    generic::scan_columns<false>(on, red, program, op, sink);
}

}  // namespace acre::backends
