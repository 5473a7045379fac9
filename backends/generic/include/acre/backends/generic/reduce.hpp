#pragma once

#include <acre/backends/common/operation.hpp>
#include <acre/backends/common/reduce.hpp>
#include <acre/backends/generic/lanes.hpp>
#include <acre/backends/generic/loops.hpp>
#include <acre/backends/generic/reduce_team_rows.hpp>
#include <acre/backends/generic/reduce_teams.hpp>
#include <acre/backends/generic/task_runner.hpp>
#include <acre/backends/host_common/reduce.hpp>

#include <cstdint>
#include <type_traits>

/// See backends/common/reduce.hpp. A core combines a tile, or some short rows; narrow threads do so
/// in teams (reduce_teams.hpp). Where a result has several tiles, their values go to scratch, and
/// are reduced by the same rule until one is left. A core looks for the place of a value when all
/// are.
namespace acre::backends::generic {

/// Columns that a CPU takes together: their lanes, 16 KiB, stay in L1.
template <class Value>
inline constexpr int columns_of =
    sizeof(Value) <= 128 ? 2048 / static_cast<int>(sizeof(Value)) : 16;

/// Elements i … i + length - 1 of a row go to a tile as its elements e …; `first` is the number of
/// its element 0.
template <bool Host, bool Unit, class Program, class Tile, class Row>
KOKKOS_INLINE_FUNCTION void append_run(Tile& tile, Row const& row, [[maybe_unused]] bool packed,
                                       std::int64_t first, std::int64_t i, std::int64_t e,
                                       std::int64_t length)
{
  if constexpr (Unit && by_lines<Host, Program>) {
    std::int64_t const left = for_lines<Program, reduce_lanes>(
        row, packed, i, length, [&](std::int64_t j, auto const& made) {
          constexpr int size = sizeof made.v / sizeof *made.v;
          tile.template append<size>(first, e + j, size, [&](std::int64_t l) { return made.v[l]; });
        });
    i += length - left, e += length - left, length = left;
  }
  // (a copy, as no accumulator that is written is one of its members)
  tile.append(first, e, length,
              [from = row, i](std::int64_t j) { return from.template at<Unit>(i + j); });
}

/// `count` elements of result `kept` from element `first` on.
template <bool Host, bool Unit, class Program, class Reducer>
KOKKOS_INLINE_FUNCTION typename Reducer::value_type tile_of_row(
    reduction const& red, Program const& program, Reducer const& reducer, std::int64_t kept,
    std::int64_t first, std::int64_t count)
{
  if constexpr (finds_in_two_steps<Reducer, Program>) {
    return reducer.in_tile(
        tile_of_row<Host, Unit>(red, program, reducer.of_values(), kept, first, count), first);
  } else if constexpr (Host && counts_truths<Reducer, typename Program::value_type>) {
    int truths = 0;
    for_runs(red, program, kept, first, count,
             [&](auto const& row, std::int64_t i, std::int64_t, std::int64_t length) {
               truths += count_truths(static_cast<int>(length), [from = row, i](int j) {
                 return from.template at<Unit>(i + j);
               });
             });
    return static_cast<typename Reducer::value_type>(truths);
  } else {
    row_tile<Host, Reducer> tile(reducer, count);
    bool const packed = red.it.packed;
    for_runs(red, program, kept, first, count,
             [&](auto const& row, std::int64_t i, std::int64_t e, std::int64_t length) {
               append_run<Host, Unit, Program>(tile, row, packed, first, i, e, length);
             });
    return tile.result();
  }
}

/// Where out[k] is put, by what: a value whose place is not known yet is one of element
/// value.index … of the row.
template <bool Unit, class Program, class Reducer, class Out>
struct put_row {
  reduction red;
  Program program;
  Reducer reducer;
  Out* out;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k, typename Reducer::value_type value) const
  {
    if constexpr (finds_in_two_steps<Reducer, Program>) {
      std::int64_t const first = value.index;
      bool found = false;
      for_runs(red, program, k, first, red.length - first,
               [&](auto const& row, std::int64_t i, std::int64_t e, std::int64_t length) {
                 auto const is_at = [&](std::int64_t j) {
                   return reducer.is_at(value, row.template at<Unit>(i + j));
                 };
                 std::int64_t j = 0;
                 for (int here = 0; !found && j + line_size <= length; j += line_size) {
                   for (int l = 0; l < line_size; ++l) here |= static_cast<int>(is_at(j + l));
                   if (here) break;
                 }
                 while (!found && j < length && !is_at(j)) ++j;
                 if (found || j == length) return;
                 found = true;  // equal is not the same: -0.0 and 0.0
                 value = reducer.in_tile(row.template at<Unit>(i + j), first + e + j);
               });
    }
    out[k] = reducer.finish(value);
  }
};
template <class Reducer, class Out>
struct put_result {
  Reducer reducer;
  Out* out;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k, typename Reducer::value_type value) const
  {
    out[k] = reducer.finish(value);
  }
};

/// Results of tiles, put((k × tiles + t) × inner + i) of tile t, where there are several; those of
/// the next level behind them.
template <int Lanes, int Tile, class Backend, class Reducer, class Put>
void reduce_tiles(queue<Backend>& on, std::int64_t kept, std::int64_t tiles, std::int64_t inner,
                  typename Reducer::value_type* level, Reducer const& reducer, Put const& put)
{
  while (tiles > 1) {
    std::int64_t const groups = (tiles + Tile - 1) / Tile;
    auto* const next = level + kept * tiles * inner;
    for_each(
        on, "tiles", kept * groups * inner, KOKKOS_LAMBDA(std::int64_t number) {
          std::int64_t const unit = quotient(number, inner), i = number - unit * inner,
                             k = quotient(unit, groups), first = (unit - k * groups) * Tile,
                             count = tiles - first < Tile ? tiles - first : Tile;
          auto const* const from = level + (k * tiles + first) * inner + i;
          tiles_beside<true, Lanes, 1, Reducer, elements::of_tiles> tile(reducer, 1);
          for (std::int64_t e = 0; e < count; ++e)
            tile.append(0, e, [&](int) { return from[e * inner]; });
          tile.results(count, [&](int, auto const& value) {
            if (groups == 1)
              put(number, value);
            else
              next[number] = value;
          });
        });
    level = next;
    tiles = groups;
  }
}
/// put(r, the result of row r of `length` values, short_row at most, length), r < count. Values of
/// several numbers, and those that know their elements' numbers, go side by side. Length: int, or a
/// constant.
template <class Reducer, class Value, class Put>
KOKKOS_INLINE_FUNCTION void reduce_short_rows_of_values(Reducer const& reducer, Value const* values,
                                                        int length, int count, Put const& put)
{
  if constexpr (counts_truths<Reducer, Value>) {
    for (int r = 0; r < count; ++r) {
      int const truths =
          count_truths(length, [own = values + r * length](int l) { return own[l]; });
      put(r, static_cast<typename Reducer::value_type>(truths), length);
    }
  } else if constexpr (std::is_arithmetic_v<typename Reducer::value_type> &&
                       !appends<Reducer, Value>) {
    with_quick_reducer(reducer, values, count * length, [&](auto const& quick) {
      auto const first = [&](int i) {
        return appended(quick, quick.identity(), values[i], std::int64_t{0});
      };
      if (length <= few)
        return with_few(length, [&](auto of) {
          for (int r = 0; r < count; ++r)
            put(r, tree<of>(quick, [&](int l) { return first(r * of + l); }), of);
        });
      typename Reducer::value_type lane[values_of_short_rows];
      int of = length;
      if (length <= reduce_lanes) {
        for (int i = 0; i < count * length; ++i) lane[i] = first(i);
      } else {
        of = reduce_lanes;
        for (int r = 0; r < count; ++r) {
          auto* const own = lane + r * reduce_lanes;
          int const more = length - reduce_lanes;
          for (int l = 0; l < reduce_lanes; ++l) own[l] = first(r * length + l);
          for (int l = 0; l < more; ++l)
            own[l] =
                appended(quick, own[l], values[r * length + reduce_lanes + l], std::int64_t{1});
        }
      }
      for (; of % 2 == 0; of /= 2)  // of all rows at the same time
#pragma GCC ivdep
        for (int i = 0; i < count * of / 2; ++i)
          lane[i] = quick.combine(lane[2 * i], lane[2 * i + 1]);
      for (int r = 0; r < count; ++r)
        put(r, tree_of_lanes(quick, of, [&](int l) { return lane[r * of + l]; }), length);
    });
  } else {
    constexpr int W = 16;
    for (int first = 0; first < count; first += W) {
      tiles_beside<true, reduce_lanes, W, Reducer> tile(reducer,
                                                        count - first < W ? count - first : W);
      auto const element = [&](int e) {
        return [row = values + first * length + e, length](int w) { return row[w * length]; };
      };
      auto const result = [&](int w, auto const& value) { put(first + w, value, length); };
      if constexpr (combines_alike<Reducer>)
        if (length <= reduce_lanes) {
          for (int e = 0; e + 1 < length; e += 2) tile.set_pair(e, element(e), element(e + 1));
          if (length % 2 == 1) tile.set_alone(length - 1, element(length - 1));
          tile.template results<2>(length, result);
          continue;
        }
      for (int e = 0; e < length; ++e) tile.append(0, e, element(e));
      tile.results(length, result);
    }
  }
}

/// out[row] … of rows row … row + count - 1, see for_short_rows.
template <class Program, class Reducer, class Out>
KOKKOS_INLINE_FUNCTION void reduce_short_rows(reduction const& red, Program const& program,
                                              Reducer const& reducer, std::int64_t row, int count,
                                              Out* out)
{
  int const length = static_cast<int>(red.length), along = red.kept_rank - 1;
  typename Program::value_type values[values_of_short_rows];
  read_short_rows<Program>(red, program.bind(reduced_position(red, row, 0), along), count, values);
  if constexpr (finds_in_two_steps<Reducer, Program>)
    reduce_short_rows_of_values(reducer.of_values(), values, length, count,
                                [&](int r, auto const& best, auto of) {
                                  auto const wanted = reducer.in_tile(best, 0);
                                  auto const* const own = values + r * of;
                                  int place = of - 1;  // one of them is it; no branch finds where
                                  for (int e = 0; e < of; ++e) {
                                    int const here = reducer.is_at(wanted, own[e]) ? e : of - 1;
                                    place = here < place ? here : place;
                                  }
                                  out[row + r] = reducer.finish(reducer.in_tile(own[place], place));
                                });
  else
    reduce_short_rows_of_values(
        reducer, values, length, count,
        [&](int r, auto const& value, auto) { out[row + r] = reducer.finish(value); });
}

template <bool Unit, class Backend, class Program, class Reducer, class Out>
void reduce_rows_on_cores(queue<Backend>& on, reduction const& red, Program const& program,
                          Reducer const& reducer, Out* out)
{
  if (has_short_rows<queue<Backend>>(red))
    return for_short_rows(
        on, red, KOKKOS_LAMBDA(std::int64_t row, int count) {
          reduce_short_rows(red, program, reducer, row, count, out);
        });
  put_row<Unit, Program, Reducer, Out> const put{red, program, reducer, out};
  std::int64_t const tiles = (red.length + reduce_tile - 1) / reduce_tile;
  auto const levels =
      scratch_of<typename Reducer::value_type>(on, red.kept * values_of_levels(tiles, reduce_tile));
  auto* const level = levels.data();
  for_each(
      on, "rows", red.kept * tiles, KOKKOS_LAMBDA(std::int64_t number) {
        std::int64_t const k = quotient(number, tiles), first = (number - k * tiles) * reduce_tile,
                           left = red.length - first;
        auto const value = tile_of_row<true, Unit>(put.red, put.program, put.reducer, k, first,
                                                   left < reduce_tile ? left : reduce_tile);
        if (tiles == 1)
          put(k, value);
        else
          level[number] = value;
      });
  reduce_tiles<reduce_lanes, reduce_tile>(on, red.kept, tiles, 1, level, reducer, put);
}

/// Columns of up to twice `few` elements along one axis, whose trees are side by side: lanes have
/// an element or two.
template <bool Unit, class Backend, class Program, class Reducer, class Out>
void reduce_short_columns(queue<Backend>& on, reduction const& red, Program const& program,
                          Reducer const& reducer, Out* out)
{
  static_assert(few == column_lanes);
  std::int64_t const inner = red.it.inner, wide = host_piece / red.length,
                     pieces = (inner + wide - 1) / wide;
  for_each(
      on, "columns", red.kept * pieces, KOKKOS_LAMBDA(std::int64_t task) {
        std::int64_t const k = task / pieces, first = (task - k * pieces) * wide,
                           last = first + wide < inner ? first + wide : inner;
        auto const from = bind_along(program, reduced_position(red, k, 0), red.kept_rank);
        Out* const to = out + k * inner;
        auto const with_lanes = [&](auto lanes, auto more) {
#pragma GCC ivdep
          for (std::int64_t i = first; i < last; ++i)
            to[i] = reducer.finish(tree<lanes>(reducer, [&](int e) {
              auto const one = appended(reducer, reducer.identity(), from.template at<Unit>(i, e),
                                        std::int64_t{e});
              return e < more ? appended(reducer, one, from.template at<Unit>(i, e + few),
                                         std::int64_t{e + few})
                              : one;
            }));
        };
        int const length = static_cast<int>(red.length);
        if (length <= few)
          with_few(length, [&](auto lanes) { with_lanes(lanes, constant<0>()); });
        else
          with_few(length - few, [&](auto more) { with_lanes(constant<few>(), more); });
      });
}

/// put(w, result of column i + w of k) of a tile, of `count` elements from `first` on.
template <int W, bool Unit, class Program, class Reducer, class Put>
KOKKOS_INLINE_FUNCTION void tile_of_columns(reduction const& red, Program const& program,
                                            Reducer const& reducer, std::int64_t k, std::int64_t i,
                                            std::int64_t first, std::int64_t count, Put const& put)
{
  std::int64_t const inner = red.it.inner;
  tiles_beside<true, column_lanes, W, Reducer> tile(
      reducer, static_cast<int>(inner - i < W ? inner - i : W));
  if (red.it.outer_rank == red.kept_rank + 1) {
    auto const from = bind_along(program, reduced_position(red, k, first), red.kept_rank);
    for (std::int64_t e = 0; e < count; ++e)
      tile.append(first, e, [&](int w) { return from.template at<Unit>(i + w, e); });
  } else {
    for (std::int64_t e = 0; e < count; ++e) {
      auto const from = program.bind(reduced_position(red, k, first + e));
      tile.append(first, e, [&](int w) { return from.template at<Unit>(i + w); });
    }
  }
  tile.results(count, put);
}

template <bool Unit, class Backend, class Program, class Reducer, class Out>
void reduce_columns_on_cores(queue<Backend>& on, reduction const& red, Program const& program,
                             Reducer const& reducer, Out* out)
{
  constexpr int W = columns_of<typename Reducer::value_type>;
  std::int64_t const inner = red.it.inner, groups = (inner + W - 1) / W,
                     tiles = (red.length + column_tile - 1) / column_tile;
  bool const one_axis = red.it.outer_rank == red.kept_rank + 1;
  if constexpr (std::is_arithmetic_v<typename Reducer::value_type> &&
                !appends<Reducer, typename Program::value_type>)
    if (one_axis && red.length <= 2 * few)
      return reduce_short_columns<Unit>(on, red, program, reducer, out);
  auto const levels = scratch_of<typename Reducer::value_type>(
      on, red.kept * inner * values_of_levels(tiles, column_tile));
  auto* const level = levels.data();
  for_each(
      on, "columns", red.kept * tiles * groups, KOKKOS_LAMBDA(std::int64_t task) {
        std::int64_t const unit = quotient(task, groups), i = (task - unit * groups) * W,
                           k = quotient(unit, tiles), first = (unit - k * tiles) * column_tile,
                           left = red.length - first,
                           count = left < column_tile ? left : column_tile;
        tile_of_columns<W, Unit>(red, program, reducer, k, i, first, count,
                                 [&](int w, auto const& value) {
                                   if (tiles == 1)
                                     out[k * inner + i + w] = reducer.finish(value);
                                   else
                                     level[unit * inner + i + w] = value;
                                 });
      });
  reduce_tiles<column_lanes, column_tile>(on, red.kept, tiles, inner, level, reducer,
                                          put_result<Reducer, Out>{reducer, out});
}

template <bool Unit, class Backend, class Program, class Reducer, class Out>
void reduce_rows_by(queue<Backend>& on, reduction const& red, Program const& program,
                    Reducer const& reducer, Out* out)
{
  if constexpr (queue<Backend>::is_wide) {
    put_result<Reducer, Out> const put{reducer, out};
    using in_teams =
        reduce_rows_in_teams<Unit, Backend, Program, Reducer, put_result<Reducer, Out>>;
    using rows = typename in_teams::rows_type;
    if (rows::take(red, reduce_lanes) && !red.side_by_side) {
      in_teams const f{rows(red), program, reducer, put};
      return for_teams<in_teams::threads, typename in_teams::shared, in_teams::most>(
          on, "rows", f.rows.turns(), f);
    }
    if constexpr (reduces_rows_by_eights<typename Program::value_type,
                                         typename Reducer::value_type>) {
      using by_eights =
          reduce_rows_by_eights<Unit, Backend, Program, Reducer, put_result<Reducer, Out>>;
      using long_rows = typename by_eights::rows_type;
      if (long_rows::take(red, longest_team_row) && red.length > reduce_lanes &&
          !red.side_by_side) {
        by_eights const f{long_rows(red, by_eights::most_rows, true), program, reducer, put};
        return for_teams<by_eights::threads, typename by_eights::shared,
                         most_of_accumulators<typename by_eights::value>(by_eights::threads)>(
            on, "rows", f.rows.turns(), f);
      }
    }
    reduce_by_teams<reduce_lanes, reduce_tile>(
        on, red.kept, 1, red.length, red.side_by_side && red.kept >= team_threads,
        elements_of_rows<Unit, Program>{red, program}, reducer, put);
  } else
    reduce_rows_on_cores<Unit>(on, red, program, reducer, out);
}
template <bool Unit, class Backend, class Program, class Reducer, class Out>
void reduce_columns_by(queue<Backend>& on, reduction const& red, Program const& program,
                       Reducer const& reducer, Out* out)
{
  if constexpr (queue<Backend>::is_wide)
    reduce_by_teams<column_lanes, column_tile>(on, red.kept, red.it.inner, red.length, false,
                                               elements_of_columns<Unit, Program>{red, program},
                                               reducer, put_result<Reducer, Out>{reducer, out});
  else
    reduce_columns_on_cores<Unit>(on, red, program, reducer, out);
}

}  // namespace acre::backends::generic

namespace acre::backends {

template <class Backend, class Program, class Reducer, class Out>
void reduce_rows(generic::queue<Backend>& on, reduction const& red, Program const& program,
                 Reducer const& reducer, Out* out)
{
  static_assert(reduction_takes<Program, Reducer, Out>());
  if (red.it.unit)
    generic::reduce_rows_by<true>(on, red, program, reducer, out);
  else
    generic::reduce_rows_by<false>(on, red, program, reducer, out);
}

template <class Backend, class Program, class Reducer, class Out>
void reduce_columns(generic::queue<Backend>& on, reduction const& red, Program const& program,
                    Reducer const& reducer, Out* out)
{
  static_assert(reduction_takes<Program, Reducer, Out>());
  if (red.it.unit)
    generic::reduce_columns_by<true>(on, red, program, reducer, out);
  else
    generic::reduce_columns_by<false>(on, red, program, reducer, out);
}

/// Likewise on a CPU of rows that lie across, as host_common does it, for which core lays operands
/// out; for no others.
template <class Backend, class Program, class Reducer, class Out>
  requires generic::queue<Backend>::is_host
void reduce_rows(generic::queue<Backend>& on, reduction const& red, Program const& program,
                 Reducer const& reducer, Out* out, laid_out_operands const& rows)
{
  static_assert(reduction_takes<Program, Reducer, Out>());
  generic::task_runner<Backend> tasks(on);
  host::detail::reduce_rows_across<finds_in_two_steps<Reducer, Program>>(
      tasks, red, host::detail::without_type(program), rows, reducer, out);
}
template <class Backend, class Program, class Reducer, class Out>
  requires generic::queue<Backend>::is_host
void reduce_columns(generic::queue<Backend>& on, reduction const& red, Program const& program,
                    Reducer const& reducer, Out* out, laid_out_operands const&)
{
  reduce_columns(on, red, program, reducer, out);
}

/// out[0] = the reduction of one row of n neighbours, one tile at most, of a program that is bound
/// to them, as an operation of that name whose operands are all the queue's, on a CPU.
template <class Program, class Backend, class Reducer, class Row, class Out>
  requires generic::queue<Backend>::is_host
void reduce_bound(char const* name, generic::queue<Backend>& on, std::int64_t n, Row const& from,
                  Reducer const& reducer, Out* out)
{
  static_assert(reduction_takes<Program, Reducer, Out>());
  operation const running(name, on);
  generic::for_each(on, "rows", 1, [=](std::int64_t) {
    generic::row_tile<true, Reducer> tile(reducer, n);
    generic::append_run<true, true, Program>(tile, from, false, 0, 0, 0, n);
    *out = reducer.finish(tile.result());
  });
}

}  // namespace acre::backends
