#pragma once

#include <acre/backends/common/sole_owner.hpp>

#include <atomic>
#include <cstdint>

namespace acre::backends {

/// A std::recursive_mutex in half its time: every operation takes its queue's lock, which hardly
/// ever has another thread waiting for it. Until a second thread takes it the first one does
/// without atomics (sole_owner). (So does a program of one thread, and writes the same; a thread
/// that it begins meanwhile finds what they would have written.)
class queue_lock {
 public:
  queue_lock() = default;
  queue_lock(queue_lock const&) = delete;

  void lock()
  {
    std::uintptr_t const me = this_thread();
    if (holder_.load(std::memory_order_relaxed) == me) {  // no other thread writes that
      ++again_;
      return;
    }
    bool const by_owner = owner_.enter();
    if (!by_owner) {
      if (has_one_thread())
        state_.store(1, std::memory_order_relaxed);
      else if (int free = 0; !state_.compare_exchange_strong(free, 1, std::memory_order_acquire))
        wait();
    }
    by_owner_ = by_owner;
    holder_.store(me, std::memory_order_relaxed);
  }
  void unlock()
  {
    if (again_ > 0) {
      --again_;
      return;
    }
    holder_.store(0, std::memory_order_relaxed);
    if (by_owner_)
      owner_.leave();
    else if (has_one_thread())
      state_.store(0, std::memory_order_relaxed);
    else if (state_.exchange(0, std::memory_order_release) == 2)
      state_.notify_one();
  }

 private:
  void wait();

  sole_owner owner_;
  bool by_owner_ = false;       // whether the holder has it as the owner, in place of state_
  std::atomic<int> state_ = 0;  // 1: held; 2: held, and somebody may be waiting
  std::atomic<std::uintptr_t> holder_ = 0;
  int again_ = 0;  // how often the holder has it beyond the first time
};

}  // namespace acre::backends
