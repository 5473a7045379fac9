#include <acre/device/queue.hpp>
#include <acre/error.hpp>

namespace acre {

double elapsed_seconds(event const& from, event const& to)
{
  auto &first = from.recorded(), &last = to.recorded();
  if (first.clock() != last.clock())
    throw value_error("elapsed_seconds: the events are of two devices, " + first.clock() + " and " +
                      last.clock() + ", whose clocks have nothing in common");
  return last.seconds_since(first);
}

}  // namespace acre
