#pragma once

#include <acre/array/creation.hpp>
#include <acre/order/detail/tally.hpp>

namespace acre {

/// How many elements of `x` (any shape, bool, integer or floating point) fall into each of `bins`
/// equal bins from low to high: int64 counts on x's space.
///
/// Bins are [a, b), the last one [a, b]; what lies outside and NaN is dropped. The edges are
/// NumPy's: linspace(low, high, bins + 1) in x's dtype, float64 for integers. With low == high,
/// low - 0.5 and high + 0.5 are taken. Throws value_error for bins < 1, low > high, or bounds that
/// are not finite. Queued; no temporary for an expression. Counts are integers and edges are
/// compared exactly: the same bits on every backend.
template <expression E>
auto histogram(E const& x, std::int64_t bins, double low, double high)
{
  return detail::tally(x, detail::constant<std::int64_t>(1), bins, low, high);
}

/// The sums of integer weights instead of counts; `weights` broadcasts to x's shape (shape_error).
/// Sums wrap around beyond int64.
template <expression E, expression W>
auto histogram(E const& x, std::int64_t bins, double low, double high, W const& weights)
{
  static_assert(
      detail::kind_of<typename W::value_type>() <= detail::kind::integer,
      "acre: a histogram's weights are integers, as their sums don't depend on the order");
  return detail::tally(x, weights, bins, low, high);
}

}  // namespace acre
