#pragma once

#include <acre/backends/generic/loops.hpp>
#include <acre/backends/host_common/task_runner.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <vector>

namespace acre::backends::generic {

/// A CPU's queue as the kernels of host_common see it that are compiled for no kind of queue: tasks
/// are the turns of a loop of Kokkos.
template <class Backend>
  requires queue<Backend>::is_host
class task_runner final : public host::task_runner {
 public:
  explicit task_runner(queue<Backend>& on) : on_(on) {}

  int threads() const override { return static_cast<int>(on_.instance().concurrency()); }
  void* allocate_scratch(std::size_t bytes) override { return on_.allocate(bytes, label); }
  void deallocate_scratch(void* data, std::size_t bytes) override
  {
    on_.deallocate(data, bytes, label);
  }

 private:
  static constexpr char const* label = "acre::scratch";

  void run(char const* step, std::int64_t count, host::task_range const& range) override
  {
    std::int64_t const parts = std::min<std::int64_t>(count, threads());
    if (parts <= 1 && runs_here(on_, parts)) return range(0, count);
    // an exception must not leave a thread of Kokkos': that of the first part goes on from here
    std::vector<std::exception_ptr> thrown(static_cast<std::size_t>(parts));
    for_each(on_, step, parts, [&](std::int64_t part) {
      try {
        range(count * part / parts, count * (part + 1) / parts);
      } catch (...) {
        thrown[static_cast<std::size_t>(part)] = std::current_exception();
      }
    });
    on_.instance().fence("acre: tasks");
    for (auto const& each : thrown)
      if (each) std::rethrow_exception(each);
  }

  queue<Backend>& on_;
};

}  // namespace acre::backends::generic
