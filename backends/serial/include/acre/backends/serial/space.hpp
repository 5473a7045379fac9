#pragma once

#include <acre/backends/common/backend_space.hpp>
#include <acre/backends/host_common/host_space.hpp>
#include <acre/backends/host_common/patterns.hpp>

#include <Kokkos_Core_fwd.hpp>

#include <vector>

namespace acre {

/// The calling thread, in index order: what every other space is checked against. Needs nothing
/// of Kokkos but the memory space of its Views, and so exists in every build.
class serial : public backends::host::host_space<serial> {
 public:
  using patterns = backends::host::patterns;
  using memory_space = Kokkos::HostSpace;
  static constexpr char const* name = "serial";

  /// f(0) … f(count - 1), in that order.
  template <class F>
  void for_tasks(std::int64_t count, F const& f) const
  {
    for (std::int64_t task = 0; task < count; ++task) f(task);
  }

  static std::vector<device_info> devices();
  static backends::host::failures& failure_state();
};

static_assert(backends::backend_space<serial>);

}  // namespace acre
