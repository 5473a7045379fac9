#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace acre {

namespace detail {

/// A text as a template's argument.
template <std::size_t Size>
struct column_name {
  std::array<char, Size> text{};

  consteval column_name(char const (&literal)[Size]) { std::copy_n(literal, Size, text.begin()); }
  constexpr std::string_view view() const { return {text.data(), Size - 1}; }
};

}  // namespace detail

/// A column's name: "pt"_col, see table.hpp.
template <detail::column_name Name>
struct column_key;

}  // namespace acre
