#pragma once

#include <acre/elementwise/detail/compiled_function.hpp>
#include <acre/elementwise/detail/fast_function.hpp>
#include <acre/math/complex_functions.hpp>
#include <acre/math/exp.hpp>
#include <acre/math/log.hpp>
#include <acre/math/logaddexp.hpp>
#include <acre/math/rounding.hpp>

#include <concepts>
#include <utility>

/// Logarithms of elements; dtypes, bits and the table they are in: see
/// <acre/elementwise/elementary.hpp>.
namespace acre {

namespace detail {

struct log_op : compiled_function<log_op> {
  static constexpr char const* name = "log";
  using dtypes = inexact_dtypes;
  static constexpr error_bound ulp{1, 1};
  static constexpr error_bound complex_ulp{3, 0.51};
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
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::log(x);
  }
};
struct log2_op : compiled_function<log2_op> {
  static constexpr char const* name = "log2";
  using dtypes = inexact_dtypes;
  static constexpr error_bound ulp{1, 1};
  static constexpr error_bound complex_ulp{5, 1};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::log2(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::log2(x);
  }
};
struct log10_op : compiled_function<log10_op> {
  static constexpr char const* name = "log10";
  using dtypes = inexact_dtypes;
  static constexpr error_bound ulp{1, 1};
  static constexpr error_bound complex_ulp{5, 1};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::log10(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::log10(x);
  }
};
struct log1p_op : compiled_function<log1p_op> {
  static constexpr char const* name = "log1p";
  using dtypes = inexact_dtypes;
  static constexpr error_bound ulp{1, 1};
  static constexpr error_bound complex_ulp{5, 1};
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
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::log1p(x);
  }
};
struct softplus_op : compiled_function<softplus_op> {
  static constexpr char const* name = "softplus";
  static constexpr error_bound ulp{1.6, 1.6};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::detail::softplus_of(x);
  }
};

using logarithmic_functions = type_list<log_op, log2_op, log10_op, log1p_op, softplus_op>;

}  // namespace detail

/// Natural logarithm.
template <class... A>
  requires one_operand<A...>
auto log(A... a)
{
  return detail::make_unary<detail::log_op>(std::move(a)...);
}
/// Logarithm to base 2.
template <class... A>
  requires one_operand<A...>
auto log2(A... a)
{
  return detail::make_unary<detail::log2_op>(std::move(a)...);
}
/// Logarithm to base 10.
template <class... A>
  requires one_operand<A...>
auto log10(A... a)
{
  return detail::make_unary<detail::log10_op>(std::move(a)...);
}
/// log(1 + x), accurate near 0.
template <class... A>
  requires one_operand<A...>
auto log1p(A... a)
{
  return detail::make_unary<detail::log1p_op>(std::move(a)...);
}
/// log(1 + exp(x)) = max(0, x) + log1p(exp(-|x|)), without overflow on the way.
template <class... A>
  requires one_operand<A...>
auto softplus(A... a)
{
  return detail::make_unary<detail::softplus_op>(std::move(a)...);
}

/// The platform's own, see <acre/elementwise/fast.hpp>.
namespace fast {
inline constexpr acre::detail::fast_function<acre::detail::log_op> log{};
inline constexpr acre::detail::fast_function<acre::detail::log2_op> log2{};
inline constexpr acre::detail::fast_function<acre::detail::log10_op> log10{};
inline constexpr acre::detail::fast_function<acre::detail::log1p_op> log1p{};
}  // namespace fast

}  // namespace acre
