#pragma once

#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/functions.hpp>

/// The platform's own elementary functions of float32 and float64, under the names and with the
/// dtypes of <acre/elementwise/elementary.hpp>, as terms of a fused expression: the C library's on
/// a CPU, CUDA's or HIP's on a GPU. y = fast::exp(x) instead of y = exp(x). Each is declared where
/// acre's own is, in elementary.hpp; power in <acre/elementwise/functions.hpp>.
///
/// Not promised, unlike acre's own: equal bits on two backends or with another version of a library
/// or driver (sums of their results differ accordingly), an error bound (what the vendor says: a
/// few ulp in most cases), the bits of NaN results. Faster where a vendor's function is; sqrt is
/// correctly rounded everywhere and the same. No lgamma: C's writes a global variable.
///
/// Errors, aliasing and waiting as those of every expression (<acre/elementwise/operators.hpp>).
namespace acre::fast {}
