#pragma once

#include <acre/backends/common/read_back.hpp>
#include <acre/backends/generic/queue.hpp>

#include <mutex>

/// See backends/common/read_back.hpp: *there is in memory that kernels and the host see.
namespace acre::backends {

template <class Backend, class T, class F>
void read_back(generic::queue<Backend>& on, T& value, F const& work)
{
  static_assert(read_back_takes<T>());
  static_assert(sizeof(T) <= generic::queue<Backend>::most_told);
  std::lock_guard const calls(on.lock());
  on.refuse_in_capture("the host waits for the queue");
  auto* const there = static_cast<T*>(on.told());
  work(there);
  on.fence();
  value = *there;
}

}  // namespace acre::backends
