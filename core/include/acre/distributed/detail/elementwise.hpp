#pragma once

#include <acre/distributed/array.hpp>
#include <acre/elementwise.hpp>

#include <utility>

/// Operators and functions of blocks, made of acre's by their names.
namespace acre::distributed {

#define ACRE_DISTRIBUTED_OPERATOR(OP)                                                \
  template <class A, class B>                                                        \
    requires detail::operands<A, B>                                                  \
  auto operator OP(A&& a, B&& b)                                                     \
  {                                                                                  \
    return detail::combined(                                                         \
        "operator" #OP, [](auto x, auto y) { return std::move(x) OP std::move(y); }, \
        std::forward<A>(a), std::forward<B>(b));                                     \
  }
ACRE_DISTRIBUTED_OPERATOR(+)
ACRE_DISTRIBUTED_OPERATOR(-)
ACRE_DISTRIBUTED_OPERATOR(*)
ACRE_DISTRIBUTED_OPERATOR(/)
ACRE_DISTRIBUTED_OPERATOR(%)
ACRE_DISTRIBUTED_OPERATOR(==)
ACRE_DISTRIBUTED_OPERATOR(!=)
ACRE_DISTRIBUTED_OPERATOR(<)
ACRE_DISTRIBUTED_OPERATOR(<=)
ACRE_DISTRIBUTED_OPERATOR(>)
ACRE_DISTRIBUTED_OPERATOR(>=)
ACRE_DISTRIBUTED_OPERATOR(&)
ACRE_DISTRIBUTED_OPERATOR(|)
ACRE_DISTRIBUTED_OPERATOR(^)
ACRE_DISTRIBUTED_OPERATOR(<<)
ACRE_DISTRIBUTED_OPERATOR(>>)
#undef ACRE_DISTRIBUTED_OPERATOR

#define ACRE_DISTRIBUTED_OPERATOR(OP)                                                \
  template <detail::whole_operand A>                                                 \
  auto operator OP(A&& a)                                                            \
  {                                                                                  \
    return detail::combined(                                                         \
        "operator" #OP, [](auto x) { return OP std::move(x); }, std::forward<A>(a)); \
  }
ACRE_DISTRIBUTED_OPERATOR(-)
ACRE_DISTRIBUTED_OPERATOR(+)
ACRE_DISTRIBUTED_OPERATOR(~)
ACRE_DISTRIBUTED_OPERATOR(!)
#undef ACRE_DISTRIBUTED_OPERATOR

/// Compound assignment writes elements: other names of the array see them. Of x(i) each place
/// once.
#define ACRE_DISTRIBUTED_OPERATOR(OP)                                                       \
  template <acre::element T, int Rank, class Space, class B>                                \
  array<T, Rank, Space> const& operator OP## = (array<T, Rank, Space> const& a, B const& b) \
  {                                                                                         \
    return write_elements(a, a OP b);                                                       \
  }                                                                                         \
  template <detail::selected_elements A, detail::operand B>                                 \
  A const& operator OP## = (A const& a, B const& b)                                         \
  {                                                                                         \
    return a.change([](auto const& x, auto const& y) { return x OP y; }, b);                \
  }
namespace detail {
template <class Array, class E>
Array const& write_elements(Array const& a, E const& e)
{
  next_call(a.all());
  note_failures_on(a.all(), array_access::layout_of(a), a.space());
  acre::detail::assign(a.local(), e.local);
  note_failures_on(a.all(), array_access::layout_of(a), a.space());
  return a;
}
}  // namespace detail
using detail::write_elements;
ACRE_DISTRIBUTED_OPERATOR(+)
ACRE_DISTRIBUTED_OPERATOR(-)
ACRE_DISTRIBUTED_OPERATOR(*)
ACRE_DISTRIBUTED_OPERATOR(/)
ACRE_DISTRIBUTED_OPERATOR(&)
ACRE_DISTRIBUTED_OPERATOR(|)
ACRE_DISTRIBUTED_OPERATOR(^)
ACRE_DISTRIBUTED_OPERATOR(<<)
ACRE_DISTRIBUTED_OPERATOR(>>)
#undef ACRE_DISTRIBUTED_OPERATOR

/// Functions of one, two and three operands, of which one at least is a distributed array.
#define ACRE_DISTRIBUTED_FUNCTION(NAME)                                                       \
  template <class... A>                                                                       \
    requires detail::operands<A...>                                                           \
  auto NAME(A&&... a)                                                                         \
  {                                                                                           \
    return detail::combined(                                                                  \
        #NAME, [](auto... x) { return acre::NAME(std::move(x)...); }, std::forward<A>(a)...); \
  }
ACRE_DISTRIBUTED_FUNCTION(abs)
ACRE_DISTRIBUTED_FUNCTION(angle)
ACRE_DISTRIBUTED_FUNCTION(arccos)
ACRE_DISTRIBUTED_FUNCTION(arccosh)
ACRE_DISTRIBUTED_FUNCTION(arcsin)
ACRE_DISTRIBUTED_FUNCTION(arcsinh)
ACRE_DISTRIBUTED_FUNCTION(arctan)
ACRE_DISTRIBUTED_FUNCTION(arctan2)
ACRE_DISTRIBUTED_FUNCTION(arctanh)
ACRE_DISTRIBUTED_FUNCTION(bitwise_count)
ACRE_DISTRIBUTED_FUNCTION(cbrt)
ACRE_DISTRIBUTED_FUNCTION(ceil)
ACRE_DISTRIBUTED_FUNCTION(clip)
ACRE_DISTRIBUTED_FUNCTION(conj)
ACRE_DISTRIBUTED_FUNCTION(copysign)
ACRE_DISTRIBUTED_FUNCTION(cos)
ACRE_DISTRIBUTED_FUNCTION(cosh)
ACRE_DISTRIBUTED_FUNCTION(deg2rad)
ACRE_DISTRIBUTED_FUNCTION(degrees)
ACRE_DISTRIBUTED_FUNCTION(erf)
ACRE_DISTRIBUTED_FUNCTION(erfc)
ACRE_DISTRIBUTED_FUNCTION(exp)
ACRE_DISTRIBUTED_FUNCTION(exp2)
ACRE_DISTRIBUTED_FUNCTION(expm1)
ACRE_DISTRIBUTED_FUNCTION(fabs)
ACRE_DISTRIBUTED_FUNCTION(float_power)
ACRE_DISTRIBUTED_FUNCTION(floor)
ACRE_DISTRIBUTED_FUNCTION(floor_divide)
ACRE_DISTRIBUTED_FUNCTION(fmax)
ACRE_DISTRIBUTED_FUNCTION(fmin)
ACRE_DISTRIBUTED_FUNCTION(fmod)
ACRE_DISTRIBUTED_FUNCTION(gcd)
ACRE_DISTRIBUTED_FUNCTION(heaviside)
ACRE_DISTRIBUTED_FUNCTION(hypot)
ACRE_DISTRIBUTED_FUNCTION(i0)
ACRE_DISTRIBUTED_FUNCTION(imag)
ACRE_DISTRIBUTED_FUNCTION(isfinite)
ACRE_DISTRIBUTED_FUNCTION(isinf)
ACRE_DISTRIBUTED_FUNCTION(isnan)
ACRE_DISTRIBUTED_FUNCTION(isneginf)
ACRE_DISTRIBUTED_FUNCTION(isposinf)
ACRE_DISTRIBUTED_FUNCTION(lcm)
ACRE_DISTRIBUTED_FUNCTION(ldexp)
ACRE_DISTRIBUTED_FUNCTION(lgamma)
ACRE_DISTRIBUTED_FUNCTION(log)
ACRE_DISTRIBUTED_FUNCTION(log10)
ACRE_DISTRIBUTED_FUNCTION(log1p)
ACRE_DISTRIBUTED_FUNCTION(log2)
ACRE_DISTRIBUTED_FUNCTION(logaddexp)
ACRE_DISTRIBUTED_FUNCTION(logaddexp2)
ACRE_DISTRIBUTED_FUNCTION(logical_and)
ACRE_DISTRIBUTED_FUNCTION(logical_not)
ACRE_DISTRIBUTED_FUNCTION(logical_or)
ACRE_DISTRIBUTED_FUNCTION(logical_xor)
ACRE_DISTRIBUTED_FUNCTION(maximum)
ACRE_DISTRIBUTED_FUNCTION(minimum)
ACRE_DISTRIBUTED_FUNCTION(nextafter)
ACRE_DISTRIBUTED_FUNCTION(power)
ACRE_DISTRIBUTED_FUNCTION(rad2deg)
ACRE_DISTRIBUTED_FUNCTION(radians)
ACRE_DISTRIBUTED_FUNCTION(real)
ACRE_DISTRIBUTED_FUNCTION(reciprocal)
ACRE_DISTRIBUTED_FUNCTION(remainder)
ACRE_DISTRIBUTED_FUNCTION(rint)
ACRE_DISTRIBUTED_FUNCTION(round)
ACRE_DISTRIBUTED_FUNCTION(sign)
ACRE_DISTRIBUTED_FUNCTION(signbit)
ACRE_DISTRIBUTED_FUNCTION(sin)
ACRE_DISTRIBUTED_FUNCTION(sinc)
ACRE_DISTRIBUTED_FUNCTION(sinh)
ACRE_DISTRIBUTED_FUNCTION(sqrt)
ACRE_DISTRIBUTED_FUNCTION(square)
ACRE_DISTRIBUTED_FUNCTION(tan)
ACRE_DISTRIBUTED_FUNCTION(tanh)
ACRE_DISTRIBUTED_FUNCTION(tgamma)
ACRE_DISTRIBUTED_FUNCTION(trunc)
ACRE_DISTRIBUTED_FUNCTION(where)
#undef ACRE_DISTRIBUTED_FUNCTION

}  // namespace acre::distributed
