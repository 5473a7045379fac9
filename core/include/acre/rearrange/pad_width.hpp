#pragma once

#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

namespace acre {

/// Elements that pad() puts around an array, in NumPy's words: its outermost elements; the array
/// mirrored, without (reflect) or with (symmetric) the outermost elements; the array again from its
/// other end.
enum class pad_mode { edge, reflect, symmetric, wrap };

/// How many elements pad() adds before and after an array's own: the same number everywhere, the
/// same two along every axis, or two for each axis: 3, {1, 2}, {{1, 2}, {0, 4}}.
struct pad_width {
  std::vector<std::pair<std::int64_t, std::int64_t>> each;

  pad_width(std::int64_t everywhere) : each{{everywhere, everywhere}} {}
  pad_width(std::int64_t before, std::int64_t after) : each{{before, after}} {}
  pad_width(std::initializer_list<std::pair<std::int64_t, std::int64_t>> widths) : each(widths) {}
};

}  // namespace acre
