#pragma once

#include <acre/array/array.hpp>
#include <acre/array/detail/shape_rules.hpp>
#include <acre/elementwise/detail/evaluate.hpp>

namespace acre::detail {

/// An expression computed, for what takes an array alone: lists, which are none, say so when they
/// are asked for their shape.
template <class E>
auto computed_array(E const& e)
{
  [[maybe_unused]] auto const asks = [](E const& x) { return x.shape(); };
  return evaluate(e);
}

/// An array with one axis (not negative) sliced. A view.
template <element T, int Rank, class Space>
array<T, Rank, Space> sliced(array<T, Rank, Space> const& a, int axis, slice const& s)
{
  shape_t<Rank> extent{}, stride{};
  auto const first = sliced({a.shape(), a.strides()}, axis, s, {extent, stride});
  return node::view<array<T, Rank, Space>>(a, node::first(a) + first, extent, stride);
}

/// An array backwards along some axes. A view.
template <element T, int Rank, class Space>
array<T, Rank, Space> flipped(array<T, Rank, Space> const& a, std::span<int const> axes)
{
  shape_t<Rank> extent{}, stride{};
  auto const first = flipped({a.shape(), a.strides()}, axes, {extent, stride});
  return node::view<array<T, Rank, Space>>(a, node::first(a) + first, extent, stride);
}

/// An array with a new axis in front of `axis`. A view.
template <element T, int Rank, class Space>
array<T, Rank + 1, Space> with_axis(array<T, Rank, Space> const& a, int axis, std::int64_t extent,
                                    std::int64_t stride)
{
  shape_t<Rank + 1> extents{}, strides{};
  with_axis({a.shape(), a.strides()}, axis, extent, stride, {extents, strides});
  return node::view<array<T, Rank + 1, Space>>(a, node::first(a), extents, strides);
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
