#pragma once

#include <cstddef>
#include <cstdint>

namespace acre::backends::host {

/// f(first) … f(last - 1) of a function object, without its type: a pattern's loop body is handed
/// over as one, so that run() is compiled once for all queues.
struct task_range {
  void const* object;
  void (*call)(void const* object, std::int64_t first, std::int64_t last);

  void operator()(std::int64_t first, std::int64_t last) const { call(object, first, last); }
};

/// What kernels for a CPU ask of a queue that may be another than host::queue: its threads and
/// scratch memory. (generic/task_runner.hpp: those of Kokkos' spaces of a CPU.)
class task_runner {
 public:
  /// How many tasks run at the same time.
  virtual int threads() const = 0;

  /// f(0) … f(count - 1), in any order and at the same time; waits. Rethrows the exception of the
  /// lowest-numbered task, among each thread's first. Profilers know it as `step` of the
  /// operation.
  template <class F>
  void for_tasks(char const* step, std::int64_t count, F const& f)
  {
    run(step, count, {&f, each_task<F>});
  }

  /// Memory for a call's own use (scratch.hpp); null if it cannot be had.
  virtual void* allocate_scratch(std::size_t bytes) = 0;
  virtual void deallocate_scratch(void* data, std::size_t bytes) = 0;

 protected:
  ~task_runner() = default;
  virtual void run(char const* step, std::int64_t count, task_range const& range) = 0;

 private:
  template <class F>
  [[gnu::noinline]] static void each_task(void const* object, std::int64_t first, std::int64_t last)
  {
    F const& f = *static_cast<F const*>(object);
    for (std::int64_t task = first; task < last; ++task) f(task);
  }
};

}  // namespace acre::backends::host
