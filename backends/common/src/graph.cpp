#include <acre/backends/common/queue.hpp>
#include <acre/error.hpp>

#include <string>

namespace acre::backends {

void queue::throw_in_capture(char const* what)
{
  throw value_error(std::string("capture: ") + what +
                    " while the queue captures a graph; that belongs before or behind capture()");
}

std::shared_ptr<recorded_graph> queue::capture(std::function<void()> const& f,
                                               recorded_graph* before)
{
  std::lock_guard const calls(lock_);
  refuse_in_capture("another graph is captured");
  begin_capture();
  capturing_ = true;
  try {
    f();
    auto captured = end_capture(before);
    capturing_ = false;
    return captured;
  } catch (...) {
    abort_capture();
    capturing_ = false;
    throw;
  }
}

}  // namespace acre::backends
