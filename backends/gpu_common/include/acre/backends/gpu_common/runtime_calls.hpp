#pragma once

#include <acre/backends/common/device_info.hpp>
#include <acre/backends/common/queue.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace acre::backends::gpu {

/// Memory of a device as another process of the host is told of it.
using exported_memory = std::array<std::byte, 64>;

/// The calls of a vendor's runtime that CUDA and HIP share. A backend's source defines each one for
/// its own runtime, as a specialisation; failures throw backend_error with the vendor's text.
/// `Types` are the vendor's: stream, event, graph, captured (work on its way to a graph), and
/// `instance`, Kokkos' execution space.
template <class Types>
struct runtime_calls : Types {
  using typename Types::captured;
  using typename Types::event;
  using typename Types::graph;
  using typename Types::instance;
  using typename Types::stream;

  static stream make_stream(queue_priority priority);
  static void destroy_stream(stream s);
  static void synchronize(stream s);
  static bool has_ended(stream s);  // all of its work

  static event make_event();
  static event make_timing_event();
  static void destroy_event(event e);
  static void record(event e, stream s);  // the event stands for the stream's work so far
  static void wait(stream s, event e);    // later work of the stream runs after that
  static void wait(event e);              // the host waits
  static bool done(event e);
  static double seconds_between(event from, event to);  // of two timing events that are done

  static void begin_capture(stream s);
  static captured end_capture(stream s);
  static void discard_capture(stream s) noexcept;
  static graph instantiate(captured const& work);
  static bool update(graph g, captured const& work);
  static void launch(graph g, stream s);
  static void destroy(graph g);

  static void call_on_host(void (*f)(void*), void* data, stream s);  // on a thread of the runtime's

  static void* allocate(std::size_t bytes, stream s);  // stream-ordered pool; null without memory
  static void deallocate(void* data, stream s);
  static void* allocate_pinned(std::size_t bytes);  // null without memory
  static void deallocate_pinned(void* data);
  static bool is_pinned(void const* data);   // whether copies to the device need no staging
  static int device_with(void const* data);  // of whose memory that is; -1 of what is no device's
  static void copy_async(void* to, void const* from, std::size_t bytes, stream s);
  static void clear_async(void* data, std::size_t bytes, stream s);
  static std::pair<std::size_t, std::size_t> memory(int device);  // bytes free, and in all
  static void trim(int device);                                   // gives free ones back

  static std::vector<device_info> devices();
  static device_info describe(int device);
  static int device_count();
  static int current_device();
  static void set_device(int device);
  static void prepare(int device);  // once, before its memory is used
  // zeros that other processes may map, apart from any pool; null without memory
  static void* allocate_mappable(std::size_t bytes);
  static void deallocate_mappable(void* data);
  static exported_memory export_mappable(void* data);
  static void* map(exported_memory const& of);  // another process', for the current device
  static void unmap(void* data);

  static bool reaches(int from, int to);        // whether one device may read the other's memory
  static void share(int memory_of, int with);   // lets it
  static stream stream_of(instance const& of);  // Kokkos'
  static int device_of(instance const& of);

  static std::uint32_t tools_device();        // the device's number for Kokkos Tools
  static void begin_range(char const* name);  // what the vendor's profiler shows
  static void end_range();
  static char const* launch_error();  // message of the last launch's failure, or null
  /// Blocks with so much shared memory that fit a multiprocessor; the kernel may be launched with
  /// `most` bytes from then on.
  static int resident_blocks(void const* kernel, int threads, std::size_t shared_bytes,
                             std::size_t most);
};

}  // namespace acre::backends::gpu
