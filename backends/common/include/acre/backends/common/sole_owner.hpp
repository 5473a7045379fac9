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

/// What one thread, its owner, does without atomic operations until another thread is to do it,
/// too; from then on all do it by atomic operations:
///
///   if (owner.enter()) {
///     …
///     owner.leave();
///   } else {
///     … by atomic operations
///   }
///
/// Most arrays and queues are one thread's, in a program of many threads as well, and an atomic
/// operation takes 20 cycles, of which a call of few elements would have six.
///
/// The owner writes that it is inside, and looks then whether it still is the owner. The thread
/// that ends that writes that it is not, and looks then whether it is inside; in between it makes
/// all threads of the program pass a memory barrier (membarrier() of Linux), so that the owner
/// needs none of its own. That takes about a microsecond: where it has happened often, things have
/// no owner from their beginning.
class sole_owner {
 public:
  /// The calling thread's, where the system has such a barrier.
  sole_owner() : owner_(may_own_.load(std::memory_order_relaxed) ? this_thread() : nobody) {}
  sole_owner(sole_owner const&) = delete;

  /// Whether the calling thread is the owner, which is to leave() then; it may not enter twice.
  bool enter()
  {
    std::uintptr_t const me = this_thread(), was = owner_.load(std::memory_order_acquire);
    if (was == nobody) return false;
    if (was == me) {
      inside_.store(true, std::memory_order_relaxed);
      std::atomic_signal_fence(std::memory_order_seq_cst);
      if (owner_.load(std::memory_order_relaxed) == me) return true;
      leave();
    }
    end();
    return false;
  }
  void leave() { inside_.store(false, std::memory_order_release); }

 private:
  static constexpr std::uintptr_t nobody = 0, ending = 1;

  /// Nobody is the owner from now on; waits while the owner is inside.
  void end();

  static std::atomic<bool> may_own_;

  std::atomic<std::uintptr_t> owner_;
  std::atomic<bool> inside_ = false;  // written by the owner alone
};

}  // namespace acre::backends
