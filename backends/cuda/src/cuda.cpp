#include <acre/backends/cuda/space.hpp>

#include <string>

namespace acre::backends {

namespace {

void check(cudaError_t status, char const* what)
{
  if (status == cudaSuccess) return;
  cudaGetLastError();  // an error that is told needs not be told again
  throw backend_error(std::string("cuda: ") + what + ": " + cudaGetErrorString(status));
}

/// Memory freed to the pool stays there for the next array.
void keep_pool_memory()
{
  int device = 0;
  check(cudaGetDevice(&device), "cudaGetDevice");
  cudaMemPool_t pool;
  check(cudaDeviceGetDefaultMemPool(&pool, device), "cudaDeviceGetDefaultMemPool");
  std::uint64_t threshold = UINT64_MAX;
  check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold),
        "cudaMemPoolSetAttribute");
}

device_info describe(int device)
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
  return info;
}

}  // namespace

void* cuda_api::allocate(std::size_t bytes, stream s)
{
  static bool const once = (keep_pool_memory(), true);
  static_cast<void>(once);
  void* data = nullptr;
  cudaError_t const status = cudaMallocAsync(&data, bytes, s);
  if (status == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    return nullptr;
  }
  check(status, "cudaMallocAsync");
  return data;
}

// Called from destructors: a failure here (the context is gone) has nobody to tell.
void cuda_api::deallocate(void* data, stream s) { cudaFreeAsync(data, s); }

void* cuda_api::allocate_pinned(std::size_t bytes)
{
  void* data = nullptr;
  check(cudaMallocHost(&data, bytes), "cudaMallocHost");
  return data;
}

void cuda_api::deallocate_pinned(void* data) { cudaFreeHost(data); }

void cuda_api::copy_async(void* to, void const* from, std::size_t bytes, stream s)
{
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, s), "cudaMemcpyAsync");
}

void cuda_api::clear_async(void* data, std::size_t bytes, stream s)
{
  check(cudaMemsetAsync(data, 0, bytes, s), "cudaMemsetAsync");
}

void cuda_api::synchronize(stream s) { check(cudaStreamSynchronize(s), "cudaStreamSynchronize"); }

char const* cuda_api::launch_error()
{
  cudaError_t const status = cudaGetLastError();
  return status == cudaSuccess ? nullptr : cudaGetErrorString(status);
}

int cuda_api::resident_blocks(void const* kernel, int threads, std::size_t shared_bytes)
{
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(shared_bytes)),
        "cudaFuncSetAttribute");
  int blocks = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared_bytes),
        "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  return blocks;
}

device_info cuda_api::current_device()
{
  int device = 0;
  check(cudaGetDevice(&device), "cudaGetDevice");
  return describe(device);
}

std::vector<device_info> cuda_api::devices()
{
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess) cudaGetLastError();
  std::vector<device_info> all;
  for (int device = 0; device < count; ++device) all.push_back(describe(device));
  return all;
}

}  // namespace acre::backends
