#pragma once

#include <acre/ragged/ragged.hpp>

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

template <column_name A, column_name B>
constexpr bool same_name = A.view() == B.view();

/// Which of some columns has a name; how many there are, where none has.
template <column_name Name, class... Columns>
constexpr std::size_t column_index()
{
  std::size_t at = 0;
  (void)((same_name<Name, Columns::name> || (++at, false)) || ...);
  return at;
}

template <class... Columns>
constexpr bool names_differ()
{
  std::size_t k = 0;
  return ((column_index<Columns::name, Columns...>() == k++) && ...);
}

}  // namespace acre::detail
