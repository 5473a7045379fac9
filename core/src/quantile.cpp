#include <acre/error.hpp>
#include <acre/order/detail/weighted_quantile.hpp>

#include <charconv>
#include <string>

namespace acre::detail {

std::vector<double> checked_quantiles(std::vector<double> q, bool percent)
{
  for (double& at : q) {
    double const given = at;
    if (percent) at /= 100;
    if (at >= 0 && at <= 1) continue;
    char text[32];
    auto const end = std::to_chars(text, text + sizeof text, given).ptr;
    throw value_error((percent ? "Percentiles must be in the range [0, 100], not "
                               : "Quantiles must be in the range [0, 1], not ") +
                      std::string(text, end));
  }
  return q;
}

void refuse_quantile_of_nothing()
{
  throw index_error("index -1 is out of bounds for axis 0 with size 0");
}

void require_weighted_method(quantile_method method)
{
  constexpr char const* between[] = {"linear",
                                     "midpoint",
                                     "hazen",
                                     "weibull",
                                     "median_unbiased",
                                     "normal_unbiased",
                                     "interpolated_inverted_cdf",
                                     "averaged_inverted_cdf"};
  constexpr char const* of_elements[] = {"lower", "higher", "nearest", "inverted_cdf",
                                         "closest_observation"};
  if (!method.interpolates && method.element == order_statistic::inverted_cdf) return;
  throw value_error(std::string("Only method 'inverted_cdf' supports weights. Got: ") +
                    (!method.interpolates ? of_elements[static_cast<int>(method.element)]
                                          : between[static_cast<int>(method.between)]) +
                    '.');
}

void refuse_negative_weights() { throw value_error("Weights must be non-negative."); }

void refuse_empty_weights() { throw value_error("Weights included NaN, inf or were all zero."); }

}  // namespace acre::detail
