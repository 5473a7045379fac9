#pragma once

#include <acre/backends/common/pool.hpp>

#include <cstddef>
#include <map>
#include <mutex>
#include <string>

namespace acre::backends::gpu {

template <class Api>
class queue;

/// The memory of one GPU, by way of the vendor's stream-ordered pool: what a queue takes and frees
/// again and again costs no call of the vendor's (0.7 µs a pair on an H200).
template <class Api>
class device_pool final : public pool {
 public:
  static device_pool& of(int device)
  {
    std::lock_guard const only_one(lock());
    if (auto const found = all().find(device); found != all().end()) return found->second;
    Api::prepare(device);
    for (auto const& [other, pool] : all()) {  // each may read the other's memory
      if (Api::reaches(device, other)) Api::share(other, device);
      if (Api::reaches(other, device)) Api::share(device, other);
    }
    return all().try_emplace(device, device).first->second;
  }
  /// Memory whose queue has ended.
  static void deallocate_late(void* data)
  {
    std::lock_guard const only_one(lock());
    for (auto& [device, pool] : all()) pool.deallocate(nullptr, data);
  }
  /// The device's, or one beside it of a name.
  explicit device_pool(int device, std::string const& name = {})
      : pool(std::string(Api::space_name) + ':' + std::to_string(device) +
                 (name.empty() ? "" : '/' + name),
             false, Api::guards_memory ? pool::exact : SIZE_MAX),
        device_(device),
        total_(Api::memory(device).second)
  {}

  std::size_t total() const override { return total_; }
  std::size_t available() const override { return Api::memory(device_).first; }

 private:
  static std::map<int, device_pool>& all()
  {
    static auto& pools = *new std::map<int, device_pool>;  // stays: arrays may outlive everything
    return pools;
  }
  static std::mutex& lock()
  {
    static auto& only = *new std::mutex;
    return only;
  }
  void* obtain(std::size_t bytes, backends::queue* on) override
  {
    auto* const of = static_cast<queue<Api>*>(on);
    auto const stream = of->allocation_stream();
    void* const data = Api::allocate(bytes, stream);
    if (of->capturing()) Api::synchronize(stream);  // the graph runs at any time
    return data;
  }
  void give_back(void* data, std::size_t, backends::queue* on) override
  {
    Api::deallocate(data, on ? static_cast<queue<Api>*>(on)->stream() : typename Api::stream{});
  }
  void trim() override { Api::trim(device_); }

  int device_;
  std::size_t total_;
};

/// Pinned memory of the host: an array of it lives until the device has copied it (queue::keep).
template <class Api>
class pinned_pool final : public pool {
 public:
  static pinned_pool& only()
  {
    static auto& one = *new pinned_pool;
    return one;
  }
  pinned_pool() : pool("pinned", true) {}
  std::size_t total() const override { return SIZE_MAX; }
  std::size_t available() const override { return SIZE_MAX; }

 private:
  void* obtain(std::size_t bytes, backends::queue*) override { return Api::allocate_pinned(bytes); }
  void give_back(void* data, std::size_t, backends::queue*) override
  {
    Api::deallocate_pinned(data);
  }
};

}  // namespace acre::backends::gpu
