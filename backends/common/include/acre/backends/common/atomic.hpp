#pragma once

#include <Kokkos_Macros.hpp>

#include <cstdint>

namespace acre::backends {

/// *where = max(*where, value), safe among all threads of a kernel.
KOKKOS_INLINE_FUNCTION void atomic_max(std::int64_t* where, std::int64_t value)
{
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  atomicMax(reinterpret_cast<long long*>(where), static_cast<long long>(value));
#else
  std::int64_t seen = __atomic_load_n(where, __ATOMIC_RELAXED);
  while (seen < value &&
         !__atomic_compare_exchange_n(where, &seen, value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
#endif
}

}  // namespace acre::backends
