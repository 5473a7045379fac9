#pragma once

#include <acre/order/group_by.hpp>
#include <acre/ragged/table.hpp>

#include <tuple>
#include <utility>

namespace acre {

namespace detail {

/// The names of a table's columns that are none of the keys', as column_keys in a tuple.
template <class Keys, class... Columns>
struct names_beside;
template <class... Keys, class... Columns>
struct names_beside<std::tuple<Keys...>, Columns...> {
  template <column_name Name>
  static constexpr bool is_key = ((Keys::name == Name.view()) || ...);
  template <column_name Name>
  static auto unless_key()
  {
    if constexpr (is_key<Name>)
      return std::tuple<>();
    else
      return std::tuple<column_key<Name>>();
  }
  using type = decltype(std::tuple_cat(unless_key<Columns::name>()...));
};

}  // namespace detail

/// Rows of a table by some of its columns: what group_by(table, …) returns. Each function gives a
/// table: the keys of each group, ascending, and what grouped (acre/order/group_by.hpp) makes of
/// the columns that are named, all others if none are.
///
/// ```cpp
/// using namespace acre::literals;
/// table const t("jet"_col = from_host({7, 3, 7}), "px"_col = from_host({1.0, 2.0, 3.5}),
///               "n"_col = from_host({1, 1, 2}));
/// auto const jets = group_by(t, "jet"_col);
/// std::cout << jets.sum().with("rows"_col = jets.count()["count"_col]) << '\n';
/// ```
/// ```text
/// jet   px  n  rows
///   3  2.0  1     1
///   7  4.5  3     2
/// ```
template <class Grouped, class Table, class Keys>
class grouped_table;
template <class Grouped, class... Columns, class... Keys>
class grouped_table<Grouped, table<Columns...>, std::tuple<Keys...>> {
 public:
  grouped_table(Grouped by, table<Columns...> t) : by_(std::move(by)), table_(std::move(t)) {}

  std::int64_t size() const { return by_.size(); }
  /// The keys alone, as a table.
  auto keys() const { return with_keys(key_numbers()); }
  /// How many rows each group has: the column "count".
  auto count() const { return with_keys(key_numbers(), column_key<"count">() = by_.count()); }
  template <class... Chosen>
  auto sum(Chosen... columns) const
  {
    return made([this](auto const&... x) { return by_.sum(x...); }, columns...);
  }
  template <class... Chosen>
  auto prod(Chosen... columns) const
  {
    return made([this](auto const&... x) { return by_.prod(x...); }, columns...);
  }
  template <class... Chosen>
  auto mean(Chosen... columns) const
  {
    return made([this](auto const&... x) { return by_.mean(x...); }, columns...);
  }
  template <class... Chosen>
  auto min(Chosen... columns) const
  {
    return made([this](auto const&... x) { return by_.min(x...); }, columns...);
  }
  template <class... Chosen>
  auto max(Chosen... columns) const
  {
    return made([this](auto const&... x) { return by_.max(x...); }, columns...);
  }
  template <class... Chosen>
  auto any(Chosen... columns) const
  {
    return made([this](auto const&... x) { return by_.any(x...); }, columns...);
  }
  template <class... Chosen>
  auto all(Chosen... columns) const
  {
    return made([this](auto const&... x) { return by_.all(x...); }, columns...);
  }
  template <class... Chosen>
  auto nansum(Chosen... columns) const
  {
    return made([this](auto const&... x) { return by_.nansum(x...); }, columns...);
  }
  template <class... Chosen>
  auto nanmin(Chosen... columns) const
  {
    return made([this](auto const&... x) { return by_.nanmin(x...); }, columns...);
  }
  template <class... Chosen>
  auto nanmax(Chosen... columns) const
  {
    return made([this](auto const&... x) { return by_.nanmax(x...); }, columns...);
  }
  template <class... Chosen>
  auto nanmean(Chosen... columns) const
  {
    return made([this](auto const&... x) { return by_.nanmean(x...); }, columns...);
  }
  /// A ddof stands behind the columns: var(ddof(1)), stddev("px"_col, ddof(1)).
  template <class... Chosen>
  auto var(Chosen... columns) const
  {
    return detail::with_ddof(
        [this](ddof d, auto const&... chosen) {
          return made([this, d](auto const&... x) { return by_.var(x..., d); }, chosen...);
        },
        columns...);
  }
  template <class... Chosen>
  auto stddev(Chosen... columns) const
  {
    return detail::with_ddof(
        [this](ddof d, auto const&... chosen) {
          return made([this, d](auto const&... x) { return by_.stddev(x..., d); }, chosen...);
        },
        columns...);
  }
  template <class... Chosen>
  auto first(Chosen... columns) const
  {
    return made([this](auto const&... x) { return by_.first(x...); }, columns...);
  }
  template <class... Chosen>
  auto last(Chosen... columns) const
  {
    return made([this](auto const&... x) { return by_.last(x...); }, columns...);
  }
  /// A reduction of one's own (acre/reduce/reduce.hpp) of each column.
  template <reducer R, class... Chosen>
  auto reduce(R const& r, Chosen... columns) const
  {
    return made(
        [this, &r](auto const&... x) {
          return detail::of_each_column([&](auto const& v) { return by_.reduce(v, r); }, x...);
        },
        columns...);
  }

 private:
  using names_beside = typename detail::names_beside<std::tuple<Keys...>, Columns...>::type;

  using key_numbers = std::index_sequence_for<Keys...>;

  /// The keys of the groups, then what is given. (Packs are expanded in functions of their own:
  /// nvcc confuses two in a lambda.)
  template <std::size_t... k, class... Made>
  auto with_keys(std::index_sequence<k...>, Made const&... columns) const
  {
    return table((Keys() = by_.template keys<static_cast<int>(k)>())..., columns...);
  }
  template <class F, class... Chosen>
  auto made(F const& f, Chosen... columns) const
  {
    if constexpr (sizeof...(Chosen) == 0)
      return made_of(f, names_beside());
    else
      return made_of(f, std::tuple(columns...));
  }
  template <class F, class... Chosen>
  auto made_of(F const& f, std::tuple<Chosen...> const&) const
  {
    static_assert((is_numbers<Chosen>() && ...),
                  "acre: groups are made of columns of numbers; choose these, as sum(\"px\"_col)");
    if constexpr (sizeof...(Chosen) == 1)
      return with_keys(key_numbers(), (Chosen() = f(table_[Chosen()]))...);
    else
      return with_named<Chosen...>(f(table_[Chosen()]...), std::index_sequence_for<Chosen...>());
  }
  template <class... Chosen, class Result, std::size_t... k>
  auto with_named(Result const& result, std::index_sequence<k...>) const
  {
    return with_keys(key_numbers(), (Chosen() = std::get<k>(result))...);
  }
  template <class Column>
  static constexpr bool is_numbers()
  {
    using content = std::remove_cvref_t<
        decltype(std::declval<table<Columns...> const&>()[std::declval<Column>()])>;
    return expression<content> && !lists<content>;
  }

  Grouped by_;
  table<Columns...> table_;
};

/// Groups the rows of a table by one of its columns, or by several: group_by(t, "jet"_col). Errors
/// and waiting as group_by of arrays.
template <class... Columns, detail::column_name First, detail::column_name... Rest>
auto group_by(table<Columns...> const& t, column_key<First> first, column_key<Rest>... rest)
{
  auto const by = group_by(t[first], t[rest]...);
  return grouped_table<std::remove_const_t<decltype(by)>, table<Columns...>,
                       std::tuple<column_key<First>, column_key<Rest>...>>(by, t);
}

}  // namespace acre
