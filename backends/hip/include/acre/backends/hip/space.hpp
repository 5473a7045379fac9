#pragma once

#include <acre/backends/common/backend_space.hpp>
#include <acre/backends/gpu_common/gpu_space.hpp>

#include <hip/hip_runtime.h>

namespace acre {

namespace backends {

/// The HIP runtime, as gpu_space wants it. Failures throw backend_error with HIP's text.
struct hip_api {
  using execution_space = Kokkos::HIP;
  using stream = hipStream_t;

  static stream stream_of(execution_space const& instance) { return instance.hip_stream(); }
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

/// A HIP stream; hip() is Kokkos' default one, hip(Kokkos::HIP(stream)) a user's.
class hip : public backends::gpu::gpu_space<backends::hip_api> {
 public:
  using memory_space = Kokkos::HIPSpace;
  static constexpr char const* name = "hip";
  using gpu_space::gpu_space;
};

static_assert(backends::backend_space<hip>);

}  // namespace acre
