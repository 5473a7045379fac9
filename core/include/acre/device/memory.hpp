#pragma once

#include <acre/backends.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace acre {

/// The memory of a device, all of whose queues take theirs from it. What is freed stays with the
/// queue that freed it: the next array of about that size (an eighth at most is lost) costs neither
/// a call of the vendor's nor a wait. The spaces of the CPU share one, which keeps up to 1 GiB (a
/// sixteenth of the machine's memory, where that is less) and gives the rest back at once; a GPU's
/// keeps all. Any host thread may ask. A cheap handle of what lives as long as the process.
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
  /// The same in percent of total(). Throws value_error for what is not above 0 and up to 100.
  void set_limit_percent(double percent) const;
  void remove_limit() const;
  /// Nothing where there is none.
  std::optional<std::size_t> limit() const;

  /// Gives what is free back to the device, for other programs; returns the bytes. Waits on a GPU.
  std::size_t release() const { return pool_->release(); }

  /// The device's own: all of it, and what any program could still have (release() adds to it).
  std::size_t total() const { return pool_->total(); }
  std::size_t available() const { return pool_->available(); }

  /// What is in use, by label (array::labelled) and largest first, as a table:
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

}  // namespace acre
