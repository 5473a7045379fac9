#pragma once

#include <Kokkos_MathematicalFunctions.hpp>

/// For counting: from a root's size follows an integer, whose last bits do not matter.
namespace acre::backends {

/// A root that may be off by 2^-21 of it; x is 0 or normal. An NVIDIA GPU has one instruction for
/// it, and a branch more for a root that is rounded.
KOKKOS_INLINE_FUNCTION float rough_root(float x)
{
#if defined(__CUDA_ARCH__)
  float root;
  asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(x));
  return root;
#else
  return Kokkos::sqrt(x);
#endif
}

}  // namespace acre::backends
