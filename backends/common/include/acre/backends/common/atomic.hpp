#pragma once

#include <Kokkos_Macros.hpp>

#include <cstdint>
#include <type_traits>

/// Atomic operations of a kernel's threads on one element: *where = op(*where, value), each value
/// counted once, in any order, and no other memory ordered by it. For numbers of 4 and 8 bytes:
///
///   atomic_add               integers wrap around; on a GPU the element lies in the device's
///                            memory, not in a block's
///   atomic_add_anywhere      the same, where it may lie in a block's
///   atomic_fetch_add         likewise, and gives what was there before, as do
///   atomic_fetch_min, _max   floating point: -0 below 0; NaN wins, and is written as one NaN
///   atomic_fetch_and, _or, _xor    integers
///   atomic_exchange          writes value
///   atomic_compare_exchange  writes `wanted` and is true if *where has the bits of `seen`; else
///                            `seen` becomes what is there
///   atomic_min, atomic_max   as their fetch_, without the answer
///   atomic_load
///   atomic_store             where several threads store, all store the same
namespace acre::backends {

template <class T>
inline constexpr bool has_atomics = std::is_arithmetic_v<T> && (sizeof(T) == 4 || sizeof(T) == 8);
template <class T>
inline constexpr bool has_integer_atomics = has_atomics<T> && std::is_integral_v<T>;

/// An integer of T's size by the name that the vendors' atomics know.
template <class T, bool Signed>
using vendor_integer =
    std::conditional_t<sizeof(T) == 4, std::conditional_t<Signed, int, unsigned>,
                       std::conditional_t<Signed, long long, unsigned long long>>;

template <class T>
  requires has_atomics<T>
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
KOKKOS_INLINE_FUNCTION T atomic_load(T const* where)
{
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  return *static_cast<T const volatile*>(where);  // words are read whole
#else
  T value;
  __atomic_load(where, &value, __ATOMIC_RELAXED);
  return value;
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
  requires has_atomics<T>
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
  requires has_atomics<T>
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

template <class T>
  requires has_atomics<T>
KOKKOS_INLINE_FUNCTION T atomic_exchange(T* where, T value)
{
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  using word = vendor_integer<T, false>;
  return __builtin_bit_cast(
      T, atomicExch(reinterpret_cast<word*>(where), __builtin_bit_cast(word, value)));
#else
  T seen;
  __atomic_exchange(where, &value, &seen, __ATOMIC_RELAXED);
  return seen;
#endif
}

template <class T>
  requires has_atomics<T>
KOKKOS_INLINE_FUNCTION bool atomic_compare_exchange(T* where, T& seen, T wanted)
{
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  using word = vendor_integer<T, false>;
  word const before = __builtin_bit_cast(word, seen);
  word const there =
      atomicCAS(reinterpret_cast<word*>(where), before, __builtin_bit_cast(word, wanted));
  seen = __builtin_bit_cast(T, there);
  return there == before;
#else
  return __atomic_compare_exchange(where, &seen, &wanted, false, __ATOMIC_RELAXED,
                                   __ATOMIC_RELAXED);
#endif
}

/// A total order of floating-point numbers by their bits.
template <class T>
  requires std::is_floating_point_v<T>
struct ordered_bits {
  using word = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  static constexpr word infinity =
      sizeof(T) == 4 ? word{0x7f800000} : static_cast<word>(0x7ff0000000000000);
  static constexpr word sign_less = sizeof(T) == 4 ? word{0x7fffffff} : ~(word{1} << 63);
  static constexpr word quiet_nan = infinity | infinity >> 1;

  word bits;

  KOKKOS_INLINE_FUNCTION explicit ordered_bits(T x) : bits(__builtin_bit_cast(word, x)) {}
  KOKKOS_INLINE_FUNCTION bool is_nan() const { return (bits & sign_less) > infinity; }
  KOKKOS_INLINE_FUNCTION word key() const { return bits < 0 ? bits ^ sign_less : bits; }
  KOKKOS_INLINE_FUNCTION T value() const
  {
    return __builtin_bit_cast(T, is_nan() ? word{quiet_nan} : bits);
  }
};

/// Whether `value` takes the place of `seen` as the smallest, or largest.
template <bool Largest, class T>
KOKKOS_INLINE_FUNCTION bool is_more_extreme(T value, T seen)
{
  if constexpr (std::is_integral_v<T>) {
    return Largest ? seen < value : value < seen;
  } else {
    ordered_bits<T> const a(value), b(seen);
    if (a.is_nan() || b.is_nan()) return !b.is_nan();
    return Largest ? b.key() < a.key() : a.key() < b.key();
  }
}
template <bool Largest, class T>
KOKKOS_INLINE_FUNCTION T atomic_fetch_extreme(T* where, T value)
{
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  if constexpr (std::is_integral_v<T>) {
    using word = vendor_integer<T, std::is_signed_v<T>>;
    auto* const at = reinterpret_cast<word*>(where);
    if constexpr (Largest)
      return static_cast<T>(atomicMax(at, static_cast<word>(value)));
    else
      return static_cast<T>(atomicMin(at, static_cast<word>(value)));
  }
#endif
  if constexpr (std::is_floating_point_v<T>) value = ordered_bits<T>(value).value();
  T seen = atomic_load(where);
  while (is_more_extreme<Largest>(value, seen) && !atomic_compare_exchange(where, seen, value)) {
  }
  return seen;
}
template <class T>
  requires has_atomics<T>
KOKKOS_INLINE_FUNCTION T atomic_fetch_min(T* where, T value)
{
  return atomic_fetch_extreme<false>(where, value);
}
template <class T>
  requires has_atomics<T>
KOKKOS_INLINE_FUNCTION T atomic_fetch_max(T* where, T value)
{
  return atomic_fetch_extreme<true>(where, value);
}
template <class T>
  requires has_atomics<T>
KOKKOS_INLINE_FUNCTION void atomic_min(T* where, T value)
{
  atomic_fetch_min(where, value);
}
template <class T>
  requires has_atomics<T>
KOKKOS_INLINE_FUNCTION void atomic_max(T* where, T value)
{
  atomic_fetch_max(where, value);
}

template <class T>
  requires has_integer_atomics<T>
KOKKOS_INLINE_FUNCTION T atomic_fetch_and(T* where, T value)
{
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  using word = vendor_integer<T, false>;
  return static_cast<T>(atomicAnd(reinterpret_cast<word*>(where), static_cast<word>(value)));
#else
  return __atomic_fetch_and(where, value, __ATOMIC_RELAXED);
#endif
}
template <class T>
  requires has_integer_atomics<T>
KOKKOS_INLINE_FUNCTION T atomic_fetch_or(T* where, T value)
{
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  using word = vendor_integer<T, false>;
  return static_cast<T>(atomicOr(reinterpret_cast<word*>(where), static_cast<word>(value)));
#else
  return __atomic_fetch_or(where, value, __ATOMIC_RELAXED);
#endif
}
template <class T>
  requires has_integer_atomics<T>
KOKKOS_INLINE_FUNCTION T atomic_fetch_xor(T* where, T value)
{
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  using word = vendor_integer<T, false>;
  return static_cast<T>(atomicXor(reinterpret_cast<word*>(where), static_cast<word>(value)));
#else
  return __atomic_fetch_xor(where, value, __ATOMIC_RELAXED);
#endif
}

}  // namespace acre::backends
