#pragma once

#include <acre/array/shape.hpp>

#include <cstdint>
#include <span>

/// Which axes a reduction removes, and what is left: one set of rules and texts for arrays whose
/// rank is known at compile time and for those whose isn't.
namespace acre::detail {

/// Marks the named axes of an array of `rank` axes. Throws index_error for an axis that is not
/// there, value_error for one named twice (duplicate value in 'axis').
void mark_axes(std::span<bool> marked, std::span<int const> axes, int rank);

/// The shape that is left: reduced axes dropped, or, where `result` has room for all, kept with
/// extent 1.
void reduced_shape(extents_view shape, std::span<bool const> reduced,
                   std::span<std::int64_t> result);

/// Number of elements that one result is made of.
std::int64_t reduced_count(extents_view shape, std::span<bool const> reduced);

/// NumPy's refusal to take the maximum of nothing, also where there would be no results.
void require_elements(extents_view shape, std::span<bool const> reduced, char const* operation);

}  // namespace acre::detail
