#pragma once

#include <acre/ragged/detail/format.hpp>
#include <acre/ragged/table.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace acre::detail {

/// Elements [from, to) of an array, as texts.
template <class T, class Space>
void append_texts(std::vector<std::string>& texts, array<T, 1, Space> const& list,
                  std::int64_t from, std::int64_t to)
{
  for (auto const value : to_vector(list(slice(from, to))))
    texts.push_back(short_text_of(static_cast<T>(value)));
}

/// The texts of what lists hold: of numbers, of lists, of rows.
template <class T, class Space>
item_text texts_of(array<T, 1, Space> const& a)
{
  constexpr std::int64_t most = shown_elements::most;
  std::int64_t const n = a.size();
  auto const shown = std::make_shared<shown_elements>();
  shown->length = n;
  append_texts(shown->first, a, 0, std::min(n, 2 * most));
  if (n > 2 * most) append_texts(shown->last, a, n - most, n);
  return [shown](std::int64_t i, int) { return (*shown)[i]; };
}
template <class T, class Space, class Index>
item_text texts_of(ragged<T, Space, Index> const& x);
template <class... Columns>
item_text texts_of(table<Columns...> const& t);

template <class Content>
std::string items_text(Content const& content, int columns)
{
  return format_items(content.size(), columns, texts_of(content));
}

template <class T, class Space, class Index>
item_text texts_of(ragged<T, Space, Index> const& x)
{
  return [x](std::int64_t i, int columns) { return items_text(x(i), columns); };
}
template <class... Columns>
item_text texts_of(table<Columns...> const& t)
{
  std::vector<item_text> const columns = std::apply(
      [](auto const&... values) { return std::vector{texts_of(values)...}; }, t.contents());
  return [columns, names = t.names()](std::int64_t row, int room) {
    return format_record(names, room, [&](std::int64_t column, int left) {
      return columns[static_cast<std::size_t>(column)](row, left);
    });
  };
}

/// Formatted as a table shows them.
template <class T, class Space>
shown_column column_of(array<T, 1, Space> const& a)
{
  shown_column shown;
  if constexpr (std::is_floating_point_v<T>) {
    auto const values = to_vector(cast<double>(a));
    shown.texts = column_texts(values);
  } else {
    append_texts(shown.texts, a, 0, a.size());
  }
  return shown;
}
template <class Content>
shown_column column_of(Content const& rows)
{
  shown_column shown;
  shown.right = false;
  auto const text = texts_of(rows);
  for (std::int64_t k = 0; k < rows.size(); ++k) shown.texts.push_back(text(k, 40));
  return shown;
}

template <class... Columns>
std::string table_text(table<Columns...> const& t)
{
  constexpr std::int64_t most = 10;
  std::int64_t const rows = t.size();
  auto const some =
      rows <= most ? t : concatenate(std::tuple(t(slice(0, most / 2)), t(slice(-most / 2, none))));
  auto columns = std::apply([](auto const&... values) { return std::vector{column_of(values)...}; },
                            some.contents());
  auto const names = t.names();
  for (std::size_t k = 0; k < columns.size(); ++k) columns[k].name = names[k];
  return format_table(columns, rows, most / 2);
}

}  // namespace acre::detail
