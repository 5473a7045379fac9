#pragma once

#include <acre/index/compress.hpp>
#include <acre/order/histogram.hpp>
#include <acre/order/quantile.hpp>
#include <acre/reduce/detail/sum.hpp>
#include <acre/reduce/detail/variance.hpp>

#include <optional>
#include <string_view>

namespace acre {

namespace detail {

/// Facts about n float32 (or float64) numbers for the rules for the width of bins.
struct bin_statistics {
  std::int64_t count;
  bool is_float32;
  double width, deviation = 0, quartiles = 0, skewness = 0;
};

enum class bin_rule { auto_, sturges, fd, sqrt, scott, rice, doane, stone };
/// Throws value_error: 'some' is not a valid estimator for `bins`
bin_rule bin_rule_named(std::string_view name);
/// The bins' width; 0: there is one.
double bin_width(bin_rule rule, bin_statistics const& of);
/// How many bins of a width there are; throws value_error for more than can be counted.
std::int64_t bins_of_width(double span, double width, bool in_float32);

/// How many bins a rule makes of numbers between the first and the last edge; waits.
template <class T, class Space>
std::int64_t bins_by_rule(bin_rule rule, array<T, 1, Space> x,
                          std::optional<bin_range> const& given, bool integers)
{
  bin_range edges{0, 1};
  if (given) {
    edges = checked_bins(1, given->low, given->high);
    x = compress(logical_and(x >= static_cast<T>(edges.low), x <= static_cast<T>(edges.high)), x);
  }
  if (x.size() == 0) return 1;
  bounds<T> const found = reduce_with(bounds_reducer<T>{}, x).item();
  if (!given) edges = found_range(found.low, found.high);
  bin_statistics of{x.size(), sizeof(T) == 4, static_cast<double>(found.high - found.low)};
  double width = 0;
  if (rule == bin_rule::stone) {
    if (of.count > 1 && of.width != 0) {
      auto const most = std::max<std::int64_t>(
          100, static_cast<std::int64_t>(std::sqrt(static_cast<double>(of.count))));
      double best = HUGE_VAL, n = static_cast<double>(of.count);
      std::int64_t bins = 1;
      for (std::int64_t k = 1; k <= most; ++k) {
        double squares = 0;
        for (std::int64_t const c : to_vector(histogram(x, k, edges.low, edges.high)))
          squares += static_cast<double>(c) / n * (static_cast<double>(c) / n);
        double const risk =
            (2 - (n + 1) * squares) / static_cast<T>(of.width / static_cast<double>(k));
        if (risk < best) best = risk, bins = k;
      }
      width = static_cast<T>(of.width / static_cast<double>(bins));
    }
  } else {
    if (rule == bin_rule::scott || rule == bin_rule::doane)
      of.deviation = spread(true, ddof(0), x).item();
    if (rule == bin_rule::fd || rule == bin_rule::auto_) {
      auto const q = to_vector(percentile(x, std::vector{75.0, 25.0}));
      of.quartiles = q[0] - q[1];
    }
    if (rule == bin_rule::doane && of.count > 2 && of.deviation > 0) {
      T const middle = mean_along(x).item(), deviation = static_cast<T>(of.deviation);
      auto const z = (x - middle) / deviation;
      of.skewness = static_cast<double>(mean_along(z * z * z).item());
    }
    width = bin_width(rule, of);
  }
  if (width == 0 || width != width) return 1;
  if (integers && width < 1) width = 1;
  // between bounds that are found NumPy stays in float32 where the rule did
  bool const narrow = of.is_float32 && !given;
  bool const of_float32 =
      rule == bin_rule::rice || rule == bin_rule::scott || rule == bin_rule::stone;
  return bins_of_width(narrow ? static_cast<float>(edges.high) - static_cast<float>(edges.low)
                              : edges.high - edges.low,
                       width, narrow && of_float32);
}

template <class E>
auto flat_numbers(E const& x)
{
  using V = typename E::value_type;
  static_assert(can_be_binned<V>());
  return array<bin_value_t<V>, E::rank, typename E::space_type>(cast<bin_value_t<V>>(x))
      .reshape(shape(-1));
}

}  // namespace detail

/// A histogram whose number of bins follows from the data by one of NumPy's rules: "auto",
/// "sturges", "fd", "sqrt", "scott", "rice", "doane" or "stone".
///
///   auto [counts, edges] = histogram(x, "fd")
///   auto [counts, edges] = histogram(x, "auto", 0, 10)   of what lies there, in bins from 0 to 10
///
/// Otherwise as histogram(x, bins) and histogram(x, bins, low, high). Waits, and stores x once.
/// Throws value_error: 'some' is not a valid estimator for `bins`
template <expression E>
auto histogram(E const& x, std::string_view rule)
{
  auto const named = detail::bin_rule_named(rule);
  auto const flat = detail::flat_numbers(x);
  constexpr bool integers = detail::kind_of<typename E::value_type>() <= detail::kind::integer;
  return histogram(flat, detail::bins_by_rule(named, flat, {}, integers));
}
template <expression E>
auto histogram(E const& x, std::string_view rule, double low, double high)
{
  auto const named = detail::bin_rule_named(rule);
  auto const flat = detail::flat_numbers(x);
  constexpr bool integers = detail::kind_of<typename E::value_type>() <= detail::kind::integer;
  std::int64_t const bins =
      detail::bins_by_rule(named, flat, detail::bin_range{low, high}, integers);
  return histogram_result{histogram(flat, bins, low, high),
                          histogram_bin_edges(flat, bins, low, high)};
}
template <expression E>
auto histogram_bin_edges(E const& x, std::string_view rule)
{
  return histogram(x, rule).edges;
}

}  // namespace acre
