#pragma once

#include <acre/dynamic/array.hpp>

#include <vector>

/// Polynomials by their coefficients, the highest power's first, of any dtype, as the functions of
/// the same names (acre/elementwise/polynomial.hpp), with their bits and errors. Queued.
namespace acre::dynamic {

dynamic_array polyval(dynamic_array const& p, dynamic_array const& x);
dynamic_array polyder(dynamic_array const& p, std::int64_t m = 1);
/// The m-th integral; `constants` has one for all, or one for each of them. Throws value_error with
/// NumPy's texts.
dynamic_array polyint(dynamic_array const& p, std::int64_t m = 1,
                      std::vector<double> const& constants = {0.0});

}  // namespace acre::dynamic
