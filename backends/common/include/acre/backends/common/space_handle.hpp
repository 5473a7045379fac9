#pragma once

#include <acre/backends/common/device_info.hpp>
#include <acre/backends/common/queue.hpp>

#include <cstddef>
#include <memory>
#include <utility>

namespace acre::backends {

/// Memory that free(queue, data, bytes) takes back when its last owner goes; `queue` is kept alive
/// until then. Compiled once, as every array has it.
std::shared_ptr<void> shared_memory(void* data, std::size_t bytes, std::shared_ptr<void> queue,
                                    void (*free)(void* queue, void* data, std::size_t bytes));

/// Base of the spaces: a cheap value that names a queue, kept alive by its handles. `Space` adds
/// name, memory_space, host_accessible, devices() and
///
///   static Queue& default_queue();                          the one that Space() names
///   static Queue* running_queue();                          the same; null when it has ended
///   static std::shared_ptr<Queue> make_queue(Queue const&, queue_priority, pool* = nullptr)
///                                                           another one of the same device, with
///                                                           memory of that pool
///   static Space of_device(int index)                       a queue of a device that is there
///
/// Queue has what backend_space asks for. A default handle holds nothing: the queue is looked for
/// when it is used, so that one may be made before the runtime.
template <class Space, class Queue>
class space_handle {
 public:
  using queue_type = Queue;

  space_handle() = default;
  explicit space_handle(std::shared_ptr<Queue> queue) : queue_(std::move(queue)) {}

  Queue& queue() const { return queue_ ? *queue_ : Space::default_queue(); }
  /// A queue beside this one, of the same device: their work may run at the same time. A GPU starts
  /// the work of the higher priority first.
  Space new_queue(queue_priority priority = queue_priority::normal) const
  {
    return Space(Space::make_queue(queue(), priority));
  }
  /// Likewise with memory of a pool (acre::with_pool).
  Space new_queue(pool& memory) const
  {
    return Space(Space::make_queue(queue(), queue_priority::normal, &memory));
  }
  /// Work given to this queue from now on runs behind all that `other` has been given so far.
  /// Operands of operations need no such call; pointers that a launch() captures do. Does not wait.
  void wait_for(space_handle const& other) const
  {
    if (*this != other) queue().wait_for(other.queue());
  }
  /// Likewise after an event, of any queue of any space.
  void wait_for(event const& e) const
  {
    std::lock_guard const calls(queue().lock());
    queue().wait_for(e.recorded());
  }
  /// The point behind all that this queue has been given so far.
  event record() const
  {
    std::lock_guard const calls(queue().lock());
    return event(queue().record());
  }
  /// Whether both name the same queue.
  friend bool operator==(space_handle const& a, space_handle const& b)
  {
    return a.queue_ == b.queue_ || have_one_queue(a, b);
  }

  /// Whether the handle keeps its queue alive: not so a default one.
  bool is_counted() const { return queue_ != nullptr; }
  /// Whether the queue, of a default handle, has ended with Kokkos.
  bool has_ended() const { return !queue_ && !Space::running_queue(); }

  /// The device that its work runs on.
  device_info device() const
  {
    int const index = queue().device_index();
    for (device_info const& info : Space::devices())
      if (info.index == index) return info;
    return {};
  }

  void* allocate(std::size_t bytes) const { return queue().allocate(bytes); }
  /// Also behind the end of the queue, where nothing reads the memory any more.
  void deallocate(void* data, std::size_t bytes) const { free(queue_.get(), data, bytes); }
  /// Memory that goes back with its last owner; null if it cannot be had.
  std::shared_ptr<void> allocate_shared(std::size_t bytes) const
  {
    return shared_memory(allocate(bytes), bytes, queue_, free);
  }
  void fence() const { queue().fence(); }
  void copy_to_host(void* to, void const* from, std::size_t bytes) const
  {
    queue().copy_to_host(to, from, bytes);
  }
  void copy_from_host(void* to, void const* from, std::size_t bytes) const
  {
    queue().copy_from_host(to, from, bytes);
  }
  void copy(void* to, void const* from, std::size_t bytes) const { queue().copy(to, from, bytes); }

 private:
  static void free(void* from, void* data, std::size_t bytes)
  {
    if (Queue* const queue = from ? static_cast<Queue*>(from) : Space::running_queue())
      queue->deallocate(data, bytes);
    else
      Queue::deallocate_late(data);
  }

  [[gnu::noinline]] static bool have_one_queue(space_handle const& a, space_handle const& b)
  {
    return &a.queue() == &b.queue();
  }

  std::shared_ptr<Queue> queue_;  // null: the default one
};

}  // namespace acre::backends
