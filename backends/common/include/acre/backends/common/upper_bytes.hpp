#pragma once

#include <Kokkos_Macros.hpp>

#include <cstdint>

namespace acre::backends {

/// The upper byte of each of three words, that of `a` lowest.
KOKKOS_INLINE_FUNCTION std::uint32_t upper_bytes(std::uint32_t a, std::uint32_t b, std::uint32_t c)
{
#if defined(__CUDA_ARCH__)
  // three instructions, where nvcc makes five of the line below
  return __funnelshift_l(a, __funnelshift_l(b, c >> 24, 8), 8);
#else
  return a >> 24 | (b >> 24) << 8 | (c >> 24) << 16;
#endif
}

}  // namespace acre::backends
