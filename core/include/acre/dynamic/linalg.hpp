#pragma once

#include <acre/dynamic/array.hpp>

namespace acre::dynamic {

/// The product of matrices of any dtypes and ranks: acre::matmul (acre/linalg/matmul.hpp), with its
/// bits, shapes and errors. An operand of rank 0 is a shape_error with NumPy's text.
dynamic_array matmul(dynamic_array const& a, dynamic_array const& b);

}  // namespace acre::dynamic
