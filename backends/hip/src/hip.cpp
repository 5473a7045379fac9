#include <acre/backends/common/backend_space.hpp>
#include <acre/backends/gpu_common/patterns.hpp>
#include <acre/backends/gpu_common/space_body.hpp>
#include <acre/backends/hip/space.hpp>

#include <Kokkos_Core.hpp>

#include <cstring>
#include <map>
#include <mutex>
#include <string>

namespace acre::backends {

static_assert(backend_space<hip>);

using hip_calls = gpu::runtime_calls<hip_types>;

namespace {

void check(hipError_t status, char const* what)
{
  if (status == hipSuccess) return;
  (void)hipGetLastError();  // an error that is reported needs not be reported again
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

gpu::space_queues<hip> queues;

}  // namespace

template <>
hipStream_t hip_calls::make_stream(queue_priority priority)
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

template <>
bool hip_calls::has_ended(stream s)
{
  auto const status = hipStreamQuery(s);
  if (status == hipErrorNotReady) {
    static_cast<void>(hipGetLastError());
    return false;
  }
  check(status, "hipStreamQuery");
  return true;
}

template <>
hipEvent_t hip_calls::make_event()
{
  event e;
  check(hipEventCreateWithFlags(&e, hipEventDisableTiming), "hipEventCreateWithFlags");
  return e;
}

template <>
hipEvent_t hip_calls::make_timing_event()
{
  event e;
  check(hipEventCreate(&e), "hipEventCreate");
  return e;
}

// For destructors: a failure here (the context is gone) cannot be reported.
template <>
void hip_calls::destroy_stream(stream s)
{
  static_cast<void>(hipStreamDestroy(s));
}
template <>
void hip_calls::destroy_event(event e)
{
  static_cast<void>(hipEventDestroy(e));
}
template <>
void hip_calls::deallocate(void* data, stream s)
{
  static_cast<void>(hipFreeAsync(data, s));
}
template <>
void hip_calls::deallocate_pinned(void* data)
{
  static_cast<void>(hipHostFree(data));
}

template <>
void hip_calls::record(event e, stream s)
{
  check(hipEventRecord(e, s), "hipEventRecord");
}

template <>
void hip_calls::wait(stream s, event e)
{
  check(hipStreamWaitEvent(s, e, 0), "hipStreamWaitEvent");
}

template <>
void hip_calls::wait(event e)
{
  check(hipEventSynchronize(e), "hipEventSynchronize");
}

template <>
bool hip_calls::done(event e)
{
  auto const status = hipEventQuery(e);
  if (status == hipErrorNotReady) {
    static_cast<void>(hipGetLastError());
    return false;
  }
  check(status, "hipEventQuery");
  return true;
}

template <>
double hip_calls::seconds_between(event from, event to)
{
  float milliseconds = 0;
  check(hipEventElapsedTime(&milliseconds, from, to), "hipEventElapsedTime");
  return 1e-3 * static_cast<double>(milliseconds);
}

template <>
void hip_calls::begin_capture(stream s)
{
  check(hipStreamBeginCapture(s, hipStreamCaptureModeRelaxed), "hipStreamBeginCapture");
}

template <>
hip_calls::captured hip_calls::end_capture(stream s)
{
  hipGraph_t made = nullptr;
  check(hipStreamEndCapture(s, &made), "hipStreamEndCapture");
  return {made, [](auto* work) { static_cast<void>(hipGraphDestroy(work)); }};
}

template <>
void hip_calls::discard_capture(stream s) noexcept
{
  hipStreamCaptureStatus status{};
  if (hipStreamIsCapturing(s, &status) == hipSuccess && status != hipStreamCaptureStatusNone) {
    hipGraph_t made = nullptr;
    static_cast<void>(hipStreamEndCapture(s, &made));
    if (made) static_cast<void>(hipGraphDestroy(made));
  }
  static_cast<void>(hipGetLastError());
}

template <>
hip_calls::graph hip_calls::instantiate(captured const& work)
{
  graph g = nullptr;
  check(hipGraphInstantiate(&g, work.get(), nullptr, nullptr, 0), "hipGraphInstantiate");
  return g;
}

/// False where the work is of another kind than the graph's.
template <>
bool hip_calls::update(graph g, captured const& work)
{
  hipGraphNode_t node = nullptr;
  hipGraphExecUpdateResult result{};
  if (hipGraphExecUpdate(g, work.get(), &node, &result) == hipSuccess) return true;
  static_cast<void>(hipGetLastError());
  return false;
}

template <>
void hip_calls::launch(graph g, stream s)
{
  check(hipGraphLaunch(g, s), "hipGraphLaunch");
}

template <>
void hip_calls::destroy(graph g)
{
  static_cast<void>(hipGraphExecDestroy(g));
}

template <>
void hip_calls::call_on_host(void (*f)(void*), void* data, stream s)
{
  check(hipLaunchHostFunc(s, f, data), "hipLaunchHostFunc");
}

template <>
bool hip_calls::is_pinned(void const* data)
{
  hipPointerAttribute_t about{};
  if (hipPointerGetAttributes(&about, data) != hipSuccess) {  // memory that it has never heard of
    static_cast<void>(hipGetLastError());
    return false;
  }
  return about.type == hipMemoryTypeHost;
}

template <>
int hip_calls::device_with(void const* data)
{
  hipPointerAttribute_t about{};
  if (hipPointerGetAttributes(&about, data) != hipSuccess) {
    static_cast<void>(hipGetLastError());
    return -1;
  }
  return about.type == hipMemoryTypeDevice || about.type == hipMemoryTypeManaged ? about.device
                                                                                 : -1;
}

template <>
void* hip_calls::allocate(std::size_t bytes, stream s)
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

template <>
void* hip_calls::allocate_pinned(std::size_t bytes)
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
template <>
std::pair<std::size_t, std::size_t> hip_calls::memory(int device)
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

template <>
void hip_calls::trim(int device)
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

template <>
void hip_calls::copy_async(void* to, void const* from, std::size_t bytes, stream s)
{
  check(hipMemcpyAsync(to, from, bytes, hipMemcpyDefault, s), "hipMemcpyAsync");
}

template <>
void hip_calls::clear_async(void* data, std::size_t bytes, stream s)
{
  check(hipMemsetAsync(data, 0, bytes, s), "hipMemsetAsync");
}

template <>
void hip_calls::synchronize(stream s)
{
  check(hipStreamSynchronize(s), "hipStreamSynchronize");
}

template <>
std::uint32_t hip_calls::tools_device()
{
  return Kokkos::Tools::Experimental::device_id_root<Kokkos::HIP>();
}

// ROCTX is a library of its own, which nothing here asks for yet: Kokkos Tools say the same.
template <>
void hip_calls::begin_range(char const*)
{}
template <>
void hip_calls::end_range()
{}

template <>
char const* hip_calls::launch_error()
{
  hipError_t const status = hipGetLastError();
  return status == hipSuccess ? nullptr : hipGetErrorString(status);
}

template <>
int hip_calls::resident_blocks(void const* kernel, int threads, std::size_t shared_bytes,
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

template <>
device_info hip_calls::describe(int device)
{
  static auto& known = *new std::map<int, device_info>;
  static std::mutex lock;
  std::lock_guard const only_one(lock);
  auto const found = known.find(device);
  return found != known.end() ? found->second : known.emplace(device, ask(device)).first->second;
}

template <>
int hip_calls::device_count()
{
  int count = 0;
  if (hipGetDeviceCount(&count) != hipSuccess) static_cast<void>(hipGetLastError());
  return count;
}

template <>
int hip_calls::current_device()
{
  int device = 0;
  check(hipGetDevice(&device), "hipGetDevice");
  return device;
}

/// Memory freed to the vendor's pool stays there for the next array.
template <>
void hip_calls::prepare(int device)
{
  hipMemPool_t pool;
  check(hipDeviceGetDefaultMemPool(&pool, device), "hipDeviceGetDefaultMemPool");
  std::uint64_t threshold = UINT64_MAX;
  check(hipMemPoolSetAttribute(pool, hipMemPoolAttrReleaseThreshold, &threshold),
        "hipMemPoolSetAttribute");
}

// (fine-grained: another device's writes are seen while a kernel runs)
template <>
void* hip_calls::allocate_mappable(std::size_t bytes)
{
  void* data = nullptr;
  hipError_t const status = hipExtMallocWithFlags(&data, bytes, hipDeviceMallocFinegrained);
  if (status == hipErrorOutOfMemory) {
    static_cast<void>(hipGetLastError());
    return nullptr;
  }
  check(status, "hipExtMallocWithFlags");
  check(hipMemset(data, 0, bytes), "hipMemset");
  check(hipDeviceSynchronize(), "hipDeviceSynchronize");
  return data;
}

template <>
void hip_calls::deallocate_mappable(void* data)
{
  static_cast<void>(hipFree(data));
}

template <>
gpu::exported_memory hip_calls::export_mappable(void* data)
{
  hipIpcMemHandle_t handle;
  check(hipIpcGetMemHandle(&handle, data), "hipIpcGetMemHandle");
  gpu::exported_memory to{};
  static_assert(sizeof handle <= sizeof to);
  std::memcpy(to.data(), &handle, sizeof handle);
  return to;
}

template <>
void* hip_calls::map(gpu::exported_memory const& of)
{
  hipIpcMemHandle_t handle;
  std::memcpy(&handle, of.data(), sizeof handle);
  void* data = nullptr;
  check(hipIpcOpenMemHandle(&data, handle, hipIpcMemLazyEnablePeerAccess), "hipIpcOpenMemHandle");
  return data;
}

template <>
void hip_calls::unmap(void* data)
{
  static_cast<void>(hipIpcCloseMemHandle(data));
}

template <>
bool hip_calls::reaches(int from, int to)
{
  int can = 0;
  check(hipDeviceCanAccessPeer(&can, from, to), "hipDeviceCanAccessPeer");
  return can != 0;
}

template <>
void hip_calls::share(int memory_of, int with)
{
  hipMemPool_t pool;
  check(hipDeviceGetDefaultMemPool(&pool, memory_of), "hipDeviceGetDefaultMemPool");
  hipMemAccessDesc access{};
  access.location.type = hipMemLocationTypeDevice;
  access.location.id = with;
  access.flags = hipMemAccessFlagsProtReadWrite;
  check(hipMemPoolSetAccess(pool, &access, 1), "hipMemPoolSetAccess");
}

template <>
void hip_calls::set_device(int device)
{
  check(hipSetDevice(device), "hipSetDevice");
}

template <>
hip_calls::stream hip_calls::stream_of(Kokkos::HIP const& instance)
{
  return instance.hip_stream();
}
template <>
int hip_calls::device_of(Kokkos::HIP const& instance)
{
  return instance.hip_device();
}

template <>
std::vector<device_info> hip_calls::devices()
{
  std::vector<device_info> all;
  for (int device = 0; device < device_count(); ++device) all.push_back(describe(device));
  return all;
}

template class gpu::queue<hip_api>;

template <>
gpu::space_queues<hip>& gpu::all_queues()
{
  return queues;
}

}  // namespace acre::backends

template class acre::backends::gpu::stream_space<acre::hip, acre::backends::hip_api,
                                                 Kokkos::HIPSpace>;
