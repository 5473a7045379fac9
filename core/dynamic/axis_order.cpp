#include <acre/array/detail/axis_order.hpp>
#include <acre/dynamic/axis_order.hpp>
#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/sequences.hpp>

#include <array>
#include <cstdlib>
#include <string>
#include <utility>

#include "views.hpp"

namespace acre::dynamic {

namespace {

using namespace detail;

dynamic_array in_order(dynamic_array const& a, std::array<int, max_rank> const& order)
{
  return transpose(a, std::vector<int>(order.begin(), order.begin() + a.rank()));
}

/// Row and column of each element of a's last two axes, whose sum with k tells its side.
dynamic_array below_diagonal(dynamic_space const& space, std::int64_t rows, std::int64_t columns,
                             std::int64_t k)
{
  return tri(space, dtype::boolean, rows, columns, k);
}

dynamic_array triangle(dynamic_array const& a, std::int64_t k, bool lower)
{
  if (a.rank() == 0) throw shape_error("array must be at least one-dimensional");
  std::size_t const last = a.shape().size() - 1;
  std::int64_t const columns = a.shape()[last], rows = last == 0 ? columns : a.shape()[last - 1];
  auto const low = below_diagonal(a.space(), rows, columns, lower ? k : k - 1);
  auto const zero = full(a.space(), dtype::int8, {}, 0);
  auto const nothing = astype(zero, a.dtype());
  return lower ? where(low, a, nothing) : where(low, nothing, a);
}

}  // namespace

dynamic_array moveaxis(dynamic_array const& a, std::vector<int> const& from,
                       std::vector<int> const& to)
{
  auto const require_once = [&](char const* which, std::vector<int> const& axes) {
    std::array<bool, max_rank> is_named{};
    for (int const axis : axes)
      if (std::exchange(is_named[acre::detail::normalized_axis(which, axis, a.rank())], true))
        throw value_error(std::string("repeated axis in `") + which + "` argument");
  };
  require_once("source", from), require_once("destination", to);
  if (from.size() != to.size())
    throw value_error("`source` and `destination` arguments must have the same number of elements");
  return in_order(a, acre::detail::moved_axes(from, to, a.rank()));
}

dynamic_array swapaxes(dynamic_array const& a, int axis1, int axis2)
{
  return in_order(a, acre::detail::swapped_axes(axis1, axis2, a.rank()));
}

dynamic_array squeeze(dynamic_array const& a, std::optional<std::vector<int>> const& axes)
{
  std::vector<int> which;
  if (a.rank() == 0 && axes && axes->size() == 1 && (axes->front() == 0 || axes->front() == -1))
    return squeeze(with_an_axis(a), axes);
  if (axes) {
    which = *axes;
  } else {
    for (int axis = 0; axis < a.rank(); ++axis)
      if (a.shape()[static_cast<std::size_t>(axis)] == 1) which.push_back(axis);
  }
  room to(std::max(a.rank() - static_cast<int>(which.size()), 0));
  acre::detail::squeeze_axes(layout_of(a), which, to.layout());
  return to.view(a, 0);
}

dynamic_array expand_dims(dynamic_array const& a, std::vector<int> const& places)
{
  int const rank = a.rank() + static_cast<int>(places.size());
  acre::detail::require_max_rank(static_cast<std::size_t>(rank),
                                 "shape " + to_string(a.shape()) + " with new ones");
  room to(rank);
  acre::detail::expand_axes(layout_of(a), places, to.layout());
  return to.view(a, 0);
}

dynamic_array rot90(dynamic_array const& a, std::int64_t k, int axis1, int axis2)
{
  if (axis1 == axis2 || std::abs(axis1 - axis2) == a.rank())
    throw value_error("Axes must be different.");
  for (int const axis : {axis1, axis2})
    if (axis < -a.rank() || axis >= a.rank())
      throw value_error("Axes=(" + std::to_string(axis1) + ", " + std::to_string(axis2) +
                        ") out of range for array of ndim=" + std::to_string(a.rank()) + ".");
  int const first = acre::detail::normalized_axis(axis1, a.rank()),
            second = acre::detail::normalized_axis(axis2, a.rank());
  switch ((k % 4 + 4) % 4) {
    case 0:
      return a;
    case 1:
      return swapaxes(flip(a, std::vector{second}), first, second);
    case 2:
      return flip(a, std::vector{first, second});
    default:
      return flip(swapaxes(a, first, second), std::vector{second});
  }
}

namespace {

/// The axis, of which NumPy says only that a tuple has no such element.
std::size_t axis_to_split(int axis, int rank)
{
  if (axis < -rank || axis >= rank)
    throw index_error("tuple index out of range: axis " + std::to_string(axis) +
                      " is out of bounds for array of dimension " + std::to_string(rank));
  return static_cast<std::size_t>(axis < 0 ? axis + rank : axis);
}

}  // namespace

std::vector<dynamic_array> split(dynamic_array const& a, std::vector<std::int64_t> const& cuts,
                                 int axis)
{
  int const along_axis = static_cast<int>(axis_to_split(axis, a.rank()));
  std::vector<dynamic_array> pieces;
  std::int64_t from = 0;
  for (std::int64_t const cut : cuts) {
    pieces.push_back(sliced(a, along_axis, slice(from, cut)));
    from = cut;
  }
  pieces.push_back(sliced(a, along_axis, slice(from, none)));
  return pieces;
}

std::vector<dynamic_array> split(dynamic_array const& a, std::int64_t pieces, int axis)
{
  auto const along_axis = axis_to_split(axis, a.rank());
  return split(a, acre::detail::equal_cuts(a.shape()[along_axis], pieces), axis);
}

std::vector<dynamic_array> array_split(dynamic_array const& a, std::int64_t pieces, int axis)
{
  auto const along_axis = axis_to_split(axis, a.rank());
  return split(a, acre::detail::nearly_equal_cuts(a.shape()[along_axis], pieces), axis);
}

std::vector<dynamic_array> unstack(dynamic_array const& a, int axis)
{
  if (a.rank() == 0) throw value_error("Input array must be at least 1-d.");
  int const along_axis = acre::detail::normalized_axis(axis, a.rank());
  std::vector<dynamic_array> parts;
  for (std::int64_t i = 0; i < a.shape()[static_cast<std::size_t>(along_axis)]; ++i)
    parts.push_back(squeeze(sliced(a, along_axis, slice(i, i + 1)), std::vector{along_axis}));
  return parts;
}

std::vector<dynamic_array> meshgrid(std::span<dynamic_array const> coordinates, bool xy)
{
  auto const rank = static_cast<int>(coordinates.size());
  acre::detail::require_max_rank(coordinates.size(), "a grid");
  std::vector<dynamic_array> flat;
  std::vector<std::int64_t> shape(coordinates.size());
  auto const axis_of = [&](int n) { return rank > 1 && xy && n < 2 ? 1 - n : n; };
  for (int n = 0; n < rank; ++n) {
    flat.push_back(along(ravel(coordinates[static_cast<std::size_t>(n)]), axis_of(n), rank));
    shape[static_cast<std::size_t>(axis_of(n))] = flat.back().size();
  }
  for (dynamic_array& a : flat) a = broadcast_to(a, shape);
  return flat;
}

dynamic_array tril(dynamic_array const& a, std::int64_t k) { return triangle(a, k, true); }
dynamic_array triu(dynamic_array const& a, std::int64_t k) { return triangle(a, k, false); }

dynamic_array diag(dynamic_array const& a, std::int64_t k)
{
  if (a.rank() == 2) return diagonal(a, k);
  if (a.rank() != 1) throw value_error("Input must be 1- or 2-d.");
  std::int64_t const n = a.size() + (k < 0 ? -k : k);
  auto const result =
      copy(broadcast_to(astype(full(a.space(), dtype::int8, {}, 0), a.dtype()), std::array{n, n}));
  assign(diagonal(result, k), a);
  return result;
}

}  // namespace acre::dynamic
