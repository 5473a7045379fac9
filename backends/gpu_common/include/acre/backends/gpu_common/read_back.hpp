#pragma once

#include <acre/backends/common/read_back.hpp>
#include <acre/backends/gpu_common/queue.hpp>

#include <cstdint>
#include <cstring>

/// See backends/common/read_back.hpp.
namespace acre::backends::gpu {

/// *to = value, for a host that polls it: a kernel's last step, by one thread. (`to` may as well be
/// memory of the device.)
template <class T>
__device__ void write_back(T* to, T const& value)
{
  static_assert(sizeof(T) % sizeof(unsigned long long) == 0);
  constexpr int words = sizeof(T) / sizeof(unsigned long long);
  unsigned long long word[words];
  memcpy(word, &value, sizeof(T));
  auto* const at = reinterpret_cast<unsigned long long*>(to);
#pragma unroll
  for (int w = 0; w < words; ++w) {
#if defined(__HIPCC__) || defined(ACRE_EMULATED)
    __hip_atomic_store(at + w, word[w], __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM);
#else
    *static_cast<unsigned long long volatile*>(at + w) = word[w];  // in PTX relaxed, system scope
#endif
  }
}

}  // namespace acre::backends::gpu

namespace acre::backends {

template <class Api, class T, class F>
void read_back(gpu::queue<Api>& on, T& value, F const& work)
{
  static_assert(read_back_takes<T>());
  on.read_back(&value, sizeof(T), {&work, [](void const* object, void* there) {
                                     (*static_cast<F const*>(object))(static_cast<T*>(there));
                                   }});
}

}  // namespace acre::backends
