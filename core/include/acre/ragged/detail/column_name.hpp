#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace acre {

namespace detail {

/// A text as a template's argument. (Of one length for all: nvcc cannot deduce a text's own.)
struct column_name {
  static constexpr std::size_t longest = 63;
  std::array<char, longest + 1> text{};

  template <std::size_t Size>
  consteval column_name(char const (&literal)[Size])
  {
    static_assert(Size <= longest + 1, "acre: a column's name has 63 characters at most");
    std::copy_n(literal, Size, text.begin());
  }
  constexpr std::string_view view() const { return text.data(); }
};

}  // namespace detail

/// A column's name: "pt"_col, see table.hpp.
template <detail::column_name Name>
struct column_key;

}  // namespace acre
