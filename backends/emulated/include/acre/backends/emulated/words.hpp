#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

/// The words of CUDA and HIP in which gpu_common's kernels are written, for a CPU's compiler, which
/// is given this header before any other one (-include), as nvcc and hipcc include theirs. A thread
/// of a kernel is a fibre (grid.hpp): what waits for others lets them run.

#define __global__
#define __device__
#define __host__
#define __launch_bounds__(...)
#define __align__(bytes) alignas(bytes)
#define threadIdx (::acre::backends::emulated::running->thread)
#define blockIdx (::acre::backends::emulated::running->block)
#define blockDim (::acre::backends::emulated::running->block_size)
#define gridDim (::acre::backends::emulated::running->grid_size)
#define warpSize (::acre::backends::emulated::running->lanes)
#define __HIP_MEMORY_SCOPE_AGENT 0
#define __HIP_MEMORY_SCOPE_SYSTEM 1

namespace acre::backends::emulated {

struct index3 {
  unsigned x = 0, y = 0, z = 0;
};

/// A kernel's thread, as it sees itself.
struct kernel_thread {
  index3 thread, block, block_size{1, 1, 1}, grid_size{1, 1, 1};
  int lanes = 32;  // of a warp: 32 or 64
};

/// The thread that runs; null on the host.
extern thread_local constinit kernel_thread* running [[gnu::tls_model("initial-exec")]];

/// All threads of the block; whether any said yes.
bool sync_block(bool yes = false);
/// `word` of the member `from` of the caller's team of `width` lanes, which may be none: then its
/// own. The lanes of the mask take part, all of them that have not ended.
std::uint32_t shuffled(std::uint64_t mask, std::uint32_t word, int width, int from);
/// A bit for each lane of the mask.
std::uint64_t ballot(std::uint64_t mask, bool yes);
void sync_lanes(std::uint64_t mask);
/// Lets other threads, also of other blocks, run: where a kernel could meet what they have written
/// meanwhile. `waits`: for what others write, so that they do run.
void let_others_run(bool waits = false);

/// Shared memory of the block, one for each place in a kernel's text.
void* shared_bytes(void const* place, std::size_t bytes, std::size_t alignment);
void* dynamic_shared();
template <class T, class Place>
T& shared(Place)
{
  static char const place = 0;
  return *static_cast<T*>(shared_bytes(&place, sizeof(T), alignof(T)));
}

}  // namespace acre::backends::emulated

inline void __syncthreads()
{
  if (acre::backends::emulated::running != nullptr) acre::backends::emulated::sync_block();
}
inline int __syncthreads_or(int yes) { return acre::backends::emulated::sync_block(yes != 0); }
inline void __threadfence() { acre::backends::emulated::let_others_run(); }

inline int __popc(unsigned bits) { return std::popcount(bits); }
inline int __clz(int bits) { return std::countl_zero(static_cast<unsigned>(bits)); }
inline int __ffs(int bits) { return __builtin_ffs(bits); }
inline int __ffsll(long long bits) { return __builtin_ffsll(bits); }
inline unsigned __umulhi(unsigned a, unsigned b)
{
  return static_cast<unsigned>(std::uint64_t{a} * b >> 32);
}

template <class A, class B>
  requires std::is_arithmetic_v<A> && std::is_arithmetic_v<B>
constexpr auto min(A const& a, B const& b)
{
  using common = std::common_type_t<A, B>;
  return common(b) < common(a) ? common(b) : common(a);
}
template <class A, class B>
  requires std::is_arithmetic_v<A> && std::is_arithmetic_v<B>
constexpr auto max(A const& a, B const& b)
{
  using common = std::common_type_t<A, B>;
  return common(a) < common(b) ? common(b) : common(a);
}

template <class T>
T atomicAdd(T* where, std::type_identity_t<T> value)
{
  acre::backends::emulated::let_others_run();
  T const before = *where;
  *where = before + value;
  return before;
}
template <class T>
T atomicOr(T* where, std::type_identity_t<T> value)
{
  acre::backends::emulated::let_others_run();
  T const before = *where;
  *where = before | value;
  return before;
}

namespace acre::backends::emulated {

template <class T>
void store(T* where, std::type_identity_t<T> value)
{
  let_others_run();
  *where = value;
}
/// Read again and again by who waits for what another block writes.
template <class T>
T loaded(T const* where)
{
  let_others_run(true);
  return *static_cast<T const volatile*>(where);
}

}  // namespace acre::backends::emulated

// macros, as clang has functions of these names for every processor
#define __hip_atomic_fetch_add(where, value, order, scope) atomicAdd(where, value)
#define __hip_atomic_store(where, value, order, scope) \
  ::acre::backends::emulated::store(where, value)
#define __hip_atomic_load(where, order, scope) ::acre::backends::emulated::loaded(where)
