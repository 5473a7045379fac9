#pragma once

#include <acre/backends/gpu_common/stream_space.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

#include <cuda_runtime_api.h>

namespace Kokkos {
class Cuda;
class CudaSpace;
}  // namespace Kokkos

namespace acre {

namespace backends {

class kernel_compiler;
class linear_algebra;

struct cuda_types {
  using stream = cudaStream_t;
  using event = cudaEvent_t;
  using graph = cudaGraphExec_t;
  using captured = std::shared_ptr<std::remove_pointer_t<cudaGraph_t>>;
  using instance = Kokkos::Cuda;
};

/// The CUDA runtime, as gpu::queue calls it.
struct cuda_api : gpu::runtime_calls<cuda_types> {
  static constexpr char const* space_name = "cuda";
  static constexpr char const* memory_name = "Cuda";
  static constexpr bool copies_in_bulk = gpu::has_early_starts;  // on the same devices
  static constexpr bool guards_memory = false;
  template <class... Parameters>
  static bool launch_early(void (*kernel)(Parameters...), unsigned blocks, int threads,
                           std::size_t shared_bytes, stream s,
                           std::type_identity_t<Parameters> const&... arguments)
  {
    cudaLaunchAttribute early{};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t how{};
    how.gridDim = dim3(blocks);
    how.blockDim = dim3(static_cast<unsigned>(threads));
    how.dynamicSmemBytes = shared_bytes;
    how.stream = s;
    how.attrs = &early;
    how.numAttrs = reinterpret_cast<std::uintptr_t>(s) > 2 ? 1 : 0;  // not on the default streams
    void* each[] = {const_cast<void*>(static_cast<void const*>(&arguments))...};
    return cudaLaunchKernelExC(&how, reinterpret_cast<void const*>(kernel), each) == cudaSuccess;
  }
  template <class Key>
  static void sort_keys(void* scratch, std::size_t& bytes, Key const* keys, Key* sorted,
                        std::int64_t n, int first_bit, int last_bit, stream s);
  template <class Key, class Word>
  static void sort_pairs(void* scratch, std::size_t& bytes, Key const* keys, Key* sorted_keys,
                         Word const* values, Word* sorted_values, std::int64_t n, int first_bit,
                         int last_bit, stream s);
  template <class Key, class Word>
  static Word* sort_pairs_between(void* scratch, std::size_t& bytes, Key const* keys,
                                  Key* sorted_keys, Word* values, Word* others, std::int64_t n,
                                  stream s);
  static kernel_compiler& compiler();                        // of run time
  static linear_algebra& algebra(gpu::queue<cuda_api>& on);  // in acre::linalg
};

extern template class gpu::queue<cuda_api>;

}  // namespace backends

/// A CUDA stream: cuda() is Kokkos' default one, cuda(Kokkos::Cuda(stream)) a user's.
class cuda : public backends::gpu::stream_space<cuda, backends::cuda_api, Kokkos::CudaSpace> {
 public:
  using stream_space::stream_space;
};

extern template class backends::gpu::stream_space<cuda, backends::cuda_api, Kokkos::CudaSpace>;

}  // namespace acre
