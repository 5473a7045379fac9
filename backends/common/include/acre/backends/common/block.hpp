#pragma once

#include <Kokkos_Macros.hpp>

#include <cstdint>
#include <cstring>
#include <type_traits>

/// Operations that all threads of a block of `threads` do together, see thread_block
/// (thread_block.hpp):
///
///   barrier()                              what has been written so far, all see
///   reduce_block(threads, part, combine)   the values part[0 …] of all threads, in a tree
///   scan_block(threads, part, combine)     part[i] becomes that of part[0 … i]
///   lane_value(own, lane, threads)         of a GPU: that of another thread of the warp
///
/// On a GPU the threads of a warp exchange registers, on a CPU these are loops.
///
/// The order, which depends on the number of threads alone: neighbours are combined in a binary
/// tree (0 with 1, 2 with 3, …; then 0 with 2, …), the earlier one on the left. A scan combines
/// within each 32 threads in five steps, in step s thread i with thread i - 2^s if there is one;
/// then the same way the last of each 32; and these with the threads of the next.
namespace acre::backends {

/// Neighbouring threads of a block that exchange values: on every space so many.
inline constexpr int warp_threads = 32;

#if defined(ACRE_EMULATED)
/// Whether each of a block's threads runs the kernel's text, as on a GPU, or one runs it for all.
inline bool is_one_thread() { return emulated::running != nullptr; }
#else
KOKKOS_INLINE_FUNCTION constexpr bool is_one_thread() { return false; }
#endif

KOKKOS_INLINE_FUNCTION void barrier()
{
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__) || defined(ACRE_EMULATED)
  __syncthreads();
#endif
}

/// Integers wrap around.
struct add_values {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T const& a, T const& b) const
  {
    if constexpr (std::is_same_v<T, bool>)
      return a || b;
    else if constexpr (std::is_integral_v<T>)
      return static_cast<T>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
    else
      return a + b;
  }
};

#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__) || defined(ACRE_EMULATED)
/// The value of lane `from` (0 to 31, a thread of the block) of the warp.
template <class T>
KOKKOS_INLINE_FUNCTION T lane_value(T const& own, int from, int threads)
{
  static_assert(std::is_trivially_copyable_v<T>);
  constexpr int words = (sizeof(T) + 3) / 4;
  std::uint32_t word[words] = {};
  memcpy(word, &own, sizeof(T));
#if defined(ACRE_EMULATED)
  int const in_warp = static_cast<int>(threadIdx.x) % warpSize & ~(warp_threads - 1);
  std::uint64_t const all = std::uint64_t{0xffffffff} << in_warp;
#elif !defined(__HIP_DEVICE_COMPILE__)
  int const in_warp = threads - (static_cast<int>(threadIdx.x) & ~(warp_threads - 1));
  unsigned const all = in_warp >= warp_threads ? 0xffffffffu : (1u << in_warp) - 1;
#endif
#pragma unroll
  for (int w = 0; w < words; ++w)
#if defined(__HIP_DEVICE_COMPILE__)
    word[w] = __shfl(word[w], from, warp_threads);
#elif defined(ACRE_EMULATED)
    word[w] = emulated::shuffled(all, word[w], warp_threads, from);
#else
    word[w] = __shfl_sync(all, word[w], from);
#endif
  T result;
  memcpy(&result, word, sizeof(T));
  return result;
}

/// In lane 0 the values of the warp's threads up to `threads`, combined.
template <class T, class Combine>
KOKKOS_INLINE_FUNCTION T combined_lanes(T value, int lane, int rank, int threads, int in_block,
                                        Combine const& combine)
{
#pragma unroll
  for (int step = 1; step < warp_threads; step *= 2) {
    T const other = lane_value(value, (lane + step) & (warp_threads - 1), in_block);
    if ((lane & (2 * step - 1)) == 0 && rank + step < threads) value = combine(value, other);
  }
  return value;
}
template <class T, class Combine>
KOKKOS_INLINE_FUNCTION T scanned_lanes(T value, int lane, int in_block, Combine const& combine)
{
#pragma unroll
  for (int step = 1; step < warp_threads; step *= 2) {
    T const other = lane_value(value, lane >= step ? lane - step : lane, in_block);
    if (lane >= step) value = combine(other, value);
  }
  return value;
}

/// reduce_block and scan_block where each thread calls them.
template <class T, class Combine>
KOKKOS_INLINE_FUNCTION T reduce_of_threads(int threads, T* part, Combine const& combine)
{
  int const rank = static_cast<int>(threadIdx.x), lane = rank & (warp_threads - 1);
  int const warps = (threads + warp_threads - 1) / warp_threads;
  T value = combined_lanes(part[rank], lane, rank, threads, threads, combine);
  barrier();  // all have read
  if (lane == 0) part[rank / warp_threads] = value;
  barrier();
  if (rank < warp_threads) {
    value = combined_lanes(part[rank < warps ? rank : 0], lane, rank, warps, threads, combine);
    if (rank == 0) part[0] = value;
  }
  barrier();
  value = part[0];
  barrier();  // and may write again
  return value;
}
template <class T, class Combine>
KOKKOS_INLINE_FUNCTION T scan_of_threads(int threads, T* part, Combine const& combine)
{
  int const rank = static_cast<int>(threadIdx.x), lane = rank & (warp_threads - 1),
            warp = rank / warp_threads;
  int const warps = (threads + warp_threads - 1) / warp_threads;
  T value = scanned_lanes(part[rank], lane, threads, combine);
  barrier();  // all have read
  if (lane == warp_threads - 1 || rank == threads - 1) part[warp] = value;
  barrier();
  if (rank < warp_threads) {
    T const end = scanned_lanes(part[rank < warps ? rank : 0], lane, threads, combine);
    if (rank < warps) part[rank] = end;
  }
  barrier();
  if (warp > 0) value = combine(part[warp - 1], value);
  barrier();
  part[rank] = value;
  barrier();
  T const last = part[threads - 1];
  barrier();  // and may write again
  return last;
}
#endif

/// The combined values; part[0] is it as well, and the others are lost.
template <class T, class Combine>
KOKKOS_INLINE_FUNCTION T reduce_block(int threads, T* part, Combine const& combine)
{
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  return reduce_of_threads(threads, part, combine);
#else
#if defined(ACRE_EMULATED)
  if (is_one_thread()) return reduce_of_threads(threads, part, combine);
#endif
  for (int step = 1; step < threads; step *= 2)
    for (int i = 0; i + step < threads; i += 2 * step) part[i] = combine(part[i], part[i + step]);
  return part[0];
#endif
}

#if !defined(__CUDA_ARCH__) && !defined(__HIP_DEVICE_COMPILE__)
/// In place, a warp's threads or the warps' ends.
template <class T, class Combine>
void scan_places(T* part, int lanes, Combine const& combine)
{
  for (int step = 1; step < lanes; step *= 2)
    for (int i = lanes - 1; i >= step; --i) part[i] = combine(part[i - step], part[i]);
}
#endif

/// part[i] becomes the combined part[0 … i]; returns the last.
template <class T, class Combine>
KOKKOS_INLINE_FUNCTION T scan_block(int threads, T* part, Combine const& combine)
{
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  return scan_of_threads(threads, part, combine);
#else
#if defined(ACRE_EMULATED)
  if (is_one_thread()) return scan_of_threads(threads, part, combine);
#endif
  T ends[32];
  int warps = 0;
  for (int first = 0; first < threads; first += warp_threads) {
    int const lanes = threads - first < warp_threads ? threads - first : warp_threads;
    scan_places(part + first, lanes, combine);
    ends[warps++] = part[first + lanes - 1];
  }
  scan_places(ends, warps, combine);
  for (int i = warp_threads; i < threads; ++i)
    part[i] = combine(ends[i / warp_threads - 1], part[i]);
  return part[threads - 1];
#endif
}

}  // namespace acre::backends
