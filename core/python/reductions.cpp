#include <acre/dynamic/histogram.hpp>
#include <acre/dynamic/quantile.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/dynamic/reduce_where.hpp>
#include <acre/dynamic/scan.hpp>
#include <acre/dynamic/statistics.hpp>

#include "python.hpp"

namespace acre::python {

namespace {

dynamic::reduction_options options_of(nb::handle axis, bool keepdims, nb::handle type,
                                      std::int64_t ddof)
{
  return {axes_of(axis), keepdims, dtype_if_any(type), ddof};
}

dynamic::quantile_options quantiles_of(nb::handle axis, nb::handle method, bool keepdims,
                                       nb::handle weights)
{
  dynamic::quantile_options options{axes_of(axis), nb::cast<std::string>(method), keepdims, {}};
  if (!weights.is_none()) options.weights = array_of(weights);
  return options;
}

std::optional<dynamic_array> array_or_none(nb::handle x)
{
  if (x.is_none()) return {};
  return array_of(x);
}

dynamic::bin_options bins_of(nb::handle bins, nb::handle range)
{
  dynamic::bin_options options;
  if (nb::isinstance<nb::str>(bins))
    options.rule = nb::cast<std::string>(bins);
  else if (auto const* const edges = array_if(bins))
    options.edges = *edges;
  else
    options.bins = nb::cast<std::int64_t>(bins);
  if (!range.is_none()) options.range = nb::cast<std::pair<double, double>>(range);
  return options;
}

}  // namespace

void bind_reductions(nb::module_& m)
{
  define(m, "reduce",
         [](std::string_view reduction, nb::handle a, nb::handle axis, bool keepdims,
            nb::handle type, std::int64_t ddof) {
           auto const& x = array_of(a);
           auto const options = options_of(axis, keepdims, type, ddof);
           return unlocked_if_many(x.size(),
                                   [&] { return dynamic::reduce(reduction, x, options); });
         });
  define(m, "reduce_where",
         [](std::string_view reduction, nb::handle a, nb::handle axis, bool keepdims,
            nb::handle type, std::int64_t ddof, nb::handle where, nb::handle initial) {
           dynamic::counted counted{array_or_none(where), {}};
           if (!initial.is_none()) counted.initial = number_of(initial);
           return dynamic::reduce_where(reduction, array_of(a), counted,
                                        options_of(axis, keepdims, type, ddof));
         });
  define(m, "scan",
         [](std::string_view scan, nb::handle a, nb::handle axis, nb::handle type,
            bool include_initial) {
           auto const& x = array_of(a);
           dynamic::scan_options options;
           options.axis = axis_of(axis);
           options.type = dtype_if_any(type);
           options.include_initial = include_initial;
           return unlocked_if_many(x.size(), [&] { return dynamic::scan(scan, x, options); });
         });
  define(m, "quantile",
         [](std::string_view function, nb::handle a, nb::handle q, nb::handle axis,
            nb::handle method, bool keepdims, nb::handle weights) {
           auto const options = quantiles_of(axis, method, keepdims, weights);
           auto const* const all = array_if(q);
           return all ? dynamic::quantile(function, array_of(a), *all, options)
                      : dynamic::quantile(function, array_of(a), nb::cast<double>(q), options);
         });
  define(m, "median", [](std::string_view function, nb::handle a, nb::handle axis, bool keepdims) {
    dynamic::quantile_options options;
    options.axes = axes_of(axis);
    options.keepdims = keepdims;
    return dynamic::median(function, array_of(a), options);
  });
  define(m, "average", [](nb::handle a, nb::handle weights, nb::handle axis, bool keepdims) {
    auto const options = options_of(axis, keepdims, nb::none(), 0);
    return weights.is_none() ? dynamic::average(array_of(a), options)
                             : dynamic::average(array_of(a), array_of(weights), options);
  });
  define(m, "ptp", [](nb::handle a, nb::handle axis, bool keepdims) {
    return dynamic::ptp(array_of(a), options_of(axis, keepdims, nb::none(), 0));
  });
  define(m, "cov",
         [](nb::handle x, nb::handle y, bool rowvar, bool bias, nb::handle ddof,
            nb::handle fweights, nb::handle aweights, nb::handle type) {
           dynamic::cov_options options;
           options.rowvar = rowvar;
           options.bias = bias;
           if (!ddof.is_none()) options.ddof = nb::cast<std::int64_t>(ddof);
           options.fweights = array_or_none(fweights);
           options.aweights = array_or_none(aweights);
           options.type = dtype_if_any(type);
           return dynamic::cov(array_of(x), array_or_none(y), options);
         });
  define(m, "corrcoef", [](nb::handle x, nb::handle y, bool rowvar) {
    return dynamic::corrcoef(array_of(x), array_or_none(y), rowvar);
  });
  define(m, "histogram",
         [](nb::handle x, nb::handle bins, nb::handle range, nb::handle weights, bool density) {
           auto const& a = array_of(x);
           auto const how = bins_of(bins, range);
           auto const w = array_or_none(weights);
           auto const made = unlocked([&] { return dynamic::histogram(a, how, w, density); });
           return nb::make_tuple(object_of(made.counts), object_of(made.edges[0]));
         });
  define(
      m, "histogramdd",
      [](nb::handle samples, nb::handle bins, nb::handle ranges, nb::handle weights, bool density) {
        std::vector<dynamic::bin_options> how;
        std::size_t axis = 0;
        for (nb::handle each : nb::iter(bins)) how.push_back(bins_of(each, ranges[axis++]));
        auto const all = arrays_of(samples);
        auto const w = array_or_none(weights);
        auto const made = unlocked([&] { return dynamic::histogramdd(all, how, w, density); });
        return nb::make_tuple(object_of(made.counts), tuple_of(made.edges));
      });
  define(m, "bincount", [](nb::handle x, nb::handle weights, std::int64_t minlength) {
    auto const& a = array_of(x);
    auto const w = array_or_none(weights);
    return unlocked([&] { return dynamic::bincount(a, w, minlength); });
  });
  define(m, "digitize", [](nb::handle x, nb::handle bins, bool right) {
    return dynamic::digitize(array_of(x), array_of(bins), right);
  });
}

}  // namespace acre::python
