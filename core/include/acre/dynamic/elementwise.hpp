#pragma once

#include <acre/dynamic/array.hpp>

#include <string_view>
#include <variant>
#include <vector>

/// Functions that work element by element, chosen by NumPy's name at run time. Operands are
/// converted to the dtype that NumPy promotes them to (NEP 50; float32 where NumPy has float16),
/// which is where a kernel exists, and broadcast. Queued; same bits on every backend.
///
/// Throws value_error for a name that is not there, dtype_error for dtypes that the function
/// does not take, shape_error for shapes that do not broadcast, with NumPy's texts.
namespace acre::dynamic {

/// A number without a dtype of its own, as Python's: it widens an array's kind only.
using scalar_value = std::variant<bool, std::int64_t, std::uint64_t, double, complex<double>>;

/// negative, absolute, sqrt, exp, isnan, invert …
dynamic_array unary(std::string_view function, dynamic_array const& a);

/// add, true_divide, maximum, less, arctan2, bitwise_and, left_shift …
dynamic_array binary(std::string_view function, dynamic_array const& a, dynamic_array const& b);

/// Likewise with a number. An integer beyond a's dtype can be compared with, as in NumPy.
dynamic_array binary(std::string_view function, dynamic_array const& a, scalar_value b);
/// Likewise of a number and an array: 1 - b. Throws value_error for an integer beyond b's dtype.
dynamic_array binary(std::string_view function, scalar_value a, dynamic_array const& b);

/// `value` as the array of rank 0 that a binary function of `a` and the scalar would see. Throws
/// value_error for an integer that its dtype cannot hold: Python integer 300 out of bounds for int8
dynamic_array scalar_operand(dynamic_array const& a, scalar_value value);

/// Names of all functions, and the dtype that a function would give.
std::vector<std::string_view> unary_functions();
std::vector<std::string_view> binary_functions();
dtype unary_dtype(std::string_view function, dtype a);
dtype binary_dtype(std::string_view function, dtype a, dtype b);

/// To `decimals` decimal places, as round().
dynamic_array round(dynamic_array const& a, std::int64_t decimals = 0);

/// a where condition is not zero, else b.
dynamic_array where(dynamic_array const& condition, dynamic_array const& a, dynamic_array const& b);

/// a limited to [low, high], in one kernel where low and high fit; high where low > high.
dynamic_array clip(dynamic_array const& a, dynamic_array const& low, dynamic_array const& high);

/// a[1:] - a[:-1] along an axis, n times over, as diff().
dynamic_array diff(dynamic_array const& a, std::int64_t n = 1, int axis = -1);

/// The binary function of a and b written into to's elements, as NumPy's `out=` and, where `to` is
/// a, its operators in place: cast to to's dtype, which must be of the same kind or wider
/// (dtype_error: Cannot cast ufunc 'add' output from …). Throws shape_error where a and b don't
/// broadcast to to's shape.
void binary_into(std::string_view function, dynamic_array const& to, dynamic_array const& a,
                 dynamic_array const& b);
/// to += from.
void add_to(dynamic_array const& to, dynamic_array const& from);

}  // namespace acre::dynamic
