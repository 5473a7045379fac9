#pragma once

#include <Kokkos_Macros.hpp>

#include <cstdint>

namespace acre::backends {

/// The alignment of some bytes that are moved at once, where there can be one.
constexpr int packet_alignment(int bytes, int least)
{
  bool const is_power_of_2 = (bytes & (bytes - 1)) == 0;
  return bytes > 16 ? 16 : is_power_of_2 ? bytes : least;
}

/// W neighbouring elements, moved as one memory access where 16 bytes allow it.
template <class T, int W>
struct alignas(packet_alignment(sizeof(T) * W, alignof(T))) packet {
  T v[W];
};

/// Elements of `size` bytes that one 16-byte access holds (at least 1, at most 8).
KOKKOS_INLINE_FUNCTION constexpr int packet_width(int size)
{
  return size >= 16 ? 1 : size >= 2 ? 16 / size : 8;
}

/// Writes a packet to where its alignment allows it. (Where several packets follow each other nvcc
/// may split the plain assignment of 16 bytes into its elements.)
template <class T, int W>
KOKKOS_INLINE_FUNCTION void store_packet(T* to, packet<T, W> const& p)
{
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof p == sizeof(uint4)) {
    auto const v = __builtin_bit_cast(uint4, p);
    asm volatile("st.global.v4.b32 [%0], {%1, %2, %3, %4};" ::"l"(to), "r"(v.x), "r"(v.y), "r"(v.z),
                 "r"(v.w)
                 : "memory");
    return;
  }
#endif
  *reinterpret_cast<packet<T, W>*>(to) = p;
}
/// store() for large results that are not read soon: a GPU's cache lets it go first.
template <class T, int W>
KOKKOS_INLINE_FUNCTION void store_packet_to_leave(T* to, packet<T, W> const& p)
{
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof p == sizeof(uint4)) {
    auto const v = __builtin_bit_cast(uint4, p);
    asm volatile("st.global.cs.v4.b32 [%0], {%1, %2, %3, %4};" ::"l"(to), "r"(v.x), "r"(v.y),
                 "r"(v.z), "r"(v.w)
                 : "memory");
    return;
  }
#endif
  store_packet(to, p);
}

}  // namespace acre::backends
