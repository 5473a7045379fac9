#pragma once

#include <Kokkos_Macros.hpp>

#include <cstdint>

namespace acre::backends {

/// Where kernels leave the smallest bad position of the earliest launch that met one. One record
/// a space, in memory that its kernels can write; the host reads it when the space is
/// synchronised. `launch` counts launches that check, from 1; 0 says that nothing is wrong.
struct index_failure {
  unsigned lock = 0;
  std::uint64_t launch = 0;
  std::int64_t position = 0;
  std::int64_t index = 0;
  alignas(16) unsigned char spare[16] = {};  // what a checked access out of bounds refers to
};

/// Notes that element `position` of the index array is `index`, which is out of bounds. Keeps
/// the earliest launch and its smallest position; costs nothing where nothing is wrong.
KOKKOS_INLINE_FUNCTION void report(index_failure* record, std::uint64_t launch, std::int64_t position,
                                   std::int64_t index)
{
  auto const is_news = [&] {
    auto const* seen = static_cast<index_failure const volatile*>(record);
    return seen->launch == 0 || launch < seen->launch || (launch == seen->launch && position < seen->position);
  };
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  // the critical section lies inside the `if`, so that a warp in lock step cannot deadlock
  for (bool done = !is_news(); !done;) {
    if (atomicCAS(&record->lock, 0u, 1u) == 0u) {
      __threadfence();
      if (is_news()) {
        auto* const out = static_cast<index_failure volatile*>(record);
        out->launch = launch;
        out->position = position;
        out->index = index;
      }
      __threadfence();
      atomicExch(&record->lock, 0u);
      done = true;
    }
  }
#else
  while (__atomic_exchange_n(&record->lock, 1u, __ATOMIC_ACQUIRE) != 0u) {
  }
  if (is_news()) {
    record->launch = launch;
    record->position = position;
    record->index = index;
  }
  __atomic_store_n(&record->lock, 0u, __ATOMIC_RELEASE);
#endif
}

}  // namespace acre::backends
