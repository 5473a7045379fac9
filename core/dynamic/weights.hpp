#pragma once

#include <acre/dynamic/array.hpp>

#include <optional>
#include <vector>

/// Weights of the operations in this folder.
namespace acre::dynamic::detail {

/// Weights of the axes as an operand of a's rank; those of all of a as they are. Throws dtype_error
/// for weights of another shape without axes, shape_error for those that these don't have.
dynamic_array weights_of(dynamic_array const& a, dynamic_array const& weights,
                         std::optional<std::vector<int>> const& axes);

/// The quantiles q of rows (int64, uint64 or floating point), whose elements count by weights
/// (float64): an array of q's number of rows.
dynamic_array weighted_rows(dynamic_array const& rows, dynamic_array const& weights,
                            std::vector<double> const& q, bool skip_nan);

}  // namespace acre::dynamic::detail
