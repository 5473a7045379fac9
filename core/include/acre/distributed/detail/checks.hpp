#pragma once

#include <acre/backends/common/queue.hpp>
#include <acre/distributed/detail/joint.hpp>

/// Whether there is a bad index to note, without making the host wait for a device where there is
/// none.
namespace acre::distributed::detail {

/// Looks into a queue for launches that check indices and have not been waited for.
class open_checks : backends::queue {
 public:
  static bool any(backends::queue const& on) { return !(on.*(&open_checks::log_)).empty(); }
};

/// note_failures of what the space's queue has been given. A device is waited for where any of it
/// checks indices.
template <class Space>
void note_failures_on(processes const& all, layout const& where, Space const& space)
{
  if (!Space::queue_type::is_device || open_checks::any(space.queue()))
    note_failures(all, where, [&] { space.fence(); });
}

/// Virtual processes of one thread: lets the others run until the space's queue is done, so that
/// several devices work at the same time. Behind it the host waits for nothing.
template <class Space>
void let_others_run(processes const& all, Space const& space)
{
  if constexpr (Space::queue_type::is_device) {
    auto& transport = access::of(all);
    if (!transport.pauses() || transport.size() == 1) return;
    auto const done = space.record();
    while (!done.done()) transport.pause();
  }
}

}  // namespace acre::distributed::detail
