#pragma once

#include <acre/elementwise/cast.hpp>
#include <acre/elementwise/complex.hpp>
#include <acre/elementwise/exponential.hpp>
#include <acre/elementwise/maximum.hpp>
#include <acre/linalg/matmul.hpp>
#include <acre/rearrange/concatenate.hpp>
#include <acre/reduce/average.hpp>
#include <acre/reduce/detail/cov.hpp>
#include <acre/reduce/products.hpp>

#include <optional>

namespace acre {

/// How cov() counts, by NumPy's names: variables lie in rows (rowvar) or columns; a sum of products
/// is divided by the number of observations less ddof, which is 1, with `bias` 0, unless it is
/// given; observation i was made fweights[i] times, and weighs aweights[i].
template <class Space>
struct cov_options {
  bool rowvar = true;
  bool bias = false;
  std::optional<std::int64_t> ddof = {};
  std::optional<array<std::int64_t, 1, Space>> fweights = {};
  std::optional<array<double, 1, Space>> aweights = {};
};

namespace detail {

template <class... E>
using covariance_t =
    std::conditional_t<(is_complex<typename E::value_type>::value || ...), complex<double>, double>;

/// Variables in rows. An operand of one axis is one variable, and so is y of a single row.
template <element T, expression E>
array<T, 2, typename E::space_type> variables_of(E const& e, bool rowvar, bool is_second)
{
  auto const a = computed_array(acre::cast<T>(e));
  if constexpr (E::rank == 2)
    return rowvar || (is_second && a.shape()[0] == 1) ? a : a.transpose();
  else
    return a.reshape(shape(1, a.size()));
}

template <element T, class Space>
array<T, 2, Space> conjugate_transpose(array<T, 2, Space> const& a)
{
  if constexpr (is_complex<T>::value)
    return evaluate(acre::conj(a)).transpose();
  else
    return a.transpose();
}
template <element T, class Space>
array<T, 2, Space> scaled(array<T, 2, Space> const& products, double scale)
{
  return evaluate(products * scale);
}
/// Within [-1, 1], each part of a complex number by itself.
template <element T, class Space>
array<T, 2, Space> limited(array<T, 2, Space> const& a)
{
  if constexpr (is_complex<T>::value) {
    assign(acre::real(a), acre::clip(acre::real(a), -1.0, 1.0));
    assign(acre::imag(a), acre::clip(acre::imag(a), -1.0, 1.0));
    return a;
  } else {
    return evaluate(acre::clip(a, -1.0, 1.0));
  }
}

template <element T, class Space>
array<T, 2, Space> covariance(array<T, 2, Space> const& x, cov_options<Space> const& options)
{
  std::int64_t const observations = x.shape()[1];
  std::optional<array<double, 1, Space>> fweights;
  if (options.fweights) {
    auto const& w = *options.fweights;
    require_observation_weights("fweights", w.size(), observations, any_along(w < 0).item());
    fweights = array<double, 1, Space>(acre::cast<double>(w));
  }
  if (options.aweights) {
    auto const& w = *options.aweights;
    require_observation_weights("aweights", w.size(), observations, any_along(w < 0.0).item());
  }
  return covariance(x, fweights, options.aweights, options.ddof.value_or(options.bias ? 0 : 1));
}

/// One variable gives a number, as NumPy has it.
template <int Rank, element T, class Space>
array<T, Rank, Space> as_covariance(array<T, 2, Space> const& c)
{
  if constexpr (Rank == 0)
    return c.reshape(shape());
  else
    return c;
}

template <class... E>
constexpr bool cov_takes()
{
  static_assert(((E::rank <= 2) && ...),
                "acre: cov and corrcoef take variables in one or two dimensions");
  return true;
}

}  // namespace detail

/// The covariance of variables, each of which is a row of observations: the (n, n) sums of
/// (x - mean(x)) × conj(y - mean(y)), divided by the number of observations less 1. NumPy's cov:
///
/// ```cpp
/// auto const m = from_host(std::vector{0.0, 1.0, 2.0, 2.0, 1.0, 0.0}, shape(2, 3));
/// std::cout << cov(m) << '\n';
/// std::cout << cov(m(0), {.bias = true}) << '\n';
/// ```
/// ```text
/// [[ 1. -1.]
///  [-1.  1.]]
/// 0.6666666666666666
/// ```
///
/// m has one axis (one variable, whose covariance is of rank 0) or two. In float64, of complex
/// numbers complex128. Means in the order of mean() and sum(), products in that of matmul(); no
/// scratch but m's distances from the means (with weights twice). Waits where there are weights.
/// Too few observations: NaN and infinities, as the division by 0 gives. Throws value_error:
/// fweights cannot be negative; incompatible numbers of samples and aweights; Weights sum to zero,
/// can't be normalized. Same bits on every backend.
template <expression E>
auto cov(E const& m, cov_options<typename E::space_type> const& options = {})
{
  static_assert(detail::cov_takes<E>());
  using T = detail::covariance_t<E>;
  return detail::as_covariance<E::rank == 2 ? 2 : 0>(
      detail::covariance(detail::variables_of<T>(m, options.rowvar, false), options));
}

/// The covariance of m's variables and, after them, y's.
template <expression E, expression Y>
auto cov(E const& m, Y const& y, cov_options<typename E::space_type> const& options = {})
{
  static_assert(detail::cov_takes<E, Y>());
  using T = detail::covariance_t<E, Y>;
  return detail::covariance(
      acre::concatenate(std::tuple(detail::variables_of<T>(m, options.rowvar, false),
                                   detail::variables_of<T>(y, options.rowvar, true))),
      options);
}

/// Pearson's correlation coefficients of variables: cov(m) divided by the standard deviations of
/// both of its variables, limited to [-1, 1]. NumPy's corrcoef. Otherwise as cov().
template <expression E>
auto corrcoef(E const& m, bool rowvar = true)
{
  static_assert(detail::cov_takes<E>());
  using T = detail::covariance_t<E>;
  return detail::as_covariance<E::rank == 2 ? 2 : 0>(
      detail::normalized_covariance(detail::covariance(detail::variables_of<T>(m, rowvar, false),
                                                       cov_options<typename E::space_type>{})));
}
template <expression E, expression Y>
auto corrcoef(E const& m, Y const& y, bool rowvar = true)
{
  return detail::normalized_covariance(
      acre::cov(m, y, cov_options<typename E::space_type>{.rowvar = rowvar}));
}

}  // namespace acre
