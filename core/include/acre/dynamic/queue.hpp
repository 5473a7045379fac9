#pragma once

#include <acre/device/benchmark.hpp>
#include <acre/device/memory.hpp>
#include <acre/device/queue.hpp>
#include <acre/dynamic/array.hpp>

#include <functional>
#include <source_location>
#include <string_view>

/// Queues, waits, memory and the line of a call (core/docs/queues.md) where a space is known at run
/// time only, as another language has them.
namespace acre::dynamic {

/// Another queue of the device of `like`.
dynamic_space new_queue(dynamic_space const& like,
                        queue_priority priority = queue_priority::normal);
bool is_same_queue(dynamic_space const& a, dynamic_space const& b);
/// Whether both are queues of one device, where one's work may use the other's memory.
bool is_same_device(dynamic_space const& a, dynamic_space const& b);

event record(dynamic_space const& queue);
/// Whether all work of the queue is done; does not wait, and throws nothing that is pending there.
bool is_idle(dynamic_space const& queue);
/// What the queue is given from now on runs behind the event. The host goes on.
void wait_for(dynamic_space const& queue, event const& e);
/// Whether the host may read the memory of its arrays.
bool is_on_host(dynamic_space const& space);
device_info device_of(dynamic_space const& space);
device_memory memory_of(dynamic_space const& space);
device_memory pinned_memory_of(dynamic_space const& space);
/// acre::empty_pinned(): an array of the host, of which the space's device copies by itself. Throws
/// backend_error where acre::dynamic was built for emulated or portable spaces alone.
dynamic_array empty_pinned(dynamic_space const& space, dtype type, extents_view shape);
/// f() on the host behind the queue's work so far: acre::launch_host().
void launch_host(dynamic_space const& queue, std::function<void()> f);
/// acre::benchmark().
benchmark_result benchmark(dynamic_space const& queue, std::function<void()> const& f,
                           benchmark_options const& options = {});

/// Waits for all work of the queue; throws index errors that are pending there.
void fence(dynamic_space const& queue);
/// Waits for the event, or likewise for all work of the queue, and calls `meanwhile` some twenty
/// times a second. What that throws leaves the wait: the device goes on with its work and stays
/// usable, and nothing that is pending is lost. A program whose user may interrupt it asks there.
/// No lock is held meanwhile.
void wait(event const& e, std::function<void()> const& meanwhile);
void fence(dynamic_space const& queue, std::function<void()> const& meanwhile);

/// a's elements seen from another queue of its device: operations on the view run on that queue,
/// behind what a's own has been given so far; what a's own is given after the last of these views
/// has gone runs behind theirs. `a` itself where it is that queue's. Throws value_error where the
/// queue is another device's.
dynamic_array on_queue(dynamic_space const& queue, dynamic_array const& a);

/// A line of a program in another language, for the operations that take a source_location: an
/// index error of theirs names it, and its details().where has it. Each line is kept once, to the
/// end of the process. Any host thread may ask.
std::source_location line_of(std::string_view file, std::uint32_t line);

}  // namespace acre::dynamic
