#include <acre_apps/table.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ostream>
#include <stdexcept>
#include <utility>

namespace acre::apps {
namespace {

// The next code point of text, removed from it; a broken byte counts as one of its own.
char32_t next(std::string_view& text)
{
  auto const byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  unsigned const first = byte(0);
  std::size_t const length = first < 0x80   ? 1
                             : first < 0xc2 ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf5 ? 4
                                            : 0;
  char32_t code = length < 2 ? first : first & (0x7fu >> length);
  bool good = length > 0 && length <= text.size();
  for (std::size_t i = 1; good && i < length; ++i) {
    good = (byte(i) & 0xc0) == 0x80;
    code = code << 6 | (byte(i) & 0x3fu);
  }
  text.remove_prefix(good ? length : 1);
  return good ? code : U'\ufffd';
}

using range = std::pair<char32_t, char32_t>;

bool within(char32_t code, auto const& ranges)
{
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](range r) { return code >= r.first && code <= r.second; });
}

constexpr std::array<range, 8> no_width{{{0x0, 0x1f},
                                         {0x7f, 0x9f},
                                         {0x300, 0x36f},
                                         {0x1ab0, 0x1aff},
                                         {0x200b, 0x200f},
                                         {0x20d0, 0x20ff},
                                         {0xfe00, 0xfe0f},
                                         {0xfe20, 0xfe2f}}};
constexpr std::array<range, 9> double_width{{{0x1100, 0x115f},
                                             {0x2e80, 0x303e},
                                             {0x3041, 0xa4cf},
                                             {0xac00, 0xd7a3},
                                             {0xf900, 0xfaff},
                                             {0xfe30, 0xfe6f},
                                             {0xff00, 0xff60},
                                             {0x1f300, 0x1faff},
                                             {0x20000, 0x3fffd}}};

std::string rule(std::size_t width)
{
  std::string out;
  for (std::size_t i = 0; i < width; ++i) out += "─";
  return out;
}

std::string with_noun(std::string digits, std::int64_t n, std::string_view what)
{
  return digits.append(" ").append(what).append(n == 1 ? "" : "s");
}

}  // namespace

int display_width(std::string_view utf8)
{
  int width = 0;
  while (!utf8.empty()) {
    char32_t const code = next(utf8);
    if (!within(code, no_width)) width += within(code, double_width) ? 2 : 1;
  }
  return width;
}

text_table::text_table(std::vector<column> columns) : columns_(std::move(columns)) {}

void text_table::add_row(std::vector<std::string> cells)
{
  if (cells.size() > columns_.size())
    throw std::invalid_argument("a row of " + std::to_string(cells.size()) +
                                " cells in a table of " + std::to_string(columns_.size()) +
                                " columns");
  cells.resize(columns_.size());
  rows_.push_back(std::move(cells));
}

void text_table::print(std::ostream& out) const
{
  std::vector<int> width;
  std::size_t total = 0;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    int widest = display_width(columns_[c].title);
    for (auto const& row : rows_)
      if (!row.empty()) widest = std::max(widest, display_width(row[c]));
    width.push_back(widest);
    total += static_cast<std::size_t>(widest) + (c == 0 ? 0 : 2);
  }

  auto const line = [&](auto const& cell) {
    std::string text, gap;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      std::string const& s = cell(c);
      std::string const fill(static_cast<std::size_t>(width[c] - display_width(s)), ' ');
      if (columns_[c].side == align::right) gap += fill;
      if (!s.empty()) text += std::exchange(gap, "") + s;
      if (columns_[c].side == align::left) gap += fill;
      gap += "  ";
    }
    out << text << '\n';
  };
  line([&](std::size_t c) -> std::string const& { return columns_[c].title; });
  out << rule(total) << '\n';
  for (auto const& row : rows_) {
    if (row.empty())
      out << rule(total) << '\n';
    else
      line([&](std::size_t c) -> std::string const& { return row[c]; });
  }
}

std::string formatted(char const* pattern, double x)
{
  char text[64];
  std::snprintf(text, sizeof text, pattern, x);
  return text;
}

std::string significant(double x, int digits)
{
  if (!std::isfinite(x)) return std::isnan(x) ? "nan" : x > 0 ? "inf" : "-inf";
  char text[400];
  // %e rounds first, so its exponent is the one after rounding: 9.996 with three digits is 10.0
  std::snprintf(text, sizeof text, "%.*e", digits - 1, x);
  int const exponent =
      x == 0 ? 0
             : std::atoi(std::string(text).substr(std::string_view(text).find('e') + 1).c_str());
  std::snprintf(text, sizeof text, "%.*f", std::max(digits - 1 - exponent, 0), x);
  return text;
}

std::string format_time(double seconds)
{
  if (seconds == 0) return "0 s";
  if (!std::isfinite(seconds)) return significant(seconds, 3) + " s";
  struct unit {
    double size;
    char const* name;
    double end;  // the next unit begins here, after rounding to three digits
  };
  constexpr std::array<unit, 6> units{{{1e-9, "ns", 999.5},
                                       {1e-6, "µs", 999.5},
                                       {1e-3, "ms", 999.5},
                                       {1, "s", 999.5},
                                       {60, "min", 119.5},
                                       {3600, "h", 1e300}}};
  double const size = std::fabs(seconds);
  auto u = units.begin();
  while (size / u->size >= u->end) ++u;
  return significant(seconds / u->size, 3) + " " + u->name;
}

std::string format_rate(double bytes, double seconds)
{
  if (!(bytes > 0) || !(seconds > 0) || !std::isfinite(bytes / seconds)) return {};
  return significant(bytes / seconds / 1e9, 3) + " GB/s";
}

std::string format_count(std::int64_t n)
{
  std::string digits = std::to_string(n);
  std::size_t const sign = n < 0 ? 1 : 0;
  if (digits.size() - sign <= 4) return digits;
  for (std::size_t at = digits.size() - 3; at > sign; at -= at - sign > 3 ? 3 : at - sign)
    digits.insert(at, "\u202f");
  return digits;
}

std::string format_many(std::int64_t n, std::string_view what)
{
  return with_noun(format_count(n), n, what);
}
std::string counted(std::int64_t n, std::string_view what)
{
  return with_noun(std::to_string(n), n, what);
}

std::string format_scientific(double x) { return formatted("%.2e", x); }

std::string format_bytes(std::uint64_t n)
{
  constexpr std::array<char const*, 7> units{"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  if (n < 1024) return std::to_string(n) + (n == 1 ? " byte" : " bytes");
  std::size_t u = 0;
  auto size = static_cast<double>(n);
  while (std::nearbyint(size) >= 1024 && u + 1 < units.size()) {
    size /= 1024;
    ++u;
  }
  return significant(size, 3) + " " + units[u];
}

}  // namespace acre::apps
