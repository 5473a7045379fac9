#pragma once

#include <acre/ragged/ragged.hpp>

#include <array>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace acre::detail {

/// Throws shape_error for a column that has not as many rows as the first.
void require_column_rows(std::string_view column, std::int64_t rows, std::string_view first,
                         std::int64_t expected);

/// A column of a table, and its name.
template <column_name Name, class Content>
struct named_column {
  using content_type = Content;
  static constexpr auto name = Name;
  Content values;
};

template <class A, class B>
constexpr bool same_name = A::name.view() == B::name.view();

/// Which of some columns has a name; how many there are, where none has.
template <class Name, class... Columns>
constexpr std::size_t column_index()
{
  std::size_t at = 0;
  for (std::string_view const name : {Columns::name.view()...}) {
    if (name == Name::name.view()) break;
    ++at;
  }
  return at;
}

template <class A, class B>
constexpr bool same_columns = false;
template <template <class...> class Table, class... A, class... B>
  requires(sizeof...(A) == sizeof...(B))
constexpr bool same_columns<Table<A...>, Table<B...>> = (same_name<A, B> && ...);

template <class... Columns>
constexpr bool names_differ()
{
  std::array<std::string_view, sizeof...(Columns)> const names{Columns::name.view()...};
  for (std::size_t k = 0; k < names.size(); ++k)
    for (std::size_t before = 0; before < k; ++before)
      if (names[before] == names[k]) return false;
  return true;
}

}  // namespace acre::detail
