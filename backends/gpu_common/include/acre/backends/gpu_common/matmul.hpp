#pragma once

#include <acre/backends/common/matmul.hpp>
#include <acre/backends/gpu_common/queue.hpp>

namespace acre::backends {

/// See backends/common/matmul.hpp. (Body: matmul_body.hpp, compiled once for each Api.)
template <class Api>
void matmul(gpu::queue<Api>& on, matmul_problem const& problem);

}  // namespace acre::backends
