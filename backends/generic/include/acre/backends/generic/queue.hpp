#pragma once

#include <acre/backends/common/device_info.hpp>
#include <acre/backends/common/queue.hpp>
#include <acre/backends/common/tools.hpp>
#include <acre/error.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif

/// The queue of any execution space of Kokkos: an instance, with memory, copies and waits by what
/// Kokkos has for all spaces. `Backend` says which:
///
///   using execution_space = Kokkos::…;
///   static constexpr char const* space_name, * memory_name;   // of acre's space; to Kokkos Tools
///   static device_info describe();
///   static std::size_t available_memory();                    // bytes
///   static execution_space beside(execution_space const&);    // an instance for another queue
namespace acre::backends::generic {

/// Memory by kokkos_malloc. Freed blocks stay with the queue that freed them, whose order protects
/// them.
template <class Backend, class Memory>
class pool final : public backends::pool {
 public:
  explicit pool(std::string name) : backends::pool(std::move(name), false) {}
  std::size_t total() const override { return Backend::describe().memory; }
  std::size_t available() const override { return Backend::available_memory(); }

  static pool& only()
  {
    static auto& one = *new pool(Backend::describe().name);  // stays: arrays may outlive everything
    return one;
  }

 private:
  void* obtain(std::size_t bytes, backends::queue*) override
  {
    if (bytes > total()) return nullptr;
    try {
      void* const data = Kokkos::kokkos_malloc<Memory>("acre", bytes);
      if constexpr (std::is_same_v<Memory, Kokkos::HostSpace>) advise_large_pages(data, bytes);
      return data;
    } catch (std::exception const&) {
      return nullptr;
    }
  }
  /// As backends/host_common has its memory: where the system leaves that to the program, large
  /// blocks are in pages of 2 MiB, whose addresses a processor looks up quickly.
  static void advise_large_pages([[maybe_unused]] void* data, [[maybe_unused]] std::size_t bytes)
  {
#ifdef MADV_HUGEPAGE
    constexpr std::size_t page = 4096, large_page = std::size_t{2} << 20;
    std::size_t skipped = -reinterpret_cast<std::uintptr_t>(data) % page;
    if (bytes < 2 * large_page) return;
    madvise(static_cast<std::byte*>(data) + skipped, (bytes - skipped) / page * page,
            MADV_HUGEPAGE);  // advice: what it says doesn't matter
#endif
  }
  void give_back(void* data, std::size_t, backends::queue*) override
  {
    if (!Kokkos::is_finalized()) Kokkos::kokkos_free<Memory>(data);
  }
};

/// See queue::words_between_teams.
struct stamped_words {
  using word = unsigned long long;
  word* words = nullptr;
  std::uint32_t stamp = 0;
};

template <class Backend>
class queue final : public backends::queue {
 public:
  using backend = Backend;
  using execution_space = typename Backend::execution_space;
  using memory_space = typename execution_space::memory_space;
  /// Core does not read its memory at once, as it does the host's own.
  static constexpr bool is_device = true;
  /// Whether a thread is a core, which runs through neighbouring elements, with vectors; else
  /// neighbouring threads take neighbouring elements.
  static constexpr bool is_host =
      bool(Kokkos::SpaceAccessibility<execution_space, Kokkos::HostSpace>::accessible);
  /// Whether threads are many and narrow, so that teams of them share a tile (teams.hpp): all but a
  /// CPU's. (A backend that says how many `narrow_threads` it has does so on a CPU: a test.)
  static constexpr bool is_wide = !is_host || requires { Backend::narrow_threads; };

  explicit queue(execution_space const& instance, backends::pool* memory = nullptr)
      : backends::queue(Kokkos::Tools::Experimental::device_id(instance)),
        instance_(instance),
        memory_(memory ? *memory : device_memory()),
        record_(static_cast<index_failure*>(
            Kokkos::kokkos_malloc<memory_space>("acre::index_failure", sizeof(index_failure)))),
        counters_(static_cast<std::int64_t*>(
            Kokkos::kokkos_malloc<memory_space>("acre::counters", sizeof zero_counters))),
        told_(static_cast<std::byte*>(Kokkos::kokkos_malloc<pinned_space>("acre::told", most_told)))
  {
    copy_between<memory_space, Kokkos::HostSpace>(counters_, zero_counters, sizeof zero_counters);
    put_record({});
  }
  ~queue() override
  {
    instance_.fence("acre: the end of a queue");
    host_errors_.report_unseen();
    log_.report_unseen(take_record());
    Kokkos::kokkos_free<memory_space>(record_);
    give_words_back();
    Kokkos::kokkos_free<memory_space>(counters_);
    Kokkos::kokkos_free<pinned_space>(told_);
    memory_.forget(*this);
  }

  execution_space const& instance() const { return instance_; }
  /// How many threads run at the same time.
  std::int64_t threads() const
  {
    if constexpr (requires { Backend::narrow_threads; })
      return Backend::narrow_threads;
    else
      return instance_.concurrency();
  }
  char const* space_name() const override { return Backend::space_name; }

  void* allocate(std::size_t bytes, char const* label = "acre::array")
  {
    void* const data = memory_.allocate(this, bytes, label);
    tools::allocated(Backend::memory_name, label, data, bytes);
    return data;
  }
  void deallocate(void* data, std::size_t bytes, char const* label = "acre::array")
  {
    tools::deallocated(Backend::memory_name, label, data, bytes);
    memory_.deallocate(this, data);
  }
  /// `count` words in which the teams of one kernel tell each other something. None has the stamp
  /// in its upper half before; word 0 is a ticket, 0 before a kernel and behind it.
  stamped_words words_between_teams(std::int64_t count)
  {
    constexpr std::uint32_t last = 0xffffffff;
    if (count > word_count_ || words_.stamp == last) {
      give_words_back();
      std::int64_t const wanted = std::max<std::int64_t>(count, 4096);
      words_.words = static_cast<stamped_words::word*>(
          allocate(static_cast<std::size_t>(wanted) * sizeof(stamped_words::word), words_label));
      if (!words_.words) throw out_of_memory("Unable to allocate words between teams");
      word_count_ = wanted;
      Kokkos::deep_copy(
          instance_,
          Kokkos::View<stamped_words::word*, memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
              words_.words, static_cast<std::size_t>(wanted)),
          stamped_words::word{0});
    }
    ++words_.stamp;
    return words_;
  }
  static void deallocate_late(void* data) { device_pool().deallocate(nullptr, data); }

  /// Memory of the host as any other: Kokkos has no word for pinned memory of all spaces.
  std::shared_ptr<void> allocate_pinned(std::size_t bytes)
  {
    return {host_pool().allocate(nullptr, bytes, "acre::pinned"),
            [](void* data) { host_pool().deallocate(nullptr, data); }};
  }
  static bool copies_alone(void const*) { return true; }

  void copy(void* to, void const* from, std::size_t bytes)
  {
    copy_between<memory_space, memory_space>(to, from, bytes);
  }
  void copy_to_host(void* to, void const* from, std::size_t bytes)
  {
    fence();
    if (copies_at_once(bytes)) {
      std::memcpy(to, from, bytes);
      return;
    }
    copy_between<Kokkos::HostSpace, memory_space>(to, from, bytes);
    instance_.fence("acre: copied");
  }
  void copy_from_host(void* to, void const* from, std::size_t bytes)
  {
    refuse_in_capture("the host's memory is read");
    copy_between<memory_space, Kokkos::HostSpace>(to, from, bytes);
    instance_.fence("acre: copied");
  }

  // Kokkos has no events: what stands for one is the wait for an instance
  void wait_for(backends::queue& other) override
  {
    refuse_in_capture("the queue is to wait for another");
    other.refuse_in_capture("another queue is to wait for this one");
    static_cast<queue&>(other).instance_.fence("acre: another queue waits");
  }
  void wait_for(recorded_event& event) override
  {
    refuse_in_capture("the queue is to wait for an event");
    event.wait();
  }
  std::shared_ptr<recorded_event> record() override
  {
    refuse_in_capture("an event is recorded");
    return std::make_shared<moment>(instance_);
  }
  void call_on_host(std::function<void()> f) override
  {
    std::lock_guard const calls(lock());
    refuse_in_capture("the host is called");
    instance_.fence("acre: the host is called");
    host_errors_.guard(f);
  }
  void keep(std::shared_ptr<void> owner) override { kept_.push_back(std::move(owner)); }
  void fence() override
  {
    std::lock_guard const calls(lock());
    refuse_in_capture("the host waits for the queue");
    instance_.fence("acre: fence");
    kept_.clear();
    host_errors_.rethrow();
    if (!log_.empty()) log_.settle(take_record());
  }

  backends::pool& memory() override { return memory_; }
  backends::pool& device_memory() override { return device_pool(); }
  backends::pool& pinned_memory() override { return host_pool(); }
  std::unique_ptr<backends::pool> make_pool(std::string const& name) override
  {
    return std::make_unique<pool<Backend, memory_space>>(Backend::describe().name + "/" + name);
  }
  index_failure* failure_record() override { return record_; }

  /// Counters of a pattern's kernels, which find them 0 and leave them so.
  std::int64_t* counters() const { return counters_; }
  /// Memory that kernels and the host see (read_back.hpp): no more bytes than so many.
  static constexpr std::size_t most_told = 64;
  void* told() const { return told_; }

 protected:
  /// As on a CPU: what is captured is called again.
  void begin_capture() override {}
  std::shared_ptr<recorded_graph> end_capture(recorded_graph*) override
  {
    struct called_again final : recorded_graph {
      void replay(std::function<void()> const& f) override { f(); }
    };
    return std::make_shared<called_again>();
  }
  void abort_capture() noexcept override {}

 private:
  /// Reached when it is made: the work in front of it is waited for.
  struct moment final : recorded_event {
    explicit moment(execution_space const& instance)
    {
      instance.fence("acre: an event");
      at = timer().seconds();
    }
    bool done() override { return true; }
    void wait() override {}
    double seconds_since(recorded_event& earlier) override
    {
      return at - static_cast<moment&>(earlier).at;
    }
    std::string clock() const override { return Backend::space_name; }
    static Kokkos::Timer& timer()
    {
      static Kokkos::Timer since;
      return since;
    }
    double at;
  };

  static backends::pool& device_pool() { return pool<Backend, memory_space>::only(); }
  static backends::pool& host_pool() { return pool<Backend, Kokkos::HostSpace>::only(); }

  /// Whether the calling thread copies so many bytes, on a CPU, which takes less time than Kokkos'
  /// views. (Profilers hear of those.)
  static bool copies_at_once(std::size_t bytes)
  {
    constexpr std::size_t most = 4096;
    return is_host && bytes > 0 && bytes <= most && !tools::listening();
  }
  template <class To, class From>
  void copy_between(void* to, void const* from, std::size_t bytes)
  {
    using kept_by_others = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
    if (bytes == 0) return;
    if (copies_at_once(bytes)) {
      instance_.fence("acre: copy");
      std::memcpy(to, from, bytes);
      return;
    }
    Kokkos::deep_copy(
        instance_, Kokkos::View<std::byte*, To, kept_by_others>(static_cast<std::byte*>(to), bytes),
        Kokkos::View<std::byte const*, From, kept_by_others>(static_cast<std::byte const*>(from),
                                                             bytes));
  }
  void put_record(index_failure const& value)
  {
    copy_between<memory_space, Kokkos::HostSpace>(record_, &value, sizeof value);
    instance_.fence("acre: index errors");
  }
  index_failure take_record()
  {
    index_failure seen;
    copy_between<Kokkos::HostSpace, memory_space>(&seen, record_, sizeof seen);
    instance_.fence("acre: index errors");
    put_record({});
    return seen;
  }

  void give_words_back()
  {
    if (words_.words)
      deallocate(words_.words, static_cast<std::size_t>(word_count_) * sizeof(stamped_words::word),
                 words_label);
    words_ = {};
    word_count_ = 0;
  }

  static constexpr char const* words_label = "acre::scratch";
  using pinned_space =
      std::conditional_t<is_host, Kokkos::HostSpace, Kokkos::SharedHostPinnedSpace>;
  static constexpr std::int64_t zero_counters[4] = {};

  execution_space instance_;
  backends::pool& memory_;
  index_failure* record_;
  std::vector<std::shared_ptr<void>> kept_;
  stamped_words words_;
  std::int64_t word_count_ = 0;
  std::int64_t* counters_;
  std::byte* told_;
};

/// Memory of the queue until its owner goes.
template <class T, class Backend>
class scratch {
 public:
  static_assert(std::is_trivially_copyable_v<T>);
  scratch(queue<Backend>& on, std::int64_t count)
      : on_(on),
        bytes_(static_cast<std::size_t>(count) * sizeof(T)),
        data_(bytes_ > 0 ? static_cast<T*>(on.allocate(bytes_, "acre::scratch")) : nullptr)
  {
    if (!data_ && bytes_ > 0)
      throw out_of_memory("Unable to allocate " + std::to_string(bytes_) +
                          " bytes of scratch memory");
  }
  scratch(scratch const&) = delete;
  ~scratch()
  {
    if (data_) on_.deallocate(data_, bytes_, "acre::scratch");
  }
  T* data() const { return data_; }

 private:
  queue<Backend>& on_;
  std::size_t bytes_;
  T* data_;
};
template <class T, class Backend>
scratch<T, Backend> scratch_of(queue<Backend>& on, std::int64_t count)
{
  return {on, count};
}

}  // namespace acre::backends::generic
