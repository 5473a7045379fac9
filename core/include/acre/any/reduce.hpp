#pragma once

#include <acre/any/array.hpp>

#include <optional>
#include <string_view>
#include <vector>

/// Reductions over axes that are known at run time only, in the order of combination and with
/// the bits of the functions of the same names for arrays (acre/reduce.hpp).
///
/// Throws index_error (axis 3 is out of bounds for array of dimension 3), value_error (duplicate
/// value in 'axis'; an empty maximum), dtype_error. Queued.
namespace acre::dynamic {

/// No axes: all of them.
using axis_numbers = std::optional<std::vector<int>>;

/// sum, prod, mean, max, min, argmax, argmin, any, all, count_nonzero by NumPy's name. `dtype`
/// converts the operand first.
any_array reduce(std::string_view reduction, any_array const& a, axis_numbers const& axes = {}, bool keepdims = false,
                 std::optional<dtype> type = {});
std::vector<std::string_view> reductions();

/// Variance and its root, over n - ddof.
any_array var(any_array const& a, axis_numbers const& axes = {}, bool keepdims = false, double ddof = 0);
any_array std(any_array const& a, axis_numbers const& axes = {}, bool keepdims = false, double ddof = 0);

inline any_array any(any_array const& a) { return reduce("any", a); }

}  // namespace acre::dynamic
