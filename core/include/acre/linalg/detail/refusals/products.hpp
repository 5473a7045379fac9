#pragma once

/// Misuses of <acre/linalg/products.hpp>, refused with a sentence; that header opens this one last.
namespace acre {

/// tensordot(a, b, 1).
template <expression A, expression B, std::integral Pairs>
auto tensordot(A const& a, B const&, Pairs)
{
  static_assert(detail::never<A>,
                "acre: the rank of the result is a type, so that the number of axes stands before "
                "the brackets: tensordot<1>(a, b)");
  return evaluate(a);
}

/// A std::vector, a View, elements in braces, a number in an array's
/// place.
template <class A = detail::host_list, class B = detail::host_list, class... None>
  requires detail::no_operands<A, B, None...>
auto cross(A const& a, B const& b, None const&...)
{
  return detail::refuse_operands(a, b);
}
template <class A = detail::host_list, class B = detail::host_list, class... None>
  requires detail::no_operands<A, B, None...>
auto kron(A const& a, B const& b, None const&...)
{
  return detail::refuse_operands(a, b);
}
template <class A = detail::host_list, class B = detail::host_list, class... None>
  requires detail::no_operands<A, B, None...>
auto inner(A const& a, B const& b, None const&...)
{
  return detail::refuse_operands(a, b);
}

}  // namespace acre
