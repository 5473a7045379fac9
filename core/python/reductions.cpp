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
  options.weights = operand_or_none(weights);
  return options;
}

dynamic::bin_options bins_of(nb::handle bins, nb::handle range)
{
  dynamic::bin_options options;
  if (nb::isinstance<nb::str>(bins))
    options.rule = nb::cast<std::string>(bins);
  else if (auto const* const edges = array_if(bins))
    options.edges = *operand(*edges);
  else
    options.bins = nb::cast<std::int64_t>(bins);
  if (!range.is_none()) options.range = nb::cast<std::pair<double, double>>(range);
  return options;
}

}  // namespace

void bind_reductions(nb::module_& m)
{
  define_for_all(
      m, "reduce",
      [](std::string_view reduction, nb::handle a, nb::handle axis, bool keepdims, nb::handle type,
         std::int64_t ddof) {
        auto const options = options_of(axis, keepdims, type, ddof);
        return computed(
            [&](dynamic_array const& x) { return dynamic::reduce(reduction, x, options); }, a);
      });
  define(m, "reduce_where",
         [](std::string_view reduction, nb::handle a, nb::handle axis, bool keepdims,
            nb::handle type, std::int64_t ddof, nb::handle where, nb::handle initial) {
           dynamic::counted counted{operand_or_none(where), {}};
           if (!initial.is_none()) counted.initial = number_of(initial);
           auto const options = options_of(axis, keepdims, type, ddof);
           return computed(
               [&](dynamic_array const& x) {
                 return dynamic::reduce_where(reduction, x, counted, options);
               },
               a);
         });
  define(m, "scan",
         [](std::string_view scan, nb::handle a, nb::handle axis, nb::handle type,
            bool include_initial) {
           dynamic::scan_options options;
           options.axis = axis_of(axis);
           options.type = dtype_if_any(type);
           options.include_initial = include_initial;
           return computed([&](dynamic_array const& x) { return dynamic::scan(scan, x, options); },
                           a);
         });
  define(m, "quantile",
         [](std::string_view function, nb::handle a, nb::handle q, nb::handle axis,
            nb::handle method, bool keepdims, nb::handle weights) {
           auto const options = quantiles_of(axis, method, keepdims, weights);
           if (auto const* const all = array_if(q))
             return computed(
                 [&](dynamic_array const& x, dynamic_array const& each) {
                   return dynamic::quantile(function, x, each, options);
                 },
                 a, *all);
           auto const one = nb::cast<double>(q);
           return computed(
               [&](dynamic_array const& x) { return dynamic::quantile(function, x, one, options); },
               a);
         });
  define(m, "median", [](std::string_view function, nb::handle a, nb::handle axis, bool keepdims) {
    dynamic::quantile_options options;
    options.axes = axes_of(axis);
    options.keepdims = keepdims;
    return computed([&](dynamic_array const& x) { return dynamic::median(function, x, options); },
                    a);
  });
  define(m, "average", [](nb::handle a, nb::handle weights, nb::handle axis, bool keepdims) {
    auto const options = options_of(axis, keepdims, nb::none(), 0);
    if (weights.is_none())
      return computed([&](dynamic_array const& x) { return dynamic::average(x, options); }, a);
    return computed([&](dynamic_array const& x,
                        dynamic_array const& w) { return dynamic::average(x, w, options); },
                    a, weights);
  });
  define(m, "ptp", [](nb::handle a, nb::handle axis, bool keepdims) {
    auto const options = options_of(axis, keepdims, nb::none(), 0);
    return computed([&](dynamic_array const& x) { return dynamic::ptp(x, options); }, a);
  });
  define(m, "cov",
         [](nb::handle x, nb::handle y, bool rowvar, bool bias, nb::handle ddof,
            nb::handle fweights, nb::handle aweights, nb::handle type) {
           dynamic::cov_options options;
           options.rowvar = rowvar;
           options.bias = bias;
           if (!ddof.is_none()) options.ddof = nb::cast<std::int64_t>(ddof);
           options.fweights = operand_or_none(fweights);
           options.aweights = operand_or_none(aweights);
           options.type = dtype_if_any(type);
           return computed(
               [&](dynamic_array const& a, std::optional<dynamic_array> const& b) {
                 return dynamic::cov(a, b, options);
               },
               x, operand_or_none(y));
         });
  define(m, "corrcoef", [](nb::handle x, nb::handle y, bool rowvar) {
    return computed(
        [&](dynamic_array const& a, std::optional<dynamic_array> const& b) {
          return dynamic::corrcoef(a, b, rowvar);
        },
        x, operand_or_none(y));
  });
  define(m, "histogram",
         [](nb::handle x, nb::handle bins, nb::handle range, nb::handle weights, bool density) {
           auto const a = operand_of(x);
           auto const how = bins_of(bins, range);
           auto const w = operand_or_none(weights);
           auto const made = unlocked([&] { return dynamic::histogram(a, how, w, density); });
           return nb::make_tuple(object_of(made.counts), object_of(made.edges[0]));
         });
  define(
      m, "histogramdd",
      [](nb::handle samples, nb::handle bins, nb::handle ranges, nb::handle weights, bool density) {
        std::vector<dynamic::bin_options> how;
        std::size_t axis = 0;
        for (nb::handle each : nb::iter(bins)) how.push_back(bins_of(each, ranges[axis++]));
        auto const all = operands_in(samples);
        auto const w = operand_or_none(weights);
        auto const made = unlocked([&] { return dynamic::histogramdd(all, how, w, density); });
        return nb::make_tuple(object_of(made.counts), tuple_of(made.edges));
      });
  define(m, "bincount", [](nb::handle x, nb::handle weights, std::int64_t minlength) {
    auto const a = operand_of(x);
    auto const w = operand_or_none(weights);
    return unlocked([&] { return dynamic::bincount(a, w, minlength); });
  });
  define(m, "digitize", [](nb::handle x, nb::handle bins, bool right) {
    return computed([&](dynamic_array const& a,
                        dynamic_array const& edges) { return dynamic::digitize(a, edges, right); },
                    x, bins);
  });
}

}  // namespace acre::python
