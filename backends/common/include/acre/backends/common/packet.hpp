#pragma once

#include <Kokkos_Macros.hpp>

#include <cstdint>

namespace acre::backends {

/// W neighbouring elements, moved as one memory access where 16 bytes allow it.
template <class T, int W>
struct alignas(sizeof(T) * W <= 16 ? sizeof(T) * W : 16) packet {
  T v[W];
};

/// Elements of `size` bytes that one 16-byte access holds (at least 1, at most 8).
constexpr int packet_width(int size) { return size >= 16 ? 1 : size >= 2 ? 16 / size : 8; }

/// The W elements that begin `bytes` (a multiple of an element's, less than the packet's) behind
/// the start of `low`, of which `high` is the continuation: by selections, as registers cannot be
/// indexed.
template <class T, int W>
KOKKOS_INLINE_FUNCTION packet<T, W> shifted(packet<T, W> const& low, packet<T, W> const& high,
                                            unsigned bytes)
{
  constexpr int n = sizeof low / 4;
  static_assert(n >= 1 && (n & (n - 1)) == 0);
  struct words {
    std::uint32_t v[n];
  };
  auto const a = __builtin_bit_cast(words, low), b = __builtin_bit_cast(words, high);
  std::uint32_t c[2 * n];
  for (int k = 0; k < n; ++k) c[k] = a.v[k], c[n + k] = b.v[k];
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#pragma unroll
#endif
  for (int step = n / 2; step >= 1 && 4 * step >= static_cast<int>(sizeof(T)); step /= 2) {
    bool const moves = (bytes & (4 * step)) != 0;
    for (int k = 0; k + step < 2 * n; ++k) c[k] = moves ? c[k + step] : c[k];
  }
  words result;
  for (int k = 0; k < n; ++k) {
    result.v[k] = c[k];
    if constexpr (sizeof(T) < 4)
      result.v[k] =
          static_cast<std::uint32_t>(((std::uint64_t{c[k + 1]} << 32) | c[k]) >> (8 * (bytes & 3)));
  }
  return __builtin_bit_cast(packet<T, W>, result);
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

}  // namespace acre::backends
