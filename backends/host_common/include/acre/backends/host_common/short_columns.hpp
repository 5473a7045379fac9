#pragma once

#include <acre/backends/common/reduce.hpp>
#include <acre/backends/host_common/short_rows.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

/// Reductions of columns that have few elements, by code that all programs of a reducer share.
namespace acre::backends::host::detail {

/// Whether columns are reduced so: their elements lie along one axis, as neighbours of other
/// columns' ones.
inline bool has_short_columns(reduction const& red)
{
  return red.length <= short_reduced_column && red.it.unit &&
         red.it.outer_rank == red.kept_rank + 1;
}

/// out[i] = the result of column i of n, whose `length` values are from[i + r * step], as many as
/// there are lanes at most. (Not inlined, nor the next: compiled once for all programs.)
template <class Reducer, class Value, class Out>
[[gnu::noinline]] void trees_of_columns(Reducer const& reducer, Value const* from,
                                        std::int64_t step, int length, int n, Out* out)
{
  auto const by = in_trees<Value>(reducer);
  typename Reducer::value_type made[unrolled];
  with_constant(length, [&](auto few) {
    auto const some = [&](Value const* const x, Out* const to, auto count) {
      bits_as_wide<Value> found = 0;
#pragma GCC ivdep
      for (int j = 0; j < count; ++j) {
        made[j] = tree<few>(by, [&](int r) { return first_in_lane(by, x[j + r * step]); });
        found |= missed<few>(by, [&](int r) { return x[j + r * step]; });
      }
      if (found != 0) combine_in_turn<column_lanes>(reducer, x, step, few, count, made);
      for (int j = 0; j < count; ++j) to[j] = reducer.finish(made[j]);
    };
    int i = 0;
    for (; i + unrolled <= n; i += unrolled)
      some(from + i, out + i, std::integral_constant<int, unrolled>{});
    if (i < n) some(from + i, out + i, n - i);
  });
}

/// Likewise for more values than lanes.
template <class Reducer, class Value, class Out>
[[gnu::noinline]] void lanes_of_short_columns(Reducer const& reducer, Value const* from,
                                              std::int64_t step, int length, int n, Out* out)
{
  auto const by = in_trees<Value>(reducer);
  typename Reducer::value_type lane[column_lanes][unrolled];
  auto const some = [&](int first, auto count) {
    bits_as_wide<Value> found = 0;
    for (int r = 0; r < length; ++r) {
      auto& of = lane[r % column_lanes];
      Value const* const v = from + r * step + first;
      if (r < column_lanes) {
#pragma GCC ivdep
        for (int j = 0; j < count; ++j) {
          of[j] = first_in_lane(by, v[j]);
          found |= missed<1>(by, [&](int) { return v[j]; });
        }
      } else {
#pragma GCC ivdep
        for (int j = 0; j < count; ++j) {
          of[j] = appended(by, of[j], v[j], r);
          found |= missed<1>(by, [&](int) { return v[j]; });
        }
      }
    }
#pragma GCC ivdep
    for (int j = 0; j < count; ++j)
      lane[0][j] = tree<column_lanes>(by, [&](int l) { return lane[l][j]; });
    if (found != 0)
      combine_in_turn<column_lanes>(reducer, from + first, step, length, count, lane[0]);
    for (int j = 0; j < count; ++j) out[first + j] = reducer.finish(lane[0][j]);
  };
  int first = 0;
  for (; first + unrolled <= n; first += unrolled)
    some(first, std::integral_constant<int, unrolled>{});
  if (first < n) some(first, n - first);
}

/// Whichever of the two.
template <class Reducer, class Value, class Out>
void results_of_columns(Reducer const& reducer, Value const* from, std::int64_t step, int length,
                        int n, Out* out)
{
  length <= column_lanes ? trees_of_columns(reducer, from, step, length, n, out)
                         : lanes_of_short_columns(reducer, from, step, length, n, out);
}

/// Likewise for a reducer of places, by what it finds them in two steps: the first place where the
/// best value is, looked for from the last one on. n is a strip at most.
template <int Strip, class Reducer, class Value, class Out>
[[gnu::noinline]] void places_of_columns(Reducer const& reducer, Value const* from,
                                         std::int64_t step, int length, int n, Out* out)
{
  Value best[Strip];
  results_of_columns(reducer.of_values(), from, step, length, n, best);
  bits_as_wide<Value> place[Strip] = {};
  for (int r = length - 1; r >= 0; --r) {
    Value const* const x = from + r * step;
#pragma GCC ivdep
    for (int i = 0; i < n; ++i)
      place[i] = reducer.is_at(reducer.in_tile(best[i], 0), x[i]) ? r : place[i];
  }
  for (int i = 0; i < n; ++i)
    out[i] = reducer.finish(reducer.in_tile(from[i + place[i] * step], place[i]));
}
/// Programs and reducers for which it is done.
template <class Program, class Reducer>
concept finds_in_columns =
    finds_in_two_steps<Reducer, Program> && std::is_arithmetic_v<typename Program::value_type> &&
    memory_of<decltype(std::declval<Program>().bind(position(), 0)), typename Program::value_type>;

/// out[i - i0] = the result of column i of those of k, for columns i0 … i0 + n - 1, where
/// has_short_columns; as many as column_strip at most.
template <int Strip, class Program, class Reducer, class Out>
void reduce_short_columns(reduction const& red, Program const& program, Reducer const& reducer,
                          std::int64_t k, std::int64_t i0, int n, Out* out)
{
  using element = typename Program::value_type;
  int const length = static_cast<int>(red.length);
  auto const from = program.bind(row_position(red, k, 0), red.kept_rank);
  if constexpr (memory_of<decltype(from), element>) {
    results_of_columns(reducer, from.elements(i0, 0), from.elements(0, 1) - from.elements(0, 0),
                       length, n, out);
  } else {
    element values[column_lanes * Strip];
    int const most = column_lanes * Strip / length;
    for (int first = 0; first < n; first += most) {
      int const columns = std::min(most, n - first);
      for (int r = 0; r < length; ++r) {
        element* const to = values + r * most;
        int i = 0;
        for (; i + unrolled <= columns; i += unrolled)
#pragma GCC ivdep
          for (int j = 0; j < unrolled; ++j)
            to[i + j] = from.template at<true>(i0 + first + i + j, r);
        for (; i < columns; ++i) to[i] = from.template at<true>(i0 + first + i, r);
      }
      results_of_columns(reducer, values, most, length, columns, out + first);
    }
  }
}

/// Where the rows from `first` on lie behind each other, of `width` elements each, if an operand is
/// memory and has them so; else null.
template <bool Unit, class Element, class Row>
Element const* rows_in_memory(Row const& from, std::int64_t first, int width)
{
  if constexpr (memory_of<Row, Element>) {
    if (Unit && from.elements(0, 1) - from.elements(0, 0) == width) return from.elements(0, first);
  }
  return nullptr;
}

/// to[i] = elements [0, count) of column i < columns, few_reduced_columns at most, count at most
/// one tile, of rows bound to the first: as many rows as there are lanes are one row of numbers,
/// that is combined with one of accumulators.
template <bool Unit, class Program, class Reducer, class Row>
void reduce_tile_of_few_columns(Reducer const& reducer, Row const& bound, int columns,
                                std::int64_t count, typename Reducer::value_type* to)
{
  using element = typename Program::value_type;
  Row const from = bound;  // a copy, as the compiler sees that no value written is its own
  constexpr int most = column_lanes * few_reduced_columns;
  typename Reducer::value_type lane[most];
  element made[most];
  std::fill_n(lane, column_lanes * columns, reducer.identity());
  auto const walk = [&](auto of) {  // columns, as a constant where it may be
    auto const rows = [&](std::int64_t first, auto beside) {
      element const* values = rows_in_memory<Unit, element>(from, first, of);
      if (!values) {
        values = made;
        for (int r = 0; r < beside; ++r)
          for (int i = 0; i < of; ++i) made[r * of + i] = from.template at<Unit>(i, first + r);
      }
#pragma GCC ivdep
      for (int j = 0; j < beside * of; ++j) lane[j] = appended(reducer, lane[j], values[j], 0);
    };
    std::int64_t r = 0;
    for (; r + column_lanes <= count; r += column_lanes)
      rows(r, std::integral_constant<int, column_lanes>{});
    rows(r, static_cast<int>(count - r));
    for (int stride = 1; stride < column_lanes; stride *= 2)
      for (int l = 0; l < column_lanes; l += 2 * stride)
        for (int i = 0; i < of; ++i)
          lane[l * of + i] = reducer.combine(lane[l * of + i], lane[(l + stride) * of + i]);
    std::copy_n(lane, of, to);
  };
  if (columns == 3)
    walk(std::integral_constant<int, 3>{});
  else
    walk(columns);
}

}  // namespace acre::backends::host::detail
