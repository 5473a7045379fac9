#pragma once

#include <acre/backends/common/queue_lock.hpp>
#include <acre/backends/common/space_handle.hpp>
#include <acre/backends/host_common/queue.hpp>

#include <atomic>
#include <memory>
#include <span>
#include <vector>

namespace Kokkos {
class HostSpace;
}

namespace acre {

namespace backends::host {

/// The queue that acre::host() names, and null where that is to be looked for: before its first
/// use, behind its end, and in a program of several threads, whose spaces ask which thread it is.
extern std::atomic<queue*> named_alone;

/// Looks for it. Throws where it cannot be used.
queue& named_queue();

}  // namespace backends::host

/// The CPU. Its queues are values of one type: serial(), openmp(), openmp(3). host() is the one
/// that
/// --acre-space or ACRE_SPACE chose, otherwise the foremost of the build: openmp() where Kokkos has
/// OpenMP, serial() where it has not. Arrays of all of them meet in an expression; the queue of the
/// target computes.
class host : public backends::space_handle<host, backends::host::queue> {
 public:
  using memory_space = Kokkos::HostSpace;
  static constexpr char const* name = "host";
  static constexpr bool host_accessible = true;
  using space_handle::space_handle;

  /// (Inline for a program of one thread, as each element that the host writes asks.)
  static backends::host::queue& default_queue()
  {
    if (backends::has_one_thread())
      if (auto* const queue = backends::host::named_alone.load(std::memory_order_relaxed))
        return *queue;
    return backends::host::named_queue();
  }
  static backends::host::queue* running_queue();
  static std::shared_ptr<backends::host::queue> make_queue(backends::host::queue const& like,
                                                           queue_priority,
                                                           backends::pool* memory = nullptr)
  {
    return like.another(memory);
  }
  /// The CPU with as many threads as host() has.
  static std::vector<device_info> devices();
  static host of_device(int) { return {}; }
  /// Likewise with the threads of this queue.
  device_info device() const { return backends::host::describe_cpu(queue().threads()); }
};

namespace backends::host {

/// A way to run tasks, which one folder of backends/ adds: its queues are handles of acre::host.
struct queue_kind {
  char const* name;      // as in --acre-space
  queue& (*standard)();  // what host() names if this kind is chosen; throws where it can't be used
  queue* (*running)();   // the same; null before its first use and after its end
  std::shared_ptr<queue> (*shared)();  // what a handle keeps if another kind is chosen
  int (*threads)();               // of the standard queue; before a runtime, those it will have
  acre::host (*of_threads)(int);  // a queue of so many threads; null if there is one thread
};

/// The kinds of the build, the foremost last (written by CMake: backends.cpp.in).
std::span<queue_kind const* const> kinds();

/// Number of threads that a queue may have: as many as Kokkos' OpenMP keeps, 512.
int most_threads();

/// The one of that name, or null.
queue_kind const* kind_named(char const* name);

/// The one that acre::host() names.
queue_kind const& chosen_kind();
/// Makes it another one. Arrays that have been made on host() follow.
void choose(queue_kind const& which);

/// A handle of the kind's standard queue: acre::host() if that is chosen.
acre::host handle_of(queue_kind const& which);

}  // namespace backends::host
}  // namespace acre
