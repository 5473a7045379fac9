#include <acre/error.hpp>
#include <acre/order/detail/tally.hpp>

#include <cmath>
#include <cstdio>

namespace acre::detail {

bin_range checked_bins(std::int64_t bins, double low, double high)
{
  if (bins < 1) throw value_error("`bins` must be positive, when an integer");
  if (!std::isfinite(low) || !std::isfinite(high)) {
    char text[96];
    std::snprintf(text, sizeof text, "supplied range of [%g, %g] is not finite", low, high);
    throw value_error(text);
  }
  if (low > high) throw value_error("max must be larger than min in range parameter.");
  if (low == high) low -= 0.5, high += 0.5;
  double const width = (high - low) / static_cast<double>(bins);
  if (!std::isfinite(width) || !(low + width > low) || !(high - width < high))
    throw value_error("Too many bins for data range. Cannot create " + std::to_string(bins) +
                      " finite-sized bins.");
  return {low, high};
}

}  // namespace acre::detail
