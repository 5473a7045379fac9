#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace acre::backends {

class queue;

/// A piece of memory that a pool has had from its source.
struct memory_block {
  void* data = nullptr;
  std::size_t bytes = 0;
  char const* label = nullptr;    // what it is in use for; null while it is free
  void const* held_by = nullptr;  // the graph that works in it (graph.hpp)
  memory_block* next = nullptr;   // of a list of free ones
  std::size_t freed = 0;          // bytes that the pool had had from its source by then
};

/// Free blocks whose next use needs no wait: those that one queue has freed (its work runs in
/// order), or a host's.
class free_blocks {
 public:
  /// Sizes come in classes an eighth apart; above `largest_class` bytes in steps of 2 MiB.
  static constexpr std::size_t largest_class = std::size_t{64} << 20;
  static std::size_t rounded(std::size_t bytes);

  /// A block for so many (rounded) bytes; null if there is none.
  memory_block* take(std::size_t rounded);
  void give(memory_block* block);
  /// The one that was freed first, of the large ones and of those that were freed last in their
  /// classes; null if it was freed at `freed` or later.
  memory_block* take_unused_since(std::size_t freed);
  /// Takes all of them.
  std::vector<memory_block*> take_all();

 private:
  static constexpr std::size_t unit = 256;
  static std::size_t class_of(std::size_t rounded);

  std::array<memory_block*, 160> of_class_{};
  std::multimap<std::size_t, memory_block*> large_;
};

/// A pool's statistics.
struct pool_state {
  std::size_t used = 0, reserved = 0, peak = 0, largest_free = 0;
  std::size_t limit = SIZE_MAX;  // none
  std::int64_t blocks = 0, free_blocks = 0;
};

/// Memory in use for one purpose.
struct memory_holder {
  std::string label;
  std::size_t bytes = 0, largest = 0;
  std::int64_t blocks = 0;
};

/// The memory of one device, or the pinned memory for it: blocks that have been freed stay with the
/// queue that freed them, and are given out again without a call of the vendor's and without a
/// wait. The source is given by obtain() and give_back() below. For any host thread.
class pool {
 public:
  /// Whose work is done when a call returns, as a host's, `shares` free blocks among all queues.
  /// `keep`: free bytes beyond which freed blocks go back to the source at once: those that have
  /// lain unused while 2 * keep came from the source, else the one that is being freed. `exact`:
  /// none is kept, and each block has as many bytes as were asked for.
  static constexpr std::size_t exact = SIZE_MAX - 1;
  pool(std::string name, bool shares, std::size_t keep = SIZE_MAX)
      : name_(std::move(name)), shares_(shares), exact_(keep == exact), keep_(exact_ ? 0 : keep)
  {}
  pool(pool const&) = delete;
  virtual ~pool() = default;

  std::string const& name() const { return name_; }

  /// A pool of the same device by a name of its own, which lives as long as the process; what
  /// make() gives where there is none yet. For the pools of devices.
  pool& beside(std::string const& name, std::function<std::unique_ptr<pool>()> const& make);

  /// Null if it cannot be had: the limit, or the source. `label` stays, as a literal does.
  void* allocate(queue* on, std::size_t bytes, char const* label);
  /// Behind the work queued so far on `on`; null where its queue has ended. Nothing happens where
  /// the memory is not the pool's.
  void deallocate(queue* on, void* data);
  /// The label of memory in use; nothing of memory that is not the pool's.
  void relabel(void const* data, std::string const& label);
  /// The end of a queue, whose free blocks go back.
  void forget(queue& on);
  /// Gives all free blocks back to the source, and what that keeps to the device: how many bytes.
  std::size_t release();

  pool_state state() const;
  /// Largest first.
  std::vector<memory_holder> holders() const;
  void reset_peak();
  /// False where more than that is in use.
  bool set_limit(std::size_t bytes);
  /// Bytes that the source has in all.
  virtual std::size_t total() const = 0;
  /// Bytes that it could still give to anybody.
  virtual std::size_t available() const = 0;

  /// From here to end_hold() blocks that `on` takes belong to `holder` until unhold(): they aren't
  /// given to anybody else, also where they are freed.
  void begin_hold(queue& on, void const* holder);
  void end_hold(queue& on);
  void unhold(queue* on, void const* holder);

 protected:
  virtual void* obtain(std::size_t bytes, queue* on) = 0;
  virtual void give_back(void* data, std::size_t bytes, queue* on) = 0;
  /// Behind give_back(): what the source keeps goes to the device. May wait.
  virtual void trim() {}

 private:
  struct by_address {
    std::size_t operator()(void const* p) const
    {
      return (reinterpret_cast<std::uintptr_t>(p) >> 6) * 0x9e3779b97f4a7c15u >> 7;
    }
  };
  struct hold {
    void const* holder;
    free_blocks free;  // what the holder has taken and freed again
  };

  free_blocks& list_of(queue* on);
  memory_block* add(queue* on, std::size_t rounded);
  void remove(memory_block* block, queue* on);
  void keep_free(memory_block* block, queue* on);
  bool has_room(queue* on);
  std::size_t release_all();

  std::string name_;
  bool shares_;
  bool const exact_;
  std::size_t keep_;
  mutable std::mutex mutex_;
  std::unordered_map<void const*, memory_block, by_address> blocks_;
  free_blocks shared_;
  std::set<queue*> queues_;  // with free blocks; null for the shared ones
  std::map<queue*, hold> holding_;
  std::map<std::string, std::unique_ptr<pool>> beside_;
  std::set<std::string> labels_;
  std::size_t used_ = 0, reserved_ = 0, peak_ = 0, limit_ = SIZE_MAX;
  std::size_t obtained_ = 0;  // from the source since the beginning
};

}  // namespace acre::backends
