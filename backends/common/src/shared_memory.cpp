#include <acre/backends/common/space_handle.hpp>

#include <utility>

namespace acre::backends {

std::shared_ptr<void> shared_memory(void* data, std::size_t bytes, std::shared_ptr<void> queue,
                                    void (*free)(void* queue, void* data, std::size_t bytes))
{
  if (!data) return {};
  return {data, [queue = std::move(queue), bytes, free](void* p) { free(queue.get(), p, bytes); }};
}

}  // namespace acre::backends
