#pragma once

#include <acre/array/creation.hpp>
#include <acre/array/detail/no_operands.hpp>
#include <acre/elementwise/arithmetic.hpp>
#include <acre/elementwise/predicates.hpp>
#include <acre/reduce/detail/logic.hpp>

/// Whether arrays agree, nearly or to the number. Same answers on every backend. (To the bit, and
/// with a report of what differs: cross_check and the matchers of <acre/testing.hpp>.)
namespace acre {

/// How far isclose() and allclose() let a be from b: |a - b| <= atol + rtol |b|.
struct tolerance {
  double rtol = 1e-5;
  double atol = 1e-8;
  bool equal_nan = false;
};

namespace detail {

struct isclose_op : inexact_type {
  tolerance within;

  template <class T>
  KOKKOS_INLINE_FUNCTION bool operator()(T a, T b) const
  {
    using real = real_t<T>;
    if (a == b) return true;
    if (within.equal_nan && is_nan(a) && is_nan(b)) return true;
    return isfinite_op{}(b) &&
           absolute_op{}(a - b) <=
               static_cast<real>(within.atol) + static_cast<real>(within.rtol) * absolute_op{}(b);
  }
};

}  // namespace detail

/// Element by element, as a term of an expression: |a - b| <= atol + rtol |b| where b is finite,
/// a == b elsewhere; NaNs are equal only where `within` says so. Computed as a - b is, integers in
/// float64.
template <class A, class B>
  requires operands<A, B>
auto isclose(A const& a, B const& b, tolerance within = {})
{
  return detail::make_binary(a, b, detail::isclose_op{{}, within});
}

/// Whether all elements are close: an array of rank 0, which converts to bool (and waits then).
template <class A, class B>
  requires operands<A, B>
auto allclose(A const& a, B const& b, tolerance within = {})
{
  return detail::all_along(isclose(a, b, within));
}

/// Whether both have one shape and equal elements: an array of rank 0, which converts to bool (and
/// waits then). Shapes are not broadcast, NaNs are equal only where `equal_nan` says so.
template <expression A, expression B>
auto array_equal(A const& a, B const& b, bool equal_nan = false)
{
  static_assert(detail::spaces_agree<typename A::space_type, typename B::space_type>,
                "acre: the operands live in different spaces; copy one with copy_to(space, x)");
  if constexpr (A::rank == B::rank)
    if (a.shape() == b.shape()) {
      if (equal_nan) return detail::all_along((a == b) | (acre::isnan(a) & acre::isnan(b)));
      return detail::all_along(a == b);
    }
  return full<bool>(a.space(), shape(), false);
}

}  // namespace acre

#include <acre/reduce/detail/refusals/closeness.hpp>
