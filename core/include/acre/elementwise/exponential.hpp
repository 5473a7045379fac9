#pragma once

#include <acre/elementwise/detail/compiled_function.hpp>
#include <acre/elementwise/detail/fast_function.hpp>
#include <acre/math/complex_functions.hpp>
#include <acre/math/exp.hpp>
#include <acre/math/root.hpp>

#include <concepts>
#include <utility>

/// Roots and exponentials of elements; dtypes, bits and the table they are in: see
/// <acre/elementwise/elementary.hpp>.
namespace acre {

namespace detail {

struct sqrt_op : elementary_function {
  static constexpr char const* name = "sqrt";
  using dtypes = inexact_dtypes;
  static constexpr error_bound ulp{0.501, 0.501};
  static constexpr error_bound complex_ulp{3, 0.51};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::sqrt(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::sqrt(x);
  }
};
struct cbrt_op : compiled_function<cbrt_op> {
  static constexpr char const* name = "cbrt";
  static constexpr error_bound ulp{0.51, 0.51};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::cbrt(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::cbrt(x);
  }
};
struct exp_op : compiled_function<exp_op> {
  static constexpr char const* name = "exp";
  using dtypes = inexact_dtypes;
  static constexpr error_bound ulp{1, 1};
  static constexpr error_bound complex_ulp{3, 0.51};
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
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::exp(x);
  }
};
struct exp2_op : compiled_function<exp2_op> {
  static constexpr char const* name = "exp2";
  using dtypes = inexact_dtypes;
  static constexpr error_bound ulp{1, 1};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::exp2(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::exp2(x);
  }
};
struct expm1_op : compiled_function<expm1_op> {
  static constexpr char const* name = "expm1";
  using dtypes = inexact_dtypes;
  static constexpr error_bound ulp{1.1, 1};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::expm1(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::expm1(x);
  }
};

using exponential_functions = type_list<sqrt_op, cbrt_op, exp_op, exp2_op, expm1_op>;

}  // namespace detail

/// Square root; NaN below 0.
template <class... A>
  requires one_operand<A...>
auto sqrt(A... a)
{
  return detail::make_unary<detail::sqrt_op>(std::move(a)...);
}
/// Cube root.
template <class... A>
  requires one_operand<A...>
auto cbrt(A... a)
{
  return detail::make_unary<detail::cbrt_op>(std::move(a)...);
}
/// e to the power x.
template <class... A>
  requires one_operand<A...>
auto exp(A... a)
{
  return detail::make_unary<detail::exp_op>(std::move(a)...);
}
/// 2 to the power x.
template <class... A>
  requires one_operand<A...>
auto exp2(A... a)
{
  return detail::make_unary<detail::exp2_op>(std::move(a)...);
}
/// exp(x) - 1, accurate near 0.
template <class... A>
  requires one_operand<A...>
auto expm1(A... a)
{
  return detail::make_unary<detail::expm1_op>(std::move(a)...);
}

/// The platform's own, see <acre/elementwise/fast.hpp>.
namespace fast {
inline constexpr acre::detail::fast_function<acre::detail::sqrt_op> sqrt{};
inline constexpr acre::detail::fast_function<acre::detail::cbrt_op> cbrt{};
inline constexpr acre::detail::fast_function<acre::detail::exp_op> exp{};
inline constexpr acre::detail::fast_function<acre::detail::exp2_op> exp2{};
inline constexpr acre::detail::fast_function<acre::detail::expm1_op> expm1{};
}  // namespace fast

}  // namespace acre
