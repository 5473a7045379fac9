#pragma once

/// Misuses of <acre/reduce/closeness.hpp>, refused with a sentence; that header opens this one
/// last.
namespace acre {

/// allclose(a, b, 1e-3).
template <class A, class B, scalar S>
  requires operands<A, B>
auto isclose(A const& a, B const& b, S, S = {})
{
  static_assert(detail::never<S>, "acre: tolerances have names: {.rtol = 1e-3, .atol = 0}");
  return detail::make_binary(a, b, detail::isclose_op{});
}
template <class A, class B, scalar S>
  requires operands<A, B>
auto allclose(A const& a, B const& b, S rtol, S atol = {})
{
  return detail::all_along(isclose(a, b, rtol, atol));  // refused there
}

/// A std::vector, a View, elements in braces, a number in an array's
/// place.
template <class A = detail::host_list, class B = detail::host_list, class... None>
  requires detail::no_operands<A, B, None...>
auto array_equal(A const& a, B const& b, None const&...)
{
  return detail::refuse_operands(a, b);
}

}  // namespace acre
