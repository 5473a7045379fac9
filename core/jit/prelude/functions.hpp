#include <acre/random/philox.hpp>

/// Words of a kernel: acre's functions by their plain names, found before C's. The elementary ones
/// are in prelude/elementary.hpp, which write-texts.cmake makes of the table
/// <acre/elementwise/elementary.hpp>; these are of all kinds of numbers there.
namespace acre::math {

#define ACRE_JIT_OF_INTEGERS(name)       \
  template <class T>                     \
    requires jit_integer<T>              \
  KOKKOS_INLINE_FUNCTION auto name(T x)  \
  {                                      \
    return name(static_cast<double>(x)); \
  }
ACRE_JIT_OF_INTEGERS(floor)
ACRE_JIT_OF_INTEGERS(ceil)
ACRE_JIT_OF_INTEGERS(trunc)
ACRE_JIT_OF_INTEGERS(rint)
ACRE_JIT_OF_INTEGERS(isnan)
ACRE_JIT_OF_INTEGERS(isinf)
ACRE_JIT_OF_INTEGERS(isfinite)
#undef ACRE_JIT_OF_INTEGERS

#define ACRE_JIT_OF_TWO(name)                                    \
  template <class A, class B>                                    \
    requires(jit_mixed<A, B>)                                    \
  KOKKOS_INLINE_FUNCTION double name(A a, B b)                   \
  {                                                              \
    return name(static_cast<double>(a), static_cast<double>(b)); \
  }
ACRE_JIT_OF_TWO(pow)
ACRE_JIT_OF_TWO(fmod)
ACRE_JIT_OF_TWO(remainder)
#undef ACRE_JIT_OF_TWO

KOKKOS_INLINE_FUNCTION float fma(float a, float b, float c) { return detail::fused(a, b, c); }
KOKKOS_INLINE_FUNCTION double fma(double a, double b, double c) { return detail::fused(a, b, c); }

/// NaN where one of the numbers is: see fmin and fmax of C for the others.
template <class A, class B>
KOKKOS_INLINE_FUNCTION auto min(A a, B b) -> decltype(a + b)
{
  decltype(a + b) const x = a, y = b;
  return x < y || x != x ? x : y;
}
template <class A, class B>
KOKKOS_INLINE_FUNCTION auto max(A a, B b) -> decltype(a + b)
{
  decltype(a + b) const x = a, y = b;
  return x > y || x != x ? x : y;
}
template <class A>
KOKKOS_INLINE_FUNCTION A abs(A a)
{
  if constexpr (A(3) / A(2) == A(1))
    return a < A(0) ? static_cast<A>(-a) : a;
  else
    return fabs(a);
}


/// Functions of float by C's names: acre's, so that they have the same bits on every space. Those
/// that are exact (sqrtf, floorf, fmaf, …) are the compiler's.
#define ACRE_JIT_OF_FLOAT(name) \
  KOKKOS_INLINE_FUNCTION float name##f(float x) { return name(x); }
ACRE_JIT_OF_FLOAT(cbrt)
ACRE_JIT_OF_FLOAT(exp)
ACRE_JIT_OF_FLOAT(exp2)
ACRE_JIT_OF_FLOAT(expm1)
ACRE_JIT_OF_FLOAT(log)
ACRE_JIT_OF_FLOAT(log2)
ACRE_JIT_OF_FLOAT(log10)
ACRE_JIT_OF_FLOAT(log1p)
ACRE_JIT_OF_FLOAT(sin)
ACRE_JIT_OF_FLOAT(cos)
ACRE_JIT_OF_FLOAT(tan)
ACRE_JIT_OF_FLOAT(asin)
ACRE_JIT_OF_FLOAT(acos)
ACRE_JIT_OF_FLOAT(atan)
ACRE_JIT_OF_FLOAT(sinh)
ACRE_JIT_OF_FLOAT(cosh)
ACRE_JIT_OF_FLOAT(tanh)
ACRE_JIT_OF_FLOAT(asinh)
ACRE_JIT_OF_FLOAT(acosh)
ACRE_JIT_OF_FLOAT(atanh)
ACRE_JIT_OF_FLOAT(erf)
ACRE_JIT_OF_FLOAT(erfc)
ACRE_JIT_OF_FLOAT(lgamma)
ACRE_JIT_OF_FLOAT(tgamma)
#undef ACRE_JIT_OF_FLOAT
/// The quick forms of CUDA's are the same functions, as they have other bits on each device.
#define ACRE_JIT_OF_FLOAT(name) \
  KOKKOS_INLINE_FUNCTION float __##name##f(float x) { return name(x); }
ACRE_JIT_OF_FLOAT(exp)
ACRE_JIT_OF_FLOAT(log)
ACRE_JIT_OF_FLOAT(log2)
ACRE_JIT_OF_FLOAT(log10)
ACRE_JIT_OF_FLOAT(sin)
ACRE_JIT_OF_FLOAT(cos)
ACRE_JIT_OF_FLOAT(tan)
#undef ACRE_JIT_OF_FLOAT
KOKKOS_INLINE_FUNCTION float __powf(float x, float y) { return pow(x, y); }
KOKKOS_INLINE_FUNCTION float __fdividef(float x, float y) { return x / y; }
KOKKOS_INLINE_FUNCTION float powf(float x, float y) { return pow(x, y); }
KOKKOS_INLINE_FUNCTION float hypotf(float x, float y) { return hypot(x, y); }
KOKKOS_INLINE_FUNCTION float atan2f(float y, float x) { return atan2(y, x); }
KOKKOS_INLINE_FUNCTION float rsqrtf(float x) { return 1 / sqrt(x); }
KOKKOS_INLINE_FUNCTION float rsqrt(float x) { return 1 / sqrt(x); }
KOKKOS_INLINE_FUNCTION double rsqrt(double x) { return 1 / sqrt(x); }

}  // namespace acre::math
namespace acre {
using namespace math;
}
