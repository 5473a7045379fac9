#pragma once

#include <acre/backends.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>

namespace acre {

/// The memory of a device, all of whose queues take theirs from it. Freed memory stays with the
/// queue that freed it: the next array of about that size (an eighth at most is lost) costs neither
/// a call of the vendor's nor a wait. The host has one for all its queues, which keeps up to 1 GiB
/// (a sixteenth of the machine's memory, where that is less) and gives the rest back at once; a
/// GPU's keeps all. Any host thread may ask. A cheap handle of what lives as long as the process.
///
/// ```cpp
/// default_space const space;
/// auto const memory = memory_of(space);
/// auto const before = memory.used();
/// {
///   auto const x = zeros(space, shape(1024, 1024)).labelled("density");
///   std::cout << memory.used() - before << '\n';
///   memory.set_limit(memory.used() + 4096);
///   try {
///     zeros(space, shape(1024, 1024));
///   } catch (out_of_memory const& e) {
///     std::cout << (e.report().find("density") != std::string::npos) << '\n';
///   }
///   memory.remove_limit();
/// }
/// std::cout << memory.used() - before << '\n';
/// ```
/// ```text
/// 8388608
/// 1
/// 0
/// ```
class device_memory {
 public:
  explicit device_memory(backends::pool& pool) : pool_(&pool) {}

  /// Bytes of what is in use, of that and what is kept for the next use, and the most that was
  /// ever in use (or since reset_peak()).
  std::size_t used() const { return pool_->state().used; }
  std::size_t reserved() const { return pool_->state().reserved; }
  std::size_t peak() const { return pool_->state().peak; }
  void reset_peak() const { pool_->reset_peak(); }
  /// Pieces of memory, those of them that are free, and the largest free one's bytes.
  std::int64_t blocks() const { return pool_->state().blocks; }
  std::int64_t free_blocks() const { return pool_->state().free_blocks; }
  std::size_t largest_free() const { return pool_->state().largest_free; }

  /// Bytes that reserved() may reach; an array beyond that is an out_of_memory, whose message
  /// names the limit. Throws value_error where more is in use.
  void set_limit(std::size_t bytes) const;
  /// Likewise in percent of total(). Throws value_error for what is not above 0 and up to 100.
  void set_limit_percent(double percent) const;
  void remove_limit() const;
  /// Nothing where there is none.
  std::optional<std::size_t> limit() const;

  /// Gives what is free back to the device, for other programs; returns the bytes. Waits on a GPU.
  std::size_t release() const { return pool_->release(); }

  /// The device's own: all of it, and what any program could still have (release() adds to it).
  std::size_t total() const { return pool_->total(); }
  std::size_t available() const { return pool_->available(); }

  /// A table of the memory in use, by label (array::labelled) and largest first:
  ///
  ///   memory of cuda:0: 1.50 GiB in use, 2.00 GiB reserved, peak 1.75 GiB, no limit
  ///         in use  blocks       largest  for
  ///       1.00 GiB       2       512 MiB  density
  ///        512 MiB       7       256 MiB  arrays without a label
  std::string report() const;

 private:
  backends::pool* pool_;
};

/// The memory of a space's device.
template <class Space>
device_memory memory_of(Space const& space)
{
  return device_memory(space.queue().memory());
}

/// The pinned memory of the host (empty_pinned) for a space's device; on a CPU that is memory_of().
template <class Space>
device_memory pinned_memory_of(Space const& space)
{
  return device_memory(space.queue().pinned_memory());
}

namespace detail {

/// Throws value_error for an empty name.
void require_pool_name(std::string const& name);
[[noreturn]] void refuse_pool(backends::pool const& there);

template <class Allocator, class Space>
concept allocates_for = requires(Allocator& a, void* data, std::size_t bytes, Space const& space) {
  { a.allocate(bytes, space) } -> std::convertible_to<void*>;
  a.deallocate(data, bytes, space);
};

/// A user's allocator as the source of a pool that keeps nothing itself.
template <class Space, class Allocator>
class allocator_pool final : public backends::pool {
 public:
  allocator_pool(backends::pool& device, std::string const& name, Allocator allocator)
      : pool(device.name() + '/' + name, false, 0),
        device_(device),
        allocator_(std::move(allocator))
  {}
  std::size_t total() const override { return device_.total(); }
  std::size_t available() const override { return device_.available(); }

 private:
  /// Names the queue and doesn't own it; while that captures a graph, which would record what the
  /// allocator gives it, one beside it.
  static Space queue_for(backends::queue* on)
  {
    using queue = typename Space::queue_type;
    if (!on) return Space();
    Space const space(std::shared_ptr<queue>(std::shared_ptr<void>(), static_cast<queue*>(on)));
    return on->capturing() ? space.new_queue() : space;
  }
  void* obtain(std::size_t bytes, backends::queue* on) override
  {
    try {
      Space const space = queue_for(on);
      void* const data = allocator_.allocate(bytes, space);
      if (on->capturing()) space.fence();  // the graph runs at any time
      return data;
    } catch (std::bad_alloc const&) {
      return nullptr;
    }
  }
  void give_back(void* data, std::size_t bytes, backends::queue* on) override
  {
    allocator_.deallocate(data, bytes, queue_for(on));
  }

  backends::pool& device_;
  Allocator allocator_;
};

}  // namespace detail

/// Another queue of `space`'s device, as space.new_queue(), whose arrays, and those that operations
/// make of them, take their memory from a pool of that name beside the device's own: what a part of
/// a program may have is counted, limited and released by itself (memory_of). The pool is made at
/// the first use of its name and lives as long as the process. Throws value_error for an empty
/// name.
///
/// ```cpp
/// default_space const space, fields = with_pool(space, "fields");
/// auto const memory = memory_of(fields);
/// memory.set_limit_percent(25);
/// auto const before = memory.used();  // of a GPU's queue itself
/// auto const u = zeros(fields, shape(1024, 1024)), v = evaluate(u + 1);
/// std::cout << memory.used() - before << '\n';
/// ```
/// ```text
/// 16777216
/// ```
template <class Space>
Space with_pool(Space const& space, std::string const& name)
{
  detail::require_pool_name(name);
  auto& on = space.queue();
  return space.new_queue(on.device_memory().beside(name, [&] { return on.make_pool(name); }));
}

/// Likewise with memory of an allocator of one's own, as those of Umpire and RMM are:
///
///   void* allocate(std::size_t bytes, Space const& queue)              null, or std::bad_alloc,
///                                                                      where it has none
///   void deallocate(void* data, std::size_t bytes, Space const& queue) throws nothing
///
/// Memory is the device's, aligned to 64 bytes, and is asked for and given back each time: what is
/// to be kept for the next use, the allocator keeps. Memory given back may still be in use by work
/// that `queue` has been given so far, and memory handed out is used by work given to `queue` from
/// now on: on a GPU it orders both by queue.stream(), or waits (queue.fence()). It is called by
/// one thread at a time, uses no array itself, and lives as long as the process. Counts, limits,
/// labels and reports are the pool's as for any other; memory that graphs have used and small
/// memory of the queue itself come back when they end. Throws value_error where the name has a
/// pool already.
///
/// ```cpp
/// struct own_pages {
///   void* allocate(std::size_t bytes, host const&)
///   {
///     return std::aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
///   }
///   void deallocate(void* data, std::size_t, host const&) { std::free(data); }
/// };
///
/// auto const space = with_pool(host(), "own pages", own_pages{});
/// auto const x = ones(space, shape(1000));
/// std::cout << memory_of(space).used() << ' ' << sum(x) << '\n';
/// ```
/// ```text
/// 8192 1000.0
/// ```
template <class Space, class Allocator>
Space with_pool(Space const& space, std::string const& name, Allocator allocator)
{
  static_assert(detail::allocates_for<Allocator, Space>,
                "acre: a pool's allocator has allocate(bytes, space) and deallocate(data, bytes, "
                "space)");
  detail::require_pool_name(name);
  auto& device = space.queue().device_memory();
  bool made = false;
  auto& pool = device.beside(name, [&]() -> std::unique_ptr<backends::pool> {
    made = true;
    return std::make_unique<detail::allocator_pool<Space, Allocator>>(device, name,
                                                                      std::move(allocator));
  });
  if (!made) detail::refuse_pool(pool);
  return space.new_queue(pool);
}

}  // namespace acre
