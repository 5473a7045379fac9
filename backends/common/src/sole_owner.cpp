#include <acre/backends/common/sole_owner.hpp>

#include <chrono>
#include <thread>

#if __has_include(<linux/membarrier.h>)
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace acre::backends {

namespace {

/// How often a program's owners are ended before nothing that is made has one any more.
constexpr int most_ended = 100;
std::atomic<int> ended = 0;

#if __has_include(<linux/membarrier.h>)
bool membarrier(int command) { return syscall(SYS_membarrier, command, 0, 0) == 0; }
bool has_barrier() { return membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED); }
bool all_threads_passed() { return membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED); }
#else
bool has_barrier() { return false; }
bool all_threads_passed() { return false; }
#endif

}  // namespace

// Nothing made before it is set has an owner.
std::atomic<bool> sole_owner::may_own_ = has_barrier();

void sole_owner::end()
{
  std::uintptr_t was = owner_.load(std::memory_order_acquire);
  while (was != nobody)
    if (was != ending && owner_.compare_exchange_strong(was, ending)) {
      // A program that was forked asks for the barrier again. Where it is refused, what a thread
      // has written is seen in far less than that time.
      if (!all_threads_passed() && !(has_barrier() && all_threads_passed()))
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
      while (inside_.load(std::memory_order_acquire)) std::this_thread::yield();
      owner_.store(nobody, std::memory_order_release);
      if (++ended == most_ended) may_own_ = false;
      return;
    } else if (was == ending) {
      std::this_thread::yield();
      was = owner_.load(std::memory_order_acquire);
    }
}

}  // namespace acre::backends
