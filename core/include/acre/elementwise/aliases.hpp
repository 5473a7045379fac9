#pragma once

#include <acre/elementwise/elementary_pairs.hpp>
#include <acre/elementwise/hyperbolic.hpp>
#include <acre/elementwise/power.hpp>
#include <acre/elementwise/rounding.hpp>
#include <acre/elementwise/trigonometric.hpp>

/// The array API's and C++'s names of functions that NumPy named first: they return what the others
/// do. The list of all names that mean the same stands in core/docs/names.md.
namespace acre {

/// Other names of arcsin, arccos, arctan, arcsinh, arccosh, arctanh, arctan2, power and trunc, in
/// this order.
template <class... A>
  requires one_operand<A...>
auto asin(A... a)
{
  return acre::arcsin(std::move(a)...);
}
template <class... A>
  requires one_operand<A...>
auto acos(A... a)
{
  return acre::arccos(std::move(a)...);
}
template <class... A>
  requires one_operand<A...>
auto atan(A... a)
{
  return acre::arctan(std::move(a)...);
}
template <class... A>
  requires one_operand<A...>
auto asinh(A... a)
{
  return acre::arcsinh(std::move(a)...);
}
template <class... A>
  requires one_operand<A...>
auto acosh(A... a)
{
  return acre::arccosh(std::move(a)...);
}
template <class... A>
  requires one_operand<A...>
auto atanh(A... a)
{
  return acre::arctanh(std::move(a)...);
}
template <class... A>
  requires two_operands<A...>
auto atan2(A... a)
{
  return acre::arctan2(std::move(a)...);
}
template <class... A>
  requires two_operands<A...>
auto pow(A... a)
{
  return acre::power(std::move(a)...);
}
template <class... A>
  requires one_operand<A...>
auto fix(A... a)
{
  return acre::trunc(std::move(a)...);
}

}  // namespace acre
