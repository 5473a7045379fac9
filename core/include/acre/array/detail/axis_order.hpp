#pragma once

#include <acre/array/detail/view_rules.hpp>
#include <acre/array/shape.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

/// The order of axes by numbers alone. Throws with NumPy's texts.
namespace acre::detail {

/// The order for transposed() that puts the axes `from` at the places `to`. Throws index_error
/// (source: axis 5 is out of bounds for array of dimension 3), value_error (repeated axis in
/// `source` argument).
std::array<int, max_rank> moved_axes(std::span<int const> from, std::span<int const> to, int rank);

/// The order that exchanges two axes. Throws index_error (axis2: axis 5 is out of bounds …).
std::array<int, max_rank> swapped_axes(int axis1, int axis2, int rank);

/// Axes of extent 1 at places of the result. Throws index_error, value_error (repeated axis).
void expand_axes(layout const& from, std::span<int const> places, new_layout const& to);

/// The layout without axes of extent 1. Throws index_error, value_error (duplicate value in 'axis';
/// cannot select an axis to squeeze out which has size not equal to one).
void squeeze_axes(layout const& from, std::span<int const> axes, new_layout const& to);

/// Beginnings of the parts of an axis that is cut, and its end. Throws value_error: number sections
/// must be larger than 0. array split does not result in an equal division
std::vector<std::int64_t> equal_cuts(std::int64_t extent, std::int64_t parts);
/// Likewise; the first parts are longer by one if they have to be.
std::vector<std::int64_t> nearly_equal_cuts(std::int64_t extent, std::int64_t parts);

}  // namespace acre::detail
