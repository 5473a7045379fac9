#include <acre/backends/common/backend_space.hpp>
#include <acre/backends/cuda/space.hpp>
#include <acre/backends/gpu_common/patterns.hpp>
#include <acre/backends/gpu_common/space_body.hpp>

#include <Kokkos_Core.hpp>

#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>
#endif

#include <cstring>
#include <map>
#include <mutex>
#include <string>

namespace acre::backends {

static_assert(backend_space<cuda>);

using cuda_calls = gpu::runtime_calls<cuda_types>;

namespace {

void check(cudaError_t status, char const* what)
{
  if (status == cudaSuccess) return;
  cudaGetLastError();  // an error that is reported needs not be reported again
  throw backend_error(std::string("cuda: ") + what + ": " + cudaGetErrorString(status));
}

device_info ask(int device)
{
  cudaDeviceProp p;
  check(cudaGetDeviceProperties(&p, device), "cudaGetDeviceProperties");
  device_info info;
  info.index = device;
  info.name = p.name;
  info.compute_capability = std::to_string(p.major) + '.' + std::to_string(p.minor);
  info.multiprocessors = p.multiProcessorCount;
  info.memory = p.totalGlobalMem;
  info.max_threads_per_block = p.maxThreadsPerBlock;
  info.max_shared_memory_per_block = p.sharedMemPerBlockOptin;
  info.cache = static_cast<std::uint64_t>(p.l2CacheSize);
  info.warp_size = p.warpSize;
  char bus[32] = "";
  check(cudaDeviceGetPCIBusId(bus, sizeof bus, device), "cudaDeviceGetPCIBusId");
  info.bus = bus;
  return info;
}

gpu::space_queues<cuda> queues;

}  // namespace

template <>
cudaStream_t cuda_calls::make_stream(queue_priority priority)
{
  int low = 0, high = 0;  // smaller numbers go first
  check(cudaDeviceGetStreamPriorityRange(&low, &high), "cudaDeviceGetStreamPriorityRange");
  int const number = priority == queue_priority::low    ? low
                     : priority == queue_priority::high ? high
                                                        : 0;  // that of streams made without one
  stream s;
  check(cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, number),
        "cudaStreamCreateWithPriority");
  return s;
}

template <>
bool cuda_calls::has_ended(stream s)
{
  auto const status = cudaStreamQuery(s);
  if (status == cudaErrorNotReady) {
    static_cast<void>(cudaGetLastError());
    return false;
  }
  check(status, "cudaStreamQuery");
  return true;
}

template <>
cudaEvent_t cuda_calls::make_event()
{
  event e;
  check(cudaEventCreateWithFlags(&e, cudaEventDisableTiming), "cudaEventCreateWithFlags");
  return e;
}

template <>
cudaEvent_t cuda_calls::make_timing_event()
{
  event e;
  check(cudaEventCreate(&e), "cudaEventCreate");
  return e;
}

// For destructors: a failure here (the context is gone) cannot be reported.
template <>
void cuda_calls::destroy_stream(stream s)
{
  static_cast<void>(cudaStreamDestroy(s));
}
template <>
void cuda_calls::destroy_event(event e)
{
  static_cast<void>(cudaEventDestroy(e));
}
template <>
void cuda_calls::deallocate(void* data, stream s)
{
  static_cast<void>(cudaFreeAsync(data, s));
}
template <>
void cuda_calls::deallocate_pinned(void* data)
{
  static_cast<void>(cudaFreeHost(data));
}

template <>
void cuda_calls::record(event e, stream s)
{
  check(cudaEventRecord(e, s), "cudaEventRecord");
}

template <>
void cuda_calls::wait(stream s, event e)
{
  check(cudaStreamWaitEvent(s, e, 0), "cudaStreamWaitEvent");
}

template <>
void cuda_calls::wait(event e)
{
  check(cudaEventSynchronize(e), "cudaEventSynchronize");
}

template <>
bool cuda_calls::done(event e)
{
  auto const status = cudaEventQuery(e);
  if (status == cudaErrorNotReady) {
    static_cast<void>(cudaGetLastError());
    return false;
  }
  check(status, "cudaEventQuery");
  return true;
}

template <>
double cuda_calls::seconds_between(event from, event to)
{
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, from, to), "cudaEventElapsedTime");
  return 1e-3 * static_cast<double>(milliseconds);
}

template <>
void cuda_calls::begin_capture(stream s)
{
  check(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed), "cudaStreamBeginCapture");
}

template <>
cuda_calls::captured cuda_calls::end_capture(stream s)
{
  cudaGraph_t made = nullptr;
  check(cudaStreamEndCapture(s, &made), "cudaStreamEndCapture");
  return {made, [](auto* work) { static_cast<void>(cudaGraphDestroy(work)); }};
}

template <>
void cuda_calls::discard_capture(stream s) noexcept
{
  cudaStreamCaptureStatus status{};
  if (cudaStreamIsCapturing(s, &status) == cudaSuccess && status != cudaStreamCaptureStatusNone) {
    cudaGraph_t made = nullptr;
    static_cast<void>(cudaStreamEndCapture(s, &made));
    if (made) static_cast<void>(cudaGraphDestroy(made));
  }
  static_cast<void>(cudaGetLastError());
}

template <>
cuda_calls::graph cuda_calls::instantiate(captured const& work)
{
  graph g = nullptr;
  check(cudaGraphInstantiate(&g, work.get(), 0), "cudaGraphInstantiate");
  return g;
}

/// False where the work is of another kind than the graph's.
template <>
bool cuda_calls::update(graph g, captured const& work)
{
  cudaGraphExecUpdateResultInfo result;
  if (cudaGraphExecUpdate(g, work.get(), &result) == cudaSuccess) return true;
  cudaGetLastError();
  return false;
}

template <>
void cuda_calls::launch(graph g, stream s)
{
  check(cudaGraphLaunch(g, s), "cudaGraphLaunch");
}

template <>
void cuda_calls::destroy(graph g)
{
  static_cast<void>(cudaGraphExecDestroy(g));
}

template <>
void cuda_calls::call_on_host(void (*f)(void*), void* data, stream s)
{
  check(cudaLaunchHostFunc(s, f, data), "cudaLaunchHostFunc");
}

template <>
bool cuda_calls::is_pinned(void const* data)
{
  cudaPointerAttributes about{};
  if (cudaPointerGetAttributes(&about, data) != cudaSuccess) {  // memory that it has never heard of
    static_cast<void>(cudaGetLastError());
    return false;
  }
  return about.type == cudaMemoryTypeHost;
}

template <>
int cuda_calls::device_with(void const* data)
{
  cudaPointerAttributes about{};
  if (cudaPointerGetAttributes(&about, data) != cudaSuccess) {
    static_cast<void>(cudaGetLastError());
    return -1;
  }
  return about.type == cudaMemoryTypeDevice || about.type == cudaMemoryTypeManaged ? about.device
                                                                                   : -1;
}

template <>
void* cuda_calls::allocate(std::size_t bytes, stream s)
{
  void* data = nullptr;
  cudaError_t const status = cudaMallocAsync(&data, bytes, s);
  if (status == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    return nullptr;
  }
  check(status, "cudaMallocAsync");
  return data;
}

template <>
void* cuda_calls::allocate_pinned(std::size_t bytes)
{
  void* data = nullptr;
  cudaError_t const status = cudaMallocHost(&data, bytes);
  if (status == cudaErrorMemoryAllocation) {
    static_cast<void>(cudaGetLastError());
    return nullptr;
  }
  check(status, "cudaMallocHost");
  return data;
}

/// Free and total bytes; what the vendor's pool keeps is free to the next allocation.
template <>
std::pair<std::size_t, std::size_t> cuda_calls::memory(int device)
{
  std::size_t free = 0, total = 0;
  int current = 0;
  check(cudaGetDevice(&current), "cudaGetDevice");
  if (device != current) check(cudaSetDevice(device), "cudaSetDevice");
  cudaError_t const status = cudaMemGetInfo(&free, &total);
  if (device != current) check(cudaSetDevice(current), "cudaSetDevice");
  check(status, "cudaMemGetInfo");
  return {free, total};
}

template <>
void cuda_calls::trim(int device)
{
  int current = 0;
  check(cudaGetDevice(&current), "cudaGetDevice");
  if (device != current) check(cudaSetDevice(device), "cudaSetDevice");
  cudaMemPool_t pool;
  cudaError_t status = cudaDeviceSynchronize();
  if (status == cudaSuccess) status = cudaDeviceGetDefaultMemPool(&pool, device);
  if (status == cudaSuccess) status = cudaMemPoolTrimTo(pool, 0);
  if (device != current) check(cudaSetDevice(current), "cudaSetDevice");
  check(status, "cudaMemPoolTrimTo");
}

template <>
void cuda_calls::copy_async(void* to, void const* from, std::size_t bytes, stream s)
{
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, s), "cudaMemcpyAsync");
}

template <>
void cuda_calls::clear_async(void* data, std::size_t bytes, stream s)
{
  check(cudaMemsetAsync(data, 0, bytes, s), "cudaMemsetAsync");
}

template <>
void cuda_calls::synchronize(stream s)
{
  check(cudaStreamSynchronize(s), "cudaStreamSynchronize");
}

template <>
std::uint32_t cuda_calls::tools_device()
{
  return Kokkos::Tools::Experimental::device_id_root<Kokkos::Cuda>();
}

#if __has_include(<nvtx3/nvToolsExt.h>)
namespace {

nvtxDomainHandle_t nvtx_domain()
{
  static nvtxDomainHandle_t const domain = nvtxDomainCreateA("acre");
  return domain;
}

}  // namespace

template <>
void cuda_calls::begin_range(char const* name)
{
  nvtxEventAttributes_t range{};
  range.version = NVTX_VERSION;
  range.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  range.messageType = NVTX_MESSAGE_TYPE_ASCII;
  range.message.ascii = name;
  nvtxDomainRangePushEx(nvtx_domain(), &range);
}

template <>
void cuda_calls::end_range()
{
  nvtxDomainRangePop(nvtx_domain());
}
#else  // a toolkit without NVTX's headers
template <>
void cuda_calls::begin_range(char const*)
{}
template <>
void cuda_calls::end_range()
{}
#endif

template <>
char const* cuda_calls::launch_error()
{
  cudaError_t const status = cudaGetLastError();
  return status == cudaSuccess ? nullptr : cudaGetErrorString(status);
}

template <>
int cuda_calls::resident_blocks(void const* kernel, int threads, std::size_t shared_bytes,
                                std::size_t most)
{
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(most)),
        "cudaFuncSetAttribute");
  int blocks = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared_bytes),
        "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  return blocks;
}

template <>
device_info cuda_calls::describe(int device)
{
  static auto& known = *new std::map<int, device_info>;
  static std::mutex lock;
  std::lock_guard const only_one(lock);
  auto const found = known.find(device);
  return found != known.end() ? found->second : known.emplace(device, ask(device)).first->second;
}

template <>
int cuda_calls::device_count()
{
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess) static_cast<void>(cudaGetLastError());
  return count;
}

template <>
int cuda_calls::current_device()
{
  int device = 0;
  check(cudaGetDevice(&device), "cudaGetDevice");
  return device;
}

/// Memory freed to the vendor's pool stays there for the next array.
template <>
void cuda_calls::prepare(int device)
{
  cudaMemPool_t pool;
  check(cudaDeviceGetDefaultMemPool(&pool, device), "cudaDeviceGetDefaultMemPool");
  std::uint64_t threshold = UINT64_MAX;
  check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold),
        "cudaMemPoolSetAttribute");
}

template <>
void* cuda_calls::allocate_mappable(std::size_t bytes)
{
  void* data = nullptr;
  cudaError_t const status = cudaMalloc(&data, bytes);
  if (status == cudaErrorMemoryAllocation) {
    static_cast<void>(cudaGetLastError());
    return nullptr;
  }
  check(status, "cudaMalloc");
  check(cudaMemset(data, 0, bytes), "cudaMemset");
  check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  return data;
}

template <>
void cuda_calls::deallocate_mappable(void* data)
{
  static_cast<void>(cudaFree(data));
}

template <>
gpu::exported_memory cuda_calls::export_mappable(void* data)
{
  cudaIpcMemHandle_t handle;
  check(cudaIpcGetMemHandle(&handle, data), "cudaIpcGetMemHandle");
  gpu::exported_memory to{};
  static_assert(sizeof handle <= sizeof to);
  std::memcpy(to.data(), &handle, sizeof handle);
  return to;
}

template <>
void* cuda_calls::map(gpu::exported_memory const& of)
{
  cudaIpcMemHandle_t handle;
  std::memcpy(&handle, of.data(), sizeof handle);
  void* data = nullptr;
  check(cudaIpcOpenMemHandle(&data, handle, cudaIpcMemLazyEnablePeerAccess),
        "cudaIpcOpenMemHandle");
  return data;
}

template <>
void cuda_calls::unmap(void* data)
{
  static_cast<void>(cudaIpcCloseMemHandle(data));
}

template <>
bool cuda_calls::reaches(int from, int to)
{
  int can = 0;
  check(cudaDeviceCanAccessPeer(&can, from, to), "cudaDeviceCanAccessPeer");
  return can != 0;
}

template <>
void cuda_calls::share(int memory_of, int with)
{
  cudaMemPool_t pool;
  check(cudaDeviceGetDefaultMemPool(&pool, memory_of), "cudaDeviceGetDefaultMemPool");
  cudaMemAccessDesc access{};
  access.location.type = cudaMemLocationTypeDevice;
  access.location.id = with;
  access.flags = cudaMemAccessFlagsProtReadWrite;
  check(cudaMemPoolSetAccess(pool, &access, 1), "cudaMemPoolSetAccess");
}

template <>
void cuda_calls::set_device(int device)
{
  check(cudaSetDevice(device), "cudaSetDevice");
}

template <>
cuda_calls::stream cuda_calls::stream_of(Kokkos::Cuda const& instance)
{
  return instance.cuda_stream();
}

template <>
int cuda_calls::device_of(Kokkos::Cuda const& instance)
{
  return instance.cuda_device();
}

template <>
std::vector<device_info> cuda_calls::devices()
{
  std::vector<device_info> all;
  for (int device = 0; device < device_count(); ++device) all.push_back(describe(device));
  return all;
}

template class gpu::queue<cuda_api>;

template <>
gpu::space_queues<cuda>& gpu::all_queues()
{
  return queues;
}

}  // namespace acre::backends

template class acre::backends::gpu::stream_space<acre::cuda, acre::backends::cuda_api,
                                                 Kokkos::CudaSpace>;
