#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace acre {

/// The most dimensions that an array has.
inline constexpr int max_rank = 8;

/// Extents of an array, outermost axis first.
template <int Rank>
using shape_t = std::array<std::int64_t, Rank>;

namespace detail {
/// Integers, and what converts to one: no bool, nothing that would be cut.
template <class E>
concept extent_argument =
    (std::is_integral_v<E> && !std::is_same_v<E, bool>) ||
    (!std::is_arithmetic_v<E> &&
     (requires(E e) { std::int64_t{e}; } || requires(E e) { std::uint64_t{e}; }));

template <class... Extent>
constexpr void refuse_shape()
{
  static_assert((extent_argument<Extent> && ...),
                "acre: a shape is made of integers, one for each axis: shape(3, 4), shape(v[0], "
                "v[1]); a fraction is rounded first, and a.shape() is a shape already");
}

/// Throws shape_error for an extent that 64 bits with a sign don't hold, as a size_t below 0.
[[noreturn]] void refuse_extent(std::uint64_t extent);
template <class Extent>
constexpr std::int64_t extent_of(Extent extent)
{
  if constexpr (std::is_unsigned_v<Extent>)
    if (extent > static_cast<std::uint64_t>(INT64_MAX)) refuse_extent(extent);
  return static_cast<std::int64_t>(extent);
}
}  // namespace detail

/// shape(3, 4): the shape of a 3 × 4 array. Throws shape_error for an extent beyond 2^63 - 1.
template <std::convertible_to<std::int64_t>... Extent>
constexpr shape_t<static_cast<int>(sizeof...(Extent))> shape(Extent... extent)
{
  detail::refuse_shape<Extent...>();
  return {detail::extent_of(extent)...};
}

using extents_view = std::span<std::int64_t const>;

/// "(3,4)", "(5,)", "()": as NumPy prints shapes in its messages.
std::string to_string(extents_view shape);

/// Number of elements. Throws shape_error for a negative extent or a product beyond 2^63 - 1.
std::int64_t size_of(extents_view shape);
template <std::size_t Rank>
[[gnu::always_inline]] inline std::int64_t size_of(std::array<std::int64_t, Rank> const& shape)
{
  // most products cannot overflow, as no extent has more bits than its share of them
  constexpr std::uint64_t share = std::uint64_t{1} << (62 / std::max<std::size_t>(Rank, 1));
  std::int64_t size = 1;
  bool small = true;
  for (std::int64_t const extent : shape) {
    small = small && static_cast<std::uint64_t>(extent) < share;
    size = static_cast<std::int64_t>(static_cast<std::uint64_t>(size) *
                                     static_cast<std::uint64_t>(extent));
  }
  return small ? size : size_of(extents_view(shape));
}

namespace detail {

/// Writes the broadcast shape of all `shapes` to `result` (right-aligned, NumPy's rule).
/// Throws shape_error: operands could not be broadcast together with shapes (3,4) (5,)
void broadcast_into(std::span<std::int64_t> result, std::span<extents_view const> shapes);

/// The first shape that has so many axes.
template <std::size_t Rank, std::size_t R, class... Rest>
auto const& first_of_rank(std::array<std::int64_t, R> const& shape, Rest const&... rest)
{
  if constexpr (R == Rank)
    return shape;
  else
    return first_of_rank<Rank>(rest...);
}
/// Whether a's elements, each as often as needed, have the shape b.
template <std::size_t R, std::size_t Rank>
bool fills_shape(std::array<std::int64_t, R> const& a, std::array<std::int64_t, Rank> const& b)
{
  bool all = true;
  for (int axis = 0; axis < static_cast<int>(R); ++axis)
    all = all && (a[axis] == b[static_cast<int>(Rank - R) + axis] || a[axis] == 1);
  return all;
}

/// broadcast_shapes() of shapes that are not all the first one's. (By value: what an expression is
/// made of has no address then, and need not lie in memory.)
template <std::size_t Rank, std::size_t... Ranks>
[[gnu::noinline]] std::array<std::int64_t, Rank> broadcast_of(
    std::array<std::int64_t, Ranks>... shapes)
{
  std::array<std::int64_t, Rank> result{};
  extents_view const all[] = {extents_view(shapes)...};
  broadcast_into(result, all);
  return result;
}

/// axis in [-rank, rank) as one in [0, rank). Throws index_error with NumPy's text:
/// axis 2 is out of bounds for array of dimension 2
int normalized_axis(int axis, int rank);
/// Likewise for the argument `name`, with which the text begins: axis2: axis 2 is out of bounds …
int normalized_axis(char const* name, int axis, int rank);

/// Strides of a C-contiguous array, in elements.
template <std::size_t Rank>
std::array<std::int64_t, Rank> row_major_strides(std::array<std::int64_t, Rank> const& shape)
{
  std::array<std::int64_t, Rank> stride{};
  std::uint64_t step = 1;  // may wrap for shapes that size_of() refuses, or of no elements
  for (int axis = static_cast<int>(Rank) - 1; axis >= 0; --axis) {
    stride[axis] = static_cast<std::int64_t>(step);
    step *= static_cast<std::uint64_t>(shape[axis]);
  }
  return stride;
}

}  // namespace detail

/// The shape that arrays of these shapes broadcast to. Throws shape_error.
template <std::size_t... Ranks>
auto broadcast_shapes(std::array<std::int64_t, Ranks> const&... shapes)
{
  constexpr std::size_t rank = std::max({Ranks...});
  // mostly that of the first
  std::array<std::int64_t, rank> const& first = detail::first_of_rank<rank>(shapes...);
  if ((detail::fills_shape(shapes, first) && ...)) return first;
  return detail::broadcast_of<rank>(shapes...);
}

}  // namespace acre

#include <acre/array/detail/refusals/shape.hpp>
