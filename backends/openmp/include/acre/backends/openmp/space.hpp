#pragma once

#include <acre/backends/common/backend_space.hpp>
#include <acre/backends/host_common/host_space.hpp>
#include <acre/backends/host_common/patterns.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <vector>

namespace acre {

/// Kokkos' OpenMP threads. openmp(3) is an instance of three threads, openmp() all of them.
class openmp : public backends::host::host_space<openmp> {
 public:
  using patterns = backends::host::patterns;
  using execution_space = Kokkos::OpenMP;
  using memory_space = Kokkos::HostSpace;
  static constexpr char const* name = "openmp";

  openmp() = default;
  explicit openmp(execution_space instance) : instance_(std::move(instance)) {}
  explicit openmp(int threads) : instance_(threads) {}

  execution_space const& instance() const { return instance_; }

  /// f(0) … f(count - 1), neighbouring tasks on the same thread; waits.
  template <class F>
  void for_tasks(std::int64_t count, F const& f) const
  {
    std::int64_t const threads = std::min<std::int64_t>(count, instance_.concurrency());
    if (threads <= 1) {
      for (std::int64_t task = 0; task < count; ++task) f(task);
      return;
    }
    Kokkos::parallel_for("acre::for_tasks",
                         Kokkos::RangePolicy<execution_space, Kokkos::Schedule<Kokkos::Static>>(
                             instance_, 0, threads),
                         [&](int thread) {
                           std::int64_t const end = count * (thread + 1) / threads;
                           for (std::int64_t task = count * thread / threads; task < end; ++task)
                             f(task);
                         });
    instance_.fence("acre::for_tasks");
  }

  static std::vector<device_info> devices();
  static backends::host::failures& failure_state();

 private:
  execution_space instance_;
};

static_assert(backends::backend_space<openmp>);

}  // namespace acre
