#include <acre/error.hpp>
#include <acre/order/detail/quantile.hpp>

namespace acre::detail {

std::vector<double> checked_quantiles(std::vector<double> q, bool percent)
{
  for (double& at : q) {
    if (percent) at /= 100;
    if (!(at >= 0 && at <= 1))
      throw value_error(percent ? "Percentiles must be in the range [0, 100]"
                                : "Quantiles must be in the range [0, 1]");
  }
  return q;
}

void refuse_quantile_of_nothing()
{
  throw index_error("index -1 is out of bounds for axis 0 with size 0");
}

}  // namespace acre::detail
