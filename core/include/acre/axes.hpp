#pragma once

#include <array>
#include <concepts>
#include <cstddef>

namespace acre {

/// Several axes of one operation: sum(x, axes(0, 2)), flip(a, axes(0, 1)).
template <std::size_t N>
struct axis_list {
  std::array<int, N> axis;
};
template <std::same_as<int>... Axis>
constexpr axis_list<sizeof...(Axis)> axes(Axis... axis)
{
  return {{axis...}};
}

}  // namespace acre
