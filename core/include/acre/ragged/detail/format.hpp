#pragma once

#include <acre/array/dtype.hpp>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace acre::detail {

/// The text of item i, written for so many columns.
using item_text = std::function<std::string(std::int64_t i, int columns)>;

/// Lists as Awkward Array prints them, in one line of at most `columns` characters: the first and
/// the last items by turns, as many as have room. Asks for few of them.
std::string format_items(std::int64_t count, int columns, item_text const& item);
/// {pt: 40, eta: 0.5}, the first ones that have room.
std::string format_record(std::span<std::string const> names, int columns, item_text const& item);

/// Texts of an array's first elements and of its last ones, of each as many as a line could show
/// (all of a short array are among the first).
struct shown_elements {
  static constexpr std::int64_t most = 40;
  std::int64_t length = 0;
  std::vector<std::string> first, last;

  std::string const& operator[](std::int64_t i) const
  {
    auto const front = static_cast<std::int64_t>(first.size());
    return i < front ? first[static_cast<std::size_t>(i)]
                     : last[static_cast<std::size_t>(
                           i - (length - static_cast<std::int64_t>(last.size())))];
  }
};

/// A number as Awkward Array prints it: three digits of floating point.
std::string short_text(bool value);
std::string short_text(std::int64_t value);
std::string short_text(std::uint64_t value);
std::string short_text(double value);
std::string short_text(double real, double imaginary);

template <element T>
std::string short_text_of(T value)
{
  if constexpr (std::is_same_v<T, bool>)
    return short_text(value);
  else if constexpr (is_complex<T>::value)
    return short_text(static_cast<double>(value.real()), static_cast<double>(value.imag()));
  else if constexpr (std::is_floating_point_v<T>)
    return short_text(static_cast<double>(value));
  else if constexpr (std::is_signed_v<T>)
    return short_text(static_cast<std::int64_t>(value));
  else
    return short_text(static_cast<std::uint64_t>(value));
}

/// Numbers of one column with decimals of one length, as many as six digits behind the point need,
/// or in scientific notation where these are too few; at least one.
std::vector<std::string> column_texts(std::span<double const> values);

/// A column as a table shows it.
struct shown_column {
  std::string name;
  std::vector<std::string> texts;
  bool right = true;  ///< where it is aligned
};
/// Aligned columns under their names; of more rows than are shown, three points before row `gap`
/// and a line that says how many there are.
std::string format_table(std::span<shown_column const> columns, std::int64_t rows,
                         std::int64_t gap);

}  // namespace acre::detail
