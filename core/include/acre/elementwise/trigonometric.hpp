#pragma once

#include <acre/elementwise/detail/compiled_function.hpp>
#include <acre/elementwise/detail/fast_function.hpp>
#include <acre/math/complex_functions.hpp>
#include <acre/math/inverse_trig.hpp>
#include <acre/math/trig.hpp>

#include <concepts>
#include <utility>

/// Sine, cosine, tangent of elements and their inverses; dtypes, bits and the table they are in:
/// see <acre/elementwise/elementary.hpp>.
namespace acre {

namespace detail {

struct sin_op : compiled_function<sin_op> {
  static constexpr char const* name = "sin";
  using dtypes = inexact_dtypes;
  static constexpr error_bound ulp{1, 0.51};
  static constexpr error_bound complex_ulp{5, 1};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::sin(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static bool usual(T x)
  {
    return math::trig_is_common(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T quick(T x)
  {
    return math::sin_common(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::sin(x);
  }
};
struct cos_op : compiled_function<cos_op> {
  static constexpr char const* name = "cos";
  using dtypes = inexact_dtypes;
  static constexpr error_bound ulp{1, 0.51};
  static constexpr error_bound complex_ulp{5, 1};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::cos(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static bool usual(T x)
  {
    return math::trig_is_common(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T quick(T x)
  {
    return math::cos_common(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::cos(x);
  }
};
struct tan_op : compiled_function<tan_op> {
  static constexpr char const* name = "tan";
  using dtypes = inexact_dtypes;
  static constexpr bool holds_much = true;
  static constexpr error_bound ulp{1.1, 0.51};
  static constexpr error_bound complex_ulp{5, 1};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::tan(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static bool usual(T x)
  {
    return math::trig_is_common(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T quick(T x)
  {
    return math::tan_common(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::tan(x);
  }
};
struct arcsin_op : compiled_function<arcsin_op> {
  static constexpr char const* name = "arcsin";
  using dtypes = inexact_dtypes;
  static constexpr error_bound ulp{1, 0.52};
  static constexpr error_bound complex_ulp{5, 1};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::asin(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::asin(x);
  }
};
struct arccos_op : compiled_function<arccos_op> {
  static constexpr char const* name = "arccos";
  using dtypes = inexact_dtypes;
  static constexpr error_bound ulp{1, 0.52};
  static constexpr error_bound complex_ulp{5, 1};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::acos(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::acos(x);
  }
};
struct arctan_op : compiled_function<arctan_op> {
  static constexpr char const* name = "arctan";
  using dtypes = inexact_dtypes;
  static constexpr error_bound ulp{1, 0.53};
  static constexpr error_bound complex_ulp{5, 1};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::atan(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::atan(x);
  }
};

using trigonometric_functions = type_list<sin_op, cos_op, tan_op, arcsin_op, arccos_op, arctan_op>;

}  // namespace detail

/// Sine, x in radians.
template <class... A>
  requires one_operand<A...>
auto sin(A... a)
{
  return detail::make_unary<detail::sin_op>(std::move(a)...);
}
/// Cosine, x in radians.
template <class... A>
  requires one_operand<A...>
auto cos(A... a)
{
  return detail::make_unary<detail::cos_op>(std::move(a)...);
}
/// Tangent, x in radians.
template <class... A>
  requires one_operand<A...>
auto tan(A... a)
{
  return detail::make_unary<detail::tan_op>(std::move(a)...);
}
/// Inverse sine.
template <class... A>
  requires one_operand<A...>
auto arcsin(A... a)
{
  return detail::make_unary<detail::arcsin_op>(std::move(a)...);
}
/// Inverse cosine.
template <class... A>
  requires one_operand<A...>
auto arccos(A... a)
{
  return detail::make_unary<detail::arccos_op>(std::move(a)...);
}
/// Inverse tangent.
template <class... A>
  requires one_operand<A...>
auto arctan(A... a)
{
  return detail::make_unary<detail::arctan_op>(std::move(a)...);
}

/// The platform's own, see <acre/elementwise/fast.hpp>.
namespace fast {
inline constexpr acre::detail::fast_function<acre::detail::sin_op> sin{};
inline constexpr acre::detail::fast_function<acre::detail::cos_op> cos{};
inline constexpr acre::detail::fast_function<acre::detail::tan_op> tan{};
inline constexpr acre::detail::fast_function<acre::detail::arcsin_op> arcsin{};
inline constexpr acre::detail::fast_function<acre::detail::arccos_op> arccos{};
inline constexpr acre::detail::fast_function<acre::detail::arctan_op> arctan{};
}  // namespace fast

}  // namespace acre
