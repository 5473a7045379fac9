#pragma once

#include <acre/elementwise/operators.hpp>
#include <acre/math.hpp>

/// Elementary functions of arrays and expressions under NumPy's names, as terms of a fused
/// expression. float32 and float64 stay, 8- and 16-bit integers and bool are computed in float32
/// (NumPy: float16 for the 8-bit ones), wider integers in float64; exp, log and sqrt take complex
/// numbers too. The functions are acre::math's: the same bits on every backend; their error bounds
/// stand there.
namespace acre {

namespace detail {

struct sqrt_op : inexact_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::sqrt(x);
  }
};
struct cbrt_op : inexact_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::cbrt(x);
  }
};
struct exp_op : inexact_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::exp(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static bool usual(T x)
  {
    return math::detail::exp_usual(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T quick(T x)
  {
    return math::detail::exp_quick(x);
  }
};
struct exp2_op : inexact_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::exp2(x);
  }
};
struct expm1_op : inexact_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::expm1(x);
  }
};
struct log_op : inexact_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::log(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static bool usual(T x)
  {
    return math::detail::log_usual(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T quick(T x)
  {
    return math::detail::log_quick(x);
  }
};
struct log2_op : inexact_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::log2(x);
  }
};
struct log10_op : inexact_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::log10(x);
  }
};
struct log1p_op : inexact_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::log1p(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static bool usual(T x)
  {
    return math::detail::log1p_usual(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T quick(T x)
  {
    return math::detail::log1p_quick(x);
  }
};
struct sin_op : inexact_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::sin(x);
  }
  template <std::same_as<double> T>
  KOKKOS_INLINE_FUNCTION static bool usual(T x)
  {
    return math::trig_is_common(x);
  }
  template <std::same_as<double> T>
  KOKKOS_INLINE_FUNCTION static T quick(T x)
  {
    return math::sin_common(x);
  }
};
struct cos_op : inexact_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::cos(x);
  }
  template <std::same_as<double> T>
  KOKKOS_INLINE_FUNCTION static bool usual(T x)
  {
    return math::trig_is_common(x);
  }
  template <std::same_as<double> T>
  KOKKOS_INLINE_FUNCTION static T quick(T x)
  {
    return math::cos_common(x);
  }
};
struct tan_op : inexact_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::tan(x);
  }
};
struct arcsin_op : inexact_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::asin(x);
  }
};
struct arccos_op : inexact_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::acos(x);
  }
};
struct arctan_op : inexact_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::atan(x);
  }
};
struct sinh_op : inexact_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::sinh(x);
  }
};
struct cosh_op : inexact_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::cosh(x);
  }
};
struct tanh_op : inexact_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::tanh(x);
  }
};
struct arcsinh_op : inexact_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::asinh(x);
  }
};
struct arccosh_op : inexact_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::acosh(x);
  }
};
struct arctanh_op : inexact_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::atanh(x);
  }
};
struct erf_op : inexact_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::erf(x);
  }
};
struct erfc_op : inexact_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::erfc(x);
  }
};
struct lgamma_op : inexact_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::lgamma(x);
  }
};
struct tgamma_op : inexact_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::tgamma(x);
  }
};
struct softplus_op : inexact_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    T const rest = math::log1p(math::exp(-math::fabs(x)));  // NaN for a NaN
    return x > T(0) ? x + rest : rest;
  }
};
struct arctan2_op : inexact_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    return math::atan2(a, b);
  }
};
struct hypot_op : inexact_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    return math::hypot(a, b);
  }
};
struct logaddexp_op : inexact_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    return math::logaddexp(a, b);
  }
};
struct copysign_op : inexact_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    return math::copysign(a, b);
  }
};

}  // namespace detail

/// Square root; NaN below 0.
template <expression A>
auto sqrt(A const& a)
{
  return detail::make_unary<detail::sqrt_op>(a);
}
/// Cube root.
template <expression A>
auto cbrt(A const& a)
{
  return detail::make_unary<detail::cbrt_op>(a);
}
/// e to the power x.
template <expression A>
auto exp(A const& a)
{
  return detail::make_unary<detail::exp_op>(a);
}
/// 2 to the power x.
template <expression A>
auto exp2(A const& a)
{
  return detail::make_unary<detail::exp2_op>(a);
}
/// exp(x) - 1, accurate near 0.
template <expression A>
auto expm1(A const& a)
{
  return detail::make_unary<detail::expm1_op>(a);
}
/// Natural logarithm.
template <expression A>
auto log(A const& a)
{
  return detail::make_unary<detail::log_op>(a);
}
/// Logarithm to base 2.
template <expression A>
auto log2(A const& a)
{
  return detail::make_unary<detail::log2_op>(a);
}
/// Logarithm to base 10.
template <expression A>
auto log10(A const& a)
{
  return detail::make_unary<detail::log10_op>(a);
}
/// log(1 + x), accurate near 0.
template <expression A>
auto log1p(A const& a)
{
  return detail::make_unary<detail::log1p_op>(a);
}
/// Sine, x in radians.
template <expression A>
auto sin(A const& a)
{
  return detail::make_unary<detail::sin_op>(a);
}
/// Cosine, x in radians.
template <expression A>
auto cos(A const& a)
{
  return detail::make_unary<detail::cos_op>(a);
}
/// Tangent, x in radians.
template <expression A>
auto tan(A const& a)
{
  return detail::make_unary<detail::tan_op>(a);
}
/// Inverse sine.
template <expression A>
auto arcsin(A const& a)
{
  return detail::make_unary<detail::arcsin_op>(a);
}
/// Inverse cosine.
template <expression A>
auto arccos(A const& a)
{
  return detail::make_unary<detail::arccos_op>(a);
}
/// Inverse tangent.
template <expression A>
auto arctan(A const& a)
{
  return detail::make_unary<detail::arctan_op>(a);
}
/// Hyperbolic sine.
template <expression A>
auto sinh(A const& a)
{
  return detail::make_unary<detail::sinh_op>(a);
}
/// Hyperbolic cosine.
template <expression A>
auto cosh(A const& a)
{
  return detail::make_unary<detail::cosh_op>(a);
}
/// Hyperbolic tangent.
template <expression A>
auto tanh(A const& a)
{
  return detail::make_unary<detail::tanh_op>(a);
}
/// Inverse hyperbolic sine.
template <expression A>
auto arcsinh(A const& a)
{
  return detail::make_unary<detail::arcsinh_op>(a);
}
/// Inverse hyperbolic cosine.
template <expression A>
auto arccosh(A const& a)
{
  return detail::make_unary<detail::arccosh_op>(a);
}
/// Inverse hyperbolic tangent.
template <expression A>
auto arctanh(A const& a)
{
  return detail::make_unary<detail::arctanh_op>(a);
}
/// Error function.
template <expression A>
auto erf(A const& a)
{
  return detail::make_unary<detail::erf_op>(a);
}
/// 1 - erf(x), accurate for large x.
template <expression A>
auto erfc(A const& a)
{
  return detail::make_unary<detail::erfc_op>(a);
}
/// Logarithm of |gamma(x)|.
template <expression A>
auto lgamma(A const& a)
{
  return detail::make_unary<detail::lgamma_op>(a);
}
/// Gamma function.
template <expression A>
auto tgamma(A const& a)
{
  return detail::make_unary<detail::tgamma_op>(a);
}
/// log(1 + exp(x)) = max(0, x) + log1p(exp(-|x|)), without overflow on the way.
template <expression A>
auto softplus(A const& a)
{
  return detail::make_unary<detail::softplus_op>(a);
}
/// Angle of the point (x = b, y = a), in (-pi, pi].
template <class A, class B>
  requires operands<A, B>
auto arctan2(A const& a, B const& b)
{
  return detail::make_binary<detail::arctan2_op>(a, b);
}
/// sqrt(a² + b²) without overflow on the way.
template <class A, class B>
  requires operands<A, B>
auto hypot(A const& a, B const& b)
{
  return detail::make_binary<detail::hypot_op>(a, b);
}
/// log(exp(a) + exp(b)) without overflow on the way.
template <class A, class B>
  requires operands<A, B>
auto logaddexp(A const& a, B const& b)
{
  return detail::make_binary<detail::logaddexp_op>(a, b);
}
/// |a| with the sign of b.
template <class A, class B>
  requires operands<A, B>
auto copysign(A const& a, B const& b)
{
  return detail::make_binary<detail::copysign_op>(a, b);
}

}  // namespace acre
