#pragma once

#include <acre/backends/common/compiler.hpp>
#include <acre/backends/gpu_common/queue.hpp>

namespace acre::backends {

/// See backends/common/compiler.hpp.
template <class Api>
kernel_compiler& compiler_of(gpu::queue<Api>&)
{
  return Api::compiler();
}

}  // namespace acre::backends
