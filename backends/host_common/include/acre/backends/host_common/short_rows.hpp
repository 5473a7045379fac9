#pragma once

#include <acre/backends/common/reduce.hpp>
#include <acre/backends/host_common/accumulators.hpp>
#include <acre/backends/host_common/elementwise.hpp>
#include <acre/backends/host_common/rows.hpp>
#include <acre/backends/host_common/tuning.hpp>

#include <Kokkos_Macros.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

/// Reductions of rows that have few elements. Each program's own code computes the elements of some
/// rows, one row's after the other's; functions that all programs share reduce them, each row in
/// its own order.
namespace acre::backends::host::detail {

/// Whether rows are reduced so: they have few elements, along one inner axis.
inline bool has_short_rows(reduction const& red)
{
  return red.length <= short_reduced_row && red.kept > 1 && red.kept_rank > 0 &&
         red.it.outer_rank == red.kept_rank;
}

/// f(rows), with the number as a constant if there are as many as go beside each other, as loops
/// vectorise then.
template <class F>
void for_rows_beside(int rows, F const& f)
{
  if (rows == rows_beside)
    f(std::integral_constant<int, rows_beside>{});
  else
    f(rows);
}

/// The lanes of rows side by side: value r of lane l is that of row r.
template <class Reducer>
struct lanes_of_rows {
  accumulators<typename Reducer::value_type, rows_beside> lane[reduce_lanes];

  /// lane_tree of each row, in lane 0, where `count` lanes have an element: to combine with another
  /// one would change no bit.
  void combine(Reducer const& reducer, int count, int rows_of_lanes)
  {
    for_rows_beside(rows_of_lanes, [&](auto rows) {
      for (int stride = 1; stride < count; stride *= 2)
        for (int l = 0; l + stride < count; l += 2 * stride) {
          auto &left = lane[l], &right = lane[l + stride];
#pragma GCC ivdep
          for (int r = 0; r < rows; ++r) left.set(r, reducer.combine(left.get(r), right.get(r)));
        }
    });
  }
};

/// put(r, the reduction of row r of `length` values), for rows beside each other.
template <class Reducer, class Value, class Put>
void reduce_rows_beside(Reducer const& reducer, Value const* values, int length, int count,
                        Put const& put)
{
  lanes_of_rows<Reducer> lanes;
  for (int first = 0; first < count; first += rows_beside) {
    int const beside = std::min(rows_beside, count - first);
    for_rows_beside(beside, [&](auto rows) {
      for (int e = 0; e < length; ++e) {
        auto& lane = lanes.lane[e % reduce_lanes];
        Value const* const at = values + first * length + e;
        auto const append = [&](auto const& before) {
#pragma GCC ivdep
          for (int r = 0; r < rows; ++r)
            lane.set(r, appended(reducer, before(r), at[r * length], e));
        };
        if (e < reduce_lanes)
          append([&](int) { return reducer.identity(); });
        else
          append([&](int r) { return lane.get(r); });
      }
    });
    lanes.combine(reducer, std::min(length, reduce_lanes), beside);
    for (int r = 0; r < beside; ++r) put(first + r, lanes.lane[0].get(r));
  }
}

/// Rows side by side of a reducer that combines them alike: lanes of one element each, or two.
template <class Reducer>
struct lanes_alike {
  accumulators<typename Reducer::value_type, rows_beside> lane[reduce_lanes];
  int elements[reduce_lanes];

  /// Row r of `length` elements, at values + r * length, is reduced into lane[0].get(r).
  template <class Value>
  void reduce(Value const* values, int length)
  {
    int lanes = 0;
    auto const set = [&](int count, auto const& set_one) {
#pragma GCC ivdep
      for (int r = 0; r < rows_beside; ++r) set_one(lane[lanes], r, values + r * length);
      elements[lanes++] = count;
    };
    if (length <= reduce_lanes) {  // two lanes at once
      int e = 0;
      for (; e + 1 < length; e += 2)
        set(2, [e](auto& to, int r, Value const* row) { to.set_pair(r, row[e], row[e + 1]); });
      if (e < length) set(1, [e](auto& to, int r, Value const* row) { to.set_one(r, row[e]); });
    } else {
      for (int e = 0; e < reduce_lanes; ++e)
        set(1, [e](auto& to, int r, Value const* row) { to.set_one(r, row[e]); });
      lanes = 0;
      for (int e = reduce_lanes; e < length; ++e)
        set(2, [e](auto& to, int r, Value const* row) { to.append_more(r, row[e]); });
      lanes = reduce_lanes;
    }
    for (int stride = 1; stride < lanes; stride *= 2)
      for (int l = 0; l + stride < lanes; l += 2 * stride) {
        lane[l].combine_alike(lane[l + stride], elements[l], elements[l + stride]);
        elements[l] += elements[l + stride];
      }
    for (int r = 0; r < rows_beside; ++r) lane[0].count[r] = length;
  }
};

/// put(r, the reduction of row r of `length` values), for rows beside each other that are combined
/// alike.
template <class Reducer, class Value, class Put>
void reduce_rows_alike(Value const* values, int length, int count, Put const& put)
{
  lanes_alike<Reducer> lanes;
  Value repeated[rows_beside * short_reduced_row];
  if (count < rows_beside) {
    for (int r = 0; r < rows_beside; ++r)
      std::copy_n(values + std::min(r, count - 1) * length, length, repeated + r * length);
    values = repeated;
  }
  for (int next = 0; next < count; next += rows_beside) {
    int const first = std::max(0, std::min(next, count - rows_beside));  // some of them again
    lanes.reduce(values + first * length, length);
    for (int r = 0; r < std::min(rows_beside, count); ++r) put(first + r, lanes.lane[0].get(r));
  }
}

/// Whether rows go one by one, the trees of their values in registers. Values of more than two
/// words don't, and those that `chooses`: rows side by side have a mask where that is a branch.
template <class Reducer, class Value>
concept combines_in_registers = sizeof(typename Reducer::value_type) <= 16 &&
                                !appends<Reducer, Value> && !requires { Reducer::chooses; };

template <class Reducer>
concept combines_numbers = requires(Reducer const& r, typename Reducer::value_type v) {
  { r.combine_numbers(v, v) } -> std::same_as<typename Reducer::value_type>;
};
template <class Reducer>
struct of_numbers {
  static constexpr bool takes_numbers_alone = true;
  using value_type = typename Reducer::value_type;
  Reducer const& reducer;
  KOKKOS_INLINE_FUNCTION value_type combine(value_type a, value_type b) const
  {
    return reducer.combine_numbers(a, b);
  }
};

/// A lane with its first element, combined with the identity; numbers that are chosen from stay so.
template <class Reducer, class Value>
[[gnu::always_inline]] inline auto first_in_lane(Reducer const& reducer, Value const& v)
{
  return appended(reducer, reducer.identity(), v, 0);
}
template <class Reducer>
[[gnu::always_inline]] inline auto first_in_lane(of_numbers<Reducer> const&,
                                                 typename Reducer::value_type v)
{
  return v;
}

/// The tree of `Count` neighbours from at(First) on.
template <int Count, int First = 0, class Reducer, class At>
[[gnu::always_inline]] inline auto tree(Reducer const& reducer, At const& at) ->
    typename Reducer::value_type
{
  if constexpr (Count == 1) {
    return at(First);
  } else {
    constexpr int left = Count > 4 ? 4 : Count > 2 ? 2 : 1;
    return reducer.combine(tree<left, First>(reducer, at),
                           tree<Count - left, First + left>(reducer, at));
  }
}
inline constexpr int most_in_tree = 8;

/// How trees of such values that are neighbours of other ones' combine: of numbers where that is
/// quicker, and then one has to ask what they missed.
template <class Value, class Reducer>
[[gnu::always_inline]] inline auto in_trees(Reducer const& reducer)
{
  if constexpr (combines_numbers<Reducer> && std::same_as<Value, typename Reducer::value_type>)
    return of_numbers<Reducer>{reducer};
  else
    return reducer;
}
/// Not 0 if one of `Count` values, at(0) …, is a NaN and `by` takes none. (Of two at once, and of
/// the elements' size: as many in a vector.)
template <class T>
using bits_as_wide = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;
template <int Count, class By, class At>
[[gnu::always_inline]] inline auto missed([[maybe_unused]] By const& by, At const& at)
{
  using value = std::remove_cvref_t<decltype(at(0))>;
  bits_as_wide<value> found = 0;
  if constexpr (requires { By::takes_numbers_alone; })
    for (int i = 0; i < Count; i += 2)
      found |= std::isunordered(at(i), at(i + 1 < Count ? i + 1 : i)) ? -1 : 0;
  return found;
}
/// made[j] = the result of elements from[j + e * step], e < length, one after the other as they
/// come in `Lanes` lanes, of j < count: of a reducer that combines_numbers, in whatever tree.
template <int Lanes, class Reducer, class Value>
[[gnu::noinline]] void combine_in_turn(Reducer const& reducer, Value const* from, std::int64_t step,
                                       int length, int count, typename Reducer::value_type* made)
{
  std::fill_n(made, count, reducer.identity());
  for (int l = 0; l < Lanes; ++l)
    for (int e = l; e < length; e += Lanes) {
      Value const* const x = from + e * step;
#pragma GCC ivdep
      for (int j = 0; j < count; ++j) made[j] = appended(reducer, made[j], x[j], e);
    }
}

/// Parts of rows that are reduced together: each row may have one more than whole ones.
inline constexpr int most_parts = short_rows_together / 8 + short_rows_together / 9;
static_assert(short_reduced_row <= 2 * reduce_lanes);

/// f(count), a constant of 1 … most_in_tree.
template <class F>
[[gnu::always_inline]] inline void with_constant(int count, F const& f)
{
  switch (count) {
    case 1:
      return f(std::integral_constant<int, 1>{});
    case 2:
      return f(std::integral_constant<int, 2>{});
    case 3:
      return f(std::integral_constant<int, 3>{});
    case 4:
      return f(std::integral_constant<int, 4>{});
    case 5:
      return f(std::integral_constant<int, 5>{});
    case 6:
      return f(std::integral_constant<int, 6>{});
    case 7:
      return f(std::integral_constant<int, 7>{});
    default:
      return f(std::integral_constant<int, 8>{});
  }
}

/// f(0), f(1), … f(N - 1), without a loop.
template <int N, class F>
[[gnu::always_inline]] inline void each_of(F const& f)
{
  [&]<int... i>(std::integer_sequence<int, i...>) {
    (f(i), ...);
  }(std::make_integer_sequence<int, N>());
}

/// f(i) for i < count, not several at once: vectors of what lies apart would be gathered.
template <class F>
[[gnu::always_inline]] inline void one_by_one(int count, F const& f)
{
#ifndef __CUDACC__  // which warns of a pragma that it doesn't know
#pragma GCC novector
#endif
  for (int i = 0; i < count; ++i) f(i);
}

/// put(r, the tree of the lanes of row r), lanes that have one of its `length` values each, or two.
/// Where they are more than a tree takes, the trees of eight lanes each are left in parts, one
/// row's after the other's.
template <class Reducer, class Value, class Put>
[[gnu::always_inline]] inline void trees_of_rows(Reducer const& reducer, Value const* values,
                                                 int length, int count,
                                                 typename Reducer::value_type* parts,
                                                 Put const& put)
{
  using value = typename Reducer::value_type;
  auto const leaf = [&](Value const& v) { return first_in_lane(reducer, v); };
  // one tree a row, of `of` values, between which there is a gap from row to row
  auto const one_tree_each = [&](int of, auto const* from, auto gap, auto const& at,
                                 auto const& to) {
    with_constant(of, [&](auto few) {
      one_by_one(count, [&](int r) {
        to(r, tree<few>(reducer, [&](int i) { return at(from[i]); }));
        from += few + gap;
      });
    });
  };
  constexpr std::integral_constant<int, 0> no_gap;
  if (length <= most_in_tree) return one_tree_each(length, values, no_gap, leaf, put);
  int const lanes = std::min(length, reduce_lanes), twice = length - lanes,
            whole = lanes / most_in_tree, rest = lanes % most_in_tree, of = whole + (rest > 0);
  for (int r = 0; r < count; ++r) {
    value* part = parts + r * of;
    Value const* from = values + r * length;
    one_by_one(twice / most_in_tree, [&](int) {
      *part++ = tree<most_in_tree>(reducer, [&](int i) {
        return appended(reducer, leaf(from[i]), from[reduce_lanes + i], 1);
      });
      from += most_in_tree;
    });
    if (int const more = twice % most_in_tree; more > 0) {
      value lane[most_in_tree];
      for (int i = 0; i < most_in_tree; ++i) lane[i] = leaf(from[i]);
      for (int i = 0; i < more; ++i)
        lane[i] = appended(reducer, lane[i], from[reduce_lanes + i], 1);
      *part++ = tree<most_in_tree>(reducer, [&](int i) { return lane[i]; });
      from += most_in_tree;
    }
    one_by_one(whole - (twice + most_in_tree - 1) / most_in_tree, [&](int) {
      *part++ = tree<most_in_tree>(reducer, [&](int i) { return leaf(from[i]); });
      from += most_in_tree;
    });
  }
  if (rest > 0)
    one_tree_each(rest, values + whole * most_in_tree, length - rest, leaf,
                  [&](int r, value const& v) { parts[r * of + whole] = v; });
  one_tree_each(
      of, static_cast<value const*>(parts), no_gap, [](value const& v) { return v; }, put);
}

/// Whether one of n values is a NaN, without a branch for each.
template <class T>
bool any_nan(T const* values, int n)
{
  using bits = bits_as_wide<T>;
  auto const is_nan = [](T x) { return x != x ? bits{-1} : bits{0}; };
  constexpr int lanes = 8;
  bits lane[lanes] = {}, found = 0;
  int i = 0;
  for (; i + 4 * lanes <= n; i += 4 * lanes)
#pragma GCC ivdep
    for (int j = 0; j < lanes; ++j) {
      T const* const v = values + i + j;
      lane[j] |= (is_nan(v[0]) | is_nan(v[lanes])) | (is_nan(v[2 * lanes]) | is_nan(v[3 * lanes]));
    }
  for (int j = 0; j < lanes; ++j) found |= lane[j];
  for (; i < n; ++i) found |= is_nan(values[i]);
  return found != 0;
}

/// Whether two values of a row are the same to the bit.
template <class T>
bool same_bits(T const& a, T const& b)
{
  if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<std::int64_t>(a) == std::bit_cast<std::int64_t>(b);
  else if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<std::int32_t>(a) == std::bit_cast<std::int32_t>(b);
  else
    return a == b;
}
/// The place of the first of N values that is v, which one of them is; without a branch.
template <int N, class T>
[[gnu::always_inline]] inline int first_place(T const* values, T const& v)
{
  if constexpr (N == 1) {
    return 0;
  } else if constexpr (N <= 3) {
    return (1 + first_place<N - 1>(values + 1, v)) & -static_cast<int>(!same_bits(values[0], v));
  } else {
    int const behind = 1 + first_place<N - 1>(values + 1, v);
    return __builtin_expect_with_probability(same_bits(values[0], v), 1, 0.5) ? 0 : behind;
  }
}

/// put(r, the reduction of row r of `length` values); whether it was trees_of_rows that did it.
template <class Reducer, class Value, class Put>
[[gnu::always_inline]] inline bool reduce_rows_of_values(Reducer const& reducer,
                                                         Value const* values, int length, int count,
                                                         typename Reducer::value_type* parts,
                                                         Put const& put)
{
  using value = typename Reducer::value_type;
  if constexpr (combines_alike<Reducer>) {
    reduce_rows_alike<Reducer>(values, length, count, put);
    return false;
  } else if constexpr (!combines_in_registers<Reducer, Value>) {
    reduce_rows_beside(reducer, values, length, count, put);
    return false;
  } else if constexpr (combines_numbers<Reducer> && std::same_as<Value, value>) {
    if (!any_nan(values, length * count)) {
      trees_of_rows(of_numbers<Reducer>{reducer}, values, length, count, parts, put);
      return true;
    }
    for (int r = 0; r < count; ++r) {
      Value const* const row = values + r * length;
      auto const lane = [&](int l) {
        return l + reduce_lanes < length ? reducer.combine(row[l], row[l + reduce_lanes]) : row[l];
      };
      value v = lane(0);
      for (int l = 1; l < std::min(length, reduce_lanes); ++l) v = reducer.combine(v, lane(l));
      put(r, v);
    }
    return false;
  } else {
    trees_of_rows(reducer, values, length, count, parts, put);
    return true;
  }
}

/// out[r] = the result of row r of `length` values, of which there are short_rows_together at most.
template <class Reducer, class Value, class Out>
[[gnu::always_inline]] inline void results_of_rows(Reducer const& reducer, Value const* values,
                                                   int length, int count, Out* out)
{
  using value = typename Reducer::value_type;
  value parts[combines_in_registers<Reducer, Value> ? most_parts : 1];
  reduce_rows_of_values(reducer, values, length, count, parts,
                        [&](int r, value const& v) { out[r] = reducer.finish(v); });
}

/// Likewise for a reducer of places, by what it finds them in two steps.
template <class Reducer, class Value, class Out>
[[gnu::always_inline]] inline void places_of_rows(Reducer const& reducer, Value const* values,
                                                  int length, int count, Out* out)
{
  Value best[short_rows_together], parts[most_parts];
  bool const of_trees = reduce_rows_of_values(reducer.of_values(), values, length, count, parts,
                                              [&](int r, Value const& v) { best[r] = v; });
  if constexpr (std::is_arithmetic_v<Value>) {
    // the first of equal ones is the best, to the bit
    auto const put = [&](int r, int e) { out[r] = reducer.finish(reducer.in_tile(best[r], e)); };
    if (length <= most_in_tree)
      return with_constant(length, [&](auto few) {
        for (int r = 0; r < count; ++r) put(r, first_place<few>(values + r * few, best[r]));
      });
    if (of_trees && length <= reduce_lanes)
      return with_constant((length + most_in_tree - 1) / most_in_tree, [&](auto few) {
        for (int r = 0; r < count; ++r) {
          int const e = std::min(most_in_tree * first_place<few>(parts + r * few, best[r]),
                                 length - most_in_tree);
          put(r, e + first_place<most_in_tree>(values + r * length + e, best[r]));
        }
      });
  }
  for (int r = 0; r < count; ++r, values += length) {
    auto const place = reducer.in_tile(best[r], 0);
    int e = 0;
    while (!reducer.is_at(place, values[e])) ++e;
    out[r] = reducer.finish(reducer.in_tile(values[e], e));  // equal is not the same: -0.0 and 0.0
  }
}

/// The same two, not inlined: compiled once for all programs.
template <class Reducer, class Value, class Out>
[[gnu::noinline]] void results_of_values(Reducer const& reducer, Value const* values, int length,
                                         int count, Out* out)
{
  results_of_rows(reducer, values, length, count, out);
}
template <class Reducer, class Value, class Out>
[[gnu::noinline]] void places_of_values(Reducer const& reducer, Value const* values, int length,
                                        int count, Out* out)
{
  places_of_rows(reducer, values, length, count, out);
}

/// A reducer whose rows of such values the library reduces, where it is compiled for several
/// processors:
///
///   void reduce_rows(Value const* values, int length, int count, Out* out) const;
///
/// gives the bits that results_of_values or places_of_values would give, of rows of up to a tile.
template <class Reducer, class Value, class Out>
concept has_compiled_rows =
    Reducer::has_compiled_rows &&
    requires(Reducer const& r, Value const* values, Out* out) { r.reduce_rows(values, 0, 0, out); };

/// Whether rows are reduced here: those that the library reduces may be a tile long, if `unit`.
template <class Reducer, class Value, class Out>
bool has_rows_together(reduction const& red, bool unit)
{
  if constexpr (has_compiled_rows<Reducer, Value, Out>)
    if (unit && red.length <= reduce_tile && red.kept_rank > 0 &&
        red.it.outer_rank == red.kept_rank)
      return true;
  return has_short_rows(red);
}

/// Elements of a block in a reduction, 0 if one by one.
template <class Program>
inline constexpr int block_in_reduction = elements_per_block<Program> > 0 ||
                                                  hints_of<Program>::prefers_packets
                                              ? std::max(elements_per_block<Program>, reduce_lanes)
                                              : 0;

/// to[i] = element first + i of a row at unit stride, i < n.
template <class Program, class Row, class To>
void compute_neighbours(Row const& row, int n, To* to, std::int64_t first = 0)
{
  constexpr int block = block_in_reduction<Program>;
  int i = 0;
  if constexpr (block > 0) {
    for (; i < n && block <= n; i += block) {
      i = std::min(i, n - block);  // some of them again
      auto const made = row.template block<block>(first + i);
      for (int j = 0; j < block; ++j) to[i + j] = static_cast<To>(made.v[j]);
    }
  } else {
    for (; i + unrolled <= n; i += unrolled)
#pragma GCC ivdep
      for (int j = 0; j < unrolled; ++j)
        to[i + j] = static_cast<To>(row.template at<true>(first + i + j));
  }
  for (; i < n; ++i) to[i] = static_cast<To>(row.template at<true>(first + i));
}

/// Likewise of a row at `at` whose operands are laid out piece by piece.
template <class Program, class To>
void compute_pieces(Program const& program, position const& at, std::int64_t first, int n,
                    row_pieces& pieces, To* to)
{
  pieces.each(program, at, first, first + n,
              [&](auto const& row, std::int64_t lo, std::int64_t hi) {
                compute_neighbours<Program>(row, static_cast<int>(hi - lo), to + (lo - first), lo);
              });
}

/// Rows that are memory of such elements, read as it lies.
template <class Row, class Element>
concept memory_of = requires(Row const& row) {
  { row.elements(0, 0) } -> std::same_as<std::remove_cvref_t<Element> const*>;
  row.inner;
};

/// to[k * length + e] = element first + e of row k, k < count, by the movers of operands that are
/// laid out; whether they could.
template <class Row, class To>
bool lay_out_memory(Row const& row, std::int64_t first, int length, std::int64_t count, To* to)
{
  if constexpr (memory_of<Row, To> && std::has_single_bit(sizeof(To)) && sizeof(To) <= 16) {
    if (row.inner == 0) return false;  // one element: whole registers are written
    auto const* const from = reinterpret_cast<char const*>(row.elements(0) + first * row.inner);
    constexpr std::int64_t size = sizeof(To);
    lay_out({from, row.inner * size, (row.elements(0, 1) - row.elements(0, 0)) * size}, sizeof(To),
            length, count, reinterpret_cast<char*>(to));
    return true;
  }
  return false;
}

/// to[k * length + e] = element e of row k, k < count, of rows that are not dense. `unit`: the
/// elements of a row are neighbours.
template <class Program, class Row, class To>
void compute_apart(Row const& row, bool unit, int length, int count, To* to)
{
  if constexpr (hints_of<Program>::looks_up_rows) {
    if (has_nth_row(row))
      return for_found_rows(row, 0, length, count,
                            [&](std::int64_t k, std::int64_t e, auto const& v) {
                              to[k * length + e] = static_cast<To>(v);
                            });
  }
  if (!unit && length >= unrolled / 2 && lay_out_memory(row, 0, length, count, to)) return;
  // the coordinates of points, most often
  auto const by_few = [&](auto few) {
    one_by_one(count, [&](int k) {
      for (int e = 0; e < few; ++e) to[k * few + e] = static_cast<To>(row.template at<true>(e, k));
    });
  };
  if (unit && length == 2) return by_few(std::integral_constant<int, 2>());
  if (unit && length == 3) return by_few(std::integral_constant<int, 3>());
  if (unit && length >= unrolled / 2) {
    for (int k = 0; k < count; ++k)
#pragma GCC ivdep
      for (int e = 0; e < length; ++e)
        to[k * length + e] = static_cast<To>(row.template at<true>(e, k));
  } else {  // elements of the same number one after the other, as rows are short
    for (int e = 0; e < length; ++e)
#pragma GCC ivdep
      for (int k = 0; k < count; ++k)
        to[k * length + e] = static_cast<To>(row.template at<false>(e, k));
  }
}

/// out[r] = the result of row r of `length` values, by whichever of those.
template <class Program, class Reducer, class Out>
void put_results(Reducer const& reducer, typename Program::value_type const* values, int length,
                 int count, Out* out)
{
  if constexpr (has_compiled_rows<Reducer, typename Program::value_type, Out>)
    reducer.reduce_rows(values, length, count, out);
  else if constexpr (finds_in_two_steps<Reducer, Program>)
    places_of_values(reducer, values, length, count, out);
  else
    results_of_values(reducer, values, length, count, out);
}

/// out[row] for rows begin … end - 1, where has_rows_together. `unit`: the elements of a row are
/// neighbours in all operands (red says so, too, where some are to be laid out first).
template <class Program, class Reducer, class Out>
void reduce_short_rows(reduction const& red, Program const& program, Reducer const& reducer,
                       Out* out, std::int64_t begin, std::int64_t end, bool unit)
{
  using element = typename Program::value_type;
  constexpr int room = has_compiled_rows<Reducer, element, Out> ? reduce_tile : short_rows_together;
  int const axis = red.kept_rank - 1, length = static_cast<int>(red.length),
            at_once = (length > short_reduced_row ? room : short_rows_together) / length;
  std::int64_t const along = red.it.outer[axis];
  element values[room];
  for (std::int64_t row = begin; row < end; row += at_once) {
    int const count = static_cast<int>(std::min<std::int64_t>(at_once, end - row));
    element const* elements = values;
    for (int r = 0, run; r < count; r += run) {  // rows that follow each other along the axis
      run = static_cast<int>(std::min<std::int64_t>(count - r, along - (row + r) % along));
      if (!red.dense && length > short_reduced_row) run = 1;
      auto const from = program.bind(row_position(red, row + r, 0), axis);
      element* const to = values + r * length;
      if (!red.dense && length <= short_reduced_row) {
        compute_apart<Program>(from, unit, length, run, to);
        continue;
      }
      if constexpr (memory_of<decltype(from), element>) {
        if (run == count) {
          elements = from.elements(0, 0);
          break;
        }
      }
      compute_neighbours<Program>(from, run * length, to);
    }
    put_results<Program>(reducer, elements, length, count, out + row);
  }
}

/// Likewise where the operands are laid out so that rows that follow each other are one
/// (rows.flat), of what is computed in blocks.
template <class Program, class Reducer, class Out>
void reduce_flat_rows(reduction const& red, Program const& program, Reducer const& reducer,
                      Out* out, std::int64_t begin, std::int64_t end, laid_out_operands const& rows)
{
  int const axis = red.kept_rank - 1, length = static_cast<int>(red.length);
  std::int64_t const along = red.it.outer[axis],
                     at_once = std::min(rows.rows_at_once, short_rows_together / length);
  alignas(64) char memory[laid_out_bytes];
  laid_out_rows operands(rows, length, memory);
  typename Program::value_type values[short_rows_together];
  for (std::int64_t row = begin, count; row < end; row += count) {
    position at = row_position(red, row, 0);
    count = std::min({at_once, end - row, along - row % along});
    operands.begin(at, 0, count);
    operands.lay_out(0, static_cast<int>(count) * length);
    at.gathered = memory;
    compute_neighbours<Program>(program.bind(at), static_cast<int>(count) * length, values);
    put_results<Program>(reducer, values, length, static_cast<int>(count), out + row);
  }
}

}  // namespace acre::backends::host::detail
