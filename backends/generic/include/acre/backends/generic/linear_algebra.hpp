#pragma once

#include <acre/backends/common/linear_algebra.hpp>
#include <acre/backends/generic/queue.hpp>

namespace acre::backends {

/// See backends/common/linear_algebra.hpp. A library's: in the component acre::linalg, for backends
/// that define it.
template <class Backend>
linear_algebra& linear_algebra_of(generic::queue<Backend>& on);

}  // namespace acre::backends
