#pragma once

#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/functions.hpp>

/// The array API's and C++'s names of functions that NumPy named first: they return what the others
/// do. The list of all names that mean the same stands in core/docs/names.md.
namespace acre {

template <expression A>
auto asin(A const& a)
{
  return arcsin(a);
}
template <expression A>
auto acos(A const& a)
{
  return arccos(a);
}
template <expression A>
auto atan(A const& a)
{
  return arctan(a);
}
template <expression A>
auto asinh(A const& a)
{
  return arcsinh(a);
}
template <expression A>
auto acosh(A const& a)
{
  return arccosh(a);
}
template <expression A>
auto atanh(A const& a)
{
  return arctanh(a);
}
template <class A, class B>
  requires operands<A, B>
auto atan2(A const& y, B const& x)
{
  return arctan2(y, x);
}
template <class A, class B>
  requires operands<A, B>
auto pow(A const& base, B const& exponent)
{
  return power(base, exponent);
}

}  // namespace acre
