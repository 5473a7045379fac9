#pragma once

#include <acre/backends/generic/linear_algebra.hpp>
#include <acre/backends/generic/seen_by_host.hpp>
#include <acre/backends/host_common/linear_algebra_for_others.hpp>

namespace acre::backends {

template <class Backend>
linear_algebra& linear_algebra_of(generic::queue<Backend>&)
{
  static host::algebra_for<generic::seen_by_host<Backend>> only;
  return only;
}

}  // namespace acre::backends
