#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/histogram.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/order/bincount.hpp>
#include <acre/order/digitize.hpp>
#include <acre/order/histogram_rules.hpp>
#include <acre/order/histogramdd.hpp>

#include <algorithm>
#include <cstring>

#include "views.hpp"

namespace acre::dynamic {

namespace {

using namespace detail;

/// Numbers that are binned: float32 as it is, others in float64.
dynamic_array binned(dynamic_array const& x)
{
  if (kind_of(x.dtype()) == kind::complex) refuse("histogram", x.dtype());
  return astype(x, x.dtype() == dtype::float32 ? dtype::float32 : dtype::float64);
}

/// Sums of weights at places; those at -1 are dropped.
dynamic_array summed(dynamic_array const& place, std::int64_t places, dynamic_array const& weights)
{
  dynamic_array const sums =
      astype(full(place.space(), dtype::int8, std::array{places + 1}, 0), weights.dtype());
  // -1 counts from the end: the place that is cut off
  std::array<index_term, 1> const where{place};
  if (place.size() > 0 && kind_of(weights.dtype()) == kind::complex)
    for (int const part : {0, 1}) add_at(part_of(sums, part), where, part_of(weights, part));
  else if (place.size() > 0)
    add_at(sums, where, weights);
  return sums.view(0, std::array{places}, std::array<std::int64_t, 1>{1});
}

/// Counts, or sums of weights, of places that are an expression.
template <class Place>
dynamic_array tallied(Place const& place, std::int64_t places,
                      std::optional<dynamic_array> const& weights)
{
  if (!weights) return acre::detail::tally("histogram", place, places);
  return summed(dynamic_array(evaluate(place)), places, contiguous(*weights));
}

/// x as a typed array of rank 6 on its space; f gives a histogram_result.
template <class List, class F>
histogram_result with_numbers(dynamic_array const& x, F const& f)
{
  return std::visit(
      [&]<class Space>(Space const&) {
        return with_type<histogram_result>(
            "histogram", x.dtype(), List(),
            [&]<class T>(std::type_identity<T>) { return f(x.as<T, max_rank, Space>()); });
      },
      x.space());
}

histogram_result in_equal_bins(dynamic_array const& x, bin_options const& bins,
                               std::optional<dynamic_array> const& weights)
{
  bool const integers = kind_of(x.dtype()) == kind::integer;
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
  dtype const compared = kind_of(both) == kind::floating ? dtype::float64
                         : both == dtype::uint64         ? dtype::uint64
                                                         : dtype::int64;
  auto const typed_edges = astype(edges, compared);
  auto made = with_numbers<type_list<std::int64_t, std::uint64_t, double>>(
      astype(x, compared), [&](auto const& a) {
        using A = std::remove_cvref_t<decltype(a)>;
        auto const given = typed_edges.as<typename A::value_type, 1, typename A::space_type>();
        auto const [place, count] =
            acre::detail::places_between(a, acre::detail::checked_edges(a, given), o);
        return histogram_result{tallied(place, count, weights), {}};
      });
  made.edges = {edges};
  return made;
}

/// n / widths of the bins / sum of n.
dynamic_array as_density(dynamic_array const& n, std::vector<dynamic_array> const& edges)
{
  dynamic_array density = n;
  for (std::size_t axis = 0; axis < edges.size(); ++axis) {
    auto const width = astype(diff(edges[axis]), dtype::float64);
    std::vector<std::int64_t> shape(edges.size(), 1);
    shape[axis] = width.size();
    density = binary("true_divide", density, reshape(width, shape));
  }
  return binary("true_divide", density, reduce("sum", n));
}

}  // namespace

histogram_result histogram(dynamic_array const& x, bin_options const& bins,
                           std::optional<dynamic_array> const& weights, bool density)
{
  if (weights && !std::ranges::equal(weights->shape(), x.shape()))
    throw value_error("weights should have the same shape as a.");
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

dynamic_array histogram_clamped(dynamic_array const& x, double scale, std::int64_t bins)
{
  return with_array<floats>("histogram_clamped", binned(x),
                            [&](auto const& a) { return acre::histogram_clamped(a, scale, bins); });
}

histogram_result histogramdd(std::vector<dynamic_array> const& samples,
                             std::vector<bin_options> const& bins,
                             std::optional<dynamic_array> const& weights, bool density)
{
  if (samples.empty() || samples.size() > max_rank)
    throw value_error("a histogram has 1 to 6 axes, not " + std::to_string(samples.size()));
  if (bins.size() != samples.size())
    throw value_error("The dimension of bins must be equal to the dimension of the sample x.");
  for (auto const& x : samples)
    if (!std::ranges::equal(x.shape(), samples[0].shape()))
      throw value_error("x and y must have the same length.");
  if (weights && !std::ranges::equal(weights->shape(), samples[0].shape()))
    throw value_error("The weights and list don't have the same length.");

  std::vector<dynamic_array> edges;
  std::vector<std::int64_t> extent;
  dynamic_array place;  // along the axes so far
  std::int64_t places = 1;
  auto const integer = [&](std::int64_t n) { return scalar_operand(place, n); };
  for (std::size_t k = 0; k < samples.size(); ++k) {
    bin_options const& option = bins[k];
    bin_axis axis(option.bins);
    if (option.range) axis.range = {option.range->first, option.range->second};
    if (option.edges) {
      if (option.edges->rank() != 1)
        throw value_error("`bins[" + std::to_string(k) + "]` must be a scalar or 1d array");
      auto const host = to_host(astype(*option.edges, dtype::float64));
      axis.edges.emplace(host.size() / sizeof(double));
      std::memcpy(axis.edges->data(), host.data(), host.size());
    }
    dynamic_array next;
    std::int64_t count = 0;
    with_numbers<floats>(binned(samples[k]), [&](auto const& a) {
      auto const along = acre::detail::edges_along(a, axis, static_cast<int>(k));
      next = dynamic_array(evaluate(acre::detail::reading(along.rule, a, along.edges)));
      count = along.bins;
      edges.push_back(option.edges ? *option.edges : dynamic_array(along.edges));
      return histogram_result{};
    });
    if (k == 0) {
      place = next;
    } else {
      auto const joined = binary("add", binary("multiply", place, integer(count)), next);
      auto const nowhere =
          binary("logical_or", binary("less", place, integer(0)), binary("less", next, integer(0)));
      place = where(nowhere, integer(-1), joined);
    }
    extent.push_back(count);
    places *= count;
  }
  dynamic_array const flat =
      weights ? summed(place, places, contiguous(*weights))
              : with_array<type_list<std::int64_t>>("histogramdd", place, [&](auto const& p) {
                  return acre::detail::tally("histogramdd", p, places);
                });
  histogram_result made{reshape(flat, extent), std::move(edges)};
  if (density) made.counts = as_density(made.counts, made.edges);
  return made;
}

dynamic_array bincount(dynamic_array const& x, std::optional<dynamic_array> const& weights,
                       std::int64_t minlength)
{
  if (x.rank() > 1) throw value_error("object too deep for desired array");
  if (x.rank() < 1) throw value_error("object of too small depth for desired array");
  if (kind_of(x.dtype()) > kind::integer && x.size() > 0)
    throw dtype_error(std::string("Cannot cast array data from dtype('") + name(x.dtype()) +
                      "') to dtype('int64') according to the rule 'safe'");
  if (weights && kind_of(weights->dtype()) == kind::complex)
    throw dtype_error(std::string("Cannot cast array data from dtype('") + name(weights->dtype()) +
                      "') to dtype('float64') according to the rule 'safe'");
  if (weights && !std::ranges::equal(weights->shape(), x.shape()))
    throw value_error("The weights and list don't have the same length.");
  return with_array<type_list<std::int64_t>>(
      "bincount", astype(x, dtype::int64), [&](auto const& six) -> dynamic_array {
        auto const a = six.reshape(acre::shape(-1));
        std::int64_t const places = acre::detail::counted_places(a, minlength);
        if (!weights || a.size() == 0) return acre::detail::tally("bincount", a, places);
        return summed(dynamic_array(a), places, astype(*weights, dtype::float64));
      });
}

dynamic_array digitize(dynamic_array const& x, dynamic_array const& bins, bool right)
{
  dtype const both = promote(x.dtype(), bins.dtype());
  if (kind_of(x.dtype()) == kind::complex) throw dtype_error("x may not be complex");
  if (kind_of(both) == kind::complex) refuse("digitize", both);
  if (bins.rank() != 1) throw value_error("object too deep for desired array");
  dtype const compared = kind_of(both) == kind::floating ? dtype::float64
                         : both == dtype::uint64         ? dtype::uint64
                                                         : dtype::int64;
  auto const edges = astype(bins, compared);
  return with_array<type_list<std::int64_t, std::uint64_t, double>>(
      "digitize", astype(x, compared), [&](auto const& a) {
        using A = std::remove_cvref_t<decltype(a)>;
        return dynamic_array(
            evaluate(acre::digitize(
                a, edges.as<typename A::value_type, 1, typename A::space_type>(), right)),
            x.rank());
      });
}

}  // namespace acre::dynamic
