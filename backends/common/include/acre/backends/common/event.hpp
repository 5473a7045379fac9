#pragma once

#include <memory>
#include <string>
#include <utility>

namespace acre {

namespace backends {

/// A point in a queue's work, made by record(), which is over or not.
class recorded_event {
 public:
  virtual ~recorded_event() = default;
  virtual bool done() = 0;
  virtual void wait() = 0;
  /// Seconds from `earlier`, an event of the same clock() and behind it, until this one; waits.
  virtual double seconds_since(recorded_event& earlier) = 0;
  /// Clock of its time: "CPU", "device 0 (NVIDIA H200)".
  virtual std::string clock() const = 0;
};

}  // namespace backends

/// A point in a queue's work: space.record() gives one, behind all that the queue has been given so
/// far. Other queues wait for it (space.wait_for(event), which the host doesn't), the host does
/// (wait()), and two of a device have the time between them (elapsed_seconds). On a CPU, where work
/// is done when the call returns, an event is done at once and its time is that of record().
///
/// A cheap handle, as an array is; it outlives its queue. Throws value_error where it has not been
/// recorded: event() is none yet.
class event {
 public:
  event() = default;
  explicit event(std::shared_ptr<backends::recorded_event> recorded)
      : recorded_(std::move(recorded))
  {}

  bool is_recorded() const { return recorded_ != nullptr; }
  /// Whether the work in front of it is done; does not wait.
  bool done() const { return recorded().done(); }
  /// Waits on the host. Index errors come out at the queue's own fence().
  void wait() const { recorded().wait(); }
  backends::recorded_event& recorded() const;

 private:
  std::shared_ptr<backends::recorded_event> recorded_;
};

}  // namespace acre
