#include <acre/ragged/detail/format.hpp>

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

namespace {

/// `count` items in brackets, in a line of so many columns: one from the front and one from the
/// back by turns, until one has no room. item(i, room) is the text of one, written for the room
/// that it has.
template <class Item>
std::string in_brackets(std::int64_t count, int room, Item const& item)
{
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

}  // namespace

std::string format_lists(std::int64_t count, std::function<shown_list(std::int64_t)> const& list,
                         int columns)
{
  return in_brackets(count, columns, [&](std::int64_t number, int room) {
    shown_list const of = list(number);
    return in_brackets(of.length, room, [&](std::int64_t i, int) -> std::string {
      auto const front = static_cast<std::int64_t>(of.first.size());
      if (i < front) return of.first[static_cast<std::size_t>(i)];
      std::int64_t const at = i - (of.length - static_cast<std::int64_t>(of.last.size()));
      return of.last[static_cast<std::size_t>(at)];
    });
  });
}

}  // namespace acre::detail
