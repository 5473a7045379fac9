#pragma once

#include <acre/array/dtype.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace acre::detail {

/// What is printed of one list: its length, the texts of its first elements and of its last ones,
/// of each as many as a line could show (all of a short list are among the first).
struct shown_list {
  static constexpr std::int64_t most = 40;
  std::int64_t length = 0;
  std::vector<std::string> first, last;
};

/// Lists as Awkward Array prints them, in one line of at most `columns` characters: the first and
/// the last lists and elements by turns, as many as have room. Asks for few of the lists.
std::string format_lists(std::int64_t count, std::function<shown_list(std::int64_t)> const& list,
                         int columns);

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

}  // namespace acre::detail
