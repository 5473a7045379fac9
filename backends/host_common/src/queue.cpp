#include <acre/backends/host_common/queue.hpp>

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

void queue::fence()
{
  std::lock_guard const calls(lock());
  if (!log_.empty()) log_.settle(std::exchange(record_, {}));
}

queue::~queue() { log_.report_unseen(record_); }

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
