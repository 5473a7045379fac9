#include <acre/backends/host_common/queue.hpp>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <utility>

#include <unistd.h>

namespace acre::backends::host {

namespace {

std::uint64_t machine_memory()
{
  static std::uint64_t const bytes = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                                     static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
  return bytes;
}

}  // namespace

void* queue::allocate(std::size_t bytes, char const* label)
{
  // Linux may promise memory that it does not have and end the process when it is touched
  if (bytes > machine_memory()) return nullptr;
  std::size_t const alignment = 64;
  void* const data = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  tools::allocated("Host", label, data, bytes);
  return data;
}

void queue::deallocate(void* data, std::size_t bytes, char const* label)
{
  tools::deallocated("Host", label, data, bytes);
  deallocate_late(data);
}

void queue::deallocate_late(void* data) { std::free(data); }

void queue::copy_to_host(void* to, void const* from, std::size_t bytes)
{
  fence();
  copy(to, from, bytes);
}

void queue::copy_from_host(void* to, void const* from, std::size_t bytes) { copy(to, from, bytes); }

void queue::copy(void* to, void const* from, std::size_t bytes) { std::memmove(to, from, bytes); }

std::shared_ptr<void> queue::allocate_pinned(std::size_t bytes)
{
  return {allocate(bytes, "acre::pinned"), [bytes](void* data) {
            tools::deallocated("Host", "acre::pinned", data, bytes);
            deallocate_late(data);
          }};
}

namespace {

/// The work in front of it was done when it was recorded.
class host_event final : public recorded_event {
 public:
  bool done() override { return true; }
  void wait() override {}
  double seconds_since(recorded_event& earlier) override
  {
    return std::chrono::duration<double>(at_ - static_cast<host_event&>(earlier).at_).count();
  }
  std::string clock() const override { return "CPU"; }

 private:
  std::chrono::steady_clock::time_point at_ = std::chrono::steady_clock::now();
};

}  // namespace

std::shared_ptr<recorded_event> queue::record() { return std::make_shared<host_event>(); }

void queue::call_on_host(std::function<void()> f)
{
  std::lock_guard const calls(lock());
  host_errors_.guard(f);
}

void queue::fence()
{
  std::lock_guard const calls(lock());
  host_errors_.rethrow();
  if (!log_.empty()) log_.settle(std::exchange(record_, {}));
}

queue::~queue()
{
  host_errors_.report_unseen();
  log_.report_unseen(record_);
}

device_info describe_cpu(int threads)
{
  device_info info;
  info.name = "CPU";
  std::ifstream cpus("/proc/cpuinfo");
  for (std::string line; std::getline(cpus, line);)
    if (line.starts_with("model name")) {
      auto const colon = line.find(": ");
      if (colon != std::string::npos) info.name = line.substr(colon + 2);
      break;
    }
  info.multiprocessors = threads;
  info.memory = machine_memory();
  return info;
}

}  // namespace acre::backends::host
