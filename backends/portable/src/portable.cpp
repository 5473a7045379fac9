#include <acre/backends/common/backend_space.hpp>
#include <acre/backends/generic/patterns.hpp>
#include <acre/backends/host_common/queue.hpp>
#include <acre/backends/portable/space.hpp>
#include <acre/backends/serial/queue.hpp>

namespace acre {

namespace backends {

static_assert(backend_space<acre::portable>);

template class generic::queue<portable_backend>;

device_info portable_backend::describe()
{
  device_info info = host::describe_cpu(execution_space().concurrency());
  info.name += ", by " + std::string(execution_space::name());
  return info;
}

std::size_t portable_backend::available_memory()
{
  return serial().queue().device_memory().available();
}

namespace {

using queue_type = acre::portable::queue_type;
default_queue_slot<queue_type> default_slot;

}  // namespace
}  // namespace backends

portable::queue_type& portable::default_queue()
{
  return backends::default_slot.get(name,
                                    [] { return std::make_shared<queue_type>(execution_space()); });
}
portable::queue_type* portable::running_queue() { return backends::default_slot.running(); }
std::shared_ptr<portable::queue_type> portable::make_queue(queue_type const& like, queue_priority,
                                                           backends::pool* memory)
{
  return std::make_shared<queue_type>(backends::portable_backend::beside(like.instance()), memory);
}

}  // namespace acre
