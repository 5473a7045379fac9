#pragma once

#include <acre/distributed/reduce.hpp>
#include <acre/reduce/closeness.hpp>

#include <utility>

/// Whether arrays are alike, by acre's isclose, allclose and array_equal.
namespace acre::distributed {

/// |a - b| <= atol + rtol |b|, element by element. An expression.
template <class A, class B>
  requires detail::operands<A, B>
auto isclose(A&& a, B&& b, tolerance within = {})
{
  return detail::combined(
      "isclose",
      [within](auto x, auto y) { return acre::isclose(std::move(x), std::move(y), within); },
      std::forward<A>(a), std::forward<B>(b));
}
/// Whether that holds for all elements: the same answer on every process. Together, as all().
template <class A, class B>
  requires detail::operands<A, B>
bool allclose(A const& a, B const& b, tolerance within = {})
{
  return all(isclose(a, b, within));
}
/// Whether shapes and elements are equal. Together, where the shapes are. Throws shape_error, which
/// names redistribute, where the blocks differ.
template <detail::whole_operand A, detail::whole_operand B>
bool array_equal(A const& a, B const& b, bool equal_nan = false)
{
  if constexpr (A::rank == B::rank)
    if (a.shape() == b.shape())
      return equal_nan ? all((a == b) | (isnan(a) & isnan(b))) : all(a == b);
  return false;
}

}  // namespace acre::distributed
