#pragma once

#include <acre/backends/common/tell_host.hpp>
#include <acre/backends/host_common/queue.hpp>

namespace acre::backends {

/// See backends/common/tell_host.hpp.
template <class T, class F>
void tell_host(host::queue& on, T& told, F const& work)
{
  static_assert(tell_host_takes<T>());
  on.refuse_in_capture("the host waits for the queue");
  work(&told);
  on.fence();
}

}  // namespace acre::backends
