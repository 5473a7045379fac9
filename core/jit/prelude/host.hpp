#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#define ACRE_JIT_EXPORT extern "C" __attribute__((visibility("default")))
#if defined(__clang__)
#define ACRE_JIT_VECTOR_LOOP _Pragma("clang loop vectorize(assume_safety)")
#else
#define ACRE_JIT_VECTOR_LOOP _Pragma("GCC ivdep")
#endif
#define ACRE_MATH_CALLS 0  // a text is not linked with the library
#define KOKKOS_INLINE_FUNCTION inline __attribute__((always_inline))
#define KOKKOS_FUNCTION
// words of a GPU's compiler, in texts that are for both
#define __device__
#define __host__
#define __forceinline__ inline
