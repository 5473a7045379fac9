#pragma once

#include <Kokkos_Macros.hpp>

#include <cstdint>

namespace acre::backends {

/// Memory in which kernels leave the smallest bad position of the earliest launch that met one. One
/// record a space, in memory that its kernels can write; the host reads it when the space is
/// synchronised. `launch` counts launches that check, from 1; 0 says that nothing is wrong.
struct index_failure {
  unsigned lock = 0;
  std::uint64_t launch = 0;
  std::int64_t position = 0;
  std::int64_t index = 0;
  alignas(16) unsigned char spare[16] = {};  // what a checked access out of bounds refers to
};

/// Words of a record that other threads write: who sees a word sees what was set before it.
template <class T>
KOKKOS_INLINE_FUNCTION T seen(T const& word)
{
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  T const value = *static_cast<T const volatile*>(&word);
  __threadfence();
  return value;
#else
  return __atomic_load_n(&word, __ATOMIC_ACQUIRE);
#endif
}
template <class T>
KOKKOS_INLINE_FUNCTION void set(T& word, T value)
{
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  __threadfence();
  *static_cast<T volatile*>(&word) = value;
#else
  __atomic_store_n(&word, value, __ATOMIC_RELEASE);
#endif
}
KOKKOS_INLINE_FUNCTION bool try_lock(index_failure& record)
{
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  bool const mine = atomicCAS(&record.lock, 0u, 1u) == 0u;
  __threadfence();
  return mine;
#else
  return __atomic_exchange_n(&record.lock, 1u, __ATOMIC_ACQUIRE) == 0u;
#endif
}
KOKKOS_INLINE_FUNCTION void unlock(index_failure& record)
{
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  __threadfence();
  atomicExch(&record.lock, 0u);
#else
  __atomic_store_n(&record.lock, 0u, __ATOMIC_RELEASE);
#endif
}

/// Notes that element `position` of the index array is `index`, which is out of bounds. Keeps
/// the earliest launch and its smallest position; costs nothing where nothing is wrong, and where
/// all is wrong few threads wait for the lock: most see without it that theirs is no news.
KOKKOS_INLINE_FUNCTION void report(index_failure* record, std::uint64_t launch,
                                   std::int64_t position, std::int64_t index)
{
  // The launch in the record becomes earlier only, and before it does the position is set to one
  // that all are news against: who sees its own launch sees that, or a position noted since then.
  auto const is_news = [&] {
    std::uint64_t const known = seen(record->launch);
    return known == 0 || launch < known || (launch == known && position < seen(record->position));
  };
  // The thread that held the lock asks again, as the others do: the critical section is part of the
  // loop for every compiler, and a warp in lock step cannot wait for itself.
  while (is_news()) {
    if (try_lock(*record)) {
      if (is_news()) {
        if (seen(record->launch) != launch) {
          set(record->position, INT64_MAX);
          set(record->launch, launch);
        }
        set(record->position, position);
        record->index = index;
      }
      unlock(*record);
    }
  }
}

}  // namespace acre::backends
