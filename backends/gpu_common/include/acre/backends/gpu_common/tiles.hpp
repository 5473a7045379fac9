#pragma once

#include <acre/backends/common/tiling.hpp>

#include <cstdint>
#include <cstring>

/// Bringing rectangles of memory to shared memory, where a tile's operands find them: see
/// backends/common/tiling.hpp.
namespace acre::backends::gpu {

/// Copies Bytes (4, 8 or 16) to shared memory; settled() waits for all that this thread began.
template <int Bytes>
__device__ void copy_to_shared(char* to, std::uintptr_t from)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  auto const at = static_cast<unsigned>(__cvta_generic_to_shared(to));
  if constexpr (Bytes == 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(from) : "memory");
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(at), "l"(from), "n"(Bytes)
                 : "memory");
#else
  struct alignas(Bytes) bytes {
    unsigned char v[Bytes];
  };
  *reinterpret_cast<bytes*>(to) = *reinterpret_cast<bytes const*>(from);
#endif
}
__device__ inline void copies_settled()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
  __syncthreads();
}

/// `slow` rows of `fast` elements from `from` on, an element an access.
template <int Size>
__device__ void gather_elements(rectangle const& part, char* shared, std::uintptr_t from,
                                std::int64_t slow_step, int fast, int slow)
{
  for (int e = static_cast<int>(threadIdx.x); e < fast * slow; e += static_cast<int>(blockDim.x)) {
    int const s = e / fast, f = e - s * fast;
    std::uintptr_t const at = from + s * slow_step + std::int64_t{f} * Size;
    char* const to = shared + s * part.pitch + f * Size;
    if (at < part.low || at >= part.high) continue;  // a corner that no operand reads
    if constexpr (Size >= 4)
      copy_to_shared<Size>(to, at);
    else
      memcpy(to, reinterpret_cast<void const*>(at), Size);
  }
}

/// A rectangle for the tile whose first element's index along the outer axes is `at`, of `columns`
/// by `rows` elements.
__device__ inline void gather(rectangle const& part, char* shared, position const& at, int columns,
                              int rows)
{
  std::uintptr_t from = part.from + at.first * part.inner;
#pragma unroll
  for (int axis = 0; axis < max_rank; ++axis)
    if (axis < at.rank) from += at.index[axis] * part.outer[axis];
  int const x = columns + part.more_inner, y = rows + part.more_outer;
  int const fast = part.across ? y : x, slow = part.across ? x : y;
  std::int64_t const slow_step = part.across ? part.inner : part.outer[0];
  shared += part.offset;
  if (part.packets) {
    int const before = static_cast<int>(from & 15), packets = (before + fast * part.size + 15) / 16;
    from -= before;
    for (int e = static_cast<int>(threadIdx.x); e < packets * slow;
         e += static_cast<int>(blockDim.x)) {
      int const s = e / packets, p = e - s * packets;
      std::uintptr_t const packet = from + s * slow_step + p * 16;
      if (packet + 16 > part.low && packet < part.high)
        copy_to_shared<16>(shared + s * part.pitch + p * 16, packet);
    }
    return;
  }
  switch (part.size) {
    case 1:
      gather_elements<1>(part, shared, from, slow_step, fast, slow);
      break;
    case 2:
      gather_elements<2>(part, shared, from, slow_step, fast, slow);
      break;
    case 4:
      gather_elements<4>(part, shared, from, slow_step, fast, slow);
      break;
    case 8:
      gather_elements<8>(part, shared, from, slow_step, fast, slow);
      break;
    default:
      gather_elements<16>(part, shared, from, slow_step, fast, slow);
  }
}

}  // namespace acre::backends::gpu
