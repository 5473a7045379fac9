#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace acre::backends::gpu {

/// `threads` neighbouring threads, a power of two of at most 32, that exchange values. The teams
/// of a warp may go different ways.
struct warp_team {
  int threads, member;

  __device__ explicit warp_team(int n) : threads(n), member(static_cast<int>(threadIdx.x) & (n - 1))
  {}

  /// The value of the member `delta` further; anything for the last `delta` ones.
  template <class T>
  __device__ T shuffle_down(T const& value, int delta) const
  {
    return moved(value, [&](std::uint32_t word) {
#if defined(__HIPCC__)
      return __shfl_down(word, delta, threads);
#elif defined(ACRE_EMULATED)
      return emulated::shuffled(lanes(), word, threads, member + delta);
#else
      return __shfl_down_sync(mask(), word, delta, threads);
#endif
    });
  }
  /// The value of the member `delta` before; anything for the first `delta` ones.
  template <class T>
  __device__ T shuffle_up(T const& value, int delta) const
  {
    return moved(value, [&](std::uint32_t word) {
#if defined(__HIPCC__)
      return __shfl_up(word, delta, threads);
#elif defined(ACRE_EMULATED)
      return emulated::shuffled(lanes(), word, threads, member - delta);
#else
      return __shfl_up_sync(mask(), word, delta, threads);
#endif
    });
  }
  /// The value of the member whose number differs in `bit`.
  template <class T>
  __device__ T exchanged(T const& value, int bit) const
  {
    return moved(value, [&](std::uint32_t word) {
#if defined(__HIPCC__)
      return __shfl_xor(word, bit, threads);
#elif defined(ACRE_EMULATED)
      return emulated::shuffled(lanes(), word, threads, member ^ bit);
#else
      return __shfl_xor_sync(mask(), word, bit, threads);
#endif
    });
  }
  /// A bit for each member: whether it says yes.
  __device__ std::uint32_t ballot(bool yes) const
  {
#if defined(__HIPCC__)
    return static_cast<std::uint32_t>(__ballot(yes) >> shift()) & all();
#elif defined(ACRE_EMULATED)
    return static_cast<std::uint32_t>(emulated::ballot(lanes(), yes) >> shift()) & all();
#else
    return __ballot_sync(mask(), yes) >> shift() & all();
#endif
  }
  /// Memory that a member wrote or has come to see (comes_last) is seen by all members after this.
  /// Shuffles exchange values and order no memory.
  __device__ void sync() const
  {
#if defined(__HIPCC__)
    __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront");
    __builtin_amdgcn_wave_barrier();
#elif defined(ACRE_EMULATED)
    emulated::sync_lanes(lanes());
#else
    __syncwarp(mask());
#endif
  }
  template <class T>
  __device__ T first(T const& value) const
  {
    return member_value(value, 0);
  }
  template <class T>
  __device__ T last(T const& value) const
  {
    return member_value(value, threads - 1);
  }
  template <class T>
  __device__ T member_value(T const& value, int from) const
  {
    return moved(value, [&](std::uint32_t word) {
#if defined(__HIPCC__)
      return __shfl(word, from, threads);
#elif defined(ACRE_EMULATED)
      return emulated::shuffled(lanes(), word, threads, from & (threads - 1));
#else
      return __shfl_sync(mask(), word, from, threads);
#endif
    });
  }

 private:
  __device__ std::uint32_t all() const { return 0xffffffffu >> (32 - threads); }
  /// Lane of the device's warp at which the team begins.
  __device__ unsigned shift() const
  {
#if defined(__HIPCC__) || defined(ACRE_EMULATED)
    unsigned const lane = threadIdx.x & static_cast<unsigned>(warpSize - 1);
#else
    unsigned const lane = threadIdx.x & 31u;
#endif
    return lane & ~static_cast<unsigned>(threads - 1);
  }
#if defined(ACRE_EMULATED)
  /// Lanes of the team, of 64 at most.
  std::uint64_t lanes() const { return std::uint64_t{all()} << shift(); }
#else
  __device__ std::uint32_t mask() const { return all() << shift(); }
#endif
  template <class T, class Move>
  __device__ T moved(T const& value, Move const& move) const
  {
    static_assert(std::is_trivially_copyable_v<T>);
    constexpr int words = (sizeof(T) + 3) / 4;
    std::uint32_t word[words] = {};
    memcpy(word, &value, sizeof(T));
#pragma unroll
    for (int w = 0; w < words; ++w) word[w] = move(word[w]);
    T result;
    memcpy(&result, word, sizeof(T));
    return result;
  }
};

/// Makes a thread's writes to shared memory readable for its warp.
__device__ inline void sync_warp()
{
#if defined(__HIPCC__)
  __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront");
  __builtin_amdgcn_wave_barrier();
#elif defined(ACRE_EMULATED)
  warp_team(32).sync();  // those who share memory without a barrier are 32, also among 64 lanes
#else
  __syncwarp();
#endif
}

/// The sums of all members' numbers up to each.
__device__ inline int warp_scan(warp_team const& team, int n)
{
#pragma unroll
  for (int delta = 1; delta < 32; delta *= 2) {
    int const before = team.shuffle_up(n, delta);
    if (delta < team.threads && team.member >= delta) n += before;
  }
  return n;
}
/// Whose number `at` is, where member m of a warp has those from what the members before it end
/// with up to `through`: the first one that ends behind it.
__device__ inline int owner_of(warp_team const& team, int through, int at)
{
  int owner = 0;
#pragma unroll
  for (int step = 16; step > 0; step /= 2)
    if (team.member_value(through, owner + step - 1) <= at) owner += step;
  return owner;
}

/// Adds to a counter; who sees the sum sees what this thread has written before. Returns what was
/// there.
__device__ inline std::uint32_t added_behind_writes(std::uint32_t* counter, std::uint32_t n)
{
#if defined(__HIPCC__) || defined(ACRE_EMULATED)
  return __hip_atomic_fetch_add(counter, n, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
#else
  // a fence and an atomicAdd would wait for the thread's reads, too
  std::uint32_t before;
  asm volatile("atom.release.gpu.global.add.u32 %0, [%1], %2;"
               : "=r"(before)
               : "l"(counter), "r"(n)
               : "memory");
  return before;
#endif
}

/// Shared memory for N values of a type that may have a constructor.
template <class T, int N>
struct raw_storage {
  alignas(T) unsigned char bytes[sizeof(T) * N];
  __device__ T& operator[](int i) { return reinterpret_cast<T*>(bytes)[i]; }
};

}  // namespace acre::backends::gpu
