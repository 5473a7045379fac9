#pragma once

#include <acre/backends/common/reduce.hpp>
#include <acre/backends/host_common/columns.hpp>
#include <acre/backends/host_common/rows.hpp>
#include <acre/backends/host_common/short_columns.hpp>
#include <acre/backends/host_common/short_rows.hpp>
#include <acre/backends/host_common/tuning.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>

/// Reductions of rows that lie across memory, as those of a transposed matrix (reduction::across):
/// elements of the same number are neighbours, so that rows are combined side by side, where they
/// lie or as they are computed.
namespace acre::backends::host {

/// Elements of a row from which on it is reduced so. Few of a reducer that combines them alike are
/// quicker as rows.
template <class Reducer>
inline constexpr std::int64_t least_across = combines_alike<Reducer> ? short_reduced_row + 1 : 2;
/// Likewise rows that follow each other: what is computed in blocks has them along the rows.
template <class Program>
inline constexpr std::int64_t least_beside =
    detail::block_in_reduction<Program> > 0 ? detail::block_in_reduction<Program> : rows_beside;
/// Elements of rows whose operands are laid out so that rows that follow each other are one, at
/// most: what is computed in blocks, of which few rows are whole ones.
template <class Program>
inline constexpr std::int64_t longest_flat =
    elements_per_block<Program> > 0 ? short_reduced_row : 0;

namespace detail {

/// Elements of a number in memory: of the first row, and from number to number.
template <class Element>
struct memory_across {
  Element const* from = nullptr;
  std::int64_t step = 0;
};

/// A program, without its type, that reads memory or else computes elements first … first + n - 1
/// of a row along the inner axis.
template <class Element>
struct program_across {
  void const* program;
  memory_across<Element> (*find)(void const* program, position const& at, int axis);
  void (*compute)(void const* program, position const& at, std::int64_t first, int n,
                  row_pieces* pieces, Element* to);
};
template <class Program, class Element = typename Program::value_type>
program_across<Element> without_type(Program const& program)
{
  program_across<Element> result{&program, nullptr, nullptr};
  if constexpr (memory_of<decltype(bound(program, position())), Element>)
    result.find = [](void const* of, position const& at, int axis) -> memory_across<Element> {
      auto const row = static_cast<Program const*>(of)->bind(at, axis);
      return {row.elements(0), row.elements(0, 1) - row.elements(0)};
    };
  else
    result.compute = [](void const* of, position const& at, std::int64_t first, int n,
                        row_pieces* pieces, Element* to) {
      auto const& the_program = *static_cast<Program const*>(of);
      if (pieces)
        compute_pieces(the_program, at, first, n, *pieces, to);
      else
        compute_neighbours<Program>(bound(the_program, at), n, to, first);
    };
  return result;
}

/// The elements of rows that follow each other, number by number.
template <class Element>
class elements_across {
 public:
  /// Where those of some rows are computed.
  static constexpr int room = across_room_bytes / static_cast<int>(sizeof(Element));

  /// `line`: of the lines of rows that there are.
  elements_across(reduction const& red, program_across<Element> const& from, row_pieces* pieces,
                  std::int64_t line)
      : red_(red), from_(from), pieces_(pieces), line_(line), axis_(red.kept_rank - 1)
  {}
  bool in_memory() const { return from_.find != nullptr; }

  /// Element e of rows first … first + n - 1: where they lie, or where they are written.
  Element const* read(std::int64_t e, std::int64_t first, int n, Element* to)
  {
    find(e);
    if (in_memory()) return memory_.from + (e - begins_) * memory_.step + first;
    at_.index[axis_] = e - begins_;
    from_.compute(from_.program, at_, first, n, pieces_, to);
    return to;
  }
  /// Likewise elements 0 … length - 1 of rows along one axis, written `step` from each other.
  memory_across<Element> all(int length, std::int64_t first, int n, std::int64_t step, Element* to)
  {
    if (in_memory()) return {read(0, first, n, to), memory_.step};
    for (int e = 0; e < length; ++e) read(e, first, n, to + e * step);
    return {to, step};
  }

 private:
  /// The run along the innermost of the reduced axes that element e is of.
  void find(std::int64_t e)
  {
    std::int64_t const length = red_.it.outer[axis_];
    if (at_.rank > 0 && e >= begins_ && e < begins_ + length) return;
    std::int64_t const outer = e / length;
    begins_ = outer * length;
    at_ = row_position(red_, line_ * length, outer);
    if (from_.find) memory_ = from_.find(from_.program, at_, axis_);
  }

  reduction const& red_;
  program_across<Element> const& from_;
  row_pieces* pieces_;
  std::int64_t line_, begins_ = 0;
  int axis_;
  position at_;
  memory_across<Element> memory_;
};

/// out[i] = the result of row i < n, whose `length` elements, short_reduced_row at most, are
/// from[i + e * step]: lanes have one of them each, or two. Trees of eight lanes of neighbouring
/// rows in registers, and then as a counter carries: level k has that of 8 << k lanes. (Not
/// inlined: compiled once for all programs.)
template <class Reducer, class Value, class Out>
[[gnu::noinline]] void trees_across_rows(Reducer const& reducer, Value const* from,
                                         std::int64_t step, int length, std::int64_t n, Out* out)
{
  using value = typename Reducer::value_type;
  constexpr int levels = std::bit_width(static_cast<unsigned>(reduce_lanes / most_in_tree));
  int const lanes = std::min(length, reduce_lanes), twice = length - lanes,
            whole = lanes / most_in_tree, rest = lanes % most_in_tree;
  value level[levels][unrolled], lane[most_in_tree][unrolled], made[unrolled];
  auto const by = in_trees<Value>(reducer);
  auto const rows = [&](Value const* first, std::int64_t along, Out* to) {
    bits_as_wide<Value> found = 0;
    auto const tree_of = [&](int l, auto few, auto have_two) {
      Value const *const x = first + l * along, *const y = x + reduce_lanes * along;
#pragma GCC ivdep
      for (int j = 0; j < unrolled; ++j) {
        made[j] = tree<few>(by, [&](int i) {
          auto const v = first_in_lane(by, x[j + i * along]);
          if constexpr (have_two)
            return appended(by, v, y[j + i * along], reduce_lanes);
          else
            return v;
        });
        found |= missed<few>(by, [&](int i) { return x[j + i * along]; });
        if constexpr (have_two) found |= missed<few>(by, [&](int i) { return y[j + i * along]; });
      }
    };
    auto const tree_of_some = [&](int l, int two) {  // lanes that have two elements, not all
      for (int i = 0; i < most_in_tree; ++i) {
        Value const *const x = first + (l + i) * along, *const y = x + reduce_lanes * along;
#pragma GCC ivdep
        for (int j = 0; j < unrolled; ++j) {
          lane[i][j] = first_in_lane(by, x[j]);
          found |= missed<1>(by, [&](int) { return x[j]; });
        }
        if (i < two)
#pragma GCC ivdep
          for (int j = 0; j < unrolled; ++j) {
            lane[i][j] = appended(by, lane[i][j], y[j], reduce_lanes);
            found |= missed<1>(by, [&](int) { return y[j]; });
          }
      }
#pragma GCC ivdep
      for (int j = 0; j < unrolled; ++j)
        made[j] = tree<most_in_tree>(by, [&](int i) { return lane[i][j]; });
    };
    auto const join = [&](int k) {
#pragma GCC ivdep
      for (int j = 0; j < unrolled; ++j) made[j] = by.combine(level[k][j], made[j]);
    };
    constexpr std::integral_constant<int, most_in_tree> all;
    for (int g = 0; g < whole; ++g) {
      int const l = g * most_in_tree, two = twice - l;
      if (two >= most_in_tree)
        tree_of(l, all, std::true_type());
      else if (two > 0)
        tree_of_some(l, two);
      else
        tree_of(l, all, std::false_type());
      int k = 0;
      for (; (g >> k & 1) != 0; ++k) join(k);
      std::copy_n(made, unrolled, level[k]);
    }
    int k = 0;
    if (rest > 0) {
      with_constant(rest, [&](auto few) { tree_of(whole * most_in_tree, few, std::false_type()); });
    } else {
      k = std::countr_zero(static_cast<unsigned>(whole));
      std::copy_n(level[k], unrolled, made);
      ++k;
    }
    for (; whole >> k != 0; ++k)
      if ((whole >> k & 1) != 0) join(k);
    if (found != 0) combine_in_turn<reduce_lanes>(reducer, first, along, length, unrolled, made);
    for (int j = 0; j < unrolled; ++j) to[j] = reducer.finish(made[j]);
  };
  Value some[short_reduced_row * unrolled];
  Out results[unrolled];
  for (std::int64_t i = 0; i < n; i += unrolled) {
    // the last of them several times, so that this is compiled for one number of rows
    int const left = static_cast<int>(std::min<std::int64_t>(unrolled, n - i));
    bool const few = left < unrolled;
    for (int e = 0; few && e < length; ++e)
      for (int j = 0; j < unrolled; ++j)
        some[e * unrolled + j] = from[i + e * step + std::min(j, left - 1)];
    rows(few ? some : from + i, few ? unrolled : step, few ? results : out + i);
    if (few) std::copy_n(results, left, out + i);
  }
}

/// to[i] = elements first … first + count - 1 of row row + i, i < n, count at most one tile. n is a
/// strip of columns at most, as a group of as many lanes as columns have is reduced as they are.
template <class Reducer, class Element>
void reduce_tile_across(Reducer const& reducer, elements_across<Element>& from, std::int64_t row,
                        int n, std::int64_t first, std::int64_t count, Element* room,
                        typename Reducer::value_type* to)
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
          std::int64_t const e = r / column_lanes * reduce_lanes + lane + r % column_lanes;
          Element const* const x = from.read(first + e, row, n, room);
          add(0, n, [&](int i) { return x[i]; });
        },
        level[group], reduce_lanes);
  }
  for (int stride = 1; stride < group; stride *= 2)
    for (int g = 0; g + stride < group; g += 2 * stride)
#pragma GCC ivdep
      for (int i = 0; i < n; ++i) level[g][i] = reducer.combine(level[g][i], level[g + stride][i]);
  std::copy_n(level[0], n, to);
}

/// to[i] = the place of best[i], the best of elements 0 … count - 1 of row i < n, a tile at most
/// and numbers `first` … of the row: looked for from the last one on. read(e, i, m) is where
/// elements e of rows i … i + m - 1 are.
template <class Reducer, class Element, class Read>
void places_across(Reducer const& reducer, Element const* best, int n, std::int64_t first,
                   std::int64_t count, Read const& read, typename Reducer::value_type* to)
{
  using index = bits_as_wide<Element>;
  index place[column_strip<typename Reducer::value_type>] = {};
  auto const look = [&](auto const& is_best) {
    for (std::int64_t e = count - 1; e >= 0; --e) {
      Element const* const x = read(e, 0, n);
      auto const here = static_cast<index>(e);
#pragma GCC ivdep
      for (int i = 0; i < n; ++i) place[i] = is_best(best[i], x[i]) ? here : place[i];
    }
  };
  constexpr bool is_number = std::is_arithmetic_v<Element>;
  bool nan = !is_number;
  if constexpr (std::is_floating_point_v<Element>) nan = any_nan(best, n);
  if (nan)
    look([&](Element a, Element x) { return reducer.is_at(reducer.in_tile(a, 0), x); });
  else
    look([](Element a, Element x) { return a == x; });
  for (int i = 0; i < n; ++i) {
    // equal is not the same: -0.0 and 0.0
    bool const is_it = std::is_integral_v<Element> || (!nan && best[i] != Element{});
    to[i] = reducer.in_tile(is_it ? best[i] : *read(place[i], i, 1), first + place[i]);
  }
}

}  // namespace detail

}  // namespace acre::backends::host
