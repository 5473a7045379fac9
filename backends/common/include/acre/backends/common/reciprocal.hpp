#pragma once

#include <Kokkos_Macros.hpp>

namespace acre::backends {

/// 1/x, rounded as everywhere; |x| from 2^-125 to 2^125. nvcc makes a division of the same two
/// steps, and of four instructions that ask whether x is in that range. (tanh of 10^8 floats on an
/// H200 0.199 ms for 0.214.)
KOKKOS_INLINE_FUNCTION float reciprocal(float x)
{
#if defined(__CUDA_ARCH__)
  float guess;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(guess) : "f"(x));
  return ::fmaf(-::fmaf(x, guess, -1.0f), guess, guess);
#else
  return 1.0f / x;
#endif
}

#if defined(__CUDA_ARCH__)
/// A reciprocal's first 20 bits, and bits below them.
__device__ inline double guessed_reciprocal(double x, int below)
{
  double guess;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(guess) : "d"(x));
  return __hiloint2double(__double2hiint(guess), below);
}
/// By two of Newton's steps, the first one of the third order.
__device__ inline double refined_reciprocal(double x, double guess)
{
  double const e = ::fma(-x, guess, 1.0);
  double const better = ::fma(guess, ::fma(e, e, e), guess);
  return ::fma(better, ::fma(-x, better, 1.0), better);
}
#endif

/// Likewise of doubles, |x| from 2^-1000 to 2^1000: the steps that nvcc makes of 1.0 / x, without
/// its question about the range, whose branch keeps neighbours from being computed side by side.
KOKKOS_INLINE_FUNCTION double reciprocal(double x)
{
#if defined(__CUDA_ARCH__)
  return refined_reciprocal(x, guessed_reciprocal(x, __double2hiint(x) + 0x300402));
#else
  return 1.0 / x;
#endif
}
/// And n / d; |d| and |n / d| in that range, |n| from 2^-960 on, or n is +0.
KOKKOS_INLINE_FUNCTION double quotient(double n, double d)
{
#if defined(__CUDA_ARCH__)
  double const inverse = refined_reciprocal(d, guessed_reciprocal(d, 1)), q = n * inverse;
  return ::fma(inverse, ::fma(-d, q, n), q);
#else
  return n / d;
#endif
}

}  // namespace acre::backends
