#include <acre/error.hpp>
#include <acre/reduce/average.hpp>

#include <algorithm>

namespace acre::detail {

void require_weights(extents_view shape, extents_view weights)
{
  if (!std::ranges::equal(shape, weights))
    throw shape_error("Shape of weights must be consistent with shape of a along specified axis: " +
                      to_string(weights) + " beside " + to_string(shape));
}

void refuse_weights() { throw value_error("Weights sum to zero, can't be normalized"); }

}  // namespace acre::detail
