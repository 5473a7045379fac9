#pragma once

#include <acre/reduce/ddof.hpp>
#include <acre/reduce/detail/moments.hpp>

/// Variances that leave NaNs out, along axes named as in acre/reduce/axes.hpp.
namespace acre {

namespace detail {

template <expression E, class... Axes>
auto nan_spread(bool root, ddof d, E const& e, Axes const&... which)
{
  using T = quotient_t<typename E::value_type>;
  return reduce_with(variance_reducer<T, true>{d.value, root}, e, which...);
}

}  // namespace detail

/// The variance of the numbers: the sum of their squared distances from nanmean(), divided by their
/// number less ddof; NaN where that isn't above 0. Integers in float64, complex
/// numbers in their real dtype. One pass, as var(), with
/// its bits where nothing is NaN. Queued; scratch and throws as sum().
template <expression E, class... Axes>
auto nanvar(E const& e, ddof d, Axes const&... which)
{
  return detail::nan_spread(false, d, e, which...);
}
template <expression E, class... Axes>
auto nanvar(E const& e, Axes const&... which)
{
  return acre::nanvar(e, ddof(0), which...);
}

/// The square root of nanvar().
template <expression E, class... Axes>
auto nanstd(E const& e, ddof d, Axes const&... which)
{
  return detail::nan_spread(true, d, e, which...);
}
template <expression E, class... Axes>
auto nanstd(E const& e, Axes const&... which)
{
  return acre::nanstd(e, ddof(0), which...);
}

}  // namespace acre
