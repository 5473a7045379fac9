#pragma once

#include <acre/backends/common/reduce.hpp>
#include <acre/backends/host_common/columns.hpp>
#include <acre/backends/host_common/short_columns.hpp>
#include <acre/backends/host_common/short_rows.hpp>
#include <acre/backends/host_common/tuning.hpp>

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

/// Reductions of rows that lie across memory, as those of a transposed matrix: elements of the same
/// number are neighbours, so that rows are combined side by side where they lie.
namespace acre::backends::host::detail {

/// out[i] = the result of row i < n, whose `length` elements, no more than there are lanes, are
/// from[i + e * step]. Trees of eight elements of neighbouring rows in registers, and then as a
/// counter carries: level k has that of 8 << k elements. (Not inlined: compiled once for all
/// programs.)
template <class Reducer, class Value, class Out>
[[gnu::noinline]] void trees_across_rows(Reducer const& reducer, Value const* from,
                                         std::int64_t step, int length, std::int64_t n, Out* out)
{
  using value = typename Reducer::value_type;
  constexpr int levels = std::bit_width(static_cast<unsigned>(reduce_lanes / most_in_tree));
  int const whole = length / most_in_tree, rest = length % most_in_tree;
  value level[levels][unrolled], made[unrolled];
  auto const by = in_trees<Value>(reducer);
  auto const rows = [&](std::int64_t first, auto count) {
    bits_as_wide<Value> found = 0;
    auto const tree_of = [&](int e, auto few) {
      Value const* const x = from + first + e * step;
#pragma GCC ivdep
      for (int j = 0; j < count; ++j) {
        made[j] = tree<few>(by, [&](int l) { return first_in_lane(by, x[j + l * step]); });
        found |= missed<few>(by, [&](int l) { return x[j + l * step]; });
      }
    };
    auto const join = [&](int k) {
#pragma GCC ivdep
      for (int j = 0; j < count; ++j) made[j] = by.combine(level[k][j], made[j]);
    };
    for (int g = 0; g < whole; ++g) {
      tree_of(g * most_in_tree, std::integral_constant<int, most_in_tree>());
      int k = 0;
      for (; (g >> k & 1) != 0; ++k) join(k);
      std::copy_n(made, static_cast<int>(count), level[k]);
    }
    int k = 0;
    if (rest > 0) {
      with_constant(rest, [&](auto few) { tree_of(whole * most_in_tree, few); });
    } else {
      k = std::countr_zero(static_cast<unsigned>(whole));
      std::copy_n(level[k], static_cast<int>(count), made);
      ++k;
    }
    for (; whole >> k != 0; ++k)
      if ((whole >> k & 1) != 0) join(k);
    if (found != 0) combine_in_turn<reduce_lanes>(reducer, from + first, step, length, count, made);
    for (int j = 0; j < count; ++j) out[first + j] = reducer.finish(made[j]);
  };
  std::int64_t i = 0;
  for (; i + unrolled <= n; i += unrolled) rows(i, std::integral_constant<int, unrolled>());
  if (i < n) rows(i, static_cast<int>(n - i));
}

/// to[i] = elements [0, count) of row i < n, count at most one tile, where at(e) is the address of
/// element e of the first; numbers `first` … of the row. n is a strip of columns at most, as a
/// group of as many lanes as columns have is reduced as they are.
template <class Reducer, class At>
void reduce_tile_across(Reducer const& reducer, At const& at, int n, std::int64_t first,
                        std::int64_t count, typename Reducer::value_type* to)
{
  constexpr int groups = reduce_lanes / column_lanes;
  typename Reducer::value_type level[groups][column_strip<typename Reducer::value_type>];
  int group = 0;
  for (; group < groups && group * column_lanes < count; ++group) {
    std::int64_t const lane = group * column_lanes, items = count / reduce_lanes,
                       more =
                           std::clamp<std::int64_t>(count % reduce_lanes - lane, 0, column_lanes);
    reduce_one_tile_of_columns(
        reducer, n, first + lane, items * column_lanes + more,
        [&](std::int64_t r, auto const& add) {
          auto const* const from = at(r / column_lanes * reduce_lanes + lane + r % column_lanes);
          add(0, n, [&](int i) { return from[i]; });
        },
        level[group], reduce_lanes);
  }
  for (int stride = 1; stride < group; stride *= 2)
    for (int g = 0; g + stride < group; g += 2 * stride)
#pragma GCC ivdep
      for (int i = 0; i < n; ++i) level[g][i] = reducer.combine(level[g][i], level[g + stride][i]);
  std::copy_n(level[0], n, to);
}

/// Programs whose rows are reduced so: what is read as it lies in memory.
template <class Program, class Reducer>
concept reduces_across =
    !finds_in_two_steps<Reducer, Program> &&
    memory_of<decltype(std::declval<Program>().bind(position(), 0)), typename Program::value_type>;

/// Whether rows lie across, enough of them side by side. Few elements of a reducer that combines
/// them alike are quicker as rows.
template <class Reducer, class Program>
bool lies_across(reduction const& red, Program const& program)
{
  if (!red.side_by_side || red.length <= (combines_alike<Reducer> ? short_reduced_row : 1) ||
      red.it.outer[red.kept_rank - 1] < rows_beside)
    return false;
  auto const first = program.bind(position(), red.kept_rank - 1);
  return first.inner != 1 && first.elements(0, 1) - first.elements(0, 0) == 1;
}

}  // namespace acre::backends::host::detail
