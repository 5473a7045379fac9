#pragma once

namespace acre::backends {

/// Whether few threads run what a queue is given, each through many neighbouring elements: a CPU's,
/// also where core takes its memory for a device's.
template <class Queue>
inline constexpr bool is_queue_of_cpu = !Queue::is_device || requires { requires Queue::is_host; };
/// Likewise of a space.
template <class S>
inline constexpr bool runs_on_cpu = is_queue_of_cpu<typename S::queue_type>;

}  // namespace acre::backends
