#pragma once

#include <acre/array/array.hpp>
#include <acre/array/detail/shape_rules.hpp>

namespace acre::detail {

/// An array with one axis (not negative) sliced. A view.
template <element T, int Rank, class Space>
array<T, Rank, Space> sliced(array<T, Rank, Space> const& a, int axis, slice const& s)
{
  auto const r = resolve(s, a.shape()[axis]);
  auto extent = a.shape(), stride = a.strides();
  extent[axis] = r.count;
  stride[axis] *= r.step;
  T* const first = r.count > 0 ? a.data() + r.first * a.strides()[axis] : a.data();
  return {a.space(), a.owner(), first, extent, stride};
}

/// An array with a new axis in front of `axis`. A view.
template <element T, int Rank, class Space>
array<T, Rank + 1, Space> with_axis(array<T, Rank, Space> const& a, int axis, std::int64_t extent,
                                    std::int64_t stride)
{
  shape_t<Rank + 1> extents{}, strides{};
  for (int from = 0, to = 0; to <= Rank; ++to) {
    extents[to] = to == axis ? extent : a.shape()[from];
    strides[to] = to == axis ? stride : a.strides()[from];
    if (to != axis) ++from;
  }
  return {a.space(), a.owner(), a.data(), extents, strides};
}

/// a's elements in C order, but everything from `axis` on `count` times before it goes on, as a
/// new array of `shape`. One kernel; an array of rank 6 that isn't contiguous is copied first.
template <int NewRank, element T, int Rank, class Space>
array<T, NewRank, Space> copies(array<T, Rank, Space> const& a, int axis, std::int64_t count,
                                shape_t<NewRank> const& shape)
{
  array<T, NewRank, Space> const result(a.space(), shape);
  if (result.size() == 0) return result;
  if constexpr (Rank == max_rank) {
    std::int64_t outer = 1;
    for (int k = 0; k < axis; ++k) outer *= a.shape()[k];
    auto const flat = a.reshape(acre::shape(outer, a.size() / outer));
    array<T, 3, Space> const target = result.reshape(acre::shape(outer, count, a.size() / outer));
    assign(target, with_axis(flat, 1, count, 0));
  } else {
    auto const source = with_axis(a, axis, count, 0);
    assign(result.reshape(source.shape()), source);
  }
  return result;
}

}  // namespace acre::detail
