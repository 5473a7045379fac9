#pragma once

#include <acre/backends/common/device_info.hpp>
#include <acre/backends/common/queue.hpp>
#include <acre/backends/common/tools.hpp>
#include <acre/backends/host_common/task_runner.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

namespace acre::backends::host {

/// A CPU's queue. Its work is done when a call returns; index errors wait for fence() all the same,
/// as on a GPU. Queues of serial() and openmp() differ in how tasks run.
class queue : public backends::queue, public task_runner {
 public:
  /// `memory`: null for the CPU's pool.
  explicit queue(std::uint32_t tools_device, pool* memory = nullptr);
  ~queue() override;

  /// Another one that runs tasks alike, with memory of that pool.
  virtual std::shared_ptr<queue> another(pool* memory) const = 0;

  /// f(0) alone.
  template <class F>
  void for_one_task(char const* step, F const& f)
  {
    run_one(step, {&f, one_task<F>});
  }
  /// f(0) as an operation of that name whose operands are all this queue's. (Locking and naming it
  /// is in the library, so that it is compiled once. In a program of one thread there is nobody to
  /// lock out, and nobody to name it to where no profiler listens.)
  template <class F>
  void for_one_operation(char const* name, char const* step, F const& f)
  {
    if (has_one_thread() && !tools::listening()) {
      if (!usable_where_named_) require_usable();
      return f(0);
    }
    run_one_operation(name, step, {&f, one_task<F>});
  }

  /// f(), too little to be an operation, which no profiler hears of: under the queue's lock, or, in
  /// a program of one thread, without. Throws where run() does.
  template <class F>
  void call_at_once(F const& f)
  {
    if (!usable_where_named_) require_usable();
    if (has_one_thread()) return f();
    std::lock_guard const calls(lock());
    f();
  }

  /// Memory of the host, aligned to 64 bytes; null if more is asked for than the machine has. One
  /// pool serves all queues of the host, but for those that have another. Large blocks are asked
  /// for in huge pages.
  void* allocate(std::size_t bytes, char const* label = "acre::array");
  void deallocate(void* data, std::size_t bytes, char const* label = "acre::array");
  void* allocate_scratch(std::size_t bytes) final { return allocate(bytes, "acre::scratch"); }
  void deallocate_scratch(void* data, std::size_t bytes) final
  {
    deallocate(data, bytes, "acre::scratch");
  }
  /// Behind the end of the queue.
  static void deallocate_late(void* data);
  void copy_to_host(void* to, void const* from, std::size_t bytes);
  void copy_from_host(void* to, void const* from, std::size_t bytes);
  void copy(void* to, void const* from, std::size_t bytes);
  /// Memory as any other; nothing copies beside a CPU's queue.
  std::shared_ptr<void> allocate_pinned(std::size_t bytes);
  static bool copies_alone(void const*) { return true; }

  void wait_for(backends::queue& other) override
  {
    refuse_in_capture("the queue is to wait for another");
    other.refuse_in_capture("another queue is to wait for this one");
  }
  void wait_for(recorded_event& event) override
  {
    refuse_in_capture("the queue is to wait for an event");
    event.wait();
  }
  std::shared_ptr<recorded_event> record() override;
  void call_on_host(std::function<void()> f) override;
  void keep(std::shared_ptr<void>) override {}
  void fence() override;
  pool& memory() override { return memory_; }
  pool& device_memory() override;
  pool& pinned_memory() override { return memory(); }
  std::unique_ptr<pool> make_pool(std::string const& name) override;
  index_failure* failure_record() override { return &record_; }
  void begin_operation(char const*) override
  {
    if (operations_++ == 0) before_operation_ = log_.last();
  }
  /// The launches of an operation that is over, and of those in it, left what failed in the record:
  /// the log keeps that one.
  void end_operation() override
  {
    if (--operations_ == 0 && !log_.empty()) log_.forget_done(before_operation_, record_);
  }

 protected:
  void begin_capture() override {}
  std::shared_ptr<recorded_graph> end_capture(recorded_graph*) override;
  void abort_capture() noexcept override {}

  /// Throws where tasks cannot run, as run() does. run() of one task, which no profiler hears of,
  /// is a call behind that.
  virtual void require_usable() {}

  bool usable_where_named_ = false;  // who has the queue's name has asked that already

 private:
  /// Calls the one task, whose number is 0.
  template <class F>
  [[gnu::noinline]] static void one_task(void const* object, std::int64_t, std::int64_t)
  {
    (*static_cast<F const*>(object))(0);
  }

  void run_one(char const* step, task_range const& task)
  {
    if (!unheard()) return run(step, 1, task);
    if (!usable_where_named_) require_usable();
    task(0, 1);
  }
  void run_one_operation(char const* name, char const* step, task_range const& task);

  pool& memory_;
  index_failure record_;
  int operations_ = 0;                  // one in the other
  std::uint64_t before_operation_ = 0;  // the log's last number before the outermost
};

/// The CPU as a device.
device_info describe_cpu(int threads);

}  // namespace acre::backends::host
