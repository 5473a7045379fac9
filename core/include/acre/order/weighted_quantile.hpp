#pragma once

#include <acre/order/detail/weighted_quantile.hpp>

#include <utility>

/// Quantiles of elements that count by their weights, as NumPy's weights= has them: the first
/// element in order at which the sum of the weights up to it, over the sum of all, is not below q.
///
/// ```cpp
/// auto const x = from_host({3.0, 1.0, 2.0}), w = from_host({1.0, 1.0, 8.0});
/// std::cout << quantile(x, 0.25, order_statistic::inverted_cdf, weighted_by(w)) << '\n';
/// ```
/// ```text
/// 2.0
/// ```
///
/// quantile, percentile, nanquantile and nanpercentile take weighted_by(w) behind the method, and
/// axes behind that. Weights have x's shape, or lie along the one axis that is named; they count in
/// float64 and are added up in the order of cumsum(). A NaN and its weight are left out by nan…,
/// and make the others NaN. Otherwise as acre/order/quantile.hpp. Elements of equal value stand in
/// argsort()'s order. Scratch: five times x's size for float64. Looks at the weights, and so waits.
///
/// Throws what quantile() throws; value_error: Only method 'inverted_cdf' supports weights. Got:
/// linear. | Weights must be non-negative. | Weights included NaN, inf or were all zero.;
/// shape_error: Shape of weights must be consistent with shape of a along specified axis
namespace acre {

/// Names weights, for quantile().
template <expression W>
auto weighted_by(W w)
{
  return detail::weights<W>{std::move(w)};
}

template <expression E, quantile_numbers Q, quantile_choice M, expression W, class... Axes>
auto quantile(E const& x, Q const& q, M method, detail::weights<W> const& w, Axes const&... axes)
{
  return detail::weighted_over(detail::quantile_scale::fraction, false, x, q, method, w, axes...);
}
template <expression E, quantile_numbers Q, quantile_choice M, expression W, class... Axes>
auto percentile(E const& x, Q const& q, M method, detail::weights<W> const& w, Axes const&... axes)
{
  return detail::weighted_over(detail::quantile_scale::percent, false, x, q, method, w, axes...);
}
template <expression E, quantile_numbers Q, quantile_choice M, expression W, class... Axes>
auto nanquantile(E const& x, Q const& q, M method, detail::weights<W> const& w, Axes const&... axes)
{
  return detail::weighted_over(detail::quantile_scale::fraction, true, x, q, method, w, axes...);
}
template <expression E, quantile_numbers Q, quantile_choice M, expression W, class... Axes>
auto nanpercentile(E const& x, Q const& q, M method, detail::weights<W> const& w,
                   Axes const&... axes)
{
  return detail::weighted_over(detail::quantile_scale::percent, true, x, q, method, w, axes...);
}

}  // namespace acre
