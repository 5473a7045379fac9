#pragma once

#include <acre/backends/common/space_handle.hpp>
#include <acre/backends/gpu_common/queue.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include <cuda_runtime_api.h>

namespace Kokkos {
class Cuda;
class CudaSpace;
}  // namespace Kokkos

namespace acre {

namespace backends {

class kernel_compiler;
class linear_algebra;

/// The CUDA runtime, as gpu::queue wants it. Failures throw backend_error with CUDA's text.
struct cuda_api {
  using stream = cudaStream_t;
  using event = cudaEvent_t;
  using graph = cudaGraphExec_t;
  using captured = std::shared_ptr<std::remove_pointer_t<cudaGraph_t>>;

  static stream make_stream(queue_priority priority);
  static void destroy_stream(stream s);
  static event make_event();
  static event make_timing_event();
  static void destroy_event(event e);
  static void record(event e, stream s);
  static void wait(stream s, event e);
  static void wait(event e);
  static bool done(event e);
  static double seconds_between(event from, event to);
  static void begin_capture(stream s);
  static captured end_capture(stream s);
  static void discard_capture(stream s) noexcept;
  static graph instantiate(captured const& work);
  static bool update(graph g, captured const& work);
  static void launch(graph g, stream s);
  static void destroy(graph g);
  static void call_on_host(void (*f)(void*), void* data, stream s);
  static bool is_pinned(void const* data);
  static void* allocate(std::size_t bytes, stream s);
  static void deallocate(void* data, stream s);
  static void* allocate_pinned(std::size_t bytes);
  static void deallocate_pinned(void* data);
  static void copy_async(void* to, void const* from, std::size_t bytes, stream s);
  static void clear_async(void* data, std::size_t bytes, stream s);
  static void synchronize(stream s);
  static std::pair<std::size_t, std::size_t> memory(int device);
  static void trim(int device);
  static constexpr char const* space_name = "cuda";
  static constexpr char const* memory_name = "Cuda";
  static constexpr bool copies_in_bulk = gpu::has_early_starts;  // on the same devices
  static std::uint32_t tools_device();
  static void begin_range(char const* name);
  static void end_range();
  static char const* launch_error();
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
  static int resident_blocks(void const* kernel, int threads, std::size_t shared_bytes,
                             std::size_t most);
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
  static stream stream_of(Kokkos::Cuda const& instance);
  static int device_of(Kokkos::Cuda const& instance);
  static device_info describe(int device);
  static int device_count();
  static int current_device();
  static void prepare(int device);
  static bool reaches(int from, int to);
  static void share(int memory_of, int with);
  static void set_device(int device);
  static std::vector<device_info> devices();
  static kernel_compiler& compiler();                        // of run time
  static linear_algebra& algebra(gpu::queue<cuda_api>& on);  // in acre::linalg
};

extern template class gpu::queue<cuda_api>;

}  // namespace backends

/// A CUDA stream: cuda() is Kokkos' default one, cuda(Kokkos::Cuda(stream)) a user's.
class cuda : public backends::space_handle<cuda, backends::gpu::queue<backends::cuda_api>> {
 public:
  using execution_space = Kokkos::Cuda;
  using memory_space = Kokkos::CudaSpace;
  static constexpr char const* name = "cuda";
  static constexpr bool host_accessible = false;
  using space_handle::space_handle;
  explicit cuda(execution_space const& instance);

  static queue_type& default_queue();
  static queue_type* running_queue();
  static std::shared_ptr<queue_type> make_queue(queue_type const& like, queue_priority priority,
                                                backends::pool* memory = nullptr);
  static std::vector<device_info> devices();
  static cuda of_device(int index);

  backends::cuda_api::stream stream() const { return queue().stream(); }
  /// Kokkos' instance on the stream.
  execution_space const& instance() const;
};

}  // namespace acre
