#pragma once

#include <acre/ragged/detail/list_structure.hpp>
#include <acre/ragged/detail/selection.hpp>
#include <acre/ragged/detail/table.hpp>
#include <acre/ragged/rearrange.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace acre {

/// The name of a column, "pt"_col: t["pt"_col] is the column, "pt"_col = x one of a new table.
/// (using namespace acre::literals)
template <detail::column_name Name>
struct column_key {
  static constexpr std::string_view name = Name.view();

  /// Arrays of one axis and lists are taken as they are, expressions computed.
  template <class E>
    requires(expression<E> || lists<E> || table_like<E>)
  auto operator=(E const& e) const
  {
    static_assert(!expression<E> || lists<E> || E::rank == 1,
                  "acre: a table's columns have one axis: a value, a list or a row for each of its "
                  "rows");
    using content = std::remove_const_t<decltype(evaluate(e))>;
    return detail::named_column<Name, content>{evaluate(e)};
  }
};

inline namespace literals {
/// The key of the column of that name: t["pt"_col].
template <detail::column_name Name>
constexpr column_key<Name> operator""_col()
{
  return {};
}
}  // namespace literals

template <class First, class... Rest>
class table;

namespace detail {

/// (Not by deduction, for which nvcc's host compiler takes the class's own name for the class.)
template <class... Columns>
auto table_of(Columns... columns)
{
  return table<Columns...>(std::move(columns)...);
}

}  // namespace detail

/// Columns with names, of different dtypes and the same number of rows: a structure of arrays, as
/// pandas' DataFrame or NumPy's structured arrays are tables. A column is an array of one axis,
/// lists (one for each row), or a table. Names are known to the compiler, as dtypes are: what is
/// computed of columns is one kernel, and a name that isn't there is an error of the compiler.
///
/// ```cpp
/// using namespace acre::literals;
/// table const t("jet"_col = from_host({7, 3, 9}), "pt"_col = from_host({40.0, 25.5, 31.0}));
/// std::cout << t(t["pt"_col] > 30).with("half"_col = t(slice(0, 2))["pt"_col] / 2) << '\n';
/// ```
/// ```text
/// jet    pt   half
///   7  40.0  20.00
///   9  31.0  12.75
/// ```
///
/// A handle with shared ownership, as arrays are: a table's columns are the arrays that it was made
/// of. In the content of lists, ragged(offsets, t), its rows are records: x["pt"_col] are the lists
/// of one column, and x(mask) picks in all of them. Same bits and same errors on every backend.
template <class First, class... Rest>
class table : public detail::table_tag {
 public:
  using value_type = table;
  using space_type = typename First::content_type::space_type;
  static constexpr int rank = 1, column_count = 1 + sizeof...(Rest), leaf_count = 0;

  static_assert(detail::names_differ<First, Rest...>(),
                "acre: a table's columns have names of "
                "their own");
  static_assert((std::is_same_v<space_type, typename Rest::content_type::space_type> && ...),
                "acre: the columns live in different spaces; copy one with copy_to(space, x)");

  /// Throws shape_error: table: the column eta has 3 rows, and pt has 4.
  explicit table(First first, Rest... rest) : columns_(std::move(first), std::move(rest)...)
  {
    std::apply(
        [this](auto const&... column) {
          (detail::require_column_rows(column.name.view(), column.values.size(), First::name.view(),
                                       size()),
           ...);
        },
        columns_);
  }

  /// How many rows there are.
  std::int64_t size() const { return std::get<0>(columns_).values.size(); }
  space_type const& space() const { return std::get<0>(columns_).values.space(); }
  static std::array<std::string, column_count> names()
  {
    return {std::string(First::name.view()), std::string(Rest::name.view())...};
  }

  template <detail::column_name Name>
  auto const& operator[](column_key<Name>) const
  {
    constexpr std::size_t at =
        detail::column_index<detail::named_column<Name, int>, First, Rest...>();
    static_assert(at < column_count, "acre: the table has no column of this name");
    return std::get < at<column_count ? at : 0>(columns_).values;
  }

  /// Some of the rows: views of arrays; of lists, see ragged.
  table operator()(slice const& s) const
  {
    return of_each([&](auto const& values) { return evaluate(values(s)); });
  }
  /// Rows by a mask (one value for each row) or by their numbers, in the modes raise, wrap, clip
  /// and unchecked (index_mode.hpp; value_error else). Waits for a mask, whose true elements are
  /// counted. Throws index_error as a(index) of an array.
  template <expression I>
  table operator()(I const& index, index_mode mode = index_mode::raise,
                   std::source_location where = std::source_location::current()) const
  {
    static_assert(I::rank == 1 && !lists<I>,
                  "acre: rows are picked by a mask or by numbers of one axis");
    if constexpr (std::is_same_v<typename I::value_type, bool>) {
      detail::require_mask_size(size_of(index.shape()), size(), "rows");
      return marked_elements(*this, detail::mark_true(index));
    } else {
      detail::require_some_list(mode == index_mode::fill || mode == index_mode::drop);
      using numbers = array<std::int64_t, 1, space_type>;
      return elements_at(*this, numbers(detail::take_along(arange<std::int64_t>(space(), size()),
                                                           numbers(cast<std::int64_t>(index)), 0,
                                                           mode, std::int64_t(0), where)));
    }
  }

  /// With further columns, behind the others or in the place of those that have their names.
  template <class... Columns>
  auto with(Columns const&... columns) const
  {
    return with_each(std::tuple(columns...));
  }
  /// The columns of these names alone, in this order.
  template <detail::column_name... Names>
  auto columns(column_key<Names>... keys) const
  {
    return detail::table_of((keys = (*this)[keys])...);
  }

  /// The columns, as a tuple.
  auto contents() const
  {
    return std::apply([](auto const&... column) { return std::tuple(column.values...); }, columns_);
  }

  /// The table of f(values) of each column.
  template <class F>
  auto of_each(F const& f) const
  {
    return std::apply(
        [&](auto const&... column) {
          return detail::table_of(
              (column_key<std::remove_cvref_t<decltype(column)>::name>() = f(column.values))...);
        },
        columns_);
  }

 private:
  auto with_each(std::tuple<> const&) const { return *this; }
  template <class Column, class... More>
  auto with_each(std::tuple<Column, More...> const& columns) const
  {
    constexpr std::size_t at = detail::column_index<Column, First, Rest...>();
    auto const one = std::apply(
        [&](auto const&... mine) {
          if constexpr (at == column_count)
            return detail::table_of(mine..., std::get<0>(columns));
          else
            return detail::table_of(either(mine, std::get<0>(columns))...);
        },
        columns_);
    return std::apply([&](auto const&, auto const&... more) { return one.with(more...); }, columns);
  }
  template <class Mine, class New>
  static auto either(Mine const& mine, New const& other)
  {
    if constexpr (detail::same_name<Mine, New>)
      return other;
    else
      return mine;
  }

  std::tuple<First, Rest...> columns_;
};

template <class... Columns>
table(Columns...) -> table<Columns...>;

/// Itself: columns are computed when they are put into a table.
template <class... Columns>
auto evaluate(table<Columns...> const& t)
{
  return t;
}

/// The table on another space; waits.
template <class To, class... Columns>
auto copy_to(To const& space, table<Columns...> const& t)
{
  return t.of_each([&](auto const& values) { return copy_to(space, values); });
}

namespace detail {

template <class... Columns, class A, class B, std::size_t... k>
auto joined_columns(A const& first, B const& second, std::index_sequence<k...>)
{
  return table((column_key<Columns::name>() =
                    concatenate(std::tuple(std::get<k>(first), std::get<k>(second))))...);
}

}  // namespace detail

/// The rows of the second table, which has columns of the same names in the same order, behind
/// those of the first.
template <class... A, class... B>
auto concatenate(std::tuple<table<A...>, table<B...>> const& parts)
{
  static_assert(detail::same_columns<table<A...>, table<B...>>,
                "acre: tables that are joined have columns of the same names in the same order");
  return detail::joined_columns<A...>(std::get<0>(parts).contents(), std::get<1>(parts).contents(),
                                      std::index_sequence_for<A...>());
}

namespace detail {

/// Rows by positions that are all there.
template <class Index, class Space, class... Columns>
auto elements_at(table<Columns...> const& t, array<Index, 1, Space> const& index)
{
  return t.of_each([&](auto const& values) { return evaluate(elements_at(values, index)); });
}
template <class Space, class... Columns>
auto marked_elements(table<Columns...> const& t, marked<Space> const& m)
{
  return t.of_each([&](auto const& values) { return evaluate(marked_elements(values, m)); });
}

template <column_name Name, class E>
auto flat_column(named_column<Name, E> const& column)
{
  return column_key<Name>() = column.values.flat();
}

template <class First, class... Rest>
auto zipped_records(First const& first, Rest const&... rest)
{
  auto const& lists = first.values.structure();
  (require_same_lists(*lists, *rest.values.structure()), ...);
  if constexpr (nested_lists<typename First::content_type>)
    return relisted(lists, zipped_records(flat_column(first), flat_column(rest)...));
  else
    return relisted(lists, table(flat_column(first), flat_column(rest)...));
}
}  // namespace detail

/// Lists of the same lengths as lists of records: zip("pt"_col = pt, "eta"_col = eta). One
/// structure for all; repeating, errors and waiting as zip() without names.
template <detail::column_name... Names, class... E>
  requires(lists<E> || ...)
auto zip(detail::named_column<Names, E> const&... columns)
{
  constexpr int deepest = std::max({E::rank...});
  if constexpr (((lists<E> && E::rank == deepest) && ...)) {
    return detail::zipped_records(columns...);
  } else {
    auto const& deep = detail::deepest(columns.values...);
    return detail::zipped_records(
        (column_key<Names>() = detail::in_lists_of(deep, columns.values))...);
  }
}

}  // namespace acre
