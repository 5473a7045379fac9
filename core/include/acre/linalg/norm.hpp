#pragma once

#include <acre/elementwise/detail/in_float.hpp>
#include <acre/linalg/detail/norm.hpp>
#include <acre/reduce/extrema.hpp>
#include <acre/reduce/sum.hpp>

#include <cmath>
#include <limits>

namespace acre {

namespace detail {

/// |x|², without a root.
struct squared_magnitude : same_type {
  static constexpr char const* name = "vector_norm";
  using dtypes = inexact_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION real_t<T> operator()(T x) const
  {
    if constexpr (is_complex<T>::value)
      return x.real() * x.real() + x.imag() * x.imag();
    else
      return x * x;
  }
};

/// |x| to a power; to the power 0 whether it isn't 0.
template <class R>
struct magnitude_power : same_type {
  static constexpr char const* name = "vector_norm";
  using dtypes = inexact_dtypes;
  R power = 0;
  template <class T>
  KOKKOS_INLINE_FUNCTION R operator()(T x) const
  {
    R const size = absolute_op{}(x);
    return power == 0 ? R(size != 0) : math::pow(size, power);
  }
};

template <class R>
struct root_of_sum : sum_reducer<R> {
  static constexpr char const* name = "vector_norm";
  KOKKOS_INLINE_FUNCTION R finish(R sum) const { return std::sqrt(sum); }
};
template <class R>
struct power_of_sum : sum_reducer<R> {
  static constexpr char const* name = "vector_norm";
  R power;
  KOKKOS_INLINE_FUNCTION R finish(R sum) const { return power == 0 ? sum : math::pow(sum, power); }
};

/// In floating point, integers in float64.
template <expression E>
auto as_inexact(E const& e)
{
  return acre::cast<quotient_t<typename E::value_type>>(e);
}

/// The largest (smallest) of norms that aren't negative; the largest of none is 0.
template <expression E, class... Axes>
auto extreme_norm(E const& e, bool largest, Axes... which)
{
  if (!largest) return acre::min(e, which...);
  return size_of(e.shape()) == 0 ? acre::sum(e, which...) : acre::max(e, which...);
}

template <expression E, class... Axes>
auto norm_of_vectors(E const& e, double order, Axes... which)
{
  using R = real_t<quotient_t<typename E::value_type>>;
  auto const x = as_inexact(e);
  if (order == 2) return reduce_with(root_of_sum<R>{}, make_unary<squared_magnitude>(x), which...);
  if (order == 1) return acre::sum(acre::abs(x), which...);
  if (std::isinf(order)) return extreme_norm(acre::abs(x), order > 0, which...);
  R const power = static_cast<R>(order);
  power_of_sum<R> reducer{};
  reducer.power = order == 0 ? R(0) : R(1) / power;
  return reduce_with(reducer, make_unary<magnitude_power<R>>(x, {{}, power}), which...);
}

}  // namespace detail

/// The norm of vectors: of all elements, or along axes named as in acre/reduce/axes.hpp.
///
///   vector_norm(x)           sqrt(sum(|x|²)): NumPy's norm(x) of any rank
///   vector_norm(x, 1, -1)    sum(|x|) along the last axis
///   vector_norm(x, inf)      the largest |x| (-inf: the smallest); NaN where there is one
///   vector_norm(x, 0)        how many elements aren't 0
///   vector_norm(x, 3)        sum(|x|³)^(1/3), likewise any order
///
/// Real numbers of x's precision, of integers float64. One kernel, with the order of sum(): the
/// same bits on every space. Squares may overflow. Without elements 0; order -inf throws
/// value_error.
template <expression E, class... Axes>
auto vector_norm(E const& e, double order = 2, Axes... which)
{
  if constexpr (detail::is_half<typename E::value_type>)
    return detail::in_float(e, [&](auto const& x) { return vector_norm(x, order, which...); });
  else
    return detail::norm_of_vectors(e, order, which...);
}

namespace detail {

template <expression E>
auto matrices_of(E const& e)
{
  static_assert(E::rank > 1, "acre: matrix_norm takes arrays of two and more axes");
  return as_inexact(e);
}

template <expression E>
auto norm_of_matrices(E const& e, double order)
{
  if (std::abs(order) != 1 && !std::isinf(order)) throw_norm_order(order);
  auto const size = acre::abs(matrices_of(e));
  return extreme_norm(acre::sum(size, std::isinf(order) ? -1 : -2), order > 0, -1);
}

}  // namespace detail

/// The norm of the matrices of the last two axes: Frobenius', sqrt(sum(|a|²)). Dtype and bits as
/// vector_norm().
template <expression E>
auto matrix_norm(E const& e)
{
  return vector_norm(detail::matrices_of(e), 2, axes(-2, -1));
}

/// Order 1 (-1) is the largest (smallest) sum of a column's |a|, order inf (-inf) that of a row's.
/// Throws value_error for another order: Invalid norm order for matrices. Orders 2 and -2 and the
/// nuclear norm are made of linalg::svdvals(e), which is a component's: their largest, their
/// smallest and their sum, max(s, -1).
template <expression E>
auto matrix_norm(E const& e, double order)
{
  if constexpr (detail::is_half<typename E::value_type>)
    return detail::in_float(e, [&](auto const& x) { return matrix_norm(x, order); });
  else
    return detail::norm_of_matrices(e, order);
}

}  // namespace acre
