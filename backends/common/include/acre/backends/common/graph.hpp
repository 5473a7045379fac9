#pragma once

#include <functional>

namespace acre::backends {

/// A sequence of work that a queue has captured (queue::capture), for the same queue.
class recorded_graph {
 public:
  virtual ~recorded_graph() = default;
  /// Gives the queue all of the work again; f is what was captured.
  virtual void replay(std::function<void()> const& f) = 0;
  /// The queue has ended.
  virtual void abandon() {}
};

}  // namespace acre::backends
