#pragma once

#include <acre/backends/common/space_handle.hpp>
#include <acre/backends/gpu_common/queue.hpp>

#include <memory>
#include <vector>

namespace acre::backends::gpu {

/// Base of acre::cuda and acre::hip: handles of streams. gpu_common/space_body.hpp has the bodies.
template <class Space, class Api, class Memory>
class stream_space : public space_handle<Space, queue<Api>> {
  using handle = space_handle<Space, queue<Api>>;

 public:
  using execution_space = typename Api::instance;
  using memory_space = Memory;
  using typename handle::queue_type;
  static constexpr char const* name = Api::space_name;
  static constexpr bool host_accessible = false;

  using handle::handle;
  /// A user's instance of Kokkos' execution space.
  explicit stream_space(execution_space const& instance);

  static queue_type& default_queue();
  static queue_type* running_queue();
  static std::shared_ptr<queue_type> make_queue(queue_type const& like, queue_priority priority,
                                                backends::pool* memory = nullptr);
  static std::vector<device_info> devices();
  static Space of_device(int index);

  typename Api::stream stream() const { return this->queue().stream(); }
  /// Kokkos' instance on the stream.
  execution_space const& instance() const;
};

}  // namespace acre::backends::gpu
