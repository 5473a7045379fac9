#pragma once

#include <acre/error.hpp>

#include <Kokkos_Core.hpp>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>

namespace acre::backends {

/// The sentence about a space that has ended.
inline std::string ended_text(char const* space)
{
  return std::string("acre: the space ") + space +
         " has ended with its runtime; nothing can be computed on it any more";
}

/// The one queue that a space's default handles name: made at its first use by any thread, let go
/// when Kokkos ends, after which running() is null. For the sources of backends, one for each
/// space.
template <class Queue>
class default_queue_slot {
 public:
  /// make() gives a shared_ptr<Queue>. Throws backend_error where Kokkos does not run.
  template <class Make>
  Queue& get(char const* space, Make const& make)
  {
    if (Queue* const queue = running()) return *queue;
    return *share(space, make);
  }
  /// Likewise, kept alive by the returned pointer.
  template <class Make>
  std::shared_ptr<Queue> share(char const* space, Make const& make)
  {
    std::lock_guard const only_one(lock_);
    if (!owner_) {
      if (!Kokkos::is_initialized())
        throw backend_error(
            Kokkos::is_finalized()
                ? ended_text(space)
                : std::string("acre: the space ") + space +
                      " is used before acre::runtime (or Kokkos::initialize) has started it; make "
                      "an acre::runtime at the beginning of main");
      owner_ = make();
      Kokkos::push_finalize_hook([this] {
        running_ = nullptr;
        owner_.reset();
      });
      running_ = owner_.get();
    }
    return owner_;
  }
  Queue* running() const { return running_.load(std::memory_order_acquire); }

 private:
  std::atomic<Queue*> running_ = nullptr;
  std::shared_ptr<Queue> owner_;
  std::mutex lock_;
};

}  // namespace acre::backends
