#pragma once

#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/functions.hpp>

/// The array API's and C++'s names of functions that NumPy named first: they return what the others
/// do. The list of all names that mean the same stands in core/docs/names.md.
namespace acre {

template <class... A>
  requires one_operand<A...>
auto asin(A const&... a)
{
  return acre::arcsin(a...);
}
template <class... A>
  requires one_operand<A...>
auto acos(A const&... a)
{
  return acre::arccos(a...);
}
template <class... A>
  requires one_operand<A...>
auto atan(A const&... a)
{
  return acre::arctan(a...);
}
template <class... A>
  requires one_operand<A...>
auto asinh(A const&... a)
{
  return acre::arcsinh(a...);
}
template <class... A>
  requires one_operand<A...>
auto acosh(A const&... a)
{
  return acre::arccosh(a...);
}
template <class... A>
  requires one_operand<A...>
auto atanh(A const&... a)
{
  return acre::arctanh(a...);
}
template <class... A>
  requires two_operands<A...>
auto atan2(A const&... a)
{
  return acre::arctan2(a...);
}
template <class... A>
  requires two_operands<A...>
auto pow(A const&... a)
{
  return acre::power(a...);
}
template <class... A>
  requires one_operand<A...>
auto fix(A const&... a)
{
  return acre::trunc(a...);
}

}  // namespace acre
