#pragma once

#include <acre/backends/common/device_info.hpp>
#include <acre/backends/common/queue.hpp>
#include <acre/backends/common/tools.hpp>
#include <acre/backends/gpu_common/pool.hpp>
#include <acre/backends/gpu_common/runtime_calls.hpp>
#include <acre/backends/gpu_common/stamped_words.hpp>
#include <acre/error.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// The queue that CUDA and HIP share. `Api` is runtime_calls of a vendor's types, and
///
///   space_name, memory_name            of acre's space, and what Kokkos Tools call the memory
///   copies_in_bulk                     whether all devices that it is compiled for have bulk_ring
///   guards_memory                      whether each array has memory of its own from the runtime,
///                                      of exactly its size, so that an access beside it is seen
///   launch_early(kernel, blocks, threads, shared_bytes, stream, args...)    whether it was; see
///                                      queue::launch_early. Only where has_early_starts
///   sort_keys(scratch, bytes, keys, sorted, n, first_bit, last_bit, stream)
///   sort_pairs(scratch, bytes, keys, sorted_keys, values, sorted_values, n, first_bit, last_bit,
///              stream)                 see gpu_common/sort.hpp
///   sort_pairs_between(scratch, bytes, keys, sorted_keys, values, others, n, stream)    likewise
///   compiler()                         of run time (gpu_common/compiler.hpp)
///   algebra(queue)                     in acre::linalg
namespace acre::backends::gpu {

/// Whether all code that is compiled here can start early (early_start.hpp): a device may run the
/// oldest of it.
#if defined(__CUDA_ARCH_LIST__)
inline constexpr bool has_early_starts = [] {
  for (int const architecture : {__CUDA_ARCH_LIST__})
    if (architecture < 900) return false;
  return true;
}();
#else
inline constexpr bool has_early_starts = false;
#endif

template <class Api, class T>
class scratch_memory;
template <class Api>
class device_graph;

/// Makes a device the one that the vendor's calls mean, and at its end the one before again.
template <class Api>
class device_scope {
 public:
  explicit device_scope(int device)
  {
    static bool const several = Api::device_count() > 1;
    if (!several) return;
    int const current = Api::current_device();
    if (current == device) return;
    Api::set_device(device);
    before_ = current;
  }
  device_scope(device_scope const&) = delete;
  ~device_scope()
  {
    try {
      if (before_ >= 0) Api::set_device(before_);
    } catch (std::exception const&) {  // a device that is lost tells so at the next call
    }
  }

 private:
  int before_ = -1;
};

/// work(there) of read_back() (common/read_back.hpp), without its type.
struct read_back_work {
  void const* object;
  void (*call)(void const* object, void* there);

  void operator()(void* there) const { call(object, there); }
};

/// A stream of a device with what its work needs: scratch, tickets, the failure record. Work on a
/// stream runs in order, so that one set serves all of it; the queue's lock keeps the calls of
/// several host threads apart. (Bodies: queue_body.hpp, compiled once for each Api.)
template <class Api>
class queue final : public backends::queue {
 public:
  using api = Api;
  static constexpr bool is_device = true;

  /// A stream of its own where `stream` is not given. `owner` is kept alive as long as the queue.
  /// `memory`: null for the device's pool.
  queue(int device, queue_priority priority, pool* memory = nullptr);
  queue(typename Api::stream stream, std::shared_ptr<void> owner, pool* memory = nullptr);
  ~queue() override;

  typename Api::stream stream() const { return stream_; }
  device_info const& device() const { return info_; }
  char const* space_name() const override { return Api::space_name; }
  int device_index() const override { return info_.index; }
  void enter() override
  {
    if (entered_++ == 0) inside_.emplace(info_.index);
  }
  void leave() override
  {
    if (--entered_ == 0) inside_.reset();
  }
  std::shared_ptr<void> make_current() override
  {
    return std::make_shared<device_scope<Api>>(info_.index);
  }
  bool reaches(backends::queue const& other) const override;
  int multiprocessors() const { return info_.multiprocessors; }
  std::int64_t shared_memory() const
  {
    return static_cast<std::int64_t>(info_.max_shared_memory_per_block);
  }
  /// Kokkos' instance on the stream; its type is known where Kokkos is (Api::instance_of).
  std::shared_ptr<void>& instance() { return instance_; }

  void* allocate(std::size_t bytes, char const* label = "acre::array")
  {
    device_scope<Api> const here(info_.index);
    void* const data = memory_.allocate(this, bytes, label);
    tools::allocated(Api::memory_name, label, data, bytes);
    return data;
  }
  void deallocate(void* data, std::size_t bytes, char const* label = "acre::array")
  {
    tools::deallocated(Api::memory_name, label, data, bytes);
    memory_.deallocate(this, data);
  }
  static void deallocate_late(void* data) { device_pool<Api>::deallocate_late(data); }

  /// Null if it cannot be had.
  std::shared_ptr<void> allocate_pinned(std::size_t bytes);
  static bool copies_alone(void const* data) { return Api::is_pinned(data); }

  void wait_for(backends::queue& other) override;
  void wait_for(recorded_event& event) override;
  /// wait_for, where what `other` has been given is likely done when this queue comes to it: what
  /// this one is given next starts early all the same (early_start.hpp), as it does not behind an
  /// event. `other`: a queue that the caller alone uses.
  void join(queue& other);
  std::shared_ptr<recorded_event> record() override;
  void call_on_host(std::function<void()> f) override;
  void keep(std::shared_ptr<void> owner) override;
  void fence() override;
  /// Whether all its work is done; does not wait.
  bool is_idle() const
  {
    device_scope<Api> const here(info_.index);
    return Api::has_ended(stream_);
  }
  void copy_to_host(void* to, void const* from, std::size_t bytes);
  /// See common/read_back.hpp; words of 8 bytes, at most watched_bytes.
  void read_back(void* value, std::size_t bytes, read_back_work const& work);
  void copy_from_host(void* to, void const* from, std::size_t bytes);
  void copy(void* to, void const* from, std::size_t bytes)
  {
    device_scope<Api> const here(info_.index);
    Api::copy_async(to, from, bytes, stream_);
  }
  pool& memory() override { return memory_; }
  pool& device_memory() override { return device_pool<Api>::of(info_.index); }
  std::unique_ptr<pool> make_pool(std::string const& name) override
  {
    return std::make_unique<device_pool<Api>>(info_.index, name);
  }
  pool& pinned_memory() override { return pinned_pool<Api>::only(); }
  index_failure* failure_record() override { return record_; }
  void begin_range(char const* operation) override { Api::begin_range(operation); }
  void end_range() override { Api::end_range(); }
  void begin_operation(char const* name) override
  {
    queue::enter();
    Api::begin_range(name);
  }
  void end_operation() override
  {
    Api::end_range();
    queue::leave();
  }

  /// Queues a kernel, which profilers know as `step` of the operation; throws launch_error.
  template <class... Parameters, class... Arguments>
  void launch(char const* step, void (*kernel)(Parameters...), std::int64_t blocks, int threads,
              Arguments const&... arguments)
  {
    launch_shared(step, kernel, blocks, threads, 0, arguments...);
  }
  template <class... Parameters, class... Arguments>
  void launch_shared(char const* step, void (*kernel)(Parameters...), std::int64_t blocks,
                     int threads, std::size_t shared_bytes, Arguments const&... arguments)
  {
    tools::kernel const seen(*this, step);
    require_grid(blocks);
#if defined(ACRE_EMULATED)
    Api::launch_grid(step, kernel, blocks, threads, shared_bytes, stream_, arguments...);
#else
    kernel<<<static_cast<unsigned>(blocks), threads, shared_bytes, stream_>>>(arguments...);
#endif
    require_launched();
  }

  /// launch for a kernel that begins with await_work_before() and keeps the rules that stand there
  /// (early_start.hpp); `Early`: whether what it runs keeps them.
  template <bool Early = true, class... Parameters, class... Arguments>
  void launch_early(char const* step, void (*kernel)(Parameters...), std::int64_t blocks,
                    int threads, Arguments const&... arguments)
  {
    launch_shared_early<Early>(step, kernel, blocks, threads, 0, arguments...);
  }
  template <bool Early = true, class... Parameters, class... Arguments>
  void launch_shared_early(char const* step, void (*kernel)(Parameters...), std::int64_t blocks,
                           int threads, std::size_t shared_bytes, Arguments const&... arguments)
  {
    if constexpr (Early && has_early_starts) {
      if (!capturing()) {
        tools::kernel const seen(*this, step);
        require_grid(blocks);
        if (!Api::launch_early(kernel, static_cast<unsigned>(blocks), threads, shared_bytes,
                               stream_, arguments...))
          require_launched();
        return;
      }
    }
    launch_shared(step, kernel, blocks, threads, shared_bytes, arguments...);
  }

  /// Blocks of a kernel that the device holds at once; ask before launch_shared.
  template <class... Parameters>
  std::int64_t resident_blocks(void (*kernel)(Parameters...), int threads, std::size_t shared_bytes)
  {
    return std::int64_t{multiprocessors()} *
           resident(reinterpret_cast<void const*>(kernel), threads, shared_bytes);
  }

  template <class T>
  scratch_memory<Api, T> scratch(std::int64_t count)
  {
    return {*this, count};
  }
  /// `count` zeros that a kernel counts up and leaves as zeros.
  std::uint32_t* tickets(std::int64_t count);
  /// For one kernel; null if there are not so many, or while a graph is captured. Behind the launch
  /// tickets_taken() says how many blocks take one.
  stamped_words words_between_blocks(std::int64_t count);
  void tickets_taken(std::int64_t blocks)
  {
    shared_words_.first_ticket += static_cast<std::uint32_t>(blocks);
  }

  /// 16 bytes of the device that hold a number for what is queued while the result is held, by
  /// whichever thread: a number that is there needs no kernel which writes it. Null where
  /// held_numbers others are held, and while a graph is captured, whose kernels may run when other
  /// numbers are there.
  std::shared_ptr<void> number(std::array<std::uint64_t, 2> const& bits);

  /// The stream on which memory is asked of the vendor: another one while the queue's captures a
  /// graph, whose work it must not become.
  typename Api::stream allocation_stream();

 protected:
  void begin_capture() override;
  std::shared_ptr<recorded_graph> end_capture(recorded_graph* before) override;
  void abort_capture() noexcept override;

 private:
  static std::uint64_t new_identity();
  /// Whether a count, rather than an event, tells that `other` is done.
  bool joins_by_count(queue& other);
  /// Api::resident_blocks, which takes 2 µs, asked once.
  int resident(void const* kernel, int threads, std::size_t shared_bytes);

  template <class, class>
  friend class scratch_memory;
  template <class>
  friend class device_graph;
  static constexpr std::size_t staging_bytes = 4096, small_bytes = 1 << 20,
                               shared_words_bytes = 1 << 20, watched_bytes = 64, held_numbers = 64;

  void require_grid(std::int64_t blocks) const;
  static void require_launched();
  index_failure take_record();
  void settle();
  bool can_watch(std::size_t bytes) const;
  std::uint32_t* expect_words(std::size_t bytes);
  void await_words(void* to, std::size_t bytes);
  void forget_done();
  /// Memory that the stream's order protects: small pieces are kept, as most scratch is small.
  void* take_scratch(std::size_t bytes, bool& kept);
  void give_scratch(void* data, std::size_t bytes, bool kept);

  queue(device_scope<Api> const& here, queue_priority priority, pool* memory);

  typename Api::stream stream_;
  std::shared_ptr<void> owner_, instance_;
  int entered_ = 0;
  std::optional<device_scope<Api>> inside_;
  bool owns_stream_ = false, calls_host_ = false, has_captured_ = false;
  typename Api::event event_;
  device_info info_;
  pool& memory_;
  index_failure* record_ = nullptr;
  std::byte* staging_ = nullptr;  // pinned, for small copies and messages to the host
  std::uint32_t unlikely_ = 0;    // what is there before words that are watched for
  std::uint32_t* tickets_ = nullptr;
  std::int64_t ticket_count_ = 0;
  std::vector<std::pair<std::uint32_t*, std::int64_t>> retired_tickets_;  // that graphs may use
  stamped_words shared_words_{};
  typename Api::stream spare_{};
  bool has_spare_ = false;
  std::shared_ptr<device_graph<Api>> building_;
  std::byte* numbers_ = nullptr;
  std::vector<std::pair<std::array<std::uint64_t, 2>, std::shared_ptr<void>>> numbers_there_;
  std::size_t next_number_ = 0;  // which is overwritten, if nobody holds it, where all are taken
  void* small_ = nullptr;
  bool small_in_use_ = false;
  std::uint64_t const identity_ = new_identity();
  std::uint64_t joined_ = 0, joins_ = 0;  // the identity of the last other one; how often by count
  std::uint64_t* joins_told_ = nullptr;   // how often that one has told so, on the device
  std::deque<std::pair<std::shared_ptr<recorded_event>, std::shared_ptr<void>>> kept_;
};

/// Scratch memory until its owner goes; the stream's order protects it beyond that.
template <class Api, class T>
class scratch_memory {
 public:
  scratch_memory(queue<Api>& on, std::int64_t count)
      : on_(on), bytes_(count * sizeof(T)), data_(static_cast<T*>(on.take_scratch(bytes_, kept_)))
  {}
  scratch_memory(scratch_memory const&) = delete;
  ~scratch_memory() { on_.give_scratch(data_, bytes_, kept_); }
  T* data() const { return data_; }

 private:
  queue<Api>& on_;
  std::size_t bytes_;
  bool kept_ = false;
  T* data_;
};

}  // namespace acre::backends::gpu
