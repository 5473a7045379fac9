#pragma once

#include <acre/backends/gpu_common/stream_space.hpp>

#include <cstddef>
#include <memory>
#include <type_traits>

#include <hip/hip_runtime.h>

namespace Kokkos {
class HIP;
class HIPSpace;
}  // namespace Kokkos

namespace acre {

namespace backends {

class kernel_compiler;
class linear_algebra;

struct hip_types {
  using stream = hipStream_t;
  using event = hipEvent_t;
  using graph = hipGraphExec_t;
  using captured = std::shared_ptr<std::remove_pointer_t<hipGraph_t>>;
  using instance = Kokkos::HIP;
};

/// The HIP runtime, as gpu::queue calls it.
struct hip_api : gpu::runtime_calls<hip_types> {
  static constexpr char const* space_name = "hip";
  static constexpr char const* memory_name = "HIP";
  static constexpr bool copies_in_bulk = false;
  static constexpr bool guards_memory = false;
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
  static kernel_compiler& compiler();                       // of run time
  static linear_algebra& algebra(gpu::queue<hip_api>& on);  // in acre::linalg
};

extern template class gpu::queue<hip_api>;

}  // namespace backends

/// A HIP stream: hip() is Kokkos' default one, hip(Kokkos::HIP(stream)) a user's.
class hip : public backends::gpu::stream_space<hip, backends::hip_api, Kokkos::HIPSpace> {
 public:
  using stream_space::stream_space;
};

extern template class backends::gpu::stream_space<hip, backends::hip_api, Kokkos::HIPSpace>;

}  // namespace acre
