#pragma once

#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/reduce.hpp>

#include <optional>
#include <string_view>

/// Reductions of the elements that count and from an initial value, as NumPy's `where` and
/// `initial`; of arrays that is sum(where(mask, x, 0)) and maximum(max(x), first). Queued.
namespace acre::dynamic {

/// More options of a reduction.
struct counted {
  std::optional<dynamic_array> where = {};   // the elements that count: broadcasts to a's shape
  std::optional<scalar_value> initial = {};  // combined with them
};

/// reduce() by sum, prod, max, min, any, all, count_nonzero, mean, var, std and their nan
/// functions; an initial value has a meaning for the first four. Throws value_error with NumPy's
/// texts: reduction operation 'maximum' does not have an identity, so to use a where mask one has
/// to specify 'initial'; shape_error for a mask that doesn't broadcast to a's shape.
dynamic_array reduce_where(std::string_view reduction, dynamic_array const& a,
                           counted const& elements, reduction_options const& options = {});

}  // namespace acre::dynamic
