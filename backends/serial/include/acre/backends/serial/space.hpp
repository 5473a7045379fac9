#pragma once

#include <acre/backends/common/space_handle.hpp>
#include <acre/backends/host_common/queue.hpp>

#include <memory>
#include <vector>

namespace Kokkos {
class HostSpace;
}

namespace acre {

/// The calling thread, in index order: what every other space is checked against. Needs nothing
/// of Kokkos but the memory space of its Views, and so exists in every build.
class serial : public backends::space_handle<serial, backends::host::queue> {
 public:
  using memory_space = Kokkos::HostSpace;
  static constexpr char const* name = "serial";
  static constexpr bool host_accessible = true;
  using space_handle::space_handle;

  static backends::host::queue& default_queue();
  static backends::host::queue* running_queue() { return &default_queue(); }
  static std::shared_ptr<backends::host::queue> make_queue(backends::host::queue const& like,
                                                           queue_priority,
                                                           backends::pool* memory = nullptr);
  static std::vector<device_info> devices();
  static serial of_device(int) { return {}; }
};

}  // namespace acre
