#include <acre/backends/common/backend_space.hpp>
#include <acre/backends/emulated/memory.hpp>
#include <acre/backends/emulated/space.hpp>
#include <acre/backends/gpu_common/patterns.hpp>
#include <acre/backends/gpu_common/space_body.hpp>

#include <Kokkos_Core.hpp>

#include <chrono>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

namespace acre::backends {

static_assert(backend_space<acre::emulated>);

namespace emulated {

struct moment {
  std::chrono::steady_clock::time_point at;
};

namespace {

/// Two multiprocessors, so that arrays of a test fill the device: kernels that go round a grid do.
constexpr int multiprocessors = 2, blocks_that_fit = 2;
constexpr std::size_t usual_shared_bytes = 49152;  // more has to be asked for
constexpr std::size_t total_bytes = std::size_t{16} << 30;

std::mutex device_lock;

/// Bytes of shared memory that a kernel may be launched with.
std::map<void const*, std::size_t>& asked_for()
{
  static auto& bytes = *new std::map<void const*, std::size_t>;
  return bytes;
}
std::set<void const*>& pinned()
{
  static auto& all = *new std::set<void const*>;
  return all;
}

gpu::space_queues<acre::emulated> queues;

}  // namespace

namespace {

char const* refused(launch_order const& order)
{
  if (order.blocks < 1) return "emulated: a grid of no blocks";
  if (order.threads < 1 || order.threads > 1024)
    return "emulated: a block of no threads, or more than 1024";
  if (order.shared_bytes <= usual_shared_bytes) return nullptr;
  std::lock_guard const only_one(device_lock);
  auto const found = asked_for().find(reinterpret_cast<void const*>(order.kernel));
  return found != asked_for().end() && found->second >= order.shared_bytes
             ? nullptr
             : "emulated: more than 48 KiB of shared memory, which were not asked for";
}

/// A launch that may be repeated: the arguments' bytes lie in it.
struct prepared_launch {
  launch_order order;
  std::unique_ptr<std::byte[]> bytes;
  std::vector<void const*> arguments;

  prepared_launch(launch_order const& of, std::initializer_list<launch_argument> values) : order(of)
  {
    std::size_t total = 0;
    for (auto const& each : values) total += each.bytes + each.alignment;
    bytes = std::make_unique<std::byte[]>(total);
    void* at = bytes.get();
    for (auto const& each : values) {
      std::align(each.alignment, each.bytes, at, total);
      std::memcpy(at, each.value, each.bytes);
      arguments.push_back(at);
      at = static_cast<std::byte*>(at) + each.bytes;
      total -= each.bytes;
    }
  }
  void run() const
  {
    emulated::run(
        {order.step, static_cast<unsigned>(order.blocks), order.threads, order.shared_bytes},
        [](void const* object) {
          auto const& self = *static_cast<prepared_launch const*>(object);
          self.order.call(self.order.kernel, self.arguments.data());
        },
        this);
  }
};

}  // namespace

char const* launch(launch_order const& order, stream_work& stream,
                   std::initializer_list<launch_argument> arguments)
{
  if (auto const* const error = refused(order)) return error;
  auto const prepared = std::make_shared<prepared_launch const>(order, arguments);
  stream.take([prepared] { prepared->run(); });
  return nullptr;
}

}  // namespace emulated

using calls = gpu::runtime_calls<emulated_types>;

template <>
calls::stream calls::make_stream(queue_priority)
{
  return new emulated::stream_work;
}
template <>
void calls::destroy_stream(stream s)
{
  delete s;
}
template <>
void calls::synchronize(stream)
{}

template <>
calls::event calls::make_event()
{
  return new emulated::moment{std::chrono::steady_clock::now()};
}
template <>
calls::event calls::make_timing_event()
{
  return make_event();
}
template <>
void calls::destroy_event(event e)
{
  delete e;
}
template <>
void calls::record(event e, stream)
{
  e->at = std::chrono::steady_clock::now();
}
template <>
void calls::wait(stream, event)
{}
template <>
void calls::wait(event)
{}
template <>
bool calls::has_ended(stream)
{
  return true;
}
template <>
bool calls::done(event)
{
  return true;
}
template <>
double calls::seconds_between(event from, event to)
{
  return std::chrono::duration<double>(to->at - from->at).count();
}

template <>
void calls::begin_capture(stream s)
{
  s->captured.clear();
  s->captures = true;
}
template <>
calls::captured calls::end_capture(stream s)
{
  s->captures = false;
  return std::make_shared<std::vector<std::function<void()>>>(std::exchange(s->captured, {}));
}
template <>
void calls::discard_capture(stream s) noexcept
{
  s->captures = false;
  s->captured.clear();
}
template <>
calls::graph calls::instantiate(captured const& work)
{
  return new std::vector<std::function<void()>>(*work);
}
template <>
bool calls::update(graph g, captured const& work)
{
  *g = *work;
  return true;
}
template <>
void calls::launch(graph g, stream s)
{
  for (auto const& work : *g) s->take(work);
}
template <>
void calls::destroy(graph g)
{
  delete g;
}

template <>
void calls::call_on_host(void (*f)(void*), void* data, stream s)
{
  s->take([=] { f(data); });
}

template <>
std::pair<std::size_t, std::size_t> calls::memory(int)
{
  std::size_t const used = emulated::bytes_in_use();
  return {emulated::total_bytes - std::min(used, emulated::total_bytes), emulated::total_bytes};
}
template <>
void* calls::allocate(std::size_t bytes, stream)
{
  if (bytes > memory(0).first) return nullptr;
  return emulated::allocate(bytes);
}
template <>
void calls::deallocate(void* data, stream)
{
  emulated::deallocate(data);
}
template <>
void* calls::allocate_pinned(std::size_t bytes)
{
  void* const data = std::malloc(bytes);
  std::lock_guard const only_one(emulated::device_lock);
  emulated::pinned().insert(data);
  return data;
}
template <>
void calls::deallocate_pinned(void* data)
{
  std::lock_guard const only_one(emulated::device_lock);
  emulated::pinned().erase(data);
  std::free(data);
}
template <>
bool calls::is_pinned(void const* data)
{
  std::lock_guard const only_one(emulated::device_lock);
  return emulated::pinned().contains(data);
}
template <>
int calls::device_with(void const* data)
{
  return emulated::holds(data) ? 0 : -1;
}
template <>
void calls::copy_async(void* to, void const* from, std::size_t bytes, stream s)
{
  s->take([=] { std::memmove(to, from, bytes); });
}
template <>
void calls::clear_async(void* data, std::size_t bytes, stream s)
{
  s->take([=] { std::memset(data, 0, bytes); });
}
template <>
void calls::trim(int)
{}

template <>
device_info calls::describe(int)
{
  device_info info;
  info.name = "emulated GPU, warps of " + std::to_string(emulated::lanes());
  info.compute_capability = "none";
  info.multiprocessors = emulated::multiprocessors;
  info.memory = emulated::total_bytes;
  info.cache = 1 << 20;
  info.warp_size = emulated::lanes();
  info.max_threads_per_block = 1024;
  // as AMD's and NVIDIA's have
  info.max_shared_memory_per_block = emulated::lanes() == 64 ? 65536 : 232448;
  info.bus = "none";
  return info;
}
template <>
std::vector<device_info> calls::devices()
{
  return {describe(0)};
}
template <>
int calls::device_count()
{
  return 1;
}
template <>
int calls::current_device()
{
  return 0;
}
template <>
void calls::set_device(int)
{}
template <>
void calls::prepare(int)
{}
template <>
bool calls::reaches(int, int)
{
  return true;
}
template <>
void calls::share(int, int)
{}
/// The default instance has a stream of its own.
template <>
calls::stream calls::stream_of(instance const& of)
{
  static auto& usual = *new emulated::stream_work;
  return of.stream != nullptr ? of.stream : &usual;
}
template <>
int calls::device_of(instance const&)
{
  return 0;
}

template <>
std::uint32_t calls::tools_device()
{
  return Kokkos::Tools::Experimental::device_id_root<Kokkos::DefaultHostExecutionSpace>();
}
template <>
void calls::begin_range(char const*)
{}
template <>
void calls::end_range()
{}
template <>
char const* calls::launch_error()
{
  return std::exchange(emulated_api::launch_error_, nullptr);
}
template <>
int calls::resident_blocks(void const* kernel, int, std::size_t, std::size_t most)
{
  std::lock_guard const only_one(emulated::device_lock);
  emulated::asked_for()[kernel] = most;
  return emulated::blocks_that_fit;
}

/// Text is compiled for vendors' devices.
kernel_compiler& emulated_api::compiler()
{
  throw backend_error("emulated: kernels from text are not emulated; use another space");
}

template class gpu::queue<emulated_api>;

template <>
gpu::space_queues<acre::emulated>& gpu::all_queues()
{
  return emulated::queues;
}

}  // namespace acre::backends

template class acre::backends::gpu::stream_space<acre::emulated, acre::backends::emulated_api,
                                                 acre::backends::emulated::memory_space>;
