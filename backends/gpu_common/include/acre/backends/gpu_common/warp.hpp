#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace acre::backends::gpu {

/// The value of the thread `delta` further in the same group of `width` threads, for any
/// trivially copyable type; every thread of the warp takes part.
template <class T>
__device__ T shuffle_down(T const& value, unsigned delta, int width)
{
  static_assert(std::is_trivially_copyable_v<T>);
  constexpr int words = (sizeof(T) + 3) / 4;
  std::uint32_t word[words] = {};
  memcpy(word, &value, sizeof(T));
#pragma unroll
  for (int w = 0; w < words; ++w) {
#if defined(__HIPCC__)
    word[w] = __shfl_down(word[w], delta, width);
#else
    word[w] = __shfl_down_sync(0xffffffffu, word[w], delta, width);
#endif
  }
  T result;
  memcpy(&result, word, sizeof(T));
  return result;
}


/// Shared memory for N values of a type that may have a constructor.
template <class T, int N>
struct raw_storage {
  alignas(T) unsigned char bytes[sizeof(T) * N];
  __device__ T& operator[](int i) { return reinterpret_cast<T*>(bytes)[i]; }
};

}  // namespace acre::backends::gpu
