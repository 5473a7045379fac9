#pragma once

#include <acre/backends/common/scan.hpp>
#include <acre/backends/generic/loops.hpp>

#include <cstdint>

/// See backends/common/scan.hpp. A thread scans a row from its beginning to its end, or, where rows
/// are long and few, a tile: the tiles' folds are computed first then, and what lies before each.
namespace acre::backends::generic {

/// A piece: its elements, and then the scans of its chunks.
template <class Op>
struct scan_piece {
  using value = typename Op::value_type;
  static constexpr int items = scan_items<value>, size = scan_lanes * items;
  value v[size];

  /// The chunks side by side, each one after the other; `count` of the elements are there.
  KOKKOS_INLINE_FUNCTION void scan_chunks(Op const& op, int count)
  {
    int const whole = count / items;
    for (int j = 1; j < items; ++j)
      for (int c = 0; c < whole; ++c)
        v[c * items + j] = op.combine(v[c * items + j - 1], v[c * items + j]);
    for (int e = whole * items + 1; e < count; ++e) v[e] = op.combine(v[e - 1], v[e]);
  }
};

/// Elements first … first + count - 1 of a row, a tile or its beginning, behind `before`; gives the
/// tile's fold. Sink: whether results are put.
template <bool Put, bool Unit, class Program, class Op, class Sink>
KOKKOS_INLINE_FUNCTION auto scan_one_tile(reduction const& red, Program const& program,
                                          Op const& op, Sink const& sink, std::int64_t kept,
                                          std::int64_t first, std::int64_t count,
                                          scan_fold<typename Op::value_type, 1> const& before)
{
  using value = typename Op::value_type;
  constexpr int items = scan_items<value>;
  scan_piece<Op> piece;
  scan_chunks_walk<value, 1> chunks;
  for (std::int64_t begin = 0; begin < count; begin += scan_piece<Op>::size) {
    int const n = static_cast<int>(count - begin < scan_piece<Op>::size ? count - begin
                                                                        : scan_piece<Op>::size);
    for_runs(red, program, kept, first + begin, n,
             [&](auto const& row, std::int64_t i, std::int64_t e, std::int64_t length) {
#pragma GCC ivdep
               for (std::int64_t j = 0; j < length; ++j)
                 piece.v[e + j] = static_cast<value>(row.template at<Unit>(i + j));
             });
    piece.scan_chunks(op, n);
    for (int from = 0; from < n; from += items) {
      int const to = from + items < n ? from + items : n;
      auto ahead = chunks.before;
      if (begin == 0 && from == 0) ahead.there = false;
      chunks.next(op, {{piece.v[to - 1]}, true});
      ahead.prepend(op, before);
      if (Put && ahead.there)
        for (int e = from; e < to; ++e) piece.v[e] = op.combine(ahead.v[0], piece.v[e]);
    }
    if constexpr (Put)
      for_runs(red, sink, kept, first + begin, n,
               [&](auto const& row, std::int64_t i, std::int64_t e, std::int64_t length) {
#pragma GCC ivdep
                 for (std::int64_t j = 0; j < length; ++j)
                   row.template put<Unit>(i + j, op.finish(piece.v[e + j]));
               });
  }
  return chunks.before;
}

template <bool Unit, class Backend, class Program, class Op, class Sink>
void scan_rows_by(queue<Backend>& on, reduction const& red, Program const& program, Op const& op,
                  Sink const& sink)
{
  using value = typename Op::value_type;
  using fold = scan_fold<value, 1>;
  constexpr std::int64_t size = scan_tile<value>;
  std::int64_t const tiles = (red.length + size - 1) / size;
  if (tiles == 1 || red.kept >= on.threads()) {
    for_each(
        on, "rows", red.kept, KOKKOS_LAMBDA(std::int64_t k) {
          scan_tiles_walk<value, 1> walk;
          for (std::int64_t first = 0; first < red.length; first += size)
            walk.next(op, scan_one_tile<true, Unit>(
                              red, program, op, sink, k, first,
                              red.length - first < size ? red.length - first : size, walk.before));
        });
    return;
  }
  auto const memory = scratch_of<fold>(on, red.kept * tiles);
  fold* const of_tile = memory.data();
  for_each(
      on, "folds", red.kept * tiles, KOKKOS_LAMBDA(std::int64_t number) {
        std::int64_t const k = number / tiles, t = number - k * tiles;
        if (t + 1 < tiles)  // nothing is behind the last
          of_tile[number] =
              scan_one_tile<false, Unit>(red, program, op, sink, k, t * size, size, fold());
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
        std::int64_t const k = number / tiles, first = (number - k * tiles) * size;
        scan_one_tile<true, Unit>(red, program, op, sink, k, first,
                                  red.length - first < size ? red.length - first : size,
                                  of_tile[number]);
      });
}

template <bool Unit, class Backend, class Program, class Op, class Sink>
void scan_columns_by(queue<Backend>& on, reduction const& red, Program const& program, Op const& op,
                     Sink const& sink)
{
  using value = typename Op::value_type;
  constexpr int W = side_by_side<queue<Backend>>;
  std::int64_t const inner = red.it.inner, groups = (inner + W - 1) / W;
  for_each(
      on, "columns", red.kept * groups, KOKKOS_LAMBDA(std::int64_t task) {
        std::int64_t const k = task / groups, i = (task - k * groups) * W;
        int const width = static_cast<int>(inner - i < W ? inner - i : W);
        position const at = reduced_position(red, k, 0);
        auto const from = bind_along(program, at, red.kept_rank);
        auto const to = bind_along(sink, at, red.kept_rank);
        scan_walk<value, W> walk;
        scan_fold<value, W> chunk;
        for (std::int64_t e = 0; e < red.length; ++e) {
          bool const begins = e % scan_items<value> == 0;
          if (begins && e > 0) walk.next(op, chunk, width);
#pragma GCC ivdep
          for (int w = 0; w < width; ++w) {
            auto const x = static_cast<value>(from.template at<Unit>(i + w, e));
            chunk.v[w] = begins ? x : op.combine(chunk.v[w], x);
            to.template put<Unit>(
                i + w,
                op.finish(walk.before.there ? op.combine(walk.before.v[w], chunk.v[w])
                                            : chunk.v[w]),
                e);
          }
          chunk.there = true;
        }
      });
}

}  // namespace acre::backends::generic

namespace acre::backends {

template <class Backend, class Program, class Op, class Sink>
void scan_rows(generic::queue<Backend>& on, reduction const& red, Program const& program,
               Op const& op, Sink const& sink)
{
  require_scan<Program, Op, Sink>();
  if (red.it.unit)
    generic::scan_rows_by<true>(on, red, program, op, sink);
  else
    generic::scan_rows_by<false>(on, red, program, op, sink);
}

template <class Backend, class Program, class Op, class Sink>
void scan_columns(generic::queue<Backend>& on, reduction const& red, Program const& program,
                  Op const& op, Sink const& sink)
{
  require_scan<Program, Op, Sink>();
  if (red.it.unit)
    generic::scan_columns_by<true>(on, red, program, op, sink);
  else
    generic::scan_columns_by<false>(on, red, program, op, sink);
}

}  // namespace acre::backends
