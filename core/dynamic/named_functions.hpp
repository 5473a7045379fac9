#pragma once

#include <acre/dynamic/elementwise.hpp>

/// What is known of a function that is chosen by name, without running it: for who writes kernels
/// that compute it.
namespace acre::dynamic::detail {

struct named_function {
  std::string_view name;  // the first of its names
  dtype argument;         // what operands are converted to
  dtype result;
  bool compares_as_they_are = false;  // integers of dtypes that no integer dtype holds both of
};

/// Throw what unary() and binary() throw for these dtypes.
named_function unary_function(std::string_view function, dtype a);
named_function binary_function(std::string_view function, dtype a, dtype b);

/// The dtype of a number beside an array of dtype `a`.
dtype number_dtype(dtype a, scalar_value number);
/// Whether `type`, whose kind has room for the number, holds it; throws value_error where it does
/// not, in NumPy's words: Python integer 300 out of bounds for int8
bool holds(dtype type, scalar_value number);
void require_held(dtype type, scalar_value number);

}  // namespace acre::dynamic::detail
