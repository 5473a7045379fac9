#include <acre/ragged/detail/format.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace acre::detail {

std::string short_text(bool value) { return value ? "True" : "False"; }
std::string short_text(std::int64_t value) { return std::to_string(value); }
std::string short_text(std::uint64_t value) { return std::to_string(value); }
std::string short_text(double value)
{
  if (value != value) return "nan";
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}
std::string short_text(double real, double imaginary)
{
  std::string const second = short_text(imaginary);
  return short_text(real) + (second[0] == '-' ? "" : "+") + second + "j";
}

/// One from the front and one from the back by turns, until one has no room.
std::string format_items(std::int64_t count, int columns, item_text const& item)
{
  int room = columns;
  if (count == 0) return "[]";
  room -= 2;
  if (count == 1) return "[" + item(std::int64_t{0}, room) + "]";
  room -= 5;  // for ", ..."
  std::string front = "[", back = "]";
  std::int64_t shown = 0, ahead = 0, behind = 0;
  std::int64_t const half = (count + 1) / 2;
  auto const add = [&](bool forward) {
    int const comma = forward && shown == 0 ? 0 : 2;
    std::string const text = item(forward ? ahead : count - 1 - behind, room - comma);
    if (room - comma - static_cast<int>(text.size()) < 0) return false;
    room -= comma + static_cast<int>(text.size());
    if (forward) {
      front += (comma > 0 ? ", " : "") + text;
      ++ahead;
    } else {
      back = ", " + text + back;
      ++behind;
    }
    ++shown;
    return true;
  };
  bool has_room = true;
  while (has_room && shown < count) {
    if (ahead < half) has_room = add(true);
    if (has_room && behind < count - half) has_room = add(false);
  }
  if (shown == 0)
    front += "...";
  else if (shown < count)
    front += ", ...";
  return front + back;
}

std::string format_record(std::span<std::string const> names, int columns, item_text const& item)
{
  std::string text = "{";
  for (std::size_t k = 0; k < names.size(); ++k) {
    std::string const lead = (k == 0 ? "" : ", ") + names[k] + ": ";
    int const behind = k + 1 == names.size() ? 1 : 6;  // }, or ", ...}"
    int const room = columns - static_cast<int>(text.size() + lead.size()) - behind;
    std::string const value = room > 0 ? item(static_cast<std::int64_t>(k), room) : "";
    if (room <= 0 || static_cast<int>(value.size()) > room)
      return text + (k == 0 ? "...}" : ", ...}");
    text += lead + value;
  }
  return text + '}';
}

std::vector<std::string> column_texts(std::span<double const> values)
{
  bool plain = true;
  for (double const v : values)
    if (std::isfinite(v) && v != 0) plain = plain && std::abs(v) < 1e9 && std::abs(v) >= 1e-4;
  std::vector<std::string> texts;
  std::size_t zeros = 5;  // behind the first decimal, in all of them
  for (double const v : values) {
    char text[64];
    std::snprintf(text, sizeof text, plain ? "%.6f" : "%.6e", v);
    texts.emplace_back(std::isnan(v) ? "nan" : text);
    if (!std::isfinite(v)) continue;
    std::size_t const end = std::min(texts.back().find('e'), texts.back().size());
    std::size_t mine = 0;
    while (mine < zeros && texts.back()[end - 1 - mine] == '0') ++mine;
    zeros = mine;
  }
  for (std::size_t k = 0; k < texts.size(); ++k)
    if (std::isfinite(values[k]))
      texts[k].erase(std::min(texts[k].find('e'), texts[k].size()) - zeros, zeros);
  return texts;
}

std::string format_table(std::span<shown_column const> columns, std::int64_t rows, std::int64_t gap)
{
  std::size_t const shown = columns[0].texts.size();
  bool const cut = static_cast<std::int64_t>(shown) < rows;
  std::vector<std::string> lines(shown + 1);
  std::string points;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    shown_column const& column = columns[c];
    std::size_t width = std::max<std::size_t>(column.name.size(), cut ? 3 : 0);
    for (auto const& text : column.texts) width = std::max(width, text.size());
    auto const add = [&](std::string& line, std::string const& text) {
      if (c > 0) line += "  ";
      if (column.right) line.append(width - text.size(), ' ');
      line += text;
      if (!column.right && c + 1 < columns.size()) line.append(width - text.size(), ' ');
    };
    add(lines[0], column.name);
    for (std::size_t k = 0; k < shown; ++k) add(lines[k + 1], column.texts[k]);
    if (cut) add(points, "...");
  }
  if (cut) {
    lines.insert(lines.begin() + 1 + gap, points);
    lines.push_back("[" + std::to_string(rows) + " rows x " + std::to_string(columns.size()) +
                    (columns.size() == 1 ? " column]" : " columns]"));
  }
  std::string text;
  for (auto const& line : lines) text += (text.empty() ? "" : "\n") + line;
  return text;
}

}  // namespace acre::detail
