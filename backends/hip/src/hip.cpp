#include <acre/backends/common/backend_space.hpp>
#include <acre/backends/gpu_common/patterns.hpp>
#include <acre/backends/gpu_common/space_body.hpp>
#include <acre/backends/hip/space.hpp>

#include <Kokkos_Core.hpp>

#include <map>
#include <mutex>
#include <string>

namespace acre::backends {

static_assert(backend_space<hip>);

namespace {

void check(hipError_t status, char const* what)
{
  if (status == hipSuccess) return;
  (void)hipGetLastError();  // an error that is told needs not be told again
  throw backend_error(std::string("hip: ") + what + ": " + hipGetErrorString(status));
}

device_info ask(int device)
{
  hipDeviceProp_t p;
  check(hipGetDeviceProperties(&p, device), "hipGetDeviceProperties");
  device_info info;
  info.index = device;
  info.name = p.name;
  info.compute_capability = p.gcnArchName;
  info.multiprocessors = p.multiProcessorCount;
  info.memory = p.totalGlobalMem;
  info.max_threads_per_block = p.maxThreadsPerBlock;
  info.max_shared_memory_per_block = p.sharedMemPerBlock;
  info.cache = static_cast<std::uint64_t>(p.l2CacheSize);
  info.warp_size = p.warpSize;
  char bus[32] = "";
  check(hipDeviceGetPCIBusId(bus, sizeof bus, device), "hipDeviceGetPCIBusId");
  info.bus = bus;
  return info;
}

}  // namespace

hipStream_t hip_api::make_stream(queue_priority priority)
{
  int low = 0, high = 0;  // smaller numbers go first
  check(hipDeviceGetStreamPriorityRange(&low, &high), "hipDeviceGetStreamPriorityRange");
  int const number = priority == queue_priority::low    ? low
                     : priority == queue_priority::high ? high
                                                        : 0;  // that of streams made without one
  stream s;
  check(hipStreamCreateWithPriority(&s, hipStreamNonBlocking, number),
        "hipStreamCreateWithPriority");
  return s;
}

hipEvent_t hip_api::make_event()
{
  event e;
  check(hipEventCreateWithFlags(&e, hipEventDisableTiming), "hipEventCreateWithFlags");
  return e;
}

hipEvent_t hip_api::make_timing_event()
{
  event e;
  check(hipEventCreate(&e), "hipEventCreate");
  return e;
}

// What destructors call: a failure here (the context is gone) has nobody to tell.
void hip_api::destroy_stream(stream s) { static_cast<void>(hipStreamDestroy(s)); }
void hip_api::destroy_event(event e) { static_cast<void>(hipEventDestroy(e)); }
void hip_api::deallocate(void* data, stream s) { static_cast<void>(hipFreeAsync(data, s)); }
void hip_api::deallocate_pinned(void* data) { static_cast<void>(hipHostFree(data)); }

void hip_api::record(event e, stream s) { check(hipEventRecord(e, s), "hipEventRecord"); }

void hip_api::wait(stream s, event e) { check(hipStreamWaitEvent(s, e, 0), "hipStreamWaitEvent"); }

void hip_api::wait(event e) { check(hipEventSynchronize(e), "hipEventSynchronize"); }

bool hip_api::done(event e)
{
  auto const status = hipEventQuery(e);
  if (status == hipErrorNotReady) {
    static_cast<void>(hipGetLastError());
    return false;
  }
  check(status, "hipEventQuery");
  return true;
}

double hip_api::seconds_between(event from, event to)
{
  float milliseconds = 0;
  check(hipEventElapsedTime(&milliseconds, from, to), "hipEventElapsedTime");
  return 1e-3 * static_cast<double>(milliseconds);
}

void hip_api::begin_capture(stream s)
{
  check(hipStreamBeginCapture(s, hipStreamCaptureModeRelaxed), "hipStreamBeginCapture");
}

hip_api::captured hip_api::end_capture(stream s)
{
  hipGraph_t made = nullptr;
  check(hipStreamEndCapture(s, &made), "hipStreamEndCapture");
  return {made, [](auto* work) { static_cast<void>(hipGraphDestroy(work)); }};
}

void hip_api::discard_capture(stream s) noexcept
{
  hipStreamCaptureStatus status{};
  if (hipStreamIsCapturing(s, &status) == hipSuccess && status != hipStreamCaptureStatusNone) {
    hipGraph_t made = nullptr;
    static_cast<void>(hipStreamEndCapture(s, &made));
    if (made) static_cast<void>(hipGraphDestroy(made));
  }
  static_cast<void>(hipGetLastError());
}

hip_api::graph hip_api::instantiate(captured const& work)
{
  graph g = nullptr;
  check(hipGraphInstantiate(&g, work.get(), nullptr, nullptr, 0), "hipGraphInstantiate");
  return g;
}

/// False where the work is of another kind than the graph's.
bool hip_api::update(graph g, captured const& work)
{
  hipGraphNode_t node = nullptr;
  hipGraphExecUpdateResult result{};
  if (hipGraphExecUpdate(g, work.get(), &node, &result) == hipSuccess) return true;
  static_cast<void>(hipGetLastError());
  return false;
}

void hip_api::launch(graph g, stream s) { check(hipGraphLaunch(g, s), "hipGraphLaunch"); }

void hip_api::destroy(graph g) { static_cast<void>(hipGraphExecDestroy(g)); }

void hip_api::call_on_host(void (*f)(void*), void* data, stream s)
{
  check(hipLaunchHostFunc(s, f, data), "hipLaunchHostFunc");
}

bool hip_api::is_pinned(void const* data)
{
  hipPointerAttribute_t about{};
  if (hipPointerGetAttributes(&about, data) != hipSuccess) {  // memory that it has never heard of
    static_cast<void>(hipGetLastError());
    return false;
  }
  return about.type == hipMemoryTypeHost;
}

void* hip_api::allocate(std::size_t bytes, stream s)
{
  void* data = nullptr;
  hipError_t const status = hipMallocAsync(&data, bytes, s);
  if (status == hipErrorOutOfMemory) {
    (void)hipGetLastError();
    return nullptr;
  }
  check(status, "hipMallocAsync");
  return data;
}

void* hip_api::allocate_pinned(std::size_t bytes)
{
  void* data = nullptr;
  hipError_t const status = hipHostMalloc(&data, bytes);
  if (status == hipErrorOutOfMemory) {
    static_cast<void>(hipGetLastError());
    return nullptr;
  }
  check(status, "hipHostMalloc");
  return data;
}

/// Free and total bytes; what the vendor's pool keeps is free to the next allocation.
std::pair<std::size_t, std::size_t> hip_api::memory(int device)
{
  std::size_t free = 0, total = 0;
  int current = 0;
  check(hipGetDevice(&current), "hipGetDevice");
  if (device != current) check(hipSetDevice(device), "hipSetDevice");
  hipError_t const status = hipMemGetInfo(&free, &total);
  if (device != current) check(hipSetDevice(current), "hipSetDevice");
  check(status, "hipMemGetInfo");
  return {free, total};
}

void hip_api::trim(int device)
{
  int current = 0;
  check(hipGetDevice(&current), "hipGetDevice");
  if (device != current) check(hipSetDevice(device), "hipSetDevice");
  hipMemPool_t pool;
  hipError_t status = hipDeviceSynchronize();
  if (status == hipSuccess) status = hipDeviceGetDefaultMemPool(&pool, device);
  if (status == hipSuccess) status = hipMemPoolTrimTo(pool, 0);
  if (device != current) check(hipSetDevice(current), "hipSetDevice");
  check(status, "hipMemPoolTrimTo");
}

void hip_api::copy_async(void* to, void const* from, std::size_t bytes, stream s)
{
  check(hipMemcpyAsync(to, from, bytes, hipMemcpyDefault, s), "hipMemcpyAsync");
}

void hip_api::clear_async(void* data, std::size_t bytes, stream s)
{
  check(hipMemsetAsync(data, 0, bytes, s), "hipMemsetAsync");
}

void hip_api::synchronize(stream s) { check(hipStreamSynchronize(s), "hipStreamSynchronize"); }

std::uint32_t hip_api::tools_device()
{
  return Kokkos::Tools::Experimental::device_id_root<Kokkos::HIP>();
}

// ROCTX is a library of its own, which nothing here asks for yet: Kokkos Tools tell the same.
void hip_api::begin_range(char const*) {}
void hip_api::end_range() {}

char const* hip_api::launch_error()
{
  hipError_t const status = hipGetLastError();
  return status == hipSuccess ? nullptr : hipGetErrorString(status);
}

int hip_api::resident_blocks(void const* kernel, int threads, std::size_t shared_bytes,
                             std::size_t most)
{
  check(hipFuncSetAttribute(kernel, hipFuncAttributeMaxDynamicSharedMemorySize,
                            static_cast<int>(most)),
        "hipFuncSetAttribute");
  int blocks = 0;
  check(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared_bytes),
        "hipOccupancyMaxActiveBlocksPerMultiprocessor");
  return blocks;
}

device_info hip_api::describe(int device)
{
  static auto& known = *new std::map<int, device_info>;
  static std::mutex lock;
  std::lock_guard const only_one(lock);
  auto const found = known.find(device);
  return found != known.end() ? found->second : known.emplace(device, ask(device)).first->second;
}

int hip_api::device_count()
{
  int count = 0;
  if (hipGetDeviceCount(&count) != hipSuccess) static_cast<void>(hipGetLastError());
  return count;
}

int hip_api::current_device()
{
  int device = 0;
  check(hipGetDevice(&device), "hipGetDevice");
  return device;
}

/// Memory freed to the vendor's pool stays there for the next array.
void hip_api::prepare(int device)
{
  hipMemPool_t pool;
  check(hipDeviceGetDefaultMemPool(&pool, device), "hipDeviceGetDefaultMemPool");
  std::uint64_t threshold = UINT64_MAX;
  check(hipMemPoolSetAttribute(pool, hipMemPoolAttrReleaseThreshold, &threshold),
        "hipMemPoolSetAttribute");
}

bool hip_api::reaches(int from, int to)
{
  int can = 0;
  check(hipDeviceCanAccessPeer(&can, from, to), "hipDeviceCanAccessPeer");
  return can != 0;
}

void hip_api::share(int memory_of, int with)
{
  hipMemPool_t pool;
  check(hipDeviceGetDefaultMemPool(&pool, memory_of), "hipDeviceGetDefaultMemPool");
  hipMemAccessDesc access{};
  access.location.type = hipMemLocationTypeDevice;
  access.location.id = with;
  access.flags = hipMemAccessFlagsProtReadWrite;
  check(hipMemPoolSetAccess(pool, &access, 1), "hipMemPoolSetAccess");
}

void hip_api::set_device(int device) { check(hipSetDevice(device), "hipSetDevice"); }

hip_api::stream hip_api::stream_of(Kokkos::HIP const& instance) { return instance.hip_stream(); }
int hip_api::device_of(Kokkos::HIP const& instance) { return instance.hip_device(); }

std::vector<device_info> hip_api::devices()
{
  std::vector<device_info> all;
  for (int device = 0; device < device_count(); ++device) all.push_back(describe(device));
  return all;
}

template class gpu::queue<hip_api>;

}  // namespace acre::backends

namespace acre {

namespace {

backends::gpu::space_queues<hip> queues;

}  // namespace

hip::hip(execution_space const& instance) : space_handle(queues.shared_queue_of(instance)) {}

hip::queue_type& hip::default_queue() { return queues.default_queue(); }

hip::queue_type* hip::running_queue() { return queues.running_queue(); }

std::shared_ptr<hip::queue_type> hip::make_queue(queue_type const& like, queue_priority priority,
                                                 backends::pool* memory)
{
  return std::make_shared<queue_type>(like.device_index(), priority, memory);
}

hip hip::of_device(int index) { return hip(queues.queue_of_device(index)); }

std::vector<device_info> hip::devices() { return backends::hip_api::devices(); }

hip::execution_space const& hip::instance() const { return queues.instance_of(queue()); }

}  // namespace acre
