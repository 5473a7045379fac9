#pragma once

#include <acre/backends/common/matmul.hpp>
#include <acre/backends/generic/queue.hpp>

namespace acre::backends {

/// See backends/common/matmul.hpp. (Body: matmul_body.hpp, compiled once for each backend.)
template <class Backend>
void matmul(generic::queue<Backend>& on, matmul_problem const& problem);

}  // namespace acre::backends
