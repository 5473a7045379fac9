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

}  // namespace acre::math
namespace acre {
using namespace math;
}
