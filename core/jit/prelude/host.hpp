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
#define KOKKOS_INLINE_FUNCTION inline __attribute__((always_inline))
#define KOKKOS_FUNCTION
