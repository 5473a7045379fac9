#pragma once

#include <acre/backends/common/read_back.hpp>
#include <acre/backends/generic/queue.hpp>

/// See backends/common/read_back.hpp.
namespace acre::backends {

template <class Backend, class T, class F>
void read_back(generic::queue<Backend>& on, T& value, F const& work)
{
  static_assert(read_back_takes<T>());
  on.refuse_in_capture("the host waits for the queue");
  auto const there = generic::scratch_of<T>(on, 1);
  work(there.data());
  on.copy_to_host(&value, there.data(), sizeof(T));
}

}  // namespace acre::backends
