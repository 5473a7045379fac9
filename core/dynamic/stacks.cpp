#include <acre/dynamic/stacks.hpp>
#include <acre/linalg/detail/matmul.hpp>
#include <acre/rearrange/sliding_window.hpp>

#include <algorithm>

#include "views.hpp"

namespace acre::dynamic {

namespace {

using namespace detail;

template <class F>
dynamic_array joined(std::span<dynamic_array const> parts, int axis, F const& prepare)
{
  std::vector<dynamic_array> made;
  for (dynamic_array const& part : parts) made.push_back(prepare(part));
  return concatenate(made, axis);
}

}  // namespace

dynamic_array atleast(int rank, dynamic_array const& a)
{
  if (a.rank() >= rank) return a;
  if (a.rank() == 0)
    return a.view(0, extents(static_cast<std::size_t>(rank), 1),
                  extents(static_cast<std::size_t>(rank), 0));
  dynamic_array const rows = a.rank() == 1 ? with_axis(a, 0) : a;
  return rows.rank() < rank ? with_axis(rows, 2) : rows;
}

dynamic_array vstack(std::span<dynamic_array const> parts)
{
  return joined(parts, 0, [](dynamic_array const& part) { return atleast(2, part); });
}
dynamic_array hstack(std::span<dynamic_array const> parts)
{
  int const axis = parts.empty() || parts.front().rank() < 2 ? 0 : 1;
  return joined(parts, axis, [](dynamic_array const& part) { return atleast(1, part); });
}
dynamic_array dstack(std::span<dynamic_array const> parts)
{
  return joined(parts, 2, [](dynamic_array const& part) { return atleast(3, part); });
}
dynamic_array column_stack(std::span<dynamic_array const> parts)
{
  return joined(parts, 1, [](dynamic_array const& part) {
    return part.rank() < 2 ? reshape(part, {-1, 1}) : part;
  });
}

std::vector<dynamic_array> broadcast_arrays(std::span<dynamic_array const> arrays)
{
  if (arrays.size() == 2) acre::detail::require_crossed(arrays[0].shape(), arrays[1].shape());
  std::vector<extents_view> shapes;
  std::size_t rank = 0;
  for (dynamic_array const& a : arrays) {
    shapes.push_back(a.shape());
    rank = std::max(rank, a.shape().size());
  }
  extents shape(rank);
  acre::detail::broadcast_into(shape, shapes);
  std::vector<dynamic_array> whole;
  for (dynamic_array const& a : arrays) whole.push_back(broadcast_to(a, shape));
  return whole;
}

dynamic_array sliding_window_view(dynamic_array const& a, std::vector<std::int64_t> const& window,
                                  std::optional<std::vector<int>> const& axes)
{
  auto const refused = std::ranges::find_if(window, [](std::int64_t n) { return n < 0; });
  if (refused != window.end()) acre::detail::windows_of(0, *refused);  // throws
  std::vector<int> which;
  if (axes) {
    for (int const axis : *axes) which.push_back(acre::detail::normalized_axis(axis, a.rank()));
    if (which.size() != window.size())
      throw value_error("Must provide matching length window_shape and axis; got " +
                        std::to_string(window.size()) + " window_shape elements and " +
                        std::to_string(which.size()) + " axes elements.");
  } else {
    for (int axis = 0; axis < a.rank(); ++axis) which.push_back(axis);
    if (which.size() != window.size())
      throw value_error(
          "Since axis is `None`, must provide window_shape for all dimensions of `x`; "
          "got " +
          std::to_string(window.size()) + " window_shape elements and `x.ndim` is " +
          std::to_string(a.rank()) + ".");
  }
  extents extent(a.shape().begin(), a.shape().end()),
      stride(a.strides().begin(), a.strides().end());
  for (std::size_t k = 0; k < which.size(); ++k) {
    auto const axis = static_cast<std::size_t>(which[k]);
    extent[axis] = acre::detail::windows_of(extent[axis], window[k]);
    extent.push_back(window[k]);
    stride.push_back(a.strides()[axis]);
  }
  acre::detail::require_max_rank(extent);
  return a.view(0, extent, stride);
}

}  // namespace acre::dynamic
