#include <acre/backends/common/event.hpp>
#include <acre/error.hpp>

namespace acre {

backends::recorded_event& event::recorded() const
{
  if (!recorded_)
    throw value_error("this event has not been recorded yet; e = space.record() records one");
  return *recorded_;
}

}  // namespace acre
