#pragma once

#include <acre/array/array.hpp>
#include <acre/array/detail/axis_order.hpp>

#include <array>

namespace acre::detail {

/// a with its axes in that order. A view.
template <element T, int Rank, class Space>
auto with_axis_order(array<T, Rank, Space> const& a, std::array<int, max_rank> const& order)
{
  shape_t<Rank> axes{};
  for (int axis = 0; axis < Rank; ++axis) axes[axis] = order[axis];
  return a.transpose(axes);
}

}  // namespace acre::detail
