#pragma once

#include <acre/dynamic/array.hpp>

#include <optional>
#include <span>
#include <vector>

/// Views, new orders and joined arrays, along axes that are known at run time only. Functions that
/// move elements run those of the same names for arrays, compiled once for each size of an element.
/// Throws with NumPy's texts: index_error for an axis that is not there, shape_error and
/// value_error as those functions. Queued.
namespace acre::dynamic {

/// A view; without axes, in reverse order.
dynamic_array transpose(dynamic_array const& a, std::optional<std::vector<int>> const& axes = {});

/// The elements in C order with another shape; one extent may be -1. A view where the strides allow
/// it, else a copy.
dynamic_array reshape(dynamic_array const& a, std::vector<std::int64_t> shape);
dynamic_array ravel(dynamic_array const& a);

/// The elements over a larger shape; a view.
dynamic_array broadcast_to(dynamic_array const& a, extents_view shape);

/// Reversed along all axes or those named; a view.
dynamic_array flip(dynamic_array const& a, std::optional<std::vector<int>> const& axes = {});

/// The elements whose indices along two axes differ by `offset`, along a last axis; a view.
dynamic_array diagonal(dynamic_array const& a, std::int64_t offset = 0, int axis1 = 0,
                       int axis2 = 1);

/// New arrays. Without an axis: through all elements in C order.
dynamic_array roll(dynamic_array const& a, std::int64_t shift, std::optional<int> axis = {});
dynamic_array repeat(dynamic_array const& a, std::int64_t count, std::optional<int> axis = {});
dynamic_array repeat(dynamic_array const& a, dynamic_array const& counts,
                     std::optional<int> axis = {});
dynamic_array tile(dynamic_array const& a, std::vector<std::int64_t> counts);

/// One after another along an axis, or along a new one; of the dtype that all promote to.
dynamic_array concatenate(std::span<dynamic_array const> parts, std::optional<int> axis = 0);
dynamic_array stack(std::span<dynamic_array const> parts, int axis = 0);

}  // namespace acre::dynamic
