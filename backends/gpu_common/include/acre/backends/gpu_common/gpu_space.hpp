#pragma once

#include <acre/backends/common/device_info.hpp>
#include <acre/backends/common/failure_log.hpp>
#include <acre/backends/gpu_common/patterns.hpp>
#include <acre/error.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

/// What CUDA and HIP share. `Api` names the vendor's runtime:
///
///   execution_space (Kokkos), stream, stream_of(execution_space)
///   allocate(bytes, stream)            stream-ordered pool; null if memory cannot be had
///   deallocate(p, stream), allocate_pinned(bytes), deallocate_pinned(p)
///   copy_async(to, from, bytes, stream), clear_async(p, bytes, stream), synchronize(stream)
///   launch_error()                     message of the last launch's failure, or null
///   resident_blocks(kernel, threads, bytes)    blocks with so much shared memory that fit a
///                                      multiprocessor; the kernel may be launched with it then
///   sort_keys(scratch, bytes, keys, sorted, n, first_bit, last_bit, stream)
///                                      see gpu_common/sort.hpp
///   devices()
namespace acre::backends::gpu {

/// Scratch, tickets and the failure record of one stream. Work on a stream runs in order, so
/// that one set serves all of it.
template <class Api>
class stream_state {
 public:
  explicit stream_state(typename Api::execution_space const& instance)
      : instance_(instance), stream_(Api::stream_of(instance_)), info_(Api::current_device())
  {
    record_ = static_cast<index_failure*>(Api::allocate(sizeof(index_failure), stream_));
    staging_ = static_cast<std::byte*>(Api::allocate_pinned(staging_bytes));
    Api::clear_async(record_, sizeof(index_failure), stream_);
  }
  stream_state(stream_state const&) = delete;
  ~stream_state()
  {
    try {
      if (!log_.empty()) log_.report_unseen(take_record());
    } catch (std::exception const&) {  // a device that is lost has told so before
    }
    Api::deallocate(record_, stream_);
    if (tickets_) Api::deallocate(tickets_, stream_);
    if (small_) Api::deallocate(small_, stream_);
    Api::deallocate_pinned(staging_);
  }

  /// What the kernels so far left in the record, which is clear again. Waits.
  index_failure take_record()
  {
    Api::copy_async(staging_, record_, sizeof(index_failure), stream_);
    Api::clear_async(record_, sizeof(index_failure), stream_);
    Api::synchronize(stream_);
    index_failure record;
    std::memcpy(&record, staging_, sizeof record);
    return record;
  }

  static constexpr std::size_t staging_bytes = 4096, small_bytes = 1 << 20;

  typename Api::execution_space instance_;
  typename Api::stream stream_;
  device_info info_;
  index_failure* record_ = nullptr;
  std::byte* staging_ = nullptr;  // pinned, for small copies to the host
  failure_log log_;

  std::uint32_t* tickets_ = nullptr;
  std::int64_t ticket_count_ = 0;
  void* small_ = nullptr;  // kept, as most scratch is small
  bool small_in_use_ = false;
};

/// Scratch memory until its owner goes; the stream's order protects it beyond that.
template <class Api, class T>
class scratch_memory {
 public:
  scratch_memory(std::shared_ptr<stream_state<Api>> state, std::int64_t count)
      : state_(std::move(state))
  {
    std::size_t const bytes = count * sizeof(T);
    if (bytes <= state_->small_bytes && !state_->small_in_use_) {
      if (!state_->small_) state_->small_ = Api::allocate(state_->small_bytes, state_->stream_);
      state_->small_in_use_ = kept_ = true;
      data_ = static_cast<T*>(state_->small_);
    } else {
      data_ = static_cast<T*>(Api::allocate(bytes, state_->stream_));
    }
    if (!data_)
      throw out_of_memory("Unable to allocate " + std::to_string(bytes) +
                          " bytes of scratch memory");
  }
  scratch_memory(scratch_memory const&) = delete;
  ~scratch_memory()
  {
    if (kept_)
      state_->small_in_use_ = false;
    else if (data_)
      Api::deallocate(data_, state_->stream_);
  }
  T* data() const { return data_; }

 private:
  std::shared_ptr<stream_state<Api>> state_;
  T* data_ = nullptr;
  bool kept_ = false;
};

/// A stream of a device. Work is queued on it in order; backends/common/backend_space.hpp tells the
/// meaning of the members.
template <class Api>
class gpu_space {
 public:
  using api = Api;
  using patterns = gpu::patterns;
  using execution_space = typename Api::execution_space;
  static constexpr bool host_accessible = false;

  gpu_space() : state_(default_state()) {}
  explicit gpu_space(execution_space const& instance)
      : state_(instance == execution_space() ? default_state()
                                             : std::make_shared<stream_state<Api>>(instance))
  {}

  execution_space const& instance() const { return state_->instance_; }
  typename Api::stream stream() const { return state_->stream_; }
  int multiprocessors() const { return state_->info_.multiprocessors; }
  std::int64_t shared_memory() const
  {
    return static_cast<std::int64_t>(state_->info_.max_shared_memory_per_block);
  }

  void* allocate(std::size_t bytes) const { return Api::allocate(bytes, state_->stream_); }
  void deallocate(void* data, std::size_t) const { Api::deallocate(data, state_->stream_); }

  void fence() const { settle(); }
  void copy_to_host(void* to, void const* from, std::size_t bytes) const
  {
    if (bytes + sizeof(index_failure) <= state_->staging_bytes) {
      Api::copy_async(state_->staging_ + sizeof(index_failure), from, bytes, state_->stream_);
      settle();
      std::memcpy(to, state_->staging_ + sizeof(index_failure), bytes);
    } else {
      settle();
      Api::copy_async(to, from, bytes, state_->stream_);
      Api::synchronize(state_->stream_);
    }
  }
  void copy_from_host(void* to, void const* from, std::size_t bytes) const
  {
    Api::copy_async(to, from, bytes, state_->stream_);
    Api::synchronize(state_->stream_);
  }
  void copy(void* to, void const* from, std::size_t bytes) const
  {
    Api::copy_async(to, from, bytes, state_->stream_);
  }

  index_failure* failure_record() const { return state_->record_; }
  std::uint64_t begin_check(index_check const& check) const { return state_->log_.add(check); }
  std::uint64_t begin_lasting_checks(index_check const* checks, int count) const
  {
    return state_->log_.add_lasting(checks, count);
  }

  template <class... Parameters, class... Arguments>
  void launch(void (*kernel)(Parameters...), std::int64_t blocks, int threads,
              Arguments const&... arguments) const
  {
    launch_shared(kernel, blocks, threads, 0, arguments...);
  }
  template <class... Parameters, class... Arguments>
  void launch_shared(void (*kernel)(Parameters...), std::int64_t blocks, int threads,
                     std::size_t shared_bytes, Arguments const&... arguments) const
  {
    if (blocks > 2147483647)
      throw launch_error("a grid of " + std::to_string(blocks) +
                         " blocks exceeds the limit of 2147483647 of " + state_->info_.name);
    kernel<<<static_cast<unsigned>(blocks), threads, shared_bytes, state_->stream_>>>(arguments...);
    if (char const* message = Api::launch_error()) throw launch_error(message);
  }

  /// Blocks of a kernel that the device holds at once; ask before launch_shared.
  template <class... Parameters>
  std::int64_t resident_blocks(void (*kernel)(Parameters...), int threads,
                               std::size_t shared_bytes) const
  {
    return std::int64_t{multiprocessors()} *
           Api::resident_blocks(reinterpret_cast<void const*>(kernel), threads, shared_bytes);
  }

  template <class T>
  scratch_memory<Api, T> scratch(std::int64_t count) const
  {
    return {state_, count};
  }
  /// `count` zeros that a kernel counts up and leaves as zeros.
  std::uint32_t* tickets(std::int64_t count) const
  {
    if (count > state_->ticket_count_) {
      if (state_->tickets_) Api::deallocate(state_->tickets_, state_->stream_);
      state_->ticket_count_ = count < 4096 ? 4096 : count;
      std::size_t const bytes = state_->ticket_count_ * sizeof(std::uint32_t);
      state_->tickets_ = static_cast<std::uint32_t*>(Api::allocate(bytes, state_->stream_));
      if (!state_->tickets_) {
        state_->ticket_count_ = 0;
        throw out_of_memory("Unable to allocate " + std::to_string(bytes) +
                            " bytes of scratch memory");
      }
      Api::clear_async(state_->tickets_, bytes, state_->stream_);
    }
    return state_->tickets_;
  }

  static std::vector<device_info> devices() { return Api::devices(); }

 private:
  void settle() const
  {
    if (state_->log_.empty())
      Api::synchronize(state_->stream_);
    else
      state_->log_.settle(state_->take_record());
  }

  static std::shared_ptr<stream_state<Api>> const& default_state()
  {
    static std::shared_ptr<stream_state<Api>> state;
    if (!state) {
      state = std::make_shared<stream_state<Api>>(execution_space());
      Kokkos::push_finalize_hook([] { state.reset(); });
    }
    return state;
  }

  std::shared_ptr<stream_state<Api>> state_;
};

}  // namespace acre::backends::gpu
