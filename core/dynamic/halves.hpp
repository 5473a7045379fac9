#pragma once

#include <acre/dynamic/elementwise.hpp>

#include <utility>

#include "dispatch.hpp"

/// float16 and bfloat16 have no kernels of their own here but for what moves elements: an operation
/// converts them to float32, which is exact, computes there, and rounds its float32 result. That
/// is what static expressions do an operation at a time, with the same bits.
namespace acre::dynamic::detail {

/// The dtype that d is computed in.
inline dtype computed(dtype d) { return is_half(d) ? dtype::float32 : d; }

/// The dtype of a result for operands of d, of which `of_computed` is that for computed(d).
inline dtype rounded(dtype d, dtype of_computed)
{
  return is_half(d) && of_computed == dtype::float32 ? d : of_computed;
}

/// f(a), computed so.
template <class F>
dynamic_array in_float(dynamic_array const& a, F const& f)
{
  dtype const d = a.dtype();
  if (!is_half(d)) return f(a);
  dynamic_array const result = f(astype(a, dtype::float32));
  return astype(result, rounded(d, result.dtype()));
}

}  // namespace acre::dynamic::detail
