#pragma once

#include <acre/backends/common/default_queue.hpp>
#include <acre/backends/gpu_common/queue_body.hpp>
#include <acre/backends/gpu_common/stream_space.hpp>

#include <map>
#include <memory>
#include <mutex>

/// The queues of a GPU's space, made from instances of Kokkos' execution space. For the source that
/// compiles a space; `Space` has queue_type and execution_space.
namespace acre::backends::gpu {

template <class Space>
class space_queues {
 public:
  using queue_type = typename Space::queue_type;
  using instance_type = typename Space::execution_space;
  using stream = typename queue_type::api::stream;

  /// The queue of Kokkos' default instance.
  queue_type& default_queue()
  {
    return default_slot_.get(Space::name, [] { return queue_of(instance_type()); });
  }
  queue_type* running_queue() { return default_slot_.running(); }

  /// A stream has one queue, however often it is named; null for the default one.
  std::shared_ptr<queue_type> shared_queue_of(instance_type const& instance)
  {
    if (instance == instance_type()) return nullptr;
    std::lock_guard const only_one(lock_);
    auto& place = known_[queue_type::api::stream_of(instance)];
    auto found = place.lock();
    if (!found) place = found = queue_of(instance);
    return found;
  }

  /// One queue, however often a device is asked for; null for the default one's.
  std::shared_ptr<queue_type> queue_of_device(int device)
  {
    if (default_queue().device_index() == device) return nullptr;
    std::lock_guard const only_one(lock_);
    auto& place = of_device_[device];
    if (!place) {
      if (of_device_.size() == 1) Kokkos::push_finalize_hook([this] { of_device_.clear(); });
      place = std::make_shared<queue_type>(device, queue_priority::normal);
    }
    return place;
  }

  /// Kokkos' instance on a queue's stream.
  static instance_type const& instance_of(queue_type& on)
  {
    std::lock_guard const only_one(on.lock());
    if (!on.instance()) on.instance() = std::make_shared<instance_type>(on.stream());
    return *static_cast<instance_type const*>(on.instance().get());
  }

 private:
  /// A queue whose stream is that of Kokkos' instance, which lives as long.
  static std::shared_ptr<queue_type> queue_of(instance_type const& instance)
  {
    device_scope<typename queue_type::api> const here(queue_type::api::device_of(instance));
    auto const kept = std::make_shared<instance_type>(instance);
    auto made = std::make_shared<queue_type>(queue_type::api::stream_of(*kept), kept);
    made->instance() = kept;
    return made;
  }

  default_queue_slot<queue_type> default_slot_;
  std::mutex lock_;
  std::map<stream, std::weak_ptr<queue_type>> known_;
  std::map<int, std::shared_ptr<queue_type>> of_device_;
};

/// Members of a space, which its source defines.
template <class Space>
space_queues<Space>& all_queues();

template <class Space, class Api, class Memory>
stream_space<Space, Api, Memory>::stream_space(execution_space const& instance)
    : handle(all_queues<Space>().shared_queue_of(instance))
{}

template <class Space, class Api, class Memory>
auto stream_space<Space, Api, Memory>::default_queue() -> queue_type&
{
  return all_queues<Space>().default_queue();
}

template <class Space, class Api, class Memory>
auto stream_space<Space, Api, Memory>::running_queue() -> queue_type*
{
  return all_queues<Space>().running_queue();
}

template <class Space, class Api, class Memory>
auto stream_space<Space, Api, Memory>::make_queue(queue_type const& like, queue_priority priority,
                                                  backends::pool* memory)
    -> std::shared_ptr<queue_type>
{
  return std::make_shared<queue_type>(like.device_index(), priority, memory);
}

template <class Space, class Api, class Memory>
std::vector<device_info> stream_space<Space, Api, Memory>::devices()
{
  return Api::devices();
}

template <class Space, class Api, class Memory>
Space stream_space<Space, Api, Memory>::of_device(int index)
{
  return Space(all_queues<Space>().queue_of_device(index));
}

template <class Space, class Api, class Memory>
auto stream_space<Space, Api, Memory>::instance() const -> execution_space const&
{
  return all_queues<Space>().instance_of(this->queue());
}

}  // namespace acre::backends::gpu
