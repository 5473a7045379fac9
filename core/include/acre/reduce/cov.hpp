#pragma once

#include <acre/elementwise/cast.hpp>
#include <acre/elementwise/complex.hpp>
#include <acre/elementwise/exponential.hpp>
#include <acre/elementwise/maximum.hpp>
#include <acre/linalg/matmul.hpp>
#include <acre/rearrange/concatenate.hpp>
#include <acre/reduce/average.hpp>
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

/// Throws value_error: incompatible numbers of samples and fweights; fweights cannot be negative.
void require_observation_weights(char const* name, std::int64_t weights, std::int64_t observations,
                                 bool any_negative);
/// 1 / (the weights' sum less what ddof takes of it); infinite where nothing is left. `squares` is
/// the sum of each weight times its part of aweights.
double cov_scale(double sum, std::int64_t ddof, std::optional<double> squares);

template <class... E>
using covariance_t =
    std::conditional_t<(is_complex<typename E::value_type>::value || ...), complex<double>, double>;

/// Variables in rows. Those of one axis are one, and of y also those of a single row.
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
array<T, 2, Space> covariance(array<T, 2, Space> const& x, cov_options<Space> const& options)
{
  std::int64_t const observations = x.shape()[1];
  std::int64_t const freedom = options.ddof.value_or(options.bias ? 0 : 1);
  std::optional<array<double, 1, Space>> weights;
  if (options.fweights) {
    auto const& w = *options.fweights;
    require_observation_weights("fweights", w.size(), observations, any_along(w < 0).item());
    weights = array<double, 1, Space>(acre::cast<double>(w));
  }
  if (options.aweights) {
    auto const& w = *options.aweights;
    require_observation_weights("aweights", w.size(), observations, any_along(w < 0.0).item());
    weights = weights ? evaluate(*weights * w) : w;
  }
  auto const transposed = [](array<T, 2, Space> const& a) -> array<T, 2, Space> {
    if constexpr (is_complex<T>::value)
      return evaluate(acre::conj(a)).transpose();
    else
      return a.transpose();
  };
  if (!weights) {
    auto const distance = evaluate(x - mean_along(x, 1, keepdims));
    auto const products = acre::matmul(distance, transposed(distance));
    return evaluate(products * cov_scale(static_cast<double>(observations), freedom, {}));
  }
  double const sum = sum_along(*weights).item();
  std::optional<double> squares;
  if (options.aweights) squares = sum_along(*weights * *options.aweights).item();
  auto const along = weights->reshape(shape(1, observations));
  if (sum == 0) refuse_weights();
  auto const mean = evaluate(sum_along(x * acre::cast<T>(along), 1, keepdims) / T(sum));
  auto const distance = evaluate(x - mean);
  auto const products = acre::matmul(distance, transposed(evaluate(distance * along)));
  return evaluate(products * cov_scale(sum, freedom, squares));
}

/// Of one variable a number, as NumPy has it.
template <int Rank, element T, class Space>
array<T, Rank, Space> as_covariance(array<T, 2, Space> const& c)
{
  if constexpr (Rank == 0)
    return c.reshape(shape());
  else
    return c;
}

template <element T, class Space>
array<T, 2, Space> normalized_covariance(array<T, 2, Space> const& c)
{
  if (c.shape()[0] == 1) return evaluate(c / c);
  auto const spread = evaluate(acre::sqrt(acre::real(acre::diagonal(c))));
  auto const result = evaluate(c / spread(ALL, newaxis) / spread);
  if constexpr (is_complex<T>::value) {
    assign(acre::real(result), acre::clip(acre::real(result), -1.0, 1.0));
    assign(acre::imag(result), acre::clip(acre::imag(result), -1.0, 1.0));
    return result;
  } else {
    return evaluate(acre::clip(result, -1.0, 1.0));
  }
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

/// The same of m's variables and, behind them, y's.
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
/// both of its variables, limited to [-1, 1]. NumPy's corrcoef. As cov() in all else.
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
