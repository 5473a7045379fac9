#include <acre/dynamic/histogram.hpp>
#include <acre/order/histogram_rules.hpp>

#include <algorithm>

#include "histograms.hpp"

namespace acre::dynamic {

namespace {

using namespace detail;

/// Counts, or sums of weights, of places that are an expression.
template <class Place>
dynamic_array tallied(Place const& place, std::int64_t places,
                      std::optional<dynamic_array> const& weights)
{
  if (!weights) return acre::detail::tally("histogram", place, places);
  return summed(dynamic_array(evaluate(place)), places, contiguous(*weights));
}

histogram_result in_equal_bins(dynamic_array const& x, bin_options const& bins,
                               std::optional<dynamic_array> const& weights)
{
  bool const integers = kind_of(x.dtype()) <= kind::integer;
  return with_numbers<floats>(binned(x), [&](auto const& a) {
    using A = std::remove_cvref_t<decltype(a)>;
    std::optional<acre::detail::bin_range> range;
    if (bins.range) range = {bins.range->first, bins.range->second};
    std::int64_t count = bins.bins;
    if (bins.rule)
      count = acre::detail::bins_by_rule(acre::detail::bin_rule_named(*bins.rule),
                                         a.reshape(acre::shape(-1)), range, integers);
    auto const rule =
        range ? acre::detail::uniform_rule<A>(
                    acre::detail::checked_bins(count, range->low, range->high), count, bins.outside)
              : acre::detail::found_rule(a, count);
    std::int64_t const places = range ? acre::detail::places_of(bins.outside, count) : count;
    return histogram_result{tallied(acre::detail::make_unary(a, rule), places, weights),
                            {acre::detail::edges_of(a.space(), rule)}};
  });
}

histogram_result between_edges(dynamic_array const& x, dynamic_array const& edges, outside o,
                               std::optional<dynamic_array> const& weights)
{
  if (edges.rank() != 1) throw value_error("`bins` must be 1d, when an array");
  dtype const both = promote(x.dtype(), edges.dtype());
  if (kind_of(both) == kind::complex) refuse("histogram", both);
  auto const typed_edges = astype(edges, compared_dtype(edges.dtype(), x.dtype()));
  auto made = with_numbers<type_list<std::int64_t, std::uint64_t, double>>(
      astype(x, compared_dtype(x.dtype(), edges.dtype())),
      [&]<class T, int Rank, class Space>(array<T, Rank, Space> const& a) {
        return with_edges<T, Space>(typed_edges, [&](auto const& given) {
          auto const [place, count] =
              acre::detail::places_between(a, acre::detail::checked_edges(a, given), o);
          return histogram_result{tallied(place, count, weights), {}};
        });
      });
  if (weights && x.size() > 0 && weights->dtype() == dtype::boolean)  // last, as NumPy
    throw dtype_error(
        "Cannot cast ufunc 'add' output from dtype('int64') to dtype('bool') with casting rule "
        "'same_kind'");
  made.edges = {edges};
  return made;
}

}  // namespace

histogram_result histogram(dynamic_array const& x, bin_options const& bins,
                           std::optional<dynamic_array> const& weights, bool density)
{
  if (weights && !std::ranges::equal(weights->shape(), x.shape()))
    throw value_error("weights should have the same shape as a.");
  if (bins.rule) acre::detail::bin_rule_named(*bins.rule);
  if (weights && bins.rule)
    throw dtype_error(
        "Automated estimation of the number of bins is not supported for weighted data");
  if (density && bins.outside == outside::counted)
    throw value_error("a density is of the bins' counts alone, without those of what lies outside");
  auto made = bins.edges ? between_edges(x, *bins.edges, bins.outside, weights)
                         : in_equal_bins(x, bins, weights);
  if (density) made.counts = as_density(made.counts, made.edges);
  return made;
}

}  // namespace acre::dynamic
