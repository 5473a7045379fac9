#include <acre/error.hpp>
#include <acre/reduce/gradient.hpp>

#include <string>

namespace acre::detail {

void require_gradient(std::int64_t extent, int edge_order)
{
  if (edge_order > 2) throw value_error("'edge_order' greater than 2 not supported");
  if (extent < edge_order + 1)
    throw value_error(
        "Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) "
        "elements are required.");
}

void require_coordinates(std::int64_t extent, std::int64_t coordinates)
{
  if (coordinates != extent)
    throw value_error("when 1d, distances must match the length of the corresponding dimension: " +
                      std::to_string(coordinates) + " coordinates for " + std::to_string(extent) +
                      " elements");
}

}  // namespace acre::detail
