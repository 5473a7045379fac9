#pragma once

#include <acre/array/shape.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace acre::detail {

/// The shape of arrays joined along an axis (counted as in NumPy; made non-negative), written to
/// `result`. Throws value_error and shape_error with NumPy's texts.
void joined_shape(std::span<std::int64_t> result, std::span<extents_view const> shapes, int& axis);

/// The shape of arrays joined along a new axis, likewise.
void stacked_shape(std::span<std::int64_t> result, std::span<extents_view const> shapes, int& axis);

/// a * b; throws shape_error beyond 64 bits.
std::int64_t checked_product(std::int64_t a, std::int64_t b);

/// For each element of a result of repeat(), which element along the axis it is. `counts` has an
/// element for each of `extent`; throws value_error for a negative one, shape_error for too few.
std::vector<std::int64_t> repeated_indices(std::span<std::int64_t const> counts,
                                           std::int64_t extent);

/// Throws shape_error with NumPy's text: shapes (3,) and (4,) not aligned: 3 (dim 0) != 4 (dim 0)
void require_aligned(extents_view a, int axis_of_a, extents_view b, int axis_of_b);

/// Two different axes of an array. Throws index_error (axis2: axis 2 is out of bounds for array
/// of dimension 2), value_error (axis1 and axis2 cannot be the same).
void normalize_axis_pair(int& axis1, int& axis2, int rank);

}  // namespace acre::detail
