#pragma once

#include <acre/backends/gpu_common/tuning.hpp>
#include <acre/error.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace acre::backends::gpu {

/// Copies between a device and memory of the host that isn't pinned: in parts through pinned
/// buffers, by several host threads, each of which fills (or empties) one of its two while the
/// device copies the other. Such copies are limited by the speed at which one thread copies memory.
/// It is for copies of staging_least bytes and more. One of them for each device, for its queues by
/// turns.
template <class Api>
class staging {
 public:
  static staging& of(int device)
  {
    static std::mutex lock;
    static auto& all = *new std::map<int, staging>;  // stays: the buffers outlive the runtime
    std::lock_guard const only_one(lock);
    return all.try_emplace(device, device).first->second;
  }
  explicit staging(int device) : device_(device) {}

  /// Returns when all is copied, behind what the stream has been given.
  void to_device(void* to, void const* from, std::size_t bytes, typename Api::stream stream)
  {
    run(bytes, [&](buffer& b, std::size_t at, std::size_t count) {
      b.empty();
      std::memcpy(b.data, static_cast<std::byte const*>(from) + at, count);
      Api::copy_async(static_cast<std::byte*>(to) + at, b.data, count, stream);
      Api::record(b.copied, stream);
      b.used = true;
    });
  }
  void to_host(void* to, void const* from, std::size_t bytes, typename Api::stream stream)
  {
    run(bytes, [&](buffer& b, std::size_t at, std::size_t count) {
      b.empty();
      Api::copy_async(b.data, static_cast<std::byte const*>(from) + at, count, stream);
      Api::record(b.copied, stream);
      b.used = true;
      b.target = static_cast<std::byte*>(to) + at;
      b.count = count;
    });
  }

 private:
  struct buffer {
    std::byte* data = nullptr;
    typename Api::event copied{};
    bool used = false;
    std::byte* target = nullptr;  // where its elements go on the host
    std::size_t count = 0;

    /// Waits for the device to be done with it, and empties it.
    void empty()
    {
      if (!std::exchange(used, false)) return;
      Api::wait(copied);
      if (auto* const to = std::exchange(target, nullptr)) std::memcpy(to, data, count);
    }
  };
  struct lane {
    buffer half[2];
  };

  template <class Copy>
  void run(std::size_t bytes, Copy const& copy)
  {
    std::lock_guard const one_at_a_time(lock_);
    std::size_t const threads =
        std::min({staging_threads, std::max<std::size_t>(1, std::thread::hardware_concurrency()),
                  bytes / staging_least * 2});
    while (lanes_.size() < threads) add_lane();
    std::vector<std::exception_ptr> thrown(threads);
    auto const work = [&](std::size_t thread) {
      lane& mine = lanes_[thread];
      try {
        Api::set_device(device_);
        int turn = 0;
        for (std::size_t at = thread * staging_part; at < bytes;
             at += threads * staging_part, turn ^= 1)
          copy(mine.half[turn], at, std::min(staging_part, bytes - at));
        for (int k = 0; k < 2; ++k) mine.half[turn ^ k].empty();  // the older one first
      } catch (...) {
        thrown[thread] = std::current_exception();
        for (buffer& b : mine.half) b.used = false, b.target = nullptr;
      }
    };
    std::vector<std::thread> helpers;
    for (std::size_t thread = 1; thread < threads; ++thread) helpers.emplace_back(work, thread);
    work(0);
    for (auto& each : helpers) each.join();
    for (auto const& each : thrown)
      if (each) std::rethrow_exception(each);
  }

  void add_lane()
  {
    lane l;
    for (buffer& b : l.half) {
      b.data = static_cast<std::byte*>(Api::allocate_pinned(staging_part));
      if (!b.data) throw out_of_memory("Unable to allocate 2.00 MiB of pinned memory");
      b.copied = Api::make_event();
    }
    lanes_.push_back(l);
  }

  int device_;
  std::mutex lock_;
  std::vector<lane> lanes_;
};

}  // namespace acre::backends::gpu
