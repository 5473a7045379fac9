#pragma once

#include <Kokkos_Macros.hpp>

#include <cmath>

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

/// n / d of many n. quick(n) is that by d's reciprocal in the steps that a division takes, without
/// its questions, whose branches keep neighbours from being computed side by side: of n that it
/// takes.
template <class T>
struct quotients_by {
  T d, inverse;
  bool usual;

  KOKKOS_INLINE_FUNCTION explicit quotients_by(T divisor)
      : d(divisor), inverse(T(1) / divisor), usual(divisor >= T(1) && divisor <= T(1 << 20))
  {}
  KOKKOS_INLINE_FUNCTION T operator()(T n) const { return n / d; }
  /// +0, or so much that the products below lose nothing; no NaN.
  KOKKOS_INLINE_FUNCTION bool takes(T n) const
  {
    constexpr T least = sizeof(T) == 4 ? T(0x1p-90) : T(0x1p-900);
    return usual & ((n >= least) | (n == T(0)));
  }
  KOKKOS_INLINE_FUNCTION T quick(T n) const
  {
    T q = n * inverse;
    q = fused(fused(-q, d, n), inverse, q);
    return fused(fused(-q, d, n), inverse, q);
  }

 private:
  KOKKOS_INLINE_FUNCTION static T fused(T a, T b, T c)
  {
    if constexpr (sizeof(T) == 4)
      return ::fmaf(a, b, c);
    else
      return ::fma(a, b, c);
  }
};

}  // namespace acre::backends
