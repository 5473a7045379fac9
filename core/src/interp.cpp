#include <acre/error.hpp>
#include <acre/order/interp.hpp>

#include <string>

namespace acre::detail {

void require_interpolation(std::int64_t coordinates, std::int64_t values,
                           std::optional<double> period)
{
  if (period == 0.0) throw value_error("period must be a non-zero value");
  if (coordinates == 0 && !period) throw value_error("array of sample points is empty");
  if (coordinates != values)
    throw value_error("fp and xp are not of the same length. (" + std::to_string(values) + " and " +
                      std::to_string(coordinates) + ")");
  if (coordinates == 0) throw value_error("array of sample points is empty");
}

}  // namespace acre::detail
