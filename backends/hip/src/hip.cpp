#include <acre/backends/hip/space.hpp>

#include <string>

namespace acre::backends {

namespace {

void check(hipError_t status, char const* what)
{
  if (status == hipSuccess) return;
  hipGetLastError();  // an error that is told needs not be told again
  throw backend_error(std::string("hip: ") + what + ": " + hipGetErrorString(status));
}

/// Memory freed to the pool stays there for the next array.
void keep_pool_memory()
{
  int device = 0;
  check(hipGetDevice(&device), "hipGetDevice");
  hipMemPool_t pool;
  check(hipDeviceGetDefaultMemPool(&pool, device), "hipDeviceGetDefaultMemPool");
  std::uint64_t threshold = UINT64_MAX;
  check(hipMemPoolSetAttribute(pool, hipMemPoolAttrReleaseThreshold, &threshold),
        "hipMemPoolSetAttribute");
}

device_info describe(int device)
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
  return info;
}

}  // namespace

void* hip_api::allocate(std::size_t bytes, stream s)
{
  static bool const once = (keep_pool_memory(), true);
  static_cast<void>(once);
  void* data = nullptr;
  hipError_t const status = hipMallocAsync(&data, bytes, s);
  if (status == hipErrorOutOfMemory) {
    hipGetLastError();
    return nullptr;
  }
  check(status, "hipMallocAsync");
  return data;
}

// Called from destructors: a failure here (the context is gone) has nobody to tell.
void hip_api::deallocate(void* data, stream s) { hipFreeAsync(data, s); }

void* hip_api::allocate_pinned(std::size_t bytes)
{
  void* data = nullptr;
  check(hipHostMalloc(&data, bytes), "hipHostMalloc");
  return data;
}

void hip_api::deallocate_pinned(void* data) { hipHostFree(data); }

void hip_api::copy_async(void* to, void const* from, std::size_t bytes, stream s)
{
  check(hipMemcpyAsync(to, from, bytes, hipMemcpyDefault, s), "hipMemcpyAsync");
}

void hip_api::clear_async(void* data, std::size_t bytes, stream s)
{
  check(hipMemsetAsync(data, 0, bytes, s), "hipMemsetAsync");
}

void hip_api::synchronize(stream s) { check(hipStreamSynchronize(s), "hipStreamSynchronize"); }

char const* hip_api::launch_error()
{
  hipError_t const status = hipGetLastError();
  return status == hipSuccess ? nullptr : hipGetErrorString(status);
}

int hip_api::resident_blocks(void const* kernel, int threads, std::size_t shared_bytes)
{
  check(hipFuncSetAttribute(kernel, hipFuncAttributeMaxDynamicSharedMemorySize,
                            static_cast<int>(shared_bytes)),
        "hipFuncSetAttribute");
  int blocks = 0;
  check(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared_bytes),
        "hipOccupancyMaxActiveBlocksPerMultiprocessor");
  return blocks;
}

device_info hip_api::current_device()
{
  int device = 0;
  check(hipGetDevice(&device), "hipGetDevice");
  return describe(device);
}

std::vector<device_info> hip_api::devices()
{
  int count = 0;
  if (hipGetDeviceCount(&count) != hipSuccess) hipGetLastError();
  std::vector<device_info> all;
  for (int device = 0; device < count; ++device) all.push_back(describe(device));
  return all;
}

}  // namespace acre::backends
