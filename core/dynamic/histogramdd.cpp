#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/histogram.hpp>
#include <acre/order/histogramdd.hpp>

#include <algorithm>
#include <cstring>

#include "common_dtype.hpp"
#include "histograms.hpp"

namespace acre::dynamic {

using namespace detail;

histogram_result histogramdd(std::vector<dynamic_array> const& samples,
                             std::vector<bin_options> const& bins,
                             std::optional<dynamic_array> const& weights, bool density)
{
  if (samples.empty() || samples.size() > max_rank)
    throw value_error("a histogram has 1 to 8 axes, not " + std::to_string(samples.size()));
  if (bins.size() != samples.size())
    throw value_error("The dimension of bins must be equal to the dimension of the sample x.");
  for (auto const& x : samples)
    if (!std::ranges::equal(x.shape(), samples[0].shape()))
      throw value_error("x and y must have the same length.");
  if (weights && !std::ranges::equal(weights->shape(), samples[0].shape()))
    throw value_error("The weights and list don't have the same length.");

  // as NumPy, which puts the samples into one array and sums weights in float64
  dtype const common = samples[0].size() > 0 ? common_dtype(samples) : dtype::float64;
  if (weights && kind_of(weights->dtype()) == kind::complex)
    throw dtype_error(std::string("Cannot cast array data from dtype('") + name(weights->dtype()) +
                      "') to dtype('float64') according to the rule 'safe'");

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
    with_numbers<floats>(binned(astype(samples[k], common)), [&](auto const& a) {
      auto const along = acre::detail::edges_along(a, axis, static_cast<int>(k));
      next = dynamic_array(evaluate(acre::detail::reading(along.rule, a, along.edges)));
      count = along.bins;
      bool const single = common == dtype::float32 && !option.range;
      edges.push_back(option.edges ? *option.edges
                                   : astype(along.edges, single ? common : dtype::float64));
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
      weights ? summed(place, places, contiguous(astype(*weights, dtype::float64)))
              : with_array<type_list<std::int64_t>>("histogramdd", place, [&](auto const& p) {
                  return acre::detail::tally("histogramdd", p, places);
                });
  histogram_result made{reshape(flat, extent), std::move(edges)};
  if (density) made.counts = as_density(made.counts, made.edges);
  return made;
}

}  // namespace acre::dynamic
