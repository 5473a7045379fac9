#pragma once

#include <Kokkos_Macros.hpp>

#include <type_traits>

namespace acre::backends {

/// Reads memory that nothing writes while the kernel runs: a GPU may read it before writes that
/// stand in front, which may be to the same memory for all that its compiler knows.
template <class T>
KOKKOS_INLINE_FUNCTION T read_unwritten(T const* from)
{
#if defined(__CUDA_ARCH__)
  if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) return __ldg(from);
#endif
  return *from;
}

}  // namespace acre::backends
