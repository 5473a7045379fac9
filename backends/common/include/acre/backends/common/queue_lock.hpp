#pragma once

#include <atomic>
#include <thread>

namespace acre::backends {

/// What std::recursive_mutex is, in half its time: every operation takes its queue's lock, which
/// hardly ever has somebody waiting for it.
class queue_lock {
 public:
  queue_lock() = default;
  queue_lock(queue_lock const&) = delete;

  void lock()
  {
    std::thread::id const me = std::this_thread::get_id();
    if (holder_.load(std::memory_order_relaxed) == me) {  // nobody else writes that
      ++again_;
      return;
    }
    if (int free = 0; !state_.compare_exchange_strong(free, 1, std::memory_order_acquire)) wait();
    holder_.store(me, std::memory_order_relaxed);
  }
  void unlock()
  {
    if (again_ > 0) {
      --again_;
      return;
    }
    holder_.store({}, std::memory_order_relaxed);
    if (state_.exchange(0, std::memory_order_release) == 2) state_.notify_one();
  }

 private:
  void wait();

  std::atomic<int> state_ = 0;  // 1: held; 2: held, and somebody may be waiting
  std::atomic<std::thread::id> holder_;
  int again_ = 0;  // how often the holder has it beyond the first time
};

}  // namespace acre::backends
