#pragma once

#include <acre/elementwise/operators.hpp>

#include <Kokkos_MathematicalFunctions.hpp>

#include <concepts>

/// The platform's own elementary functions of float32 and float64, under the names and with the
/// dtypes of <acre/elementwise/elementary.hpp>, as terms of a fused expression: the C library's on
/// a CPU, CUDA's or HIP's on a GPU. y = fast::exp(x) instead of y = exp(x).
///
/// Not promised, unlike acre's own: equal bits on two backends or with another version of a library
/// or driver (sums of their results differ accordingly), an error bound (what the vendor says: a
/// few ulp in most cases), the bits of NaN results. Faster where a vendor's function is; sqrt is
/// correctly rounded everywhere and the same. No lgamma: C's writes a global variable.
///
/// Errors, aliasing and waiting as those of every expression (<acre/elementwise/operators.hpp>).
namespace acre {

namespace detail {

struct fast_sqrt_op : inexact_type {
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return Kokkos::sqrt(x);
  }
};
struct fast_cbrt_op : inexact_type {
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return Kokkos::cbrt(x);
  }
};
struct fast_exp_op : inexact_type {
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return Kokkos::exp(x);
  }
};
struct fast_exp2_op : inexact_type {
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return Kokkos::exp2(x);
  }
};
struct fast_expm1_op : inexact_type {
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return Kokkos::expm1(x);
  }
};
struct fast_log_op : inexact_type {
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return Kokkos::log(x);
  }
};
struct fast_log2_op : inexact_type {
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return Kokkos::log2(x);
  }
};
struct fast_log10_op : inexact_type {
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return Kokkos::log10(x);
  }
};
struct fast_log1p_op : inexact_type {
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return Kokkos::log1p(x);
  }
};
struct fast_sin_op : inexact_type {
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return Kokkos::sin(x);
  }
};
struct fast_cos_op : inexact_type {
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return Kokkos::cos(x);
  }
};
struct fast_tan_op : inexact_type {
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return Kokkos::tan(x);
  }
};
struct fast_arcsin_op : inexact_type {
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return Kokkos::asin(x);
  }
};
struct fast_arccos_op : inexact_type {
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return Kokkos::acos(x);
  }
};
struct fast_arctan_op : inexact_type {
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return Kokkos::atan(x);
  }
};
struct fast_sinh_op : inexact_type {
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return Kokkos::sinh(x);
  }
};
struct fast_cosh_op : inexact_type {
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return Kokkos::cosh(x);
  }
};
struct fast_tanh_op : inexact_type {
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return Kokkos::tanh(x);
  }
};
struct fast_arcsinh_op : inexact_type {
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return Kokkos::asinh(x);
  }
};
struct fast_arccosh_op : inexact_type {
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return Kokkos::acosh(x);
  }
};
struct fast_arctanh_op : inexact_type {
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return Kokkos::atanh(x);
  }
};
struct fast_erf_op : inexact_type {
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return Kokkos::erf(x);
  }
};
struct fast_erfc_op : inexact_type {
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return Kokkos::erfc(x);
  }
};
struct fast_tgamma_op : inexact_type {
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return Kokkos::tgamma(x);
  }
};
struct fast_power_op : inexact_type {
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    return Kokkos::pow(a, b);
  }
};
struct fast_arctan2_op : inexact_type {
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    return Kokkos::atan2(a, b);
  }
};
struct fast_hypot_op : inexact_type {
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    return Kokkos::hypot(a, b);
  }
};

}  // namespace detail

namespace fast {

template <expression A>
auto sqrt(A const& a)
{
  return acre::detail::make_unary<acre::detail::fast_sqrt_op>(a);
}
template <expression A>
auto cbrt(A const& a)
{
  return acre::detail::make_unary<acre::detail::fast_cbrt_op>(a);
}
template <expression A>
auto exp(A const& a)
{
  return acre::detail::make_unary<acre::detail::fast_exp_op>(a);
}
template <expression A>
auto exp2(A const& a)
{
  return acre::detail::make_unary<acre::detail::fast_exp2_op>(a);
}
template <expression A>
auto expm1(A const& a)
{
  return acre::detail::make_unary<acre::detail::fast_expm1_op>(a);
}
template <expression A>
auto log(A const& a)
{
  return acre::detail::make_unary<acre::detail::fast_log_op>(a);
}
template <expression A>
auto log2(A const& a)
{
  return acre::detail::make_unary<acre::detail::fast_log2_op>(a);
}
template <expression A>
auto log10(A const& a)
{
  return acre::detail::make_unary<acre::detail::fast_log10_op>(a);
}
template <expression A>
auto log1p(A const& a)
{
  return acre::detail::make_unary<acre::detail::fast_log1p_op>(a);
}
template <expression A>
auto sin(A const& a)
{
  return acre::detail::make_unary<acre::detail::fast_sin_op>(a);
}
template <expression A>
auto cos(A const& a)
{
  return acre::detail::make_unary<acre::detail::fast_cos_op>(a);
}
template <expression A>
auto tan(A const& a)
{
  return acre::detail::make_unary<acre::detail::fast_tan_op>(a);
}
template <expression A>
auto arcsin(A const& a)
{
  return acre::detail::make_unary<acre::detail::fast_arcsin_op>(a);
}
template <expression A>
auto arccos(A const& a)
{
  return acre::detail::make_unary<acre::detail::fast_arccos_op>(a);
}
template <expression A>
auto arctan(A const& a)
{
  return acre::detail::make_unary<acre::detail::fast_arctan_op>(a);
}
template <expression A>
auto sinh(A const& a)
{
  return acre::detail::make_unary<acre::detail::fast_sinh_op>(a);
}
template <expression A>
auto cosh(A const& a)
{
  return acre::detail::make_unary<acre::detail::fast_cosh_op>(a);
}
template <expression A>
auto tanh(A const& a)
{
  return acre::detail::make_unary<acre::detail::fast_tanh_op>(a);
}
template <expression A>
auto arcsinh(A const& a)
{
  return acre::detail::make_unary<acre::detail::fast_arcsinh_op>(a);
}
template <expression A>
auto arccosh(A const& a)
{
  return acre::detail::make_unary<acre::detail::fast_arccosh_op>(a);
}
template <expression A>
auto arctanh(A const& a)
{
  return acre::detail::make_unary<acre::detail::fast_arctanh_op>(a);
}
template <expression A>
auto erf(A const& a)
{
  return acre::detail::make_unary<acre::detail::fast_erf_op>(a);
}
template <expression A>
auto erfc(A const& a)
{
  return acre::detail::make_unary<acre::detail::fast_erfc_op>(a);
}
template <expression A>
auto tgamma(A const& a)
{
  return acre::detail::make_unary<acre::detail::fast_tgamma_op>(a);
}
/// a to the power b in floating point: of integers too, unlike acre::power.
template <class A, class B>
  requires operands<A, B>
auto power(A const& a, B const& b)
{
  return acre::detail::make_binary<acre::detail::fast_power_op>(a, b);
}
template <class A, class B>
  requires operands<A, B>
auto arctan2(A const& a, B const& b)
{
  return acre::detail::make_binary<acre::detail::fast_arctan2_op>(a, b);
}
template <class A, class B>
  requires operands<A, B>
auto hypot(A const& a, B const& b)
{
  return acre::detail::make_binary<acre::detail::fast_hypot_op>(a, b);
}

}  // namespace fast
}  // namespace acre
