#pragma once

#include <acre/backends/common/scan_parts.hpp>
#include <acre/backends/host_common/reduce_axis_parts.hpp>
#include <acre/backends/host_common/scan.hpp>

#include <algorithm>
#include <cstdint>

/// Scans in parts on a CPU, see backends/common/scan_parts.hpp.
namespace acre::backends {

namespace host::detail {

/// f(position, first, last) for elements lo … hi - 1 of a row, by runs along the innermost axis.
template <class F>
void for_runs_of(reduction const& red, std::int64_t row, std::int64_t lo, std::int64_t hi,
                 F const& f)
{
  std::int64_t const length = red.it.outer_rank == red.kept_rank ? red.length : red.it.inner;
  while (lo < hi) {
    std::int64_t const outer = lo / length, first = lo - outer * length,
                       last = std::min(length, first + hi - lo);
    f(row_position(red, row, outer), first, last);
    lo += last - first;
  }
}

/// `count` elements of some columns, which are at, at + 1, … of a tile, join the carry; put(r)
/// behind each row of them.
template <int Strip, class Program, class Op, class F>
void walk_columns(reduction const& red, Program const& program, Op const& op, std::int64_t k,
                  std::int64_t i0, int columns, std::int64_t first, std::int64_t count, int at,
                  scan_carry<typename Op::value_type, Strip>& carry, F const& put)
{
  using value = typename Op::value_type;
  auto& run = carry.run;
  rows_along<Program> const source(red, program, k, first);
  for (std::int64_t r = 0; r < count; ++r, ++at) {
    bool const begins = at % scan_items<value> == 0;
    if (begins && at > 0) carry.chunks.next(op, run, columns);
    auto const from = source.row(r);
    std::int64_t const step = source.step(r);
    auto const take = [&](auto is_unit) {
      constexpr bool unit = decltype(is_unit)::value;
      if (begins) {
#pragma GCC ivdep
        for (int i = 0; i < columns; ++i)
          run.v[i] = static_cast<value>(from.template at<unit>(i0 + i, step));
      } else {
#pragma GCC ivdep
        for (int i = 0; i < columns; ++i)
          run.v[i] = op.combine(run.v[i], static_cast<value>(from.template at<unit>(i0 + i, step)));
      }
    };
    red.it.unit ? take(std::true_type()) : take(std::false_type());
    run.there = true;
    put(r);
  }
}

/// Puts a row of columns behind what lies before: the tile's `before`, if any, and its chunks.
template <int Strip, class Op, class Sink>
void put_columns(reduction const& red, Op const& op, rows_along<Sink> const& sink, std::int64_t r,
                 std::int64_t i0, int columns,
                 scan_carry<typename Op::value_type, Strip> const& carry,
                 typename Op::value_type const* before)
{
  using value = typename Op::value_type;
  auto const to = sink.row(r);
  std::int64_t const step = sink.step(r);
  auto const& chunks = carry.chunks.before;
  value joined[Strip];
  if (before && chunks.there) {
    for (int i = 0; i < columns; ++i)
      joined[i] = op.combine(op.combine(before[i], chunks.v[i]), carry.run.v[i]);
  } else if (value const* const earlier = before ? before : chunks.there ? chunks.v : nullptr) {
    for (int i = 0; i < columns; ++i) joined[i] = op.combine(earlier[i], carry.run.v[i]);
  } else {
    for (int i = 0; i < columns; ++i) joined[i] = carry.run.v[i];
  }
  if (red.it.unit)
    for (int i = 0; i < columns; ++i) to.template put<true>(i0 + i, op.finish(joined[i]), step);
  else
    for (int i = 0; i < columns; ++i) to.template put<false>(i0 + i, op.finish(joined[i]), step);
}

/// f(k, i0, columns) for every strip of columns, as tasks.
template <int Strip, class F>
void for_strips(queue& on, char const* step, reduction const& red, std::int64_t parts, F const& f)
{
  std::int64_t const inner = red.it.inner, strips = (inner + Strip - 1) / Strip;
  on.for_tasks(step, red.kept * strips * parts, [&](std::int64_t task) {
    std::int64_t const s = task % strips, t = task / strips % parts, k = task / strips / parts;
    f(k, s * Strip, static_cast<int>(std::min<std::int64_t>(Strip, inner - s * Strip)), t,
      k * strips + s);
  });
}

}  // namespace host::detail

template <bool Rows, class Program, class Op, class Sink>
void fold_scan_tiles(host::queue& on, reduction const& red, Program const& program, Op const& op,
                     Sink const& sink, std::int64_t first, std::int64_t count,
                     typename Op::value_type* folds)
{
  using namespace host;
  using value = typename Op::value_type;
  constexpr std::int64_t tile = scan_tile<value>, piece = tile / scan_pieces;
  std::int64_t const tiles = count / tile;
  if constexpr (Rows) {
    detail::value_rows_of<Program, Op, Sink> const all(red, program, op, sink);
    on.for_tasks("folds", red.kept * tiles, [&](std::int64_t task) {
      std::int64_t const row = task / tiles, t = task % tiles;
      value v[piece];
      detail::piece_walk<Op> walk;
      for (std::int64_t p = 0; p < scan_pieces; ++p) {
        std::int64_t const lo = first + t * tile + p * piece;
        detail::scan_chunks(op, all.compute(row, lo, lo + piece, v), piece, v);
        walk.next(op, v);
      }
      folds[t * red.kept + row] = walk.pieces.v[0];
    });
  } else {
    constexpr int strip = detail::scan_strip<value, false>;
    std::int64_t const kept = red.kept * red.it.inner;
    detail::for_strips<strip>(
        on, "folds", red, tiles,
        [&](std::int64_t k, std::int64_t i0, int columns, std::int64_t t, std::int64_t) {
          scan_carry<value, strip> carry;
          detail::walk_columns(red, program, op, k, i0, columns, first + t * tile, tile, 0, carry,
                               [](std::int64_t) {});
          carry.chunks.next(op, carry.run, columns);
          std::copy_n(carry.chunks.before.v, columns, folds + t * kept + k * red.it.inner + i0);
        });
  }
}

template <bool Rows, class Program, class Op, class Sink>
void put_scan_tiles(host::queue& on, reduction const& red, Program const& program, Op const& op,
                    Sink const& sink, std::int64_t first, std::int64_t count,
                    typename Op::value_type const* before, bool none)
{
  using namespace host;
  using value = typename Op::value_type;
  constexpr std::int64_t tile = scan_tile<value>, piece = tile / scan_pieces;
  std::int64_t const tiles = (count + tile - 1) / tile;
  if constexpr (Rows) {
    detail::value_rows_of<Program, Op, Sink> const all(red, program, op, sink);
    on.for_tasks("tiles", red.kept * tiles, [&](std::int64_t task) {
      std::int64_t const row = task / tiles, t = task % tiles, lo = t * tile,
                         hi = std::min(count, lo + tile);
      value v[piece];
      detail::piece_walk<Op> walk;
      detail::before_chunks<value> of_chunks;
      pieces_past_caches past;
      walk.before_tile = {{before[t * red.kept + row]}, !(none && t == 0)};
      for (std::int64_t at = lo; at < hi; at += piece) {
        std::int64_t const end = std::min(hi, at + piece);
        detail::scan_chunks(op, all.compute(row, first + at, first + end, v), end - at, v);
        walk.next(op, v, end - at, of_chunks);
        all.put(row, first + at, first + end, v, of_chunks, past);
      }
    });
  } else {
    constexpr int strip = detail::scan_strip<value, false>;
    std::int64_t const kept = red.kept * red.it.inner;
    detail::for_strips<strip>(
        on, "tiles", red, tiles,
        [&](std::int64_t k, std::int64_t i0, int columns, std::int64_t t, std::int64_t) {
          scan_carry<value, strip> carry;
          detail::rows_along<Sink> const to(red, sink, k, first + t * tile);
          value const* const earlier =
              none && t == 0 ? nullptr : before + t * kept + k * red.it.inner + i0;
          detail::walk_columns(red, program, op, k, i0, columns, first + t * tile,
                               std::min(count - t * tile, tile), 0, carry, [&](std::int64_t r) {
                                 detail::put_columns(red, op, to, r, i0, columns, carry, earlier);
                               });
        });
  }
}

namespace host::detail {

/// A part of a tile of each row, by runs of neighbours: put(where, row, lo, hi, next), which calls
/// next(i) for each element, lo … hi - 1, and gets the carry that it has joined.
template <class Program, class Op, class Carry, class F>
void walk_rows(queue& on, reduction const& red, Program const& program, Op const& op,
               std::int64_t first, std::int64_t count, int at, Carry* carries, F const& put)
{
  using value = typename Op::value_type;
  std::int64_t const together = std::max<std::int64_t>(1, 4096 / count);
  on.for_tasks("parts", (red.kept + together - 1) / together, [&](std::int64_t task) {
    std::int64_t const end = std::min(red.kept, (task + 1) * together);
    for (std::int64_t row = task * together; row < end; ++row) {
      int n = at;
      for_runs_of(red, row, first, first + count,
                  [&](position const& where, std::int64_t lo, std::int64_t hi) {
                    auto const from = bound(program, where);
                    put(where, row, lo, hi, [&](std::int64_t i) -> auto const& {
                      carries[row].add(op, n++, static_cast<value>(from.template at<false>(i)));
                      return carries[row];
                    });
                  });
    }
  });
}

}  // namespace host::detail

template <bool Rows, class Program, class Op, class Sink, int W>
void walk_scan_part(host::queue& on, reduction const& red, Program const& program, Op const& op,
                    Sink const&, std::int64_t first, std::int64_t count, int at,
                    scan_carry<typename Op::value_type, W>* carries)
{
  using namespace host;
  if constexpr (Rows)
    detail::walk_rows(
        on, red, program, op, first, count, at, carries,
        [](position const&, std::int64_t, std::int64_t lo, std::int64_t hi, auto const& next) {
          for (std::int64_t i = lo; i < hi; ++i) next(i);
        });
  else
    detail::for_strips<W>(
        on, "parts", red, 1,
        [&](std::int64_t k, std::int64_t i0, int columns, std::int64_t, std::int64_t strip) {
          detail::walk_columns(red, program, op, k, i0, columns, first, count, at, carries[strip],
                               [](std::int64_t) {});
        });
}

template <bool Rows, class Program, class Op, class Sink, int W>
void put_scan_part(host::queue& on, reduction const& red, Program const& program, Op const& op,
                   Sink const& sink, std::int64_t first, std::int64_t count, int at,
                   scan_carry<typename Op::value_type, W>* carries,
                   typename Op::value_type const* before, bool none)
{
  using namespace host;
  if constexpr (Rows)
    detail::walk_rows(on, red, program, op, first, count, at, carries,
                      [&](position const& where, std::int64_t row, std::int64_t lo, std::int64_t hi,
                          auto const& next) {
                        auto const to = bound(sink, where);
                        for (std::int64_t i = lo; i < hi; ++i)
                          to.template put<false>(
                              i, op.finish(next(i).through(op, none ? nullptr : before + row)));
                      });
  else
    detail::for_strips<W>(
        on, "parts", red, 1,
        [&](std::int64_t k, std::int64_t i0, int columns, std::int64_t, std::int64_t strip) {
          auto& carry = carries[strip];
          detail::rows_along<Sink> const to(red, sink, k, first);
          auto const* const earlier = none ? nullptr : before + k * red.it.inner + i0;
          detail::walk_columns(red, program, op, k, i0, columns, first, count, at, carry,
                               [&](std::int64_t r) {
                                 detail::put_columns(red, op, to, r, i0, columns, carry, earlier);
                               });
        });
}

}  // namespace acre::backends
