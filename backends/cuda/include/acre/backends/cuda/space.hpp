#pragma once

#include <acre/backends/common/backend_space.hpp>
#include <acre/backends/gpu_common/gpu_space.hpp>

#include <cuda_runtime_api.h>

namespace acre {

namespace backends {

/// The CUDA runtime, as gpu_space wants it. Failures throw backend_error with CUDA's text.
struct cuda_api {
  using execution_space = Kokkos::Cuda;
  using stream = cudaStream_t;

  static stream stream_of(execution_space const& instance) { return instance.cuda_stream(); }
  static void* allocate(std::size_t bytes, stream s);
  static void deallocate(void* data, stream s);
  static void* allocate_pinned(std::size_t bytes);
  static void deallocate_pinned(void* data);
  static void copy_async(void* to, void const* from, std::size_t bytes, stream s);
  static void clear_async(void* data, std::size_t bytes, stream s);
  static void synchronize(stream s);
  static char const* launch_error();
  static int resident_blocks(void const* kernel, int threads, std::size_t shared_bytes);
  template <class Key>
  static void sort_keys(void* scratch, std::size_t& bytes, Key const* keys, Key* sorted,
                        std::int64_t n, int first_bit, int last_bit, stream s);
  static device_info current_device();
  static std::vector<device_info> devices();
};

}  // namespace backends

/// A CUDA stream; cuda() is Kokkos' default one, cuda(Kokkos::Cuda(stream)) a user's.
class cuda : public backends::gpu::gpu_space<backends::cuda_api> {
 public:
  using memory_space = Kokkos::CudaSpace;
  static constexpr char const* name = "cuda";
  using gpu_space::gpu_space;
};

static_assert(backends::backend_space<cuda>);

}  // namespace acre
