/// Words of CUDA's C, for a module's text that has kernels marked __global__: such a kernel has the
/// launch_thread of acre's as its first argument, acre_thread (core/jit/text_of_cuda.hpp).
namespace acre::math {

struct cuda_extents {
  unsigned x, y, z;
};
KOKKOS_INLINE_FUNCTION cuda_extents cuda_word(backends::extent3 const& of)
{
  return {static_cast<unsigned>(of.x), static_cast<unsigned>(of.y), static_cast<unsigned>(of.z)};
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
KOKKOS_INLINE_FUNCTION float powf(float x, float y) { return pow(x, y); }
KOKKOS_INLINE_FUNCTION float hypotf(float x, float y) { return hypot(x, y); }
KOKKOS_INLINE_FUNCTION float atan2f(float y, float x) { return atan2(y, x); }
KOKKOS_INLINE_FUNCTION float rsqrtf(float x) { return 1 / sqrt(x); }
KOKKOS_INLINE_FUNCTION float rsqrt(float x) { return 1 / sqrt(x); }
KOKKOS_INLINE_FUNCTION double rsqrt(double x) { return 1 / sqrt(x); }

#define ACRE_JIT_ATOMIC(name, by)                                        \
  template <class T>                                                     \
  KOKKOS_INLINE_FUNCTION T name(T* where, std::type_identity_t<T> value) \
  {                                                                      \
    return backends::by(where, value);                                   \
  }
ACRE_JIT_ATOMIC(atomicAdd, atomic_fetch_add)
ACRE_JIT_ATOMIC(atomicMin, atomic_fetch_min)
ACRE_JIT_ATOMIC(atomicMax, atomic_fetch_max)
ACRE_JIT_ATOMIC(atomicAnd, atomic_fetch_and)
ACRE_JIT_ATOMIC(atomicOr, atomic_fetch_or)
ACRE_JIT_ATOMIC(atomicXor, atomic_fetch_xor)
ACRE_JIT_ATOMIC(atomicExch, atomic_exchange)
#undef ACRE_JIT_ATOMIC
template <class T>
KOKKOS_INLINE_FUNCTION T atomicSub(T* where, std::type_identity_t<T> value)
{
  return backends::atomic_fetch_add(where, static_cast<T>(-value));
}
template <class T>
KOKKOS_INLINE_FUNCTION T atomicCAS(T* where, std::type_identity_t<T> seen,
                                   std::type_identity_t<T> wanted)
{
  backends::atomic_compare_exchange(where, seen, wanted);
  return seen;
}

}  // namespace acre::math
#define threadIdx (cuda_word(acre_thread.index))
#define blockIdx (cuda_word(acre_thread.block_index))
#define blockDim (cuda_word(acre_thread.block))
#define gridDim (cuda_word(acre_thread.grid))
#if !defined(__CUDACC_RTC__) && !defined(__HIPCC_RTC__)
#define __device__
#define __host__
#define __forceinline__ inline
#endif
