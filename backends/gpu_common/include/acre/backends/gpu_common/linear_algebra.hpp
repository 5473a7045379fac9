#pragma once

#include <acre/backends/common/linear_algebra.hpp>
#include <acre/backends/gpu_common/queue.hpp>

namespace acre::backends {

/// See backends/common/linear_algebra.hpp. In the component acre::linalg.
template <class Api>
linear_algebra& linear_algebra_of(gpu::queue<Api>& on)
{
  return Api::algebra(on);
}

}  // namespace acre::backends
