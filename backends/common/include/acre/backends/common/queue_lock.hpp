#pragma once

#include <atomic>
#include <cstdint>

#include <pthread.h>

#if __has_include(<sys/single_threaded.h>)
#include <sys/single_threaded.h>
#endif

namespace acre::backends {

/// Whether there is no other thread, as far as the C library says so.
inline bool has_one_thread()
{
#if __has_include(<sys/single_threaded.h>)
  return __libc_single_threaded != 0;
#else
  return false;
#endif
}

/// A number of this thread's own, never 0: pthread_self(), which takes longer than all else that a
/// lock does where it is a call. (For x86-64 glibc has the thread's address there; g++ reads it.)
inline std::uintptr_t this_thread()
{
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__CUDACC__)
  return reinterpret_cast<std::uintptr_t>(__builtin_thread_pointer());
#else
  return (std::uintptr_t)pthread_self();  // a number or a pointer
#endif
}

/// A std::recursive_mutex in half its time: every operation takes its queue's lock, which hardly
/// ever has another thread waiting for it. (A program of one thread writes the same without
/// atomics; a thread that it begins meanwhile finds what they would have written.)
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
    if (has_one_thread())
      state_.store(1, std::memory_order_relaxed);
    else if (int free = 0; !state_.compare_exchange_strong(free, 1, std::memory_order_acquire))
      wait();
    holder_.store(me, std::memory_order_relaxed);
  }
  void unlock()
  {
    if (again_ > 0) {
      --again_;
      return;
    }
    holder_.store(0, std::memory_order_relaxed);
    if (has_one_thread())
      state_.store(0, std::memory_order_relaxed);
    else if (state_.exchange(0, std::memory_order_release) == 2)
      state_.notify_one();
  }

 private:
  void wait();

  std::atomic<int> state_ = 0;  // 1: held; 2: held, and somebody may be waiting
  std::atomic<std::uintptr_t> holder_ = 0;
  int again_ = 0;  // how often the holder has it beyond the first time
};

}  // namespace acre::backends
