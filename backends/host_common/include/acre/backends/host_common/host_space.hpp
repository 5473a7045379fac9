#pragma once

#include <acre/backends/common/device_info.hpp>
#include <acre/backends/common/failure_log.hpp>

#include <cstddef>
#include <cstdint>

namespace acre::backends::host {

/// Memory of the host, aligned to 64 bytes; null if more is asked for than the machine has.
void* allocate(std::size_t bytes);
void deallocate(void* data);
void copy(void* to, void const* from, std::size_t bytes);

/// The CPU as a device.
device_info describe_cpu(int threads);

/// Index failures of one host space. Its kernels are done when they return, so that the log is
/// settled at the same points as a GPU's, for the same behaviour.
struct failures {
  index_failure record;
  failure_log log;

  ~failures() { log.report_unseen(record); }
  void settle();
};

/// What serial and openmp share (see backends/common/backend_space.hpp). `Derived` adds its name,
/// patterns and memory_space, devices(), failure_state(), and for its patterns for_tasks().
template <class Derived>
class host_space {
 public:
  static constexpr bool host_accessible = true;

  void* allocate(std::size_t bytes) const { return host::allocate(bytes); }
  void deallocate(void* data, std::size_t) const { host::deallocate(data); }

  /// Waits for all work queued here and throws the index errors that it left.
  void fence() const { Derived::failure_state().settle(); }
  void copy_to_host(void* to, void const* from, std::size_t bytes) const
  {
    fence();
    host::copy(to, from, bytes);
  }
  void copy_from_host(void* to, void const* from, std::size_t bytes) const
  {
    host::copy(to, from, bytes);
  }
  void copy(void* to, void const* from, std::size_t bytes) const { host::copy(to, from, bytes); }

  index_failure* failure_record() const { return &Derived::failure_state().record; }
  std::uint64_t begin_check(index_check const& check) const
  {
    return Derived::failure_state().log.add(check);
  }
  std::uint64_t begin_lasting_checks(index_check const* checks, int count) const
  {
    return Derived::failure_state().log.add_lasting(checks, count);
  }
};

}  // namespace acre::backends::host
