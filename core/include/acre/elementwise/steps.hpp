#pragma once

#include <acre/elementwise/functions.hpp>

#include <limits>
#include <optional>

/// Values instead of others. Terms of a fused expression. Same bits everywhere.
namespace acre {

namespace detail {

struct heaviside_op : inexact_type {
  static constexpr char const* name = "heaviside";
  using dtypes = float_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x, T at_0) const
  {
    return x > T(0) ? T(1) : x < T(0) ? T(0) : x == T(0) ? at_0 : x;
  }
};

template <class Real>
struct finite_op : same_type {
  static constexpr char const* name = "nan_to_num";
  Real nan, above, below;

  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    if constexpr (is_complex<T>::value)
      return {part(x.real()), part(x.imag())};
    else if constexpr (std::is_floating_point_v<T>)
      return part(x);
    else
      return x;
  }

 private:
  KOKKOS_INLINE_FUNCTION Real part(Real x) const
  {
    if (x != x) return nan;
    return x - x == Real(0) ? x : x > Real(0) ? above : below;
  }
};

using step_pairs = type_list<heaviside_op>;

}  // namespace detail

/// 0 below 0, 1 above it, and `at_0` there: heaviside(x, 0.5). NaN stays. Integers in float64.
template <class... A>
  requires two_operands<A...>
auto heaviside(A... a)
{
  return detail::make_binary<detail::heaviside_op>(std::move(a)...);
}

/// Numbers that nan_to_num() puts for NaN and infinities: 0, and the dtype's largest and lowest
/// number.
struct finite_values {
  double nan = 0;
  std::optional<double> posinf = {};
  std::optional<double> neginf = {};
};

/// Numbers for NaN and infinities: nan_to_num(x, {.nan = -1}). Each part of a complex number by
/// itself; integers stay.
template <expression E>
auto nan_to_num(E const& e, finite_values const& values = {})
{
  using T = typename E::value_type;
  using part = std::conditional_t<detail::kind_of<T>() <= detail::kind::integer, double, real_t<T>>;
  using real = detail::computed_t<part>;
  using limits = std::numeric_limits<part>;
  auto const or_else = [](std::optional<double> const& given, real otherwise) {
    return given ? static_cast<real>(*given) : otherwise;
  };
  using op = detail::finite_op<real>;
  return detail::make_unary<op>(e, op{{},
                                      static_cast<real>(values.nan),
                                      or_else(values.posinf, limits::max()),
                                      or_else(values.neginf, limits::lowest())});
}

}  // namespace acre

#include <acre/elementwise/detail/refusals/steps.hpp>
