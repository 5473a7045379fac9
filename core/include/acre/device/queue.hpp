#pragma once

#include <acre/backends.hpp>

#include <concepts>
#include <functional>
#include <utility>

/// Members of a space, as the name of a queue, besides operations (core/docs/queues.md):
///
///   space.new_queue(priority)   another queue of the device; queue_priority::low, normal, high
///   space.wait_for(other)       later work of this queue runs behind that of the other so far
///   space.record()              an event behind this queue's work so far
///   space.wait_for(event)       later work runs behind it
///   space.fence()               the host waits; index errors and launch_host's come out
///
/// ```cpp
/// default_space const first, second = first.new_queue(queue_priority::high);
/// event const begin = first.record();
/// auto const x = arange(first, 4.0), y = ones(second, shape(2));
/// second.wait_for(first.record());  // what second is given from here on runs behind x
/// event const end = second.record();
/// end.wait();
/// std::cout << end.done() << ' ' << (elapsed_seconds(begin, second.record()) >= 0) << '\n';
/// ```
/// ```text
/// 1 1
/// ```
namespace acre {

/// Seconds between two events of one device, negative where the second was recorded first (in so
/// far as the device knows it: of one queue). Waits for both. Throws value_error for events of two
/// devices, whose clocks have nothing in common.
double elapsed_seconds(event const& from, event const& to);

/// f() on the host when the queue's work so far is done, and before what it is given later: it may
/// look at memory that has been copied to the host. Queued: on a GPU a thread of the vendor's
/// runtime calls it, and the host goes on; on a CPU, where that work is done, it is called at once.
/// It uses no space itself (on a GPU it must not). The queue's next fence() rethrows its exception;
/// of several the first.
///
/// ```cpp
/// default_space const space;
/// std::vector<double> seen;
/// auto const x = full(space, shape(2), 1.5);
/// auto const copied = empty_pinned<double>(space, x.shape());
/// copy_async(copied, x);
/// launch_host(space, [&] { seen.assign(copied.data(), copied.data() + 2); });
/// space.fence();
/// std::cout << seen[0] + seen[1] << '\n';
/// ```
/// ```text
/// 3
/// ```
template <class Space, class F>
void launch_host(Space const& space, F f)
{
  static_assert(std::invocable<F&>, "acre: launch_host's function is called without arguments");
  space.queue().call_on_host(std::move(f));
}

}  // namespace acre
