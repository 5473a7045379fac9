#include <acre/error.hpp>
#include <acre/order/detail/bin_edges.hpp>

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

/// As Python prints a float.
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

}  // namespace acre::detail
