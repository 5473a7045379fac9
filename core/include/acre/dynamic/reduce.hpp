#pragma once

#include <acre/dynamic/array.hpp>

#include <optional>
#include <string_view>
#include <vector>

/// Reductions over axes that are known at run time only, in the order of combination and with
/// the bits of the functions of the same names for arrays (acre/reduce.hpp).
///
/// Throws index_error (axis 3 is out of bounds for array of dimension 3), value_error (duplicate
/// value in 'axis'; an empty maximum), dtype_error. Queued.
namespace acre::dynamic {

/// Options of reductions; without axes, over all of them.
struct reduction_options {
  std::optional<std::vector<int>> axes = {};
  bool keepdims = false;
  std::optional<dtype> type = {};  // the operand is converted to it first
  std::int64_t ddof = 0;           // of var, std, nanvar and nanstd
};

/// sum, prod, mean, var, std, max, min, argmax, argmin, any, all, count_nonzero, nansum, nanprod,
/// nanmax, nanmin, nanmean, nanvar, nanstd by NumPy's name. Throws value_error for another name. An
/// array of rank 0 may be reduced along axis 0 or -1, as in NumPy, but for mean, var and std.
dynamic_array reduce(std::string_view reduction, dynamic_array const& a,
                     reduction_options const& options = {});
std::vector<std::string_view> reductions();

/// The dtype that a reduction gives.
dtype reduction_dtype(std::string_view reduction, dtype a);

/// The sum of products of two one-dimensional arrays, as dot(); of others NumPy's: over a's last
/// axis and b's last but one, or the product with a scalar. Throws shape_error: shapes (2,3) and
/// (4,5) not aligned: 3 (dim 1) != 4 (dim 0)
dynamic_array dot(dynamic_array const& a, dynamic_array const& b);

}  // namespace acre::dynamic
