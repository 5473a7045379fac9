#pragma once

#include <acre/backends/common/linear_algebra.hpp>
#include <acre/backends/host_common/queue.hpp>

namespace acre::backends {

/// See backends/common/linear_algebra.hpp. In the component acre::linalg.
linear_algebra& linear_algebra_of(host::queue& on);

}  // namespace acre::backends
