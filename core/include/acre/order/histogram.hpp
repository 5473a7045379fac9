#pragma once

#include <acre/order/detail/bin_edges.hpp>
#include <acre/order/detail/bins.hpp>
#include <acre/order/detail/tally.hpp>
#include <acre/reduce/detail/distances.hpp>
#include <acre/reduce/detail/sum.hpp>

/// How many elements of an array or expression of any shape (bool, integer or floating point) fall
/// into each of some bins, with NumPy's rules: bins are [a, b), the last one [a, b]; what lies
/// outside (unless `outside` says otherwise) and NaN is dropped.
///
///   histogram(x, 100, 0, 1)            equal bins from 0 to 1: counts
///   histogram(x, edges)                bins between ascending edges, an array or expression
///   auto [h, e] = histogram(x, 100)    equal bins from the least to the largest element, and edges
///                                      (10 where no number is given)
///   histogram(x, 100, 0, 1, w)         sums of weights, which broadcast to x's shape
///
/// Counts and sums of integers are int64 (sums wrap around), sums of other weights in the weights'
/// dtype. They are new arrays on x's space, and the bits are the same on every backend: edges are
/// compared exactly, and floating-point weights of a bin are added in the order of scatter_add
/// (acre/index/scatter_add.hpp). No temporary for an expression without such weights; queued, but
/// for what has to look at the data or the edges first, which says so.
namespace acre {

/// Equal bins from low to high. Their edges are NumPy's: linspace(low, high, bins + 1) in x's
/// dtype, float64 for integers. With low == high, low - 0.5 and high + 0.5 are taken. Throws
/// value_error with NumPy's texts for bins < 1, low > high, bounds that are not finite, and edges
/// that are not apart in their dtype. Scratch of floating-point weights: that of scatter_add.
template <expression E>
auto histogram(E const& x, std::int64_t bins, double low, double high, outside o = outside::dropped)
{
  auto const rule = detail::uniform_rule<E>(detail::checked_bins(bins, low, high), bins, o);
  return detail::tally("histogram", detail::make_unary(x, rule), detail::places_of(o, bins));
}
template <expression E, expression W>
auto histogram(E const& x, std::int64_t bins, double low, double high, W const& weights,
               outside o = outside::dropped)
{
  auto const rule = detail::uniform_rule<E>(detail::checked_bins(bins, low, high), bins, o);
  return detail::tally("histogram", detail::make_unary(x, rule), detail::places_of(o, bins),
                       weights);
}

/// Bins between edges, one fewer than there are; values and edges are compared in the dtype that
/// both promote to, integers as the numbers that they are, NaN being larger than all numbers. Waits
/// for the edges. Throws value_error: `bins` must increase monotonically, when an array
template <expression E, expression Edges>
auto histogram(E const& x, Edges const& edges, outside o = outside::dropped)
{
  auto const [place, count] = detail::places_between(x, detail::checked_edges(x, edges), o);
  return detail::tally("histogram", place, count);
}
template <expression E, expression Edges, expression W>
auto histogram(E const& x, Edges const& edges, W const& weights, outside o = outside::dropped)
{
  auto const [place, count] = detail::places_between(x, detail::checked_edges(x, edges), o);
  return detail::tally("histogram", place, count, weights);
}

/// A histogram with the edges that it found. (The edges' dtype is x's, float64 for integers.)
template <class Counts, class Edges>
struct histogram_result {
  Counts counts;
  Edges edges;
};

/// Equal bins from x's least to its largest element, from 0 to 1 where there is none. Waits for
/// them, and reads x twice. Throws as with bounds; where one is infinite or NaN value_error:
/// autodetected range of [0.0, inf] is not finite
template <expression E>
auto histogram(E const& x, std::int64_t bins = 10)
{
  auto const rule = detail::found_rule(x, bins);
  return histogram_result{detail::tally("histogram", detail::make_unary(x, rule), bins),
                          detail::edges_of(x.space(), rule)};
}
template <expression E, expression W>
  requires(!std::integral<W>)
auto histogram(E const& x, std::int64_t bins, W const& weights)
{
  auto const rule = detail::found_rule(x, bins);
  return histogram_result{detail::tally("histogram", detail::make_unary(x, rule), bins, weights),
                          detail::edges_of(x.space(), rule)};
}

/// The edges that histogram(x, bins, low, high) and histogram(x, bins) have. The second waits.
template <expression E>
auto histogram_bin_edges(E const& x, std::int64_t bins, double low, double high)
{
  return detail::edges_of(x.space(),
                          detail::uniform_rule<E>(detail::checked_bins(bins, low, high), bins));
}
template <expression E>
auto histogram_bin_edges(E const& x, std::int64_t bins = 10)
{
  return detail::edges_of(x.space(), detail::found_rule(x, bins));
}

/// Counts or sums as a density: its integral over the bins is 1 (NumPy's density=True). float64 of
/// counts; NaN where all counts are 0. An expression; queued.
template <expression C, expression Edges>
auto histogram_density(C const& counts, Edges const& edges)
{
  auto const all =
      detail::reduce_with(detail::sum_reducer<sum_t<typename C::value_type>>{}, counts);
  return counts / cast<double>(detail::distances(edges, 0)) / all;
}

}  // namespace acre

#include <acre/order/detail/refusals/histogram.hpp>
