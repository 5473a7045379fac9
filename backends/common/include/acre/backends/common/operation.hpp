#pragma once

#include <acre/backends/common/queue.hpp>
#include <acre/backends/common/tools.hpp>

#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

namespace acre::backends {

/// The time in which one operation is given to a queue, its *target's*; profilers see it by its
/// name (tools.hpp). Make one before the pattern is called and let it go behind that:
///
///   operation const running("sum", queue, leaves);
///   backends::reduce_rows(queue, …);
///
/// Where operands live on other queues, the target's waits for those before the operation, and
/// those wait for the target's behind it: what is queued there later (a write to the operand, the
/// end of its memory) comes after the operation. The host does not wait. If all are on one queue,
/// the usual case, only that queue is locked.
class operation {
 public:
  operation(char const* name, queue& on);
  /// Each leaf names the queue of the memory that it reads: leaf.queue, null if there is none.
  template <class Leaves>
  operation(char const* name, queue& on, Leaves const& leaves)
      : operation(name, on, std::empty(leaves) ? nullptr : &std::data(leaves)->queue,
                  std::size(leaves), sizeof(*std::data(leaves)))
  {}
  operation(operation const&) = delete;
  ~operation();

 private:
  /// The first leaf's queue, and how many bytes further the next one's is.
  operation(char const* name, queue& on, queue* const* first, std::size_t leaves,
            std::size_t bytes);
  void add(queue& other);
  void join();
  void begin(char const* name);
  void part();

  queue& on_;
  std::vector<queue*> others_;    // whose locks are held, besides the target's
  char const* around_ = nullptr;  // the operation that this one is part of
  bool region_ = false;
};

/// One of a CPU's queue (to which the beginning and the end of one mean nothing) whose operands
/// are all its own, inline: a few elements take no longer than an operation.
class short_operation {
 public:
  short_operation(char const* name, queue& on) : on_(on)
  {
    on_.lock().lock();
    around_ = std::exchange(on_.operation_name_, name);
    region_ = tools::listening();
    if (region_) tools::push_region(name);
    on_.unheard_ = !region_;
  }
  short_operation(short_operation const&) = delete;
  ~short_operation()
  {
    if (region_) tools::pop_region();
    on_.operation_name_ = around_;
    on_.unheard_ = false;
    on_.lock().unlock();
  }

 private:
  queue& on_;
  char const* around_;
  bool region_;
};

}  // namespace acre::backends
