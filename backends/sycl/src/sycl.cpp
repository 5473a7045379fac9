#include <acre/backends/common/backend_space.hpp>
#include <acre/backends/generic/patterns.hpp>
#include <acre/backends/sycl/space.hpp>

#include <algorithm>
#include <cstddef>

namespace acre {

namespace backends {

static_assert(backend_space<acre::sycl>);

template class generic::queue<sycl_backend>;

namespace {

namespace facts = ::sycl::info::device;

::sycl::device device() { return Kokkos::SYCL().sycl_queue().get_device(); }

using queue_type = acre::sycl::queue_type;
default_queue_slot<queue_type> default_slot;

}  // namespace

device_info sycl_backend::describe()
{
  auto const on = device();
  device_info info;
  info.name = on.get_info<facts::name>();
  info.multiprocessors = static_cast<int>(on.get_info<facts::max_compute_units>());
  info.memory = on.get_info<facts::global_mem_size>();
  info.max_threads_per_block = static_cast<int>(on.get_info<facts::max_work_group_size>());
  info.max_shared_memory_per_block = on.get_info<facts::local_mem_size>();
  info.cache = on.get_info<facts::global_mem_cache_size>();
  auto const widths = on.get_info<facts::sub_group_sizes>();
  if (!widths.empty())
    info.warp_size = static_cast<int>(*std::max_element(widths.begin(), widths.end()));
  return info;
}

std::size_t sycl_backend::available_memory()
{
  auto const on = device();
  return on.has(::sycl::aspect::ext_intel_free_memory)
             ? on.get_info<::sycl::ext::intel::info::device::free_memory>()
             : on.get_info<facts::global_mem_size>();
}

Kokkos::SYCL sycl_backend::beside(Kokkos::SYCL const& like)
{
  auto const& queue = like.sycl_queue();
  return Kokkos::SYCL(
      ::sycl::queue(queue.get_context(), queue.get_device(), ::sycl::property::queue::in_order()));
}

}  // namespace backends

sycl::queue_type& sycl::default_queue()
{
  return backends::default_slot.get(name,
                                    [] { return std::make_shared<queue_type>(execution_space()); });
}
sycl::queue_type* sycl::running_queue() { return backends::default_slot.running(); }
std::shared_ptr<sycl::queue_type> sycl::make_queue(queue_type const& like, queue_priority,
                                                   backends::pool* memory)
{
  return std::make_shared<queue_type>(backends::sycl_backend::beside(like.instance()), memory);
}

}  // namespace acre
