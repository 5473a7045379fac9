#include <acre/backends/common/queue_lock.hpp>

namespace acre::backends {

void queue_lock::wait()
{
  while (state_.exchange(2, std::memory_order_acquire) != 0)
    state_.wait(2, std::memory_order_relaxed);
}

}  // namespace acre::backends
