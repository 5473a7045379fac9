#pragma once

#include <Kokkos_Macros.hpp>

#include <type_traits>

/// What the threads of a kernel do to one element together: *where = op(*where, value), each value
/// counted once, in any order, and no other memory ordered by it. On a GPU it lies in the device's
/// memory, not in a block's.
///
///   atomic_add    integers and floating point of 4 and 8 bytes; integers wrap around
///   atomic_min    integers of 4 and 8 bytes
///   atomic_max
///   atomic_store  any of 4 or 8 bytes; where several threads store, all store the same
///   atomic_load   integers of 4 and 8 bytes: what is there at some moment
namespace acre::backends {

template <class T>
inline constexpr bool has_atomic_add =
    std::is_arithmetic_v<T> && (sizeof(T) == 4 || sizeof(T) == 8);
template <class T>
inline constexpr bool has_atomic_order = has_atomic_add<T> && std::is_integral_v<T>;

/// An integer of T's size by the name that the vendors' atomics know.
template <class T, bool Signed>
using vendor_integer =
    std::conditional_t<sizeof(T) == 4, std::conditional_t<Signed, int, unsigned>,
                       std::conditional_t<Signed, long long, unsigned long long>>;

template <class T>
  requires has_atomic_add<T>
KOKKOS_INLINE_FUNCTION void atomic_add(T* where, T value)
{
#if defined(__CUDA_ARCH__)
  // atomicAdd asks for the old value, which nvcc does not always drop: into 10^6 places of 10^8
  // floats 1.55 ms on an H200 instead of 1.11
  auto const at = __cvta_generic_to_global(where);
  if constexpr (std::is_same_v<T, float>)
    asm volatile("red.relaxed.gpu.global.add.f32 [%0], %1;" ::"l"(at), "f"(value) : "memory");
  else if constexpr (std::is_same_v<T, double>)
    asm volatile("red.relaxed.gpu.global.add.f64 [%0], %1;" ::"l"(at), "d"(value) : "memory");
  else if constexpr (sizeof(T) == 4)
    asm volatile("red.relaxed.gpu.global.add.u32 [%0], %1;" ::"l"(at),
                 "r"(static_cast<unsigned>(value))
                 : "memory");
  else
    asm volatile("red.relaxed.gpu.global.add.u64 [%0], %1;" ::"l"(at),
                 "l"(static_cast<unsigned long long>(value))
                 : "memory");
#elif defined(__HIP_DEVICE_COMPILE__)
  if constexpr (std::is_integral_v<T>) {
    using word = vendor_integer<T, false>;
    atomicAdd(reinterpret_cast<word*>(where), static_cast<word>(value));
  } else {
    atomicAdd(where, value);
  }
#else
  if constexpr (std::is_integral_v<T>) {
    __atomic_fetch_add(where, value, __ATOMIC_RELAXED);
  } else {
    T seen, sum;
    __atomic_load(where, &seen, __ATOMIC_RELAXED);
    do {
      sum = seen + value;
    } while (
        !__atomic_compare_exchange(where, &seen, &sum, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  }
#endif
}

template <class T>
KOKKOS_INLINE_FUNCTION void atomic_store(T* where, T value)
{
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  *where = value;  // words are written whole
#else
  __atomic_store(where, &value, __ATOMIC_RELAXED);
#endif
}

template <class T>
  requires has_atomic_order<T>
KOKKOS_INLINE_FUNCTION T atomic_load(T const* where)
{
#if defined(__CUDA_ARCH__)
  vendor_integer<T, true> value;
  auto const at = __cvta_generic_to_global(where);
  if constexpr (sizeof(T) == 4)
    asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(at) : "memory");
  else
    asm volatile("ld.relaxed.gpu.global.s64 %0, [%1];" : "=l"(value) : "l"(at) : "memory");
  return static_cast<T>(value);
#elif defined(__HIP_DEVICE_COMPILE__)
  return __hip_atomic_load(where, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
#else
  return __atomic_load_n(where, __ATOMIC_RELAXED);
#endif
}

template <class T>
  requires has_atomic_order<T>
KOKKOS_INLINE_FUNCTION void atomic_min(T* where, T value)
{
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  using word = vendor_integer<T, std::is_signed_v<T>>;
  atomicMin(reinterpret_cast<word*>(where), static_cast<word>(value));
#else
  T seen = __atomic_load_n(where, __ATOMIC_RELAXED);
  while (value < seen && !__atomic_compare_exchange_n(where, &seen, value, true, __ATOMIC_RELAXED,
                                                      __ATOMIC_RELAXED)) {
  }
#endif
}

template <class T>
  requires has_atomic_order<T>
KOKKOS_INLINE_FUNCTION void atomic_max(T* where, T value)
{
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  using word = vendor_integer<T, std::is_signed_v<T>>;
  atomicMax(reinterpret_cast<word*>(where), static_cast<word>(value));
#else
  T seen = __atomic_load_n(where, __ATOMIC_RELAXED);
  while (seen < value && !__atomic_compare_exchange_n(where, &seen, value, true, __ATOMIC_RELAXED,
                                                      __ATOMIC_RELAXED)) {
  }
#endif
}

/// The same wherever the element lies, also in what a block's threads share, giving what was there
/// before.
template <class T>
  requires has_atomic_add<T>
KOKKOS_INLINE_FUNCTION T atomic_fetch_add(T* where, T value)
{
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  if constexpr (std::is_integral_v<T>) {
    using word = vendor_integer<T, false>;
    return static_cast<T>(atomicAdd(reinterpret_cast<word*>(where), static_cast<word>(value)));
  } else {
    return atomicAdd(where, value);
  }
#else
  if constexpr (std::is_integral_v<T>) {
    return __atomic_fetch_add(where, value, __ATOMIC_RELAXED);
  } else {
    T seen, sum;
    __atomic_load(where, &seen, __ATOMIC_RELAXED);
    do {
      sum = seen + value;
    } while (
        !__atomic_compare_exchange(where, &seen, &sum, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return seen;
  }
#endif
}
template <class T>
  requires has_atomic_add<T>
KOKKOS_INLINE_FUNCTION void atomic_add_anywhere(T* where, T value)
{
#if defined(__CUDA_ARCH__)
  if (__isGlobal(where) != 0)
    atomic_add(where, value);
  else
    atomic_fetch_add(where, value);
#else
  atomic_add(where, value);
#endif
}

}  // namespace acre::backends
