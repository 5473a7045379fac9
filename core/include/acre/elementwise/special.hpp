#pragma once

#include <acre/elementwise/detail/compiled_function.hpp>
#include <acre/elementwise/detail/fast_function.hpp>
#include <acre/math/bessel.hpp>
#include <acre/math/erf.hpp>
#include <acre/math/gamma.hpp>

#include <concepts>
#include <utility>

/// Error and gamma functions of elements; dtypes, bits and the table they are in: see
/// <acre/elementwise/elementary.hpp>.
namespace acre {

namespace detail {

struct erf_op : compiled_function<erf_op> {
  static constexpr char const* name = "erf";
  static constexpr error_bound ulp{1.3, 0.51};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::erf(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::erf(x);
  }
};
struct erfc_op : compiled_function<erfc_op> {
  static constexpr char const* name = "erfc";
  static constexpr error_bound ulp{1.3, 0.51};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::erfc(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::erfc(x);
  }
};
struct lgamma_op : compiled_function<lgamma_op> {
  static constexpr char const* name = "lgamma";
  static constexpr error_bound ulp{1.4, 0.51};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::lgamma(x);
  }
};
struct tgamma_op : compiled_function<tgamma_op> {
  static constexpr char const* name = "tgamma";
  static constexpr error_bound ulp{1.4, 0.51};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::tgamma(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::tgamma(x);
  }
};

using special_functions = type_list<erf_op, erfc_op, lgamma_op, tgamma_op>;

/// Integers and bool are computed in float64, as NumPy's.
struct i0_op {
  static constexpr char const* name = "i0";
  using dtypes = float_dtypes;
  template <class T>
  using argument = quotient_t<T>;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::i0(x);
  }
};
using bessel_functions = type_list<i0_op>;

}  // namespace detail

/// Error function.
template <class... A>
  requires one_operand<A...>
auto erf(A... a)
{
  return detail::make_unary<detail::erf_op>(std::move(a)...);
}
/// 1 - erf(x), accurate for large x.
template <class... A>
  requires one_operand<A...>
auto erfc(A... a)
{
  return detail::make_unary<detail::erfc_op>(std::move(a)...);
}
/// Logarithm of |gamma(x)|.
template <class... A>
  requires one_operand<A...>
auto lgamma(A... a)
{
  return detail::make_unary<detail::lgamma_op>(std::move(a)...);
}
/// Gamma function.
template <class... A>
  requires one_operand<A...>
auto tgamma(A... a)
{
  return detail::make_unary<detail::tgamma_op>(std::move(a)...);
}

/// The modified Bessel function of the first kind, of order 0, as NumPy's (<acre/math/bessel.hpp>).
template <class... A>
  requires one_operand<A...>
auto i0(A... a)
{
  return detail::make_unary<detail::i0_op>(std::move(a)...);
}

/// The platform's own, see <acre/elementwise/fast.hpp>.
namespace fast {
inline constexpr acre::detail::fast_function<acre::detail::erf_op> erf{};
inline constexpr acre::detail::fast_function<acre::detail::erfc_op> erfc{};
inline constexpr acre::detail::fast_function<acre::detail::tgamma_op> tgamma{};
}  // namespace fast

}  // namespace acre
