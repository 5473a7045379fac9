#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <vector>

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

/// Axes whose number is known at run time only: sum(x, axis_set{which}, keepdims). What depends
/// on that number at compile time, as the rank of a reduction without keepdims, is not to be had.
struct axis_set {
  std::vector<int> axis;
};

}  // namespace acre
