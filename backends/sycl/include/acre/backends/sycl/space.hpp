#pragma once

#include <acre/backends/common/default_queue.hpp>
#include <acre/backends/common/space_handle.hpp>
#include <acre/backends/generic/queue.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <memory>
#include <vector>

namespace acre {

namespace backends {

/// What backends/generic asks for of Kokkos' SYCL: a queue in order, memory of its device.
struct sycl_backend {
  using execution_space = Kokkos::SYCL;
  static constexpr char const* space_name = "sycl";
  static constexpr char const* memory_name = "SYCL";
  static device_info describe();
  static std::size_t available_memory();
  static execution_space beside(execution_space const& like);
};

extern template class generic::queue<sycl_backend>;

}  // namespace backends

/// A queue of SYCL: sycl() is Kokkos' default one, sycl(Kokkos::SYCL(queue)) a user's, which has to
/// be in order. Every pattern is the portable one (backends/generic). Compiled, never run: no
/// machine with a compiler of SYCL was at hand.
class sycl : public backends::space_handle<sycl, backends::generic::queue<backends::sycl_backend>> {
 public:
  using execution_space = Kokkos::SYCL;
  using memory_space = Kokkos::SYCLDeviceUSMSpace;
  static constexpr char const* name = "sycl";
  static constexpr bool host_accessible = false;
  using space_handle::space_handle;
  explicit sycl(execution_space const& instance)
      : space_handle(std::make_shared<queue_type>(instance))
  {}

  static queue_type& default_queue();
  static queue_type* running_queue();
  static std::shared_ptr<queue_type> make_queue(queue_type const& like, queue_priority,
                                                backends::pool* memory = nullptr);
  /// The one that Kokkos was started on: SYCL has no device that a thread names.
  static std::vector<device_info> devices() { return {backends::sycl_backend::describe()}; }
  static sycl of_device(int) { return {}; }
  execution_space const& instance() const { return this->queue().instance(); }
};

}  // namespace acre
