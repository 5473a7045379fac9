#pragma once

#include <acre/backends/segments.hpp>
#include <acre/order/detail/row_partition.hpp>
#include <acre/reduce/ddof.hpp>
#include <acre/reduce/detail/extrema.hpp>
#include <acre/reduce/detail/logic.hpp>
#include <acre/reduce/detail/moments.hpp>
#include <acre/reduce/detail/numbers.hpp>
#include <acre/reduce/detail/sum.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <type_traits>

namespace acre::detail {

/// Throws shape_error: group_by: a value column of 3 elements for 4 rows
inline void require_rows(char const* what, std::int64_t elements, std::int64_t rows)
{
  if (elements != rows)
    throw shape_error(std::string("group_by: a ") + what + " column of " +
                      std::to_string(elements) + " elements for " + std::to_string(rows) + " rows");
}

/// Refuses in a sentence what is no column of values.
template <class Space, class V>
constexpr bool is_value_column()
{
  static_assert(V::rank == 1, "acre: a column of values is one-dimensional");
  static_assert(std::is_same_v<Space, typename V::space_type>,
                "acre: the values live in another space than the keys; use copy_to(space, x)");
  return true;
}

/// Operands and kind of a reduction: `map` is applied to each value (void: none), `reducer` made of
/// it.
template <class Map, class Reducer>
struct grouped_rule {
  using map = Map;
  Reducer reducer{};
};
template <class R>
struct grouped_by {
  R r;
  template <class T>
  auto rule() const
  {
    return grouped_rule<void, R>{r};
  }
};
struct grouped_sum {
  template <class T>
  auto rule() const
  {
    return grouped_rule<void, sum_reducer<sum_t<T>>>{};
  }
};
struct grouped_prod {
  template <class T>
  auto rule() const
  {
    return grouped_rule<void, prod_reducer<sum_t<T>>>{};
  }
};
struct grouped_mean {
  template <class T>
  auto rule() const
  {
    return grouped_rule<void, mean_reducer<quotient_t<T>>>{};
  }
};
struct grouped_min {
  template <class T>
  auto rule() const
  {
    return grouped_rule<void, min_reducer<T>>{};
  }
};
struct grouped_max {
  template <class T>
  auto rule() const
  {
    return grouped_rule<void, max_reducer<T>>{};
  }
};
/// Whether values are not zero.
template <class V>
auto truth_of(V const& values)
{
  if constexpr (std::is_same_v<typename V::value_type, bool>)
    return values;
  else
    return acre::cast<bool>(values);
}
struct grouped_any {
  template <class T>
  auto rule() const
  {
    return grouped_rule<void, any_reducer>{};
  }
};
struct grouped_all {
  template <class T>
  auto rule() const
  {
    return grouped_rule<void, all_reducer>{};
  }
};
struct is_number {
  template <class T>
  KOKKOS_INLINE_FUNCTION bool operator()(T x) const
  {
    return !is_nan(x);
  }
};
struct grouped_count {
  template <class T>
  auto rule() const
  {
    return grouped_rule<is_number, sum_reducer<std::int64_t>>{};
  }
};
struct grouped_nansum {
  template <class T>
  auto rule() const
  {
    if constexpr (has_nan<T>)
      return grouped_rule<number_for_nan<0>, sum_reducer<sum_t<T>>>{};
    else
      return grouped_sum{}.rule<T>();
  }
};
struct grouped_nanmin {
  template <class T>
  auto rule() const
  {
    if constexpr (has_nan<T>)
      return grouped_rule<void, number_reducer<T, fmin_op>>{};
    else
      return grouped_min{}.rule<T>();
  }
};
struct grouped_nanmax {
  template <class T>
  auto rule() const
  {
    if constexpr (has_nan<T>)
      return grouped_rule<void, number_reducer<T, fmax_op>>{};
    else
      return grouped_max{}.rule<T>();
  }
};
struct grouped_nanmean {
  template <class T>
  auto rule() const
  {
    if constexpr (has_nan<T>)
      return grouped_rule<count_number, number_mean_reducer<T>>{};
    else
      return grouped_mean{}.rule<T>();
  }
};

/// A mean's reducer gets the number of its group's elements.
template <class Reducer>
KOKKOS_INLINE_FUNCTION Reducer of_group(Reducer reducer, [[maybe_unused]] std::int64_t count)
{
  if constexpr (requires { reducer.count; }) reducer.count = count > 0 ? count : 0;
  return reducer;
}

/// A group's result into its place.
template <class Reducer, class Out>
struct group_target {
  Reducer reducer;
  Out* out;
  std::int64_t less;  // than the group's rows: what is divided by
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t group, std::int64_t count,
                                         typename Reducer::value_type value) const
  {
    out[group] = of_group(reducer, count - less).finish(value);
  }
};

/// A group's result, from its value and how many rows it has.
template <class Reducer>
struct finish_group {
  Reducer reducer;
  std::int64_t less = 0;  // see group_target
  auto operator()(std::int64_t count, typename Reducer::value_type const& value) const
  {
    return of_group(reducer, count - less).finish(value);
  }
};
/// A value itself, for where there is no map.
struct unmapped {
  template <class T>
  KOKKOS_INLINE_FUNCTION T const& operator()(T const& x) const
  {
    return x;
  }
};

/// C columns reduced side by side.
template <class Reducer, int C>
struct columns_reducer {
  using value_type = packet<typename Reducer::value_type, C>;
  Reducer of_column;

  KOKKOS_INLINE_FUNCTION value_type identity() const
  {
    value_type a;
    for (int c = 0; c < C; ++c) a.v[c] = of_column.identity();
    return a;
  }
  KOKKOS_INLINE_FUNCTION value_type combine(value_type a, value_type const& b) const
  {
    for (int c = 0; c < C; ++c) a.v[c] = of_column.combine(a.v[c], b.v[c]);
    return a;
  }
  template <class T>
  KOKKOS_INLINE_FUNCTION value_type append(value_type a, packet<T, C> const& x,
                                           std::int64_t n) const
  {
    for (int c = 0; c < C; ++c) a.v[c] = backends::appended(of_column, a.v[c], x.v[c], n);
    return a;
  }
  KOKKOS_INLINE_FUNCTION value_type finish(value_type const& a) const { return a; }
};
/// Results of the first `columns` of them, a column behind the other.
template <class Reducer, class Out, int C>
struct columns_target {
  Reducer reducer;
  Out* out;
  std::int64_t groups;
  int columns;
  KOKKOS_INLINE_FUNCTION void operator()(
      std::int64_t group, std::int64_t count,
      typename columns_reducer<Reducer, C>::value_type const& v) const
  {
    for (int c = 0; c < C; ++c)
      if (c < columns) out[c * groups + group] = of_group(reducer, count).finish(v.v[c]);
  }
};
/// A map of each column's value.
template <class Map>
struct columns_map {
  template <class V>
  using argument = V;
  template <class T, int C>
  KOKKOS_INLINE_FUNCTION auto operator()(packet<T, C> const& x) const
  {
    packet<decltype(Map{}(T{})), C> y;
    for (int c = 0; c < C; ++c) y.v[c] = Map{}(x.v[c]);
    return y;
  }
};

template <class Map, class Program>
auto mapped(Program const& p)
{
  if constexpr (std::is_void_v<Map>)
    return p;
  else
    return unary_program<Map, typename Program::value_type, Program>{{}, p};
}

/// Runs a rule over rows in order.
template <class Space, class Rule, class Program, class Segments, class Out>
void reduce_groups(Space const& space, Rule const& rule, Program const& program,
                   Segments const& segments, Out* out, std::int64_t less = 0)
{
  using reducer = std::remove_cvref_t<decltype(rule.reducer)>;
  auto& on = space.queue();
  backends::operation const running("group_by", on);
  backends::reduce_segments(on, segments, mapped<typename Rule::map>(program), rule.reducer,
                            group_target<reducer, Out>{rule.reducer, out, less});
}

template <class Rule>
using rule_result = decltype(std::declval<Rule const&>().reducer.finish(
    std::declval<Rule const&>().reducer.identity()));

/// One column's results.
template <class Space, class What, expression V>
auto grouped_values(row_partition<Space>& rows, What const& what, V const& values)
{
  static_assert(is_value_column<Space, V>());
  using T = typename V::value_type;
  auto const rule = what.template rule<T>();
  using result = rule_result<decltype(rule)>;
  static_assert(element<result>, "acre: the result of a group's reduction is a dtype");
  require_rows("value", values.shape()[0], rows.rows());
  array<result, 1, Space> out;
  if (rows.rows() == 0) return array<result, 1, Space>(rows.space(), shape_t<1>{0});
  using reducer = std::remove_cvref_t<decltype(rule.reducer)>;
  using map = typename decltype(rule)::map;
  array<T, 1, Space> const x = evaluate(values);
  auto way = rows.template way_of_values<T, reducer>(1);
  if (way == group_way::by_key) {
    std::array<array<result, 1, Space>, 1> by_key;
    if (rows.template reduce_by_key<1>(std::array{x},
                                       std::conditional_t<std::is_void_v<map>, unmapped, map>{},
                                       rule.reducer, finish_group<reducer>{rule.reducer}, by_key))
      return by_key[0];
    way = rows.template way_of_values<T, reducer>(1, true);
  }
  rows.with_rows(way, x, [&](auto const& program, auto const& segments) {
    out = array<result, 1, Space>(rows.space(), shape_t<1>{segments.count});
    reduce_groups(rows.space(), rule, program, segments, out.data());
  });
  return out;
}

template <class Space, class What, expression V>
auto grouped_columns(row_partition<Space>& rows, What const& what, V const& values)
{
  return grouped_values(rows, what, values);
}
/// How many columns are reduced at once: those that fill the 32 bytes of memory that a row in the
/// middle of nowhere costs, accumulators of no more.
template <std::size_t Columns, class T, class Value>
inline constexpr int columns_at_once = static_cast<int>(std::min<std::size_t>(
    Columns == 2 ? 2 : 4, std::max<std::size_t>(1, 32 / std::max(sizeof(T), sizeof(Value)))));

/// Several: those of one dtype are looked up together where rows have to be.
template <class Space, class What, expression V, expression... More>
  requires(sizeof...(More) > 0)
auto grouped_columns(row_partition<Space>& rows, What const& what, V const& values,
                     More const&... more)
{
  using T = typename V::value_type;
  if constexpr ((std::is_same_v<T, typename More::value_type> && ...)) {
    auto const rule = what.template rule<T>();
    using result = rule_result<decltype(rule)>;
    using reducer = std::remove_cvref_t<decltype(rule.reducer)>;
    using map = typename decltype(rule)::map;
    constexpr std::size_t C = 1 + sizeof...(More);
    constexpr int together = columns_at_once<C, T, typename reducer::value_type>;
    group_way const way = rows.template way_of_values<T, reducer>(C);
    if (way != group_way::in_order) {
      static_assert(is_value_column<Space, V>() && (is_value_column<Space, More>() && ...));
      require_rows("value", values.shape()[0], rows.rows());
      (require_rows("value", more.shape()[0], rows.rows()), ...);
      std::array<array<T, 1, Space>, C> const columns{evaluate(values), evaluate(more)...};
      if (way == group_way::by_key) {
        std::array<array<result, 1, Space>, C> by_key;
        if constexpr (together > 1)
          if (rows.template reduce_by_key<together>(
                  columns, std::conditional_t<std::is_void_v<map>, unmapped, columns_map<map>>{},
                  columns_reducer<reducer, together>{rule.reducer},
                  finish_group<reducer>{rule.reducer}, by_key))
            return std::tuple_cat(by_key);
        return std::apply(
            [&](auto const&... column) {
              return std::tuple{grouped_values(rows, what, column)...};
            },
            columns);
      }
      array<result, 2, Space> out;
      rows.template with_tables<together>(
          columns, [&](auto const& program, auto const& segments, std::size_t first) {
            if (first == 0)
              out = array<result, 2, Space>(
                  rows.space(), shape_t<2>{static_cast<std::int64_t>(C), segments.count});
            auto& on = rows.space().queue();
            backends::operation const running("group_by", on);
            backends::reduce_segments(
                on, segments,
                mapped<std::conditional_t<std::is_void_v<map>, void, columns_map<map>>>(program),
                columns_reducer<reducer, together>{rule.reducer},
                columns_target<reducer, result, together>{
                    rule.reducer, out.data() + static_cast<std::int64_t>(first) * segments.count,
                    segments.count, static_cast<int>(C - first)});
          });
      return [&]<std::size_t... c>(std::index_sequence<c...>) {
        return std::make_tuple(out(static_cast<std::int64_t>(c))...);
      }(std::make_index_sequence<C>());
    }
  }
  // one after the other, in the order in which they are named
  return std::tuple{grouped_values(rows, what, values), grouped_values(rows, what, more)...};
}

/// first[g] or last[g] of rows in order.
template <class T, bool Last>
struct group_edge {
  T const* values;
  std::int64_t const* offsets;
  T* out;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t g) const
  {
    out[g] = values[Last ? offsets[g + 1] - 1 : offsets[g]];
  }
};
template <bool Last, class Space, class T>
array<T, 1, Space> edge_of_ordered(row_partition<Space>& rows, array<T, 1, Space> const& ordered)
{
  auto const& groups = rows.groups();
  array<T, 1, Space> const out(rows.space(), shape_t<1>{groups.count});
  launch(rows.space(), groups.count,
         group_edge<T, Last>{ordered.data(), groups.offsets.data(), out.data()});
  return out;
}
template <bool Last, class Space, expression V>
auto grouped_edge(row_partition<Space>& rows, V const& values)
{
  static_assert(is_value_column<Space, V>());
  require_rows("value", values.shape()[0], rows.rows());
  array<typename V::value_type, 1, Space> const x = contiguous_on(rows.space(), evaluate(values));
  if (rows.way_of_edges() == group_way::in_order) return edge_of_ordered<Last>(rows, x);
  using numbers = typename row_numbers<Space>::reference;
  auto const edges = rows.template edges<Last>();
  array<typename V::value_type, 1, Space> const out(rows.space(), edges.shape());
  launch(rows.space(), edges.size(),
         rows_in_order<typename V::value_type, numbers>{
             x.data(), {nullptr, edges.data()}, out.data()});
  return out;
}

/// The variance of each group, or its root.
template <class Space, class T>
auto spread_of_ordered(row_partition<Space>& rows, array<T, 1, Space> const& x, ddof d, bool root)
{
  using reducer = variance_reducer<quotient_t<T>>;
  using result = typename reducer::real;
  auto const& groups = rows.groups();
  array<result, 1, Space> const out(rows.space(), shape_t<1>{groups.count});
  if (rows.rows() == 0) return out;
  reduce_groups(
      rows.space(), grouped_rule<void, reducer>{{0, root}}, flat_program<T>(x.data()),
      backends::segment_list<std::int64_t>{groups.offsets.data(), groups.count, rows.rows()},
      out.data(), d.value);
  return out;
}
template <class Space, expression V>
auto grouped_spread(row_partition<Space>& rows, V const& values, ddof d, bool root)
{
  static_assert(is_value_column<Space, V>());
  require_rows("value", values.shape()[0], rows.rows());
  using T = typename V::value_type;
  using reducer = variance_reducer<quotient_t<T>>;
  array<T, 1, Space> const x = evaluate(values);
  if (rows.template way_of_values<T, reducer>(1) == group_way::by_key) {
    std::array<array<typename reducer::real, 1, Space>, 1> by_key;
    if (rows.template reduce_by_key<1>(std::array{x}, unmapped{}, reducer{0, root},
                                       finish_group<reducer>{{0, root}, d.value}, by_key))
      return by_key[0];
  }
  return spread_of_ordered(rows, rows.ordered(x), d, root);
}

/// f(d, columns…), d being the ddof that stands behind the columns, or else 0.
template <class F>
auto with_ddof(F const& f)
{
  return f(ddof(0));
}
template <class F, class... A>
  requires(sizeof...(A) > 0)
auto with_ddof(F const& f, A const&... arguments)
{
  auto const all = std::tie(arguments...);
  constexpr std::size_t last = sizeof...(A) - 1;
  if constexpr (std::is_same_v<std::tuple_element_t<last, std::tuple<A...>>, ddof>)
    return [&]<std::size_t... k>(std::index_sequence<k...>) {
      return f(std::get<last>(all), std::get<k>(all)...);
    }(std::make_index_sequence<last>());
  else
    return f(ddof(0), arguments...);
}

/// The result of each column, in the order in which they are named.
template <class F, class V>
auto of_each_column(F const& f, V const& values)
{
  return f(values);
}
template <class F, class V, class... More>
  requires(sizeof...(More) > 0)
auto of_each_column(F const& f, V const& values, More const&... more)
{
  return std::tuple{f(values), f(more)...};
}

}  // namespace acre::detail
