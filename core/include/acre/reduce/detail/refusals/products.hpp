#pragma once

/// Misuses of <acre/reduce/products.hpp>, refused with a sentence; that header opens this one last.
namespace acre {

/// A std::vector, a View, elements in braces, a number in an array's
/// place.
template <class A = detail::host_list, class B = detail::host_list, class... None>
  requires detail::no_operands<A, B, None...>
auto outer(A const& a, B const& b, None const&...)
{
  return detail::refuse_operands(a, b);
}
template <class A = detail::host_list, class B = detail::host_list, class... None>
  requires detail::no_operands<A, B, None...>
auto dot(A const& a, B const& b, None const&...)
{
  return detail::refuse_operands(a, b);
}
template <class A = detail::host_list, class B = detail::host_list, class... None>
  requires detail::no_operands<A, B, None...>
auto vecdot(A const& a, B const& b, None const&...)
{
  return detail::refuse_operands(a, b);
}
template <class A = detail::host_list, class B = detail::host_list, class... None>
  requires detail::no_operands<A, B, None...>
auto vdot(A const& a, B const& b, None const&...)
{
  return detail::refuse_operands(a, b);
}

}  // namespace acre
