#pragma once

#include <acre/backends/common/linear_algebra.hpp>
#include <acre/backends/generic/queue.hpp>

namespace acre::backends {

/// See backends/common/linear_algebra.hpp. By the host's library, which the queue waits for. (Body:
/// linear_algebra_body.hpp, compiled once for each backend, in the component acre::linalg.)
template <class Backend>
linear_algebra& linear_algebra_of(generic::queue<Backend>& on);

}  // namespace acre::backends
