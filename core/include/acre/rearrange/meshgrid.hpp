#pragma once

#include <acre/array/creation.hpp>

#include <tuple>
#include <utility>

namespace acre {

/// Which axis of a grid belongs to the first coordinate: as in a picture, the second one (xy, which
/// exchanges the first two axes), or the first one (ij).
enum class mesh { xy, ij };

namespace detail {

template <class... E>
concept coordinates = sizeof...(E) > 0 && (expression<E> && ...);

/// A one-dimensional array along one axis of a grid, the same along all others.
template <int Rank, class T, class Space>
array<T, Rank, Space> along_grid(array<T, 1, Space> const& a, int axis, shape_t<Rank> const& shape)
{
  shape_t<Rank> stride{};
  stride[axis] = shape[axis] == 1 ? 0 : a.strides()[0];
  return node::view<array<T, Rank, Space>>(a, node::first(a), shape, stride);
}

template <int... n, class... A>
auto grid_of(mesh order, std::integer_sequence<int, n...>, A const&... a)
{
  constexpr int rank = sizeof...(A);
  auto const axis = [&](int k) { return rank > 1 && order == mesh::xy && k < 2 ? 1 - k : k; };
  shape_t<rank> shape{};
  ((shape[axis(n)] = a.size()), ...);
  return std::tuple(along_grid<rank>(a, axis(n), shape)...);
}

}  // namespace detail

/// Coordinates of every point of a grid, from those along its axes:
///
/// ```cpp
/// auto const [x, y] = meshgrid(arange(3), arange(2));
/// std::cout << x << '\n' << y << '\n';
/// ```
/// ```text
/// [[0 1 2]
///  [0 1 2]]
/// [[0 0 0]
///  [1 1 1]]
/// ```
///
/// Views that repeat the given elements, which are not to be written (copy() of one is);
/// expressions are evaluated first. Rank 0 counts as one element.
template <class... E>
  requires detail::coordinates<E...>
auto meshgrid(mesh order, E const&... e)
{
  static_assert(sizeof...(E) <= max_rank, "acre: the result would have more than 8 axes");
  static_assert(((E::rank <= 1) && ...), "acre: meshgrid takes coordinates of one axis each");
  return detail::grid_of(order, std::make_integer_sequence<int, sizeof...(E)>(),
                         evaluate(e).reshape(shape(-1))...);
}
template <class... E>
  requires detail::coordinates<E...>
auto meshgrid(E const&... e)
{
  return meshgrid(mesh::xy, e...);
}

}  // namespace acre

#include <acre/rearrange/detail/refusals/meshgrid.hpp>
