#include <acre/array/detail/shape_rules.hpp>
#include <acre/error.hpp>
#include <acre/order/bincount.hpp>
#include <acre/order/histogram_rules.hpp>
#include <acre/order/histogramdd.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <string>

namespace acre::detail {

void refuse_bins(std::int64_t bins)
{
  throw value_error("Too many bins for data range. Cannot create " + std::to_string(bins) +
                    " finite-sized bins.");
}

void require_one_weight_each(extents_view weights, extents_view x)
{
  if (!std::ranges::equal(weights, x))
    throw value_error("The weights and list don't have the same length. (" + to_string(weights) +
                      " and " + to_string(x) + ")");
}

void require_weights_of(extents_view x, extents_view weights)
{
  if (!broadcasts_to(weights, x))
    throw shape_error("weights should have the same shape as a. (" + to_string(weights) + " and " +
                      to_string(x) + ")");
}

bin_range checked_bins(std::int64_t bins, double low, double high)
{
  if (bins < 1) throw value_error("`bins` must be positive, when an integer");
  if (low > high) throw value_error("max must be larger than min in range parameter.");
  if (!std::isfinite(low) || !std::isfinite(high)) {
    char text[96];
    std::snprintf(text, sizeof text, "supplied range of [%g, %g] is not finite", low, high);
    throw value_error(text);
  }
  if (low == high) low -= 0.5, high += 0.5;
  double const width = (high - low) / static_cast<double>(bins);
  if (!std::isfinite(width) || !(low + width > low) || !(high - width < high)) refuse_bins(bins);
  return {low, high};
}

namespace {

/// A float as Python prints it.
template <class T>
std::string printed(T x)
{
  if (std::isnan(x)) return "nan";
  char text[64];
  std::string const digits(text, std::to_chars(text, text + sizeof text, x).ptr);
  bool const whole = digits.find_first_not_of("-0123456789") == std::string::npos;
  return whole ? digits + ".0" : digits;
}

}  // namespace

template <class T>
bin_range found_range(T low, T high)
{
  if (!std::isfinite(low) || !std::isfinite(high))
    throw value_error("autodetected range of [" + printed(low) + ", " + printed(high) +
                      "] is not finite");
  if (low == high) low -= static_cast<T>(0.5), high += static_cast<T>(0.5);
  return {static_cast<double>(low), static_cast<double>(high)};
}
template bin_range found_range(float, float);
template bin_range found_range(double, double);

void require_axis_bins(bin_axis const& axis, int number)
{
  std::string const name = "`bins[" + std::to_string(number) + "]`";
  if (!axis.edges) {
    if (axis.bins < 1) throw value_error(name + " must be positive, when an integer");
    return;
  }
  require_ascending(*axis.edges,
                    (name + " must be monotonically increasing, when an array").c_str());
}

bin_rule bin_rule_named(std::string_view name)
{
  constexpr std::pair<std::string_view, bin_rule> rules[] = {
      {"auto", bin_rule::auto_},  {"sturges", bin_rule::sturges}, {"fd", bin_rule::fd},
      {"sqrt", bin_rule::sqrt},   {"scott", bin_rule::scott},     {"rice", bin_rule::rice},
      {"doane", bin_rule::doane}, {"stone", bin_rule::stone}};
  for (auto const& [known, rule] : rules)
    if (known == name) return rule;
  throw value_error("'" + std::string(name) + "' is not a valid estimator for `bins`");
}

double bin_width(bin_rule rule, bin_statistics const& of)
{
  double const n = static_cast<double>(of.count);
  // NumPy keeps float32 where it multiplies by Python's numbers only
  auto const kept = [&](double x) { return of.is_float32 ? static_cast<float>(x) : x; };
  double const sqrt_width = of.width / std::sqrt(n), sturges_width = of.width / (std::log2(n) + 1);
  double const fd_width = 2 * of.quartiles * std::pow(n, -1.0 / 3.0);
  switch (rule) {
    case bin_rule::sqrt:
      return sqrt_width;
    case bin_rule::sturges:
      return sturges_width;
    case bin_rule::rice:
      return kept(of.width / kept(2 * std::pow(n, 1.0 / 3)));
    case bin_rule::scott:
      return kept(kept(std::pow(24 * std::sqrt(M_PI) / n, 1.0 / 3.0)) * of.deviation);
    case bin_rule::fd:
      return fd_width;
    case bin_rule::doane: {
      if (of.count <= 2 || !(of.deviation > 0)) return 0;
      double const sigma = std::sqrt(6 * (n - 2) / ((n + 1) * (n + 3)));
      return of.width / (1 + std::log2(n) + std::log2(1 + std::abs(of.skewness) / sigma));
    }
    default:  // auto: fd, but not more than twice as many bins as sqrt has
      return std::min(std::max(fd_width, sqrt_width / 2), sturges_width);
  }
}

std::int64_t bins_of_width(double span, double width, bool in_float32)
{
  double const quotient =
      in_float32 ? static_cast<float>(span) / static_cast<float>(width) : span / width;
  double const bins = std::ceil(quotient);
  if (bins < 0x1p53) return static_cast<std::int64_t>(bins);
  char text[128];
  std::snprintf(text, sizeof text,
                "Too many bins for data range. The rule finds %g of them; give their number", bins);
  throw value_error(text);
}

}  // namespace acre::detail
