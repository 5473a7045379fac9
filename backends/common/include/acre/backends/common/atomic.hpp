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
  while (seen < value && !__atomic_compare_exchange_n(where, &seen, value, true, __ATOMIC_RELAXED,
                                                      __ATOMIC_RELAXED)) {
  }
#endif
}

/// *where += value, safe among all threads of a kernel. Integers only: their sums don't depend on
/// the order.
KOKKOS_INLINE_FUNCTION void atomic_add(std::int64_t* where, std::int64_t value)
{
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  atomicAdd(reinterpret_cast<unsigned long long*>(where), static_cast<unsigned long long>(value));
#else
  __atomic_fetch_add(where, value, __ATOMIC_RELAXED);
#endif
}

}  // namespace acre::backends
