#pragma once

#include <acre/elementwise/detail/compiled_function.hpp>
#include <acre/elementwise/detail/fast_function.hpp>
#include <acre/math/complex_functions.hpp>
#include <acre/math/hyperbolic.hpp>

#include <concepts>
#include <utility>

/// Hyperbolic functions of elements and their inverses; dtypes, bits and the table they are in: see
/// <acre/elementwise/elementary.hpp>.
namespace acre {

namespace detail {

struct sinh_op : compiled_function<sinh_op> {
  static constexpr char const* name = "sinh";
  using dtypes = inexact_dtypes;
  static constexpr error_bound ulp{1, 0.51};
  static constexpr error_bound complex_ulp{5, 1};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::sinh(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::sinh(x);
  }
};
struct cosh_op : compiled_function<cosh_op> {
  static constexpr char const* name = "cosh";
  using dtypes = inexact_dtypes;
  static constexpr error_bound ulp{1, 0.51};
  static constexpr error_bound complex_ulp{5, 1};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::cosh(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::cosh(x);
  }
};
struct tanh_op : compiled_function<tanh_op> {
  static constexpr char const* name = "tanh";
  using dtypes = inexact_dtypes;
  static constexpr bool holds_much = true;
  static constexpr error_bound ulp{1, 0.51};
  static constexpr error_bound complex_ulp{5, 1};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::tanh(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static bool usual(T x)
  {
    return math::detail::tanh_usual(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T quick(T x)
  {
    return math::detail::tanh_quick(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::tanh(x);
  }
};
struct arcsinh_op : compiled_function<arcsinh_op> {
  static constexpr char const* name = "arcsinh";
  using dtypes = inexact_dtypes;
  static constexpr error_bound ulp{1.1, 0.51};
  static constexpr error_bound complex_ulp{5, 1};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::asinh(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::asinh(x);
  }
};
struct arccosh_op : compiled_function<arccosh_op> {
  static constexpr char const* name = "arccosh";
  using dtypes = inexact_dtypes;
  static constexpr error_bound ulp{1.5, 0.51};
  static constexpr error_bound complex_ulp{5, 1};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::acosh(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::acosh(x);
  }
};
struct arctanh_op : compiled_function<arctanh_op> {
  static constexpr char const* name = "arctanh";
  using dtypes = inexact_dtypes;
  static constexpr error_bound ulp{1.1, 0.51};
  static constexpr error_bound complex_ulp{5, 1};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::atanh(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::atanh(x);
  }
};

using hyperbolic_functions =
    type_list<sinh_op, cosh_op, tanh_op, arcsinh_op, arccosh_op, arctanh_op>;

}  // namespace detail

/// Hyperbolic sine.
template <class... A>
  requires one_operand<A...>
auto sinh(A... a)
{
  return detail::make_unary<detail::sinh_op>(std::move(a)...);
}
/// Hyperbolic cosine.
template <class... A>
  requires one_operand<A...>
auto cosh(A... a)
{
  return detail::make_unary<detail::cosh_op>(std::move(a)...);
}
/// Hyperbolic tangent.
template <class... A>
  requires one_operand<A...>
auto tanh(A... a)
{
  return detail::make_unary<detail::tanh_op>(std::move(a)...);
}
/// Inverse hyperbolic sine.
template <class... A>
  requires one_operand<A...>
auto arcsinh(A... a)
{
  return detail::make_unary<detail::arcsinh_op>(std::move(a)...);
}
/// Inverse hyperbolic cosine.
template <class... A>
  requires one_operand<A...>
auto arccosh(A... a)
{
  return detail::make_unary<detail::arccosh_op>(std::move(a)...);
}
/// Inverse hyperbolic tangent.
template <class... A>
  requires one_operand<A...>
auto arctanh(A... a)
{
  return detail::make_unary<detail::arctanh_op>(std::move(a)...);
}

/// The platform's own, see <acre/elementwise/fast.hpp>.
namespace fast {
inline constexpr acre::detail::fast_function<acre::detail::sinh_op> sinh{};
inline constexpr acre::detail::fast_function<acre::detail::cosh_op> cosh{};
inline constexpr acre::detail::fast_function<acre::detail::tanh_op> tanh{};
inline constexpr acre::detail::fast_function<acre::detail::arcsinh_op> arcsinh{};
inline constexpr acre::detail::fast_function<acre::detail::arccosh_op> arccosh{};
inline constexpr acre::detail::fast_function<acre::detail::arctanh_op> arctanh{};
}  // namespace fast

}  // namespace acre
