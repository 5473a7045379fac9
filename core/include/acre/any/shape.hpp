#pragma once

#include <acre/any/array.hpp>

#include <optional>
#include <span>
#include <vector>

/// Views, new orders and joined arrays, along axes that are known at run time only. What moves
/// elements runs the functions of the same names for arrays; it is compiled once for each size
/// of an element. Throws with NumPy's texts: index_error for an axis that is not there,
/// shape_error and value_error as those functions. Queued.
namespace acre::dynamic {

/// A view; without axes, in reverse order.
any_array transpose(any_array const& a, std::optional<std::vector<int>> const& axes = {});

/// The same elements in C order with another shape; one extent may be -1. A view where the
/// strides allow it, else a copy.
any_array reshape(any_array const& a, std::vector<std::int64_t> shape);
any_array ravel(any_array const& a);

/// The same elements over a larger shape; a view.
any_array broadcast_to(any_array const& a, extents_view shape);

/// Reversed along all axes or those named; a view.
any_array flip(any_array const& a, std::optional<std::vector<int>> const& axes = {});

/// The elements whose indices along two axes differ by `offset`, along a last axis; a view.
any_array diagonal(any_array const& a, std::int64_t offset = 0, int axis1 = 0, int axis2 = 1);

/// New arrays. Without an axis: through all elements in C order.
any_array roll(any_array const& a, std::int64_t shift, std::optional<int> axis = {});
any_array repeat(any_array const& a, std::int64_t count, std::optional<int> axis = {});
any_array repeat(any_array const& a, any_array const& counts, std::optional<int> axis = {});
any_array tile(any_array const& a, std::vector<std::int64_t> counts);

/// One after another along an axis, or along a new one; of the dtype that all promote to.
any_array concatenate(std::span<any_array const> parts, std::optional<int> axis = 0);
any_array stack(std::span<any_array const> parts, int axis = 0);

}  // namespace acre::dynamic
