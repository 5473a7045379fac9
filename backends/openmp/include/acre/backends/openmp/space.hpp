#pragma once

#include <acre/backends/common/space_handle.hpp>
#include <acre/backends/host_common/queue.hpp>

#include <memory>
#include <vector>

namespace Kokkos {
class HostSpace;
class OpenMP;
}  // namespace Kokkos

namespace acre {

/// Kokkos' OpenMP threads. openmp() is all of them, openmp(3) a queue of three threads,
/// openmp(Kokkos::OpenMP) a user's own instance. Not for use inside a parallel region of OpenMP, as
/// Kokkos::parallel_for's body is one, where calls throw launch_error; serial is.
class openmp : public backends::space_handle<openmp, backends::host::queue> {
 public:
  using execution_space = Kokkos::OpenMP;
  using memory_space = Kokkos::HostSpace;
  static constexpr char const* name = "openmp";
  static constexpr bool host_accessible = true;
  using space_handle::space_handle;
  explicit openmp(execution_space const& instance);
  explicit openmp(int threads);

  static backends::host::queue& default_queue();
  static backends::host::queue* running_queue();
  static std::shared_ptr<backends::host::queue> make_queue(backends::host::queue const& like,
                                                           queue_priority,
                                                           backends::pool* memory = nullptr);
  static std::vector<device_info> devices();
  static openmp of_device(int) { return {}; }

  /// Kokkos' instance behind the queue.
  execution_space const& instance() const;
};

}  // namespace acre
