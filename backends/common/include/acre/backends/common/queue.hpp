#pragma once

#include <acre/backends/common/event.hpp>
#include <acre/backends/common/failure_log.hpp>
#include <acre/backends/common/graph.hpp>
#include <acre/backends/common/index_failure.hpp>
#include <acre/backends/common/pool.hpp>
#include <acre/backends/common/queue_lock.hpp>

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

namespace acre {

/// Which of the queues of a GPU's device goes first where both have work that could start. Results
/// do not depend on it. CPUs have no such choice.
enum class queue_priority { low, normal, high };

}  // namespace acre

namespace acre::backends {

/// The first exception that a function called on the host (queue::call_on_host) threw.
class host_errors {
 public:
  /// Calls f.
  void guard(std::function<void()> const& f) noexcept;
  /// Throws what is kept, and forgets it.
  void rethrow();
  /// Writes it to stderr instead, as no later call can report it.
  void report_unseen() noexcept;

 private:
  std::exception_ptr take();

  std::mutex mutex_;
  std::exception_ptr first_;
  std::atomic<bool> any_ = false;  // so that fence() need not lock to find none
};

/// A queue: work that it is given runs in order, one piece behind the other. Memory is not the
/// queue's: work may read and write what was allocated on another one, see operation.hpp. Spaces
/// (host, cuda, hip) are cheap handles of queues; host::queue and gpu::queue are what
/// patterns run on.
///
/// Threads. Any host thread may use any queue and any array. The calls on one queue are ordered by
/// the caller, or else by the queue's lock, which an operation holds while it is queued.
///
/// Index checks belong to the queue that launches them; fence() of that queue throws their error,
/// whichever thread calls it.
class queue {
 public:
  /// `tools_device`: the number that Kokkos Tools know the device by.
  static constexpr bool is_device =
      false;  // a GPU, for which operands are gathered in tiles (tiling.hpp)

  explicit queue(std::uint32_t tools_device) : tools_device_(tools_device) {}
  queue(queue const&) = delete;
  virtual ~queue() = default;

  /// Work given from now on runs behind all that `other`, a queue of the same backend, has been
  /// given so far. Does not wait on the host.
  virtual void wait_for(queue& other) = 0;
  /// Likewise after an event of any queue of any backend.
  virtual void wait_for(recorded_event& event) = 0;
  /// The point behind all work so far.
  virtual std::shared_ptr<recorded_event> record() = 0;
  /// f() on a host thread, behind all work so far and before what comes later. The next fence()
  /// rethrows its exception.
  virtual void call_on_host(std::function<void()> f) = 0;
  /// `owner` stays until the work so far is done.
  virtual void keep(std::shared_ptr<void> owner) = 0;
  /// Waits for all work so far; throws what a host call threw, or else the index error that the
  /// work left.
  virtual void fence() = 0;

  /// Memory in which this queue's kernels leave index failures (index_failure.hpp).
  virtual index_failure* failure_record() = 0;
  /// The number of a launch that checks indices (failure_log.hpp).
  std::uint64_t begin_check(index_check const& check)
  {
    return capturing_ ? log_.add_lasting(&check, 1) : log_.add(check);
  }
  /// The first number of n checks whose kernels come later.
  std::uint64_t begin_lasting_checks(index_check const* checks, int n)
  {
    return log_.add_lasting(checks, n);
  }

  /// The work that f() gives the queue, done once and kept to be done again; in place of `before`,
  /// if that is given. On a GPU f's work is captured and then launched, on a CPU f is called, then
  /// and in replay(). Calls that make the host wait, and those that need other queues, throw
  /// value_error in f on any of them; the queue is as before then, but for what a CPU has done.
  std::shared_ptr<recorded_graph> capture(std::function<void()> const& f, recorded_graph* before);
  bool capturing() const { return capturing_; }
  /// Throws value_error while a graph is captured.
  void refuse_in_capture(char const* what) const
  {
    if (capturing_) throw_in_capture(what);
  }

  /// Pools of its arrays and scratch: the device's or another one; the device's; and the memory of
  /// the host that the device copies by itself.
  virtual pool& memory() = 0;
  virtual pool& device_memory() = 0;
  virtual pool& pinned_memory() = 0;
  /// Another pool of the device's memory, of that name (pool::beside).
  virtual std::unique_ptr<pool> make_pool(std::string const& name) = 0;
  /// Memory that the pool keeps for this queue.
  free_blocks& free_memory() { return free_memory_; }

  /// The lock that orders calls from several host threads. (Recursive: a function that a CPU's
  /// launch calls may use the library itself.)
  queue_lock& lock() { return lock_; }

  /// For profilers (tools.hpp): the operation that is being given to the queue, as a range of the
  /// vendor's where it has such.
  char const* operation_name() const { return operation_name_; }
  std::uint32_t tools_device() const { return tools_device_; }
  /// Whether that operation found no listener, which its kernels need not ask again.
  bool unheard() const { return unheard_; }
  /// Its name for --acre-space and spaces(): "serial", "openmp", "cuda", "hip".
  virtual char const* space_name() const = 0;
  /// Which of the space's devices it is on (device_info::index).
  virtual int device_index() const { return 0; }
  /// While an operation is given to the queue: the vendor's calls mean its device.
  virtual void enter() {}
  virtual void leave() {}
  /// Both with the range of that name.
  virtual void begin_operation(char const*) {}
  virtual void end_operation() {}
  /// Makes its device the one that the vendor's calls of this thread mean, until what it gives
  /// goes; null where there is nothing to choose.
  virtual std::shared_ptr<void> make_current() { return nullptr; }
  /// Whether this queue's work can read and write the memory of `other`'s device, both queues of
  /// one backend.
  virtual bool reaches(queue const&) const { return true; }
  virtual void begin_range(char const*) {}
  virtual void end_range() {}

 protected:
  virtual void begin_capture() = 0;
  virtual std::shared_ptr<recorded_graph> end_capture(recorded_graph* before) = 0;
  virtual void abort_capture() noexcept = 0;

  failure_log log_;
  host_errors host_errors_;

 private:
  friend class operation;
  friend class short_operation;
  [[noreturn]] static void throw_in_capture(char const* what);

  bool capturing_ = false;
  char const* operation_name_ = "kernel";
  bool unheard_ = false;
  std::uint32_t tools_device_;
  free_blocks free_memory_;
  queue_lock lock_;
};

}  // namespace acre::backends
