/// What the words of a kernel mean: acre's functions by their plain names, found before C's.
namespace acre::math {

template <class T>
inline constexpr bool jit_integer = sizeof(T) <= 8 && T(3) / T(2) == T(1);

#define ACRE_JIT_OF_INTEGERS(name)       \
  template <class T>                     \
    requires jit_integer<T>              \
  KOKKOS_INLINE_FUNCTION auto name(T x)  \
  {                                      \
    return name(static_cast<double>(x)); \
  }
ACRE_JIT_OF_INTEGERS(exp)
ACRE_JIT_OF_INTEGERS(exp2)
ACRE_JIT_OF_INTEGERS(expm1)
ACRE_JIT_OF_INTEGERS(log)
ACRE_JIT_OF_INTEGERS(log2)
ACRE_JIT_OF_INTEGERS(log10)
ACRE_JIT_OF_INTEGERS(log1p)
ACRE_JIT_OF_INTEGERS(sqrt)
ACRE_JIT_OF_INTEGERS(cbrt)
ACRE_JIT_OF_INTEGERS(sin)
ACRE_JIT_OF_INTEGERS(cos)
ACRE_JIT_OF_INTEGERS(tan)
ACRE_JIT_OF_INTEGERS(asin)
ACRE_JIT_OF_INTEGERS(acos)
ACRE_JIT_OF_INTEGERS(atan)
ACRE_JIT_OF_INTEGERS(sinh)
ACRE_JIT_OF_INTEGERS(cosh)
ACRE_JIT_OF_INTEGERS(tanh)
ACRE_JIT_OF_INTEGERS(asinh)
ACRE_JIT_OF_INTEGERS(acosh)
ACRE_JIT_OF_INTEGERS(atanh)
ACRE_JIT_OF_INTEGERS(erf)
ACRE_JIT_OF_INTEGERS(erfc)
ACRE_JIT_OF_INTEGERS(lgamma)
ACRE_JIT_OF_INTEGERS(tgamma)
ACRE_JIT_OF_INTEGERS(floor)
ACRE_JIT_OF_INTEGERS(ceil)
ACRE_JIT_OF_INTEGERS(trunc)
ACRE_JIT_OF_INTEGERS(rint)
ACRE_JIT_OF_INTEGERS(isnan)
ACRE_JIT_OF_INTEGERS(isinf)
ACRE_JIT_OF_INTEGERS(isfinite)
#undef ACRE_JIT_OF_INTEGERS

/// Two numbers of different types: double, as in C++.
template <class A, class B>
inline constexpr bool jit_same_types = false;
template <class A>
inline constexpr bool jit_same_types<A, A> = true;
template <class A, class B>
inline constexpr bool jit_mixed = !jit_same_types<A, B> || jit_integer<A>;

#define ACRE_JIT_OF_TWO(name)                                    \
  template <class A, class B>                                    \
    requires(jit_mixed<A, B>)                                    \
  KOKKOS_INLINE_FUNCTION double name(A a, B b)                   \
  {                                                              \
    return name(static_cast<double>(a), static_cast<double>(b)); \
  }
ACRE_JIT_OF_TWO(pow)
ACRE_JIT_OF_TWO(atan2)
ACRE_JIT_OF_TWO(hypot)
ACRE_JIT_OF_TWO(fmod)
ACRE_JIT_OF_TWO(remainder)
ACRE_JIT_OF_TWO(copysign)
ACRE_JIT_OF_TWO(logaddexp)
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
