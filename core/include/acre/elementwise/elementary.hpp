#pragma once

#include <acre/elementwise/elementary_pairs.hpp>
#include <acre/elementwise/exponential.hpp>
#include <acre/elementwise/hyperbolic.hpp>
#include <acre/elementwise/logarithmic.hpp>
#include <acre/elementwise/special.hpp>
#include <acre/elementwise/trigonometric.hpp>

/// Elementary functions of arrays and expressions under NumPy's names, as terms of a fused
/// expression. float32 and float64 stay, 8- and 16-bit integers and bool are computed in float32
/// (NumPy: float16 for the 8-bit ones), wider integers in float64; all but cbrt, softplus and
/// special.hpp's of one operand, and power, take complex numbers too. The functions are
/// acre::math's: the same bits on every backend.
///
/// These headers, one for a family, are the table of elementary functions: acre::fast
/// (<acre/elementwise/fast.hpp>), acre::dynamic, acre::jit and the tests take from it what there
/// is. A new function is added to its family, as a struct (see detail/operation_table.hpp), a
/// function and a name in the family's list, a compiled_function or compiled_pair into the lists at
/// the end of the library's src/elementary_rows.hpp too; its maths goes into acre/math, a row for
/// its accuracy into tests/core/math_accuracy.cpp.
namespace acre::detail {

/// All functions of one operand; a source of acre::dynamic compiles a family.
using elementary_functions = join<exponential_functions, logarithmic_functions,
                                  trigonometric_functions, hyperbolic_functions, special_functions>;

}  // namespace acre::detail
