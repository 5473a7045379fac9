#pragma once

#include <acre/order/detail/quantile.hpp>

#include <concepts>

/// Quantiles of arrays and expressions (bool, integer or floating point), with NumPy's methods,
/// formulas and dtypes.
///
///   quantile(x, 0.25)                       of all elements: rank 0
///   quantile(x, 0.25, 1)                    along axis 1; axes(0, 2), keepdims as sum() takes them
///   quantile(x, std::vector{0.1, 0.9}, 1)   several: their axis comes first
///   quantile(x, 0.25, interpolation::hazen, 1)
///   quantile(x, 0.25, order_statistic::lower)
///   percentile(x, 25), median(x, 1), nanmedian(x), nanquantile(x, 0.25), nanpercentile(x, 25)
///
/// One q gives float32 for float32 and float64 for all others, several (a vector or an expression
/// of rank 1) float64; an order_statistic is an element, in x's dtype. If there is a NaN the result
/// is NaN (for an order_statistic, too); nan… look at numbers alone, and are NaN of none.
/// Differences of integers don't wrap around as NumPy's.
///
/// Few quantiles of all of a large array are found by counting digits: x is read three times for
/// float32, six for float64, and nothing is stored. Rows of 8192 elements or more (on a GPU from
/// 128 on) are counted likewise, more often and with scratch of x's size. All other calls, nan…
/// along axes among them, sort rows: scratch of three times x's size, and that of sort(). The bits
/// are the same either way, on every backend. Queued; nan… of all elements waits for the number of
/// NaNs, and an expression q is waited for.
///
/// Throws value_error: Quantiles must be in the range [0, 1] (Percentiles must be in the range
/// [0, 100]); index_error for an axis that is not there, and, but for nan…, for no elements: index
/// -1 is out of bounds for axis 0 with size 0. (A median of none is NaN.)
namespace acre {

/// One of the two enumerations of methods (order/detail/quantile_rule.hpp), linear if none is
/// named.
template <class M>
concept quantile_choice = std::same_as<M, interpolation> || std::same_as<M, order_statistic>;

/// One number, or several.
template <class Q>
concept quantile_numbers =
    std::is_arithmetic_v<Q> || expression<Q> || std::same_as<Q, std::vector<double>>;

template <expression E, quantile_numbers Q, quantile_choice M, class... Axes>
auto quantile(E const& x, Q const& q, M method, Axes const&... axes)
{
  return detail::quantile_over(detail::quantile_scale::fraction, false, x, q, method, axes...);
}
template <expression E, quantile_numbers Q, class... Axes>
auto quantile(E const& x, Q const& q, Axes const&... axes)
{
  return quantile(x, q, interpolation::linear, axes...);
}

/// quantile() of q / 100.
template <expression E, quantile_numbers Q, quantile_choice M, class... Axes>
auto percentile(E const& x, Q const& q, M method, Axes const&... axes)
{
  return detail::quantile_over(detail::quantile_scale::percent, false, x, q, method, axes...);
}
template <expression E, quantile_numbers Q, class... Axes>
auto percentile(E const& x, Q const& q, Axes const&... axes)
{
  return percentile(x, q, interpolation::linear, axes...);
}

/// The element in the middle, or the mean of the two there; float64 for integers and bool.
template <expression E, class... Axes>
auto median(E const& x, Axes const&... axes)
{
  return detail::median_over(false, x, axes...);
}

template <expression E, quantile_numbers Q, quantile_choice M, class... Axes>
auto nanquantile(E const& x, Q const& q, M method, Axes const&... axes)
{
  return detail::quantile_over(detail::quantile_scale::fraction, true, x, q, method, axes...);
}
template <expression E, quantile_numbers Q, class... Axes>
auto nanquantile(E const& x, Q const& q, Axes const&... axes)
{
  return nanquantile(x, q, interpolation::linear, axes...);
}
template <expression E, quantile_numbers Q, quantile_choice M, class... Axes>
auto nanpercentile(E const& x, Q const& q, M method, Axes const&... axes)
{
  return detail::quantile_over(detail::quantile_scale::percent, true, x, q, method, axes...);
}
template <expression E, quantile_numbers Q, class... Axes>
auto nanpercentile(E const& x, Q const& q, Axes const&... axes)
{
  return nanpercentile(x, q, interpolation::linear, axes...);
}
template <expression E, class... Axes>
auto nanmedian(E const& x, Axes const&... axes)
{
  return detail::median_over(true, x, axes...);
}

}  // namespace acre

#include <acre/order/detail/refusals/quantile.hpp>
