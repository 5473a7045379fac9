#pragma once

#include <acre/elementwise/operators.hpp>
#include <acre/math/complex_functions.hpp>
#include <acre/math/trig.hpp>

/// Degrees, and sinc. Terms of a fused expression; integers as in elementary.hpp, in float64 for
/// sinc. Same bits everywhere.
namespace acre {

namespace detail {

struct deg2rad_op : inexact_type {
  static constexpr char const* name = "deg2rad";
  static constexpr char const* alias = "radians";
  using dtypes = float_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return x * (T(3.141592653589793238) / T(180));
  }
};
struct rad2deg_op : inexact_type {
  static constexpr char const* name = "rad2deg";
  static constexpr char const* alias = "degrees";
  using dtypes = float_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return x * (T(180) / T(3.141592653589793238));
  }
};
/// By NumPy's steps, in T.
struct sinc_op {
  static constexpr char const* name = "sinc";
  using dtypes = inexact_dtypes;
  template <class T>
  using argument = quotient_t<T>;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    if (x == T(0)) return T(1);
    if constexpr (is_complex<T>::value) {
      T const y = typename T::value_type(3.141592653589793238) * x;
      return math::divide(math::sin(y), y);
    } else {
      T const y = T(3.141592653589793238) * x;
      return math::sin(y) / y;
    }
  }
};

using angle_functions = type_list<deg2rad_op, rad2deg_op, sinc_op>;

}  // namespace detail

/// Degrees as radians, x π/180.
template <class... A>
  requires one_operand<A...>
auto deg2rad(A... a)
{
  return detail::make_unary<detail::deg2rad_op>(std::move(a)...);
}
/// NumPy's other name of deg2rad().
template <class... A>
  requires one_operand<A...>
auto radians(A... a)
{
  return acre::deg2rad(std::move(a)...);
}
/// Radians as degrees, x 180/π.
template <class... A>
  requires one_operand<A...>
auto rad2deg(A... a)
{
  return detail::make_unary<detail::rad2deg_op>(std::move(a)...);
}
/// NumPy's other name of rad2deg().
template <class... A>
  requires one_operand<A...>
auto degrees(A... a)
{
  return acre::rad2deg(std::move(a)...);
}
/// sin(πx) / (πx), 1 at 0.
template <class... A>
  requires one_operand<A...>
auto sinc(A... a)
{
  return detail::make_unary<detail::sinc_op>(std::move(a)...);
}

}  // namespace acre
