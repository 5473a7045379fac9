#include <acre/dynamic/histogram.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/quantile.hpp>

#include "operations.hpp"

/// Counting into bins, and elements by their share.
namespace acre::conformance {

namespace {

std::pair<double, double> range_of(json const& value)
{
  return {value.at(0).get<double>(), value.at(1).get<double>()};
}
std::optional<dynamic_array> optional_input(call const& c, std::string const& name)
{
  return c.has_input(name) ? std::optional(c.input(name)) : std::nullopt;
}
std::string first_input(call const& c) { return c.has_input("x") ? "x" : "a"; }

/// `bins` is a number or a rule's name; edges are an input, or a list.
void read_bins(call const& c, json const& bins, dynamic::bin_options& options)
{
  if (bins.is_string()) {
    options.rule = bins.get<std::string>();
  } else if (bins.is_array()) {
    auto const edges = bins.get<std::vector<double>>();
    options.edges = dynamic::from_host(c.space(), dtype::float64, std::as_bytes(std::span(edges)),
                                       std::array{static_cast<std::int64_t>(edges.size())});
  } else if (!bins.is_number_integer()) {
    throw dtype_error("`bins` must be an integer, a string, or an array");
  } else {
    options.bins = bins.get<std::int64_t>();
  }
}

dynamic::bin_options bins_of(call const& c)
{
  dynamic::bin_options options;
  if (c.has("bins")) read_bins(c, c.params()["bins"], options);
  if (c.has("range")) options.range = range_of(c.params()["range"]);
  for (char const* name : {"edges", "bins"})  // bins and range describe the same edges
    if (c.has_input(name) && !(c.has("bins") && c.has("range"))) options.edges = c.input(name);
  return options;
}

results histogram(call const& c)
{
  auto const made =
      dynamic::histogram(c.input(first_input(c)), bins_of(c), optional_input(c, "weights"),
                         c.params().value("density", false));
  return {{"out", made.counts},
          {"counts", made.counts},
          {"hist", made.counts},
          {"edges", made.edges[0]},
          {"bin_edges", made.edges[0]}};
}
results histogram_bin_edges(call const& c)
{
  return out(dynamic::histogram(c.input(first_input(c)), bins_of(c), optional_input(c, "weights"))
                 .edges[0]);
}

/// The value of a parameter for one axis: the one for all, or one of several.
dynamic::bin_options bins_along(call const& c, std::size_t axis, std::string const& name)
{
  dynamic::bin_options options;
  if (c.has("bins")) {
    json const& bins = c.params()["bins"];
    read_bins(c, bins.is_array() ? bins.at(axis) : bins, options);
  }
  if (c.has("range") && !c.params()["range"].at(axis).is_null())
    options.range = range_of(c.params()["range"].at(axis));
  bool const uniform = c.has("bins") && options.range;
  for (auto const& input : {name + "edges", name + "_edges", "edges" + std::to_string(axis)})
    if (c.has_input(input) && !uniform) options.edges = c.input(input);
  return options;
}

results histogram_of(call const& c, std::vector<dynamic_array> const& samples,
                     std::vector<std::string> const& names)
{
  std::vector<dynamic::bin_options> bins;
  for (std::size_t axis = 0; axis < samples.size(); ++axis)
    bins.push_back(bins_along(c, axis, names[axis]));
  auto const made = dynamic::histogramdd(samples, bins, optional_input(c, "weights"),
                                         c.params().value("density", false));
  results all{{"out", made.counts}, {"counts", made.counts}, {"hist", made.counts}};
  for (std::size_t axis = 0; axis < samples.size(); ++axis) {
    all.emplace(names[axis] + "edges", made.edges[axis]);
    all.emplace("edges" + std::to_string(axis), made.edges[axis]);
  }
  return all;
}
results histogram2d(call const& c)
{
  return histogram_of(c, {c.input("x"), c.input("y")}, {"x", "y"});
}
/// The columns of `sample`, or the inputs x, y, z …
results histogramdd(call const& c)
{
  std::vector<dynamic_array> samples;
  std::vector<std::string> names;
  if (c.has_input("sample")) {
    dynamic_array const& sample = c.input("sample");
    if (sample.rank() != 2) throw manifest_error("sample has two axes");
    for (std::int64_t k = 0; k < sample.shape()[1]; ++k) {
      samples.push_back(dynamic::getitem(
          sample, std::array<dynamic::index_term, 2>{ellipsis, dynamic::index_term(k)}));
      names.push_back(std::to_string(k));
    }
  } else {
    for (std::string const name : {"x", "y", "z", "u", "v", "w"})
      if (c.has_input(name)) {
        samples.push_back(c.input(name));
        names.push_back(name);
      }
  }
  return histogram_of(c, samples, names);
}

/// How often each of int(x * scale) occurs, limited to [0, bins - 1].
results histogram_clamped(call const& c)
{
  dynamic::bin_options bins;
  bins.bins = c.params().at("bins").get<std::int64_t>();
  bins.range = {0.0, static_cast<double>(bins.bins)};
  bins.outside = outside::clamped;
  auto const scaled =
      dynamic::binary("multiply", c.input("x"), c.params().at("scale").get<double>());
  return out(dynamic::astype(dynamic::histogram(scaled, bins).counts, dtype::uint32));
}

results bincount(call const& c)
{
  slice const range(
      c.has("start") ? std::optional(c.params()["start"].get<std::int64_t>()) : std::nullopt,
      c.has("stop") ? std::optional(c.params()["stop"].get<std::int64_t>()) : std::nullopt);
  auto const part = [&](dynamic_array const& a) {
    if (!c.has("start") && !c.has("stop")) return a;
    return dynamic::getitem(a, std::array<dynamic::index_term, 1>{range});
  };
  std::optional<dynamic_array> weights = optional_input(c, "weights");
  if (weights) weights = part(*weights);
  return out(dynamic::bincount(part(c.input(first_input(c))), weights,
                               c.params().value("minlength", std::int64_t{0})));
}

results digitize(call const& c)
{
  return out(
      dynamic::digitize(c.input("x"), operand_of(c, {"bins"}), c.params().value("right", false)));
}

dynamic::quantile_options quantile_options_of(call const& c)
{
  dynamic::quantile_options options;
  options.axes = c.axes();
  options.method = c.params().value("method", std::string("linear"));
  options.keepdims = c.params().value("keepdims", false);
  options.weights = optional_input(c, "weights");
  return options;
}
results quantile(call const& c)
{
  auto options = quantile_options_of(c);
  dynamic_array const& a = c.input(first_input(c));
  if (c.has_input("q")) return out(dynamic::quantile(c.of().op, a, c.input("q"), options));
  json const& q = c.params().at("q");
  // of a Python integer, 0 or 1, the quantile is an element
  if (q.is_number_integer() && options.method == "linear" && c.of().op.ends_with("quantile"))
    options.method = "lower";
  if (!q.is_array()) return out(dynamic::quantile(c.of().op, a, q.get<double>(), options));
  auto const list = dynamic::astype(array_of(c.space(), q), dtype::float64);
  return out(dynamic::quantile(c.of().op, a, list, options));
}
results median(call const& c)
{
  return out(dynamic::median(c.of().op, c.input(first_input(c)), quantile_options_of(c)));
}

}  // namespace

std::vector<operation> histogram_operations()
{
  return {{"histogram", "histograms", histogram},
          {"histogram_bin_edges", "histograms", histogram_bin_edges},
          {"histogram2d", "histograms", histogram2d},
          {"histogramdd", "histograms", histogramdd},
          {"histogram_clamped", "histograms", histogram_clamped},
          {"bincount", "histograms", bincount},
          {"digitize", "histograms", digitize},
          {"quantile", "quantiles", quantile},
          {"percentile", "quantiles", quantile},
          {"median", "quantiles", median},
          {"nanquantile", "quantiles", quantile},
          {"nanpercentile", "quantiles", quantile},
          {"nanmedian", "quantiles", median}};
}

}  // namespace acre::conformance
