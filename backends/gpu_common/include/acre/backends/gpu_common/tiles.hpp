#pragma once

#include <acre/backends/common/tiling.hpp>

#include <cstdint>
#include <cstring>

/// Bringing rectangles of memory to shared memory, where a tile's operands find them: see
/// backends/common/tiling.hpp.
namespace acre::backends::gpu {

/// Copies Bytes (4, 8 or 16) to shared memory; settled() waits for all that this thread began.
/// GoesOn: what lies behind will be copied soon, up to 256 bytes of it are brought nearer.
template <int Bytes, bool GoesOn = false>
__device__ void copy_to_shared(char* to, std::uintptr_t from)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  auto const at = static_cast<unsigned>(__cvta_generic_to_shared(to));
  if constexpr (Bytes == 16 && GoesOn)
    asm volatile("cp.async.cg.shared.global.L2::256B [%0], [%1], 16;" ::"r"(at), "l"(from)
                 : "memory");
  else if constexpr (Bytes == 16)
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
/// The copies that this thread began since it last called this are a group; copies_settled_but
/// waits for all groups but the last `Later` ones, and for those of this thread alone.
__device__ inline void copies_begun()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}
template <int Later>
__device__ void copies_settled_but()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_group %0;" ::"n"(Later) : "memory");
#endif
}
__device__ inline void copies_settled()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
  __syncthreads();
}

/// `slow` rows of `units` units of Bytes each from `from` on, a warp a row, or several where there
/// are more warps.
template <int Bytes>
__device__ void gather_rows(rectangle const& part, char* shared, std::uintptr_t from,
                            std::int64_t slow_step, int units, int slow)
{
  int const thread = static_cast<int>(threadIdx.x), threads = static_cast<int>(blockDim.x);
  int of_row = 32;
  while (2 * of_row * slow <= threads) of_row *= 2;
  int const lane = (thread & (of_row - 1)) * Bytes, bytes = units * Bytes;
  for (int s = thread / of_row; s < slow; s += threads / of_row) {
    std::uintptr_t const row = from + s * slow_step;
    char* const to = shared + s * part.pitch;
    for (int f = lane; f < bytes; f += of_row * Bytes) {
      if (part.has_corners && (row + f + Bytes <= part.low || row + f >= part.high)) continue;
      if constexpr (Bytes >= 4)
        copy_to_shared<Bytes>(to + f, row + f);
      else
        memcpy(to + f, reinterpret_cast<void const*>(row + f), Bytes);
    }
  }
}

/// A rectangle for the tile whose first element's index is `at`, of `columns` by `rows` elements.
__device__ inline void gather(rectangle const& part, char* shared, position const& at, int columns,
                              int rows)
{
  std::uintptr_t from = part.from + at.first * part.inner;
#pragma unroll
  for (int axis = 0; axis < max_rank; ++axis)
    if (axis < at.rank) from += at.index[axis] * part.outer[axis];
  // elements from a column to the next, 1 but for records
  int const of_column = part.across ? 1 : static_cast<int>(part.inner) / part.size;
  int const x = columns * of_column + part.more_inner, y = rows + part.more_outer;
  int const fast = part.across ? y : x, slow = part.across ? x : y;
  std::int64_t const slow_step = part.across ? part.inner : part.outer[0];
  shared += part.offset;
  if (part.packets) {
    int const before = static_cast<int>(from & 15);
    gather_rows<16>(part, shared, from - before, slow_step, (before + fast * part.size + 15) / 16,
                    slow);
    return;
  }
  switch (part.size) {
    case 1:
      gather_rows<1>(part, shared, from, slow_step, fast, slow);
      break;
    case 2:
      gather_rows<2>(part, shared, from, slow_step, fast, slow);
      break;
    case 4:
      gather_rows<4>(part, shared, from, slow_step, fast, slow);
      break;
    case 8:
      gather_rows<8>(part, shared, from, slow_step, fast, slow);
      break;
    default:
      gather_rows<16>(part, shared, from, slow_step, fast, slow);
  }
}

}  // namespace acre::backends::gpu
