#pragma once

#include <acre/backends/common/read_back.hpp>
#include <acre/backends/host_common/queue.hpp>

namespace acre::backends {

/// See backends/common/read_back.hpp.
template <class T, class F>
void read_back(host::queue& on, T& value, F const& work)
{
  static_assert(read_back_takes<T>());
  on.refuse_in_capture("the host waits for the queue");
  work(&value);
  on.fence();
}

}  // namespace acre::backends
