#include <acre/backends/common/backend_space.hpp>
#include <acre/backends/cuda/space.hpp>
#include <acre/backends/gpu_common/patterns.hpp>
#include <acre/backends/gpu_common/space_body.hpp>

#include <Kokkos_Core.hpp>

#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>
#endif

#include <map>
#include <mutex>
#include <string>

namespace acre::backends {

static_assert(backend_space<cuda>);

namespace {

void check(cudaError_t status, char const* what)
{
  if (status == cudaSuccess) return;
  cudaGetLastError();  // an error that is told needs not be told again
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

}  // namespace

cudaStream_t cuda_api::make_stream(queue_priority priority)
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

cudaEvent_t cuda_api::make_event()
{
  event e;
  check(cudaEventCreateWithFlags(&e, cudaEventDisableTiming), "cudaEventCreateWithFlags");
  return e;
}

cudaEvent_t cuda_api::make_timing_event()
{
  event e;
  check(cudaEventCreate(&e), "cudaEventCreate");
  return e;
}

// What destructors call: a failure here (the context is gone) has nobody to tell.
void cuda_api::destroy_stream(stream s) { static_cast<void>(cudaStreamDestroy(s)); }
void cuda_api::destroy_event(event e) { static_cast<void>(cudaEventDestroy(e)); }
void cuda_api::deallocate(void* data, stream s) { static_cast<void>(cudaFreeAsync(data, s)); }
void cuda_api::deallocate_pinned(void* data) { static_cast<void>(cudaFreeHost(data)); }

void cuda_api::record(event e, stream s) { check(cudaEventRecord(e, s), "cudaEventRecord"); }

void cuda_api::wait(stream s, event e)
{
  check(cudaStreamWaitEvent(s, e, 0), "cudaStreamWaitEvent");
}

void cuda_api::wait(event e) { check(cudaEventSynchronize(e), "cudaEventSynchronize"); }

bool cuda_api::done(event e)
{
  auto const status = cudaEventQuery(e);
  if (status == cudaErrorNotReady) {
    static_cast<void>(cudaGetLastError());
    return false;
  }
  check(status, "cudaEventQuery");
  return true;
}

double cuda_api::seconds_between(event from, event to)
{
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, from, to), "cudaEventElapsedTime");
  return 1e-3 * static_cast<double>(milliseconds);
}

void cuda_api::begin_capture(stream s)
{
  check(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed), "cudaStreamBeginCapture");
}

cuda_api::captured cuda_api::end_capture(stream s)
{
  cudaGraph_t made = nullptr;
  check(cudaStreamEndCapture(s, &made), "cudaStreamEndCapture");
  return {made, [](auto* work) { static_cast<void>(cudaGraphDestroy(work)); }};
}

void cuda_api::discard_capture(stream s) noexcept
{
  cudaStreamCaptureStatus status{};
  if (cudaStreamIsCapturing(s, &status) == cudaSuccess && status != cudaStreamCaptureStatusNone) {
    cudaGraph_t made = nullptr;
    static_cast<void>(cudaStreamEndCapture(s, &made));
    if (made) static_cast<void>(cudaGraphDestroy(made));
  }
  static_cast<void>(cudaGetLastError());
}

cuda_api::graph cuda_api::instantiate(captured const& work)
{
  graph g = nullptr;
  check(cudaGraphInstantiate(&g, work.get(), 0), "cudaGraphInstantiate");
  return g;
}

/// False where the work is of another kind than the graph's.
bool cuda_api::update(graph g, captured const& work)
{
  cudaGraphExecUpdateResultInfo result;
  if (cudaGraphExecUpdate(g, work.get(), &result) == cudaSuccess) return true;
  cudaGetLastError();
  return false;
}

void cuda_api::launch(graph g, stream s) { check(cudaGraphLaunch(g, s), "cudaGraphLaunch"); }

void cuda_api::destroy(graph g) { static_cast<void>(cudaGraphExecDestroy(g)); }

void cuda_api::call_on_host(void (*f)(void*), void* data, stream s)
{
  check(cudaLaunchHostFunc(s, f, data), "cudaLaunchHostFunc");
}

bool cuda_api::is_pinned(void const* data)
{
  cudaPointerAttributes about{};
  if (cudaPointerGetAttributes(&about, data) != cudaSuccess) {  // memory that it has never heard of
    static_cast<void>(cudaGetLastError());
    return false;
  }
  return about.type == cudaMemoryTypeHost;
}

void* cuda_api::allocate(std::size_t bytes, stream s)
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

void* cuda_api::allocate_pinned(std::size_t bytes)
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
std::pair<std::size_t, std::size_t> cuda_api::memory(int device)
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

void cuda_api::trim(int device)
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

void cuda_api::copy_async(void* to, void const* from, std::size_t bytes, stream s)
{
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, s), "cudaMemcpyAsync");
}

void cuda_api::clear_async(void* data, std::size_t bytes, stream s)
{
  check(cudaMemsetAsync(data, 0, bytes, s), "cudaMemsetAsync");
}

void cuda_api::synchronize(stream s) { check(cudaStreamSynchronize(s), "cudaStreamSynchronize"); }

std::uint32_t cuda_api::tools_device()
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

void cuda_api::begin_range(char const* name)
{
  nvtxEventAttributes_t range{};
  range.version = NVTX_VERSION;
  range.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  range.messageType = NVTX_MESSAGE_TYPE_ASCII;
  range.message.ascii = name;
  nvtxDomainRangePushEx(nvtx_domain(), &range);
}

void cuda_api::end_range() { nvtxDomainRangePop(nvtx_domain()); }
#else  // a toolkit without NVTX's headers
void cuda_api::begin_range(char const*) {}
void cuda_api::end_range() {}
#endif

char const* cuda_api::launch_error()
{
  cudaError_t const status = cudaGetLastError();
  return status == cudaSuccess ? nullptr : cudaGetErrorString(status);
}

int cuda_api::resident_blocks(void const* kernel, int threads, std::size_t shared_bytes,
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

device_info cuda_api::describe(int device)
{
  static auto& known = *new std::map<int, device_info>;
  static std::mutex lock;
  std::lock_guard const only_one(lock);
  auto const found = known.find(device);
  return found != known.end() ? found->second : known.emplace(device, ask(device)).first->second;
}

int cuda_api::device_count()
{
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess) static_cast<void>(cudaGetLastError());
  return count;
}

int cuda_api::current_device()
{
  int device = 0;
  check(cudaGetDevice(&device), "cudaGetDevice");
  return device;
}

/// Memory freed to the vendor's pool stays there for the next array.
void cuda_api::prepare(int device)
{
  cudaMemPool_t pool;
  check(cudaDeviceGetDefaultMemPool(&pool, device), "cudaDeviceGetDefaultMemPool");
  std::uint64_t threshold = UINT64_MAX;
  check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold),
        "cudaMemPoolSetAttribute");
}

bool cuda_api::reaches(int from, int to)
{
  int can = 0;
  check(cudaDeviceCanAccessPeer(&can, from, to), "cudaDeviceCanAccessPeer");
  return can != 0;
}

void cuda_api::share(int memory_of, int with)
{
  cudaMemPool_t pool;
  check(cudaDeviceGetDefaultMemPool(&pool, memory_of), "cudaDeviceGetDefaultMemPool");
  cudaMemAccessDesc access{};
  access.location.type = cudaMemLocationTypeDevice;
  access.location.id = with;
  access.flags = cudaMemAccessFlagsProtReadWrite;
  check(cudaMemPoolSetAccess(pool, &access, 1), "cudaMemPoolSetAccess");
}

void cuda_api::set_device(int device) { check(cudaSetDevice(device), "cudaSetDevice"); }

cuda_api::stream cuda_api::stream_of(Kokkos::Cuda const& instance)
{
  return instance.cuda_stream();
}

int cuda_api::device_of(Kokkos::Cuda const& instance) { return instance.cuda_device(); }

std::vector<device_info> cuda_api::devices()
{
  std::vector<device_info> all;
  for (int device = 0; device < device_count(); ++device) all.push_back(describe(device));
  return all;
}

template class gpu::queue<cuda_api>;

}  // namespace acre::backends

namespace acre {

namespace {

backends::gpu::space_queues<cuda> queues;

}  // namespace

cuda::cuda(execution_space const& instance) : space_handle(queues.shared_queue_of(instance)) {}

cuda::queue_type& cuda::default_queue() { return queues.default_queue(); }

cuda::queue_type* cuda::running_queue() { return queues.running_queue(); }

std::shared_ptr<cuda::queue_type> cuda::make_queue(queue_type const& like, queue_priority priority,
                                                   backends::pool* memory)
{
  return std::make_shared<queue_type>(like.device_index(), priority, memory);
}

cuda cuda::of_device(int index) { return cuda(queues.queue_of_device(index)); }

std::vector<device_info> cuda::devices() { return backends::cuda_api::devices(); }

cuda::execution_space const& cuda::instance() const { return queues.instance_of(queue()); }

}  // namespace acre
