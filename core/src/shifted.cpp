#include <acre/array/shape.hpp>
#include <acre/elementwise/shifted.hpp>
#include <acre/error.hpp>

#include <string>

namespace acre::detail {

void require_margins(extents_view shape, extents_view margin)
{
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    if (shape[axis] < 2 * margin[axis])
      throw shape_error("an array of shape " + to_string(shape) +
                        " has no interior with a margin of " + std::to_string(margin[axis]) +
                        " along axis " + std::to_string(axis));
}

}  // namespace acre::detail
