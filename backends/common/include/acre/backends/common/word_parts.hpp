#pragma once

#include <Kokkos_Macros.hpp>

#include <cstdint>

/// Words of several unsigned numbers, side by side.
namespace acre::backends {

/// The larger of each two numbers of two words of two. (One instruction of an H200.)
KOKKOS_INLINE_FUNCTION std::uint32_t larger_halves(std::uint32_t a, std::uint32_t b)
{
#if defined(__CUDA_ARCH__)
  return __vmaxu2(a, b);
#else
  std::uint32_t const a_low = a & 0xffffu, b_low = b & 0xffffu, a_high = a & 0xffff0000u,
                      b_high = b & 0xffff0000u;
  return (a_low < b_low ? b_low : a_low) | (a_high < b_high ? b_high : a_high);
#endif
}

}  // namespace acre::backends
