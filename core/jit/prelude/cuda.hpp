/// Words of CUDA's C, for a module's text that has kernels marked __global__: such a kernel has the
/// launch_thread of acre's as its first argument, acre_thread (core/jit/text_of_cuda.hpp).
#include <acre/prelude/atomics.hpp>
namespace acre::math {

struct cuda_extents {
  unsigned x, y, z;
};
KOKKOS_INLINE_FUNCTION cuda_extents cuda_word(backends::extent3 const& of)
{
  return {static_cast<unsigned>(of.x), static_cast<unsigned>(of.y), static_cast<unsigned>(of.z)};
}

#if !defined(__CUDACC_RTC__) && !defined(__HIPCC_RTC__)
inline int __popc(unsigned bits) { return __builtin_popcount(bits); }
inline int __popcll(unsigned long long bits) { return __builtin_popcountll(bits); }
inline int __clz(int bits) { return bits == 0 ? 32 : __builtin_clz(static_cast<unsigned>(bits)); }
inline int __ffs(int bits) { return __builtin_ffs(bits); }
template <class T>
T __ldg(T const* where)
{
  return *where;
}
inline int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
inline float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
inline long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
inline double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
inline void __threadfence() {}
inline void __threadfence_block() {}

#define ACRE_JIT_VECTORS(type, name)                                          \
  struct alignas(2 * sizeof(type)) name##2 { type x, y; };                    \
  struct name##3 { type x, y, z; };                                           \
  struct alignas(16) name##4 { type x, y, z, w; };                            \
  inline name##2 make_##name##2(type x, type y) { return {x, y}; }            \
  inline name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; } \
  inline name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }
ACRE_JIT_VECTORS(int, int)
ACRE_JIT_VECTORS(unsigned, uint)
ACRE_JIT_VECTORS(float, float)
ACRE_JIT_VECTORS(double, double)
#undef ACRE_JIT_VECTORS
#endif
#if defined(__HIPCC_RTC__)
/// A warp is 32 neighbouring threads here as everywhere; a wavefront may have two of them.
template <class T>
KOKKOS_INLINE_FUNCTION T __shfl_sync(unsigned, T value, int from, int width = 32)
{
  return __shfl(value, from, width);
}
template <class T>
KOKKOS_INLINE_FUNCTION T __shfl_up_sync(unsigned, T value, unsigned by, int width = 32)
{
  return __shfl_up(value, by, width);
}
template <class T>
KOKKOS_INLINE_FUNCTION T __shfl_down_sync(unsigned, T value, unsigned by, int width = 32)
{
  return __shfl_down(value, by, width);
}
template <class T>
KOKKOS_INLINE_FUNCTION T __shfl_xor_sync(unsigned, T value, int by, int width = 32)
{
  return __shfl_xor(value, by, width);
}
KOKKOS_INLINE_FUNCTION unsigned __ballot_sync(unsigned mask, int yes)
{
  return static_cast<unsigned>(__ballot(yes) >> (__lane_id() / 32 * 32)) & mask;
}
KOKKOS_INLINE_FUNCTION int __any_sync(unsigned mask, int yes)
{
  return __ballot_sync(mask, yes) != 0;
}
KOKKOS_INLINE_FUNCTION int __all_sync(unsigned mask, int yes)
{
  return __ballot_sync(mask, yes == 0) == 0;
}
KOKKOS_INLINE_FUNCTION void __syncwarp(unsigned = 0xffffffffu)
{
  __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront");
  __builtin_amdgcn_wave_barrier();
}
#endif

}  // namespace acre::math
#define threadIdx (cuda_word(acre_thread.index))
#define blockIdx (cuda_word(acre_thread.block_index))
#define blockDim (cuda_word(acre_thread.block))
#define gridDim (cuda_word(acre_thread.grid))
#define warpSize 32
#if defined(__CUDACC_RTC__) || defined(__HIPCC_RTC__)
#define ACRE_JIT_DYNAMIC_SHARED(name, ...) extern __shared__ __align__(16) __VA_ARGS__ name[]
#else
#define __constant__
#define __align__(bytes) alignas(bytes)
#endif
