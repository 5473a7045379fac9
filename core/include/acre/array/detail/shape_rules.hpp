#pragma once

#include <acre/array/shape.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// The shapes of results: one set of rules and texts for arrays whose rank is known at compile
/// time and for those whose isn't.
namespace acre::detail {

/// Makes `result` the broadcast shape of itself and `shape`, right-aligned; false where they
/// don't broadcast.
bool merge_broadcast(std::span<std::int64_t> result, extents_view shape);

/// Whether values of shape `from` broadcast to `to` as it is.
bool broadcasts_to(extents_view from, extents_view to);

/// The shape of arrays joined along an axis (counted as in NumPy; made non-negative), written to
/// `result`. Throws value_error and shape_error with NumPy's texts.
void joined_shape(std::span<std::int64_t> result, std::span<extents_view const> shapes, int& axis);

/// The shape of arrays joined along a new axis, likewise.
void stacked_shape(std::span<std::int64_t> result, std::span<extents_view const> shapes, int& axis);

/// Throws shape_error for more axes than an array has, with NumPy's text and `of`, what has them:
/// maximum supported dimension for an array is 6, found 7: shape (1,1,1,1,1,1,1)
void require_max_rank(extents_view shape);
void require_max_rank(std::size_t rank, std::string const& of);

/// a * b; throws shape_error beyond 64 bits.
std::int64_t checked_product(std::int64_t a, std::int64_t b);

/// An extent where each of its elements stands `count` times. Throws value_error for a negative
/// count of what is there (negative dimensions are not allowed: …), shape_error beyond 64 bits.
std::int64_t repeated_extent(std::int64_t extent, std::int64_t count);

/// For each element of a result of repeat(), which element along the axis it is. `counts` has an
/// element for each of `extent`; throws value_error for a negative one, shape_error for too few.
std::vector<std::int64_t> repeated_indices(std::span<std::int64_t const> counts,
                                           std::int64_t extent);

/// Throws shape_error with NumPy's text: shapes (3,) and (4,) not aligned: 3 (dim 0) != 4 (dim 0)
void require_aligned(extents_view a, int axis_of_a, extents_view b, int axis_of_b);

/// Throws shape_error unless the last axes agree: vecdot: Input operand 1 has a mismatch in its
/// core dimension 0, with gufunc signature (n),(n)->() (size 4 is different from 3)
void require_vecdot(extents_view a, extents_view b);

}  // namespace acre::detail
