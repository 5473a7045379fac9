#pragma once

#include <acre/backends/common/matmul.hpp>
#include <acre/backends/host_common/queue.hpp>

namespace acre::backends {

/// See backends/common/matmul.hpp.
void matmul(host::queue& on, matmul_problem const& problem);

}  // namespace acre::backends
