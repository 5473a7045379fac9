#pragma once

/// Misuses of <acre/reduce/convolve.hpp>, refused with a sentence; that header opens this one last.
namespace acre {

/// convolve(a, v, "same").
template <expression A, expression V>
auto convolve(A const& a, V const& v, char const*)
{
  static_assert(detail::never<A>,
                "acre: modes are convolve_mode::full, convolve_mode::same, convolve_mode::valid");
  return acre::convolve(a, v);
}
template <expression A, expression V>
auto correlate(A const& a, V const& v, char const* mode)
{
  return acre::convolve(a, v, mode);  // refused there
}

/// A std::vector, a View, elements in braces, a number in an array's
/// place.
template <class A = detail::host_list, class B = detail::host_list, class... None>
  requires detail::no_operands<A, B, None...>
auto convolve(A const& a, B const& b, None const&...)
{
  return detail::refuse_operands(a, b);
}
template <class A = detail::host_list, class B = detail::host_list, class... None>
  requires detail::no_operands<A, B, None...>
auto correlate(A const& a, B const& b, None const&...)
{
  return detail::refuse_operands(a, b);
}

}  // namespace acre
