#pragma once

#include <acre/array/creation.hpp>
#include <acre/array/read_only.hpp>
#include <acre/rearrange/detail/views.hpp>

#include <tuple>

/// Views that show elements more than once. Nothing is stored; an expression is evaluated first.
///
/// ```cpp
/// auto const x = from_host({1.0, 2.0, 4.0, 8.0});
/// std::cout << mean(sliding_window_view(x, 3), 1) << '\n';  // of each three neighbours
/// ```
/// ```text
/// [2.33333333 4.66666667]
/// ```
namespace acre {

namespace detail {

/// How many windows along an axis of extent n there are. Throws value_error with NumPy's texts.
std::int64_t windows_of(std::int64_t n, std::int64_t window);

}  // namespace detail

/// All runs of `window` neighbours along an axis, as a last axis: (…, n, …) → (…, n - window + 1,
/// …, window), NumPy's sliding_window_view. To be read only. Throws value_error: window shape
/// cannot be larger than input array shape; `window_shape` cannot contain negative values.
/// index_error for the axis.
template <expression E>
auto sliding_window_view(E const& e, std::int64_t window, axis_number axis = -1)
{
  static_assert(
      E::rank > 0 && E::rank < max_rank,
      "acre: sliding_window_view takes arrays of 1 to 7 axes, as a window is another one");
  auto const a = detail::computed_array(e);
  axis = detail::normalized_axis(axis, E::rank);
  shape_t<E::rank + 1> extent{}, stride{};
  for (int k = 0; k < E::rank; ++k) extent[k] = a.shape()[k], stride[k] = a.strides()[k];
  extent[axis] = detail::windows_of(extent[axis], window);
  extent[E::rank] = window;
  stride[E::rank] = stride[axis];
  using view = array<typename E::value_type, E::rank + 1, typename E::space_type>;
  return read_only(detail::node::view<view>(a, detail::node::first(a), extent, stride));
}

/// Each array over the shape that all broadcast to, as broadcast_to(): NumPy's broadcast_arrays.
/// Throws shape_error: operands could not be broadcast together with shapes (3,) (4,)
template <expression... E>
auto broadcast_arrays(E const&... e)
{
  auto const shape = acre::broadcast_shapes(e.shape()...);
  return std::tuple(acre::broadcast_to(detail::computed_array(e), shape)...);
}

}  // namespace acre
