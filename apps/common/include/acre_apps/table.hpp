#pragma once
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace acre::apps {

/// Columns that UTF-8 text takes on a terminal: combining marks take none, East Asian wide
/// characters and emoji two, a byte that is no UTF-8 one.
int display_width(std::string_view utf8);

enum class align { left, right };

/// A table of text: a header, a rule under it, rows; columns two spaces apart, no trailing spaces.
class text_table {
 public:
  struct column {
    std::string title;
    align side = align::left;
  };

  explicit text_table(std::vector<column> columns);

  /// Cells beyond the last given are empty. Throws std::invalid_argument for more than columns.
  void add_row(std::vector<std::string> cells);
  /// A rule across the table.
  void add_rule() { rows_.emplace_back(); }

  void print(std::ostream& out) const;

 private:
  std::vector<column> columns_;
  std::vector<std::vector<std::string>> rows_;  // an empty one is a rule
};

/// Three significant digits and a unit from ns to s, then min and h: 12.3 ms, 456 µs, 0 s.
std::string format_time(double seconds);

/// Rate of moving bytes in a time, three significant digits: 4103 GB/s, 51.6 GB/s, 0.123 GB/s.
/// Empty where there is none: no bytes, no time or not a number.
std::string format_rate(double bytes, double seconds);

/// A count in groups of three with narrow no-break spaces (U+202F); up to 9999 without.
std::string format_count(std::int64_t n);

/// A count and what is counted: 1 step, 12 345 steps.
std::string format_many(std::int64_t n, std::string_view what);
/// Likewise for a picture, whose letters have no narrow space: 12345 steps.
std::string counted(std::int64_t n, std::string_view what);

/// Three digits and an exponent, one width for a column of rates: 1.00e+09.
std::string format_scientific(double x);

/// Bytes in powers of 1024 as NumPy's messages write them: 512 bytes, 7.28 TiB, 1010 KiB.
std::string format_bytes(std::uint64_t n);

/// A number in printf's way.
std::string formatted(char const* pattern, double x);

/// A number with the digits asked for: significant(1234.5, 3) is 1234 or 1235, never 1.23e+03.
std::string significant(double x, int digits);

}  // namespace acre::apps
