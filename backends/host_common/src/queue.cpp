#include <acre/backends/common/launch.hpp>
#include <acre/backends/common/operation.hpp>
#include <acre/backends/host_common/queue.hpp>
#include <acre/backends/host_common/tuning.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <utility>

#include <sys/mman.h>
#include <unistd.h>

namespace acre::backends::host {

namespace {

std::uint64_t machine_memory()
{
  static std::uint64_t const bytes = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                                     static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
  return bytes;
}

// what is freed is to be seen as freed by a sanitizer
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define ACRE_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define ACRE_SANITIZED
#endif
#endif
#ifdef ACRE_SANITIZED
constexpr bool keeps_memory = false;
#else
constexpr bool keeps_memory = true;
#endif

/// Free memory stays for the next array, as the machine hands out fresh memory at a third of the
/// speed at which it is then written; up to a sixteenth of the machine's or 1 GiB.
class host_pool final : public pool {
 public:
  explicit host_pool(std::string name)
      : pool(std::move(name), true,
             keeps_memory ? std::min<std::uint64_t>(machine_memory() / 16, std::uint64_t{1} << 30)
                          : 0)
  {}
  // Linux may promise memory that it does not have and end the process when it is touched
  std::size_t total() const override { return machine_memory(); }
  std::size_t available() const override
  {
    std::ifstream about("/proc/meminfo");
    for (std::string word; about >> word;)
      if (std::size_t kib = 0; word == "MemAvailable:" && about >> kib) return kib * 1024;
    return total();
  }

 private:
  void* obtain(std::size_t bytes, backends::queue*) override
  {
    // If the system leaves it to the program (madvise, the usual setting), large blocks are in
    // pages of 2 MiB: an address is then looked up in the caches of the processor. Pages are where
    // they are first touched: by the threads whose tasks write them first.
    bool const large = bytes >= 2 * huge_page;
    if (keeps_memory && !large && bytes >= line_apart) return obtain_apart(bytes);
    std::size_t const alignment = large ? huge_page : line;
    void* const data =
        std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
#ifdef MADV_HUGEPAGE
    if (data && large) madvise(data, bytes, MADV_HUGEPAGE);  // advice: what it says doesn't matter
#endif
    return data;
  }
  void give_back(void* data, std::size_t bytes, backends::queue*) override
  {
    bool const apart = keeps_memory && bytes < 2 * huge_page && bytes >= place_apart;
    std::free(apart ? static_cast<void**>(data)[-1] : data);
  }

  /// Blocks that are made one behind the other begin at different places in their pages. Where two
  /// addresses agree in the lowest 12 bits, a processor takes a load for one of what has just been
  /// stored, and has it wait: a step of 66 × 66 elements from an array into the next one, which lay
  /// 64 bytes further in its page, took 1.7 times as long. A distance of 192 bytes is enough; each
  /// place is so far from those of the 17 blocks before.
  void* obtain_apart(std::size_t bytes)
  {
    if (bytes < place_apart)  // less memory: the next block begins as much further
      return std::aligned_alloc(line, (bytes + 5 * line + line - 1) / line * line);
    auto* const all =
        static_cast<char*>(std::aligned_alloc(line, (page + bytes + line - 1) / line * line));
    if (!all) return nullptr;
    places_ = (places_ + 25 * line) % page;
    char* const data = all + line + (places_ - reinterpret_cast<std::uintptr_t>(all) - line) % page;
    reinterpret_cast<void**>(data)[-1] = all;
    return data;
  }

  static constexpr std::size_t line = 64, page = 4096, line_apart = page / 2,
                               place_apart = 4 * page;
  std::size_t places_ = 0;
};

host_pool& the_pool()
{
  static auto& only = *new host_pool("CPU");  // stays: arrays may outlive everything
  return only;
}

}  // namespace

queue::queue(std::uint32_t tools_device, pool* memory)
    : backends::queue(tools_device), memory_(memory ? *memory : the_pool())
{}

pool& queue::device_memory() { return the_pool(); }

std::unique_ptr<pool> queue::make_pool(std::string const& name)
{
  return std::make_unique<host_pool>("CPU/" + name);
}

void* queue::allocate(std::size_t bytes, char const* label)
{
  void* const data = memory_.allocate(this, bytes, label);
  tools::allocated("Host", label, data, bytes);
  return data;
}

void queue::deallocate(void* data, std::size_t bytes, char const* label)
{
  tools::deallocated("Host", label, data, bytes);
  memory_.deallocate(this, data);
}

void queue::deallocate_late(void* data) { the_pool().deallocate(nullptr, data); }

void queue::copy_to_host(void* to, void const* from, std::size_t bytes)
{
  fence();
  copy(to, from, bytes);
}

void queue::copy_from_host(void* to, void const* from, std::size_t bytes)
{
  refuse_in_capture("the host's memory is read");
  copy(to, from, bytes);
}

void queue::copy(void* to, void const* from, std::size_t bytes)
{
  auto* const target = static_cast<std::byte*>(to);
  auto const* const source = static_cast<std::byte const*>(from);
  // large ones by all threads, each those pages that it works on later
  constexpr std::size_t part = copied_part;
  bool const apart = target + bytes <= source || source + bytes <= target;
  if (bytes < 4 * part || !apart || threads() == 1) {
    std::memmove(to, from, bytes);
    return;
  }
  std::lock_guard const calls(lock());
  for_tasks("copy", static_cast<std::int64_t>((bytes + part - 1) / part), [&](std::int64_t task) {
    std::size_t const first = static_cast<std::size_t>(task) * part;
    std::memcpy(target + first, source + first, std::min(part, bytes - first));
  });
}

std::shared_ptr<void> queue::allocate_pinned(std::size_t bytes)
{
  return {allocate(bytes, "acre::pinned"), [bytes, from = &memory_](void* data) {
            tools::deallocated("Host", "acre::pinned", data, bytes);
            from->deallocate(nullptr, data);
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

std::shared_ptr<recorded_event> queue::record()
{
  refuse_in_capture("an event is recorded");
  return std::make_shared<host_event>();
}

std::shared_ptr<recorded_graph> queue::end_capture(recorded_graph*)
{
  class called_again final : public recorded_graph {
   public:
    void replay(std::function<void()> const& f) override { f(); }
  };
  return std::make_shared<called_again>();
}

void queue::call_on_host(std::function<void()> f)
{
  std::lock_guard const calls(lock());
  refuse_in_capture("the host is called");
  host_errors_.guard(f);
}

void queue::fence()
{
  std::lock_guard const calls(lock());
  refuse_in_capture("the host waits for the queue");
  host_errors_.rethrow();
  if (!log_.empty()) log_.settle(std::exchange(record_, {}));
}

void queue::run_one_operation(char const* name, char const* step, task_range const& task)
{
  short_operation const running(name, *this);
  run_one(step, task);
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
  if (long const cache = sysconf(_SC_LEVEL3_CACHE_SIZE); cache > 0)
    info.cache = static_cast<std::uint64_t>(cache);
  info.max_threads_per_block = static_cast<int>(host_block_threads);
  info.max_shared_memory_per_block = host_block_scratch;
  return info;
}

}  // namespace acre::backends::host
