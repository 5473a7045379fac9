#pragma once

#include <acre/elementwise/detail/expression.hpp>

namespace acre::detail {

/// assignment<Target>::of(to, e) is to = e, for arrays of any type. Defined in
/// <acre/elementwise/detail/evaluate.hpp>, which everything opens that makes or computes elements,
/// <acre/array.hpp> and <acre/elementwise.hpp> among them. <acre/array/array.hpp> alone is for
/// files that name arrays, and opens no kernel.
template <class Target>
struct assignment;

/// The space of an expression that becomes an array on `Space`.
template <class Space, class E>
Space space_for(E const& e)
{
  static_assert(
      spaces_agree<Space, typename E::space_type>,
      "acre: the expression lives in another space than the array; use copy_to(space, x)");
  return e.space();
}

/// The elements in C order in memory of their own.
template <class Array>
Array contiguous_copy(Array const& a)
{
  Array const result = Array(a.space(), a.shape());
  assignment<Array>::of(result, a);
  return result;
}

}  // namespace acre::detail
