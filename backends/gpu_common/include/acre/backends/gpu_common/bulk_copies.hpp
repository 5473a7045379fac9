#pragma once

#include <cstdint>

/// CUDA's bulk copies, from compute capability 9.0 on: one thread moves up to a row of shared
/// memory by an instruction. Addresses and bytes are multiples of 16. Copies, and messages between
/// threads, arrive at a *phase*, a word of shared memory; which of two parities is awaited changes
/// each time.
namespace acre::backends::gpu {

__device__ inline unsigned shared_address(void const* p)
{
#if defined(__CUDA_ARCH__)
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
#else
  return 0;
#endif
}

/// By one thread, before phases_begun() and a barrier of those that use it: it ends when so many
/// have arrived, with all bytes that they expect.
__device__ inline void begin_phases(std::uint64_t& phase, unsigned arrivals = 1)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared_address(&phase)), "r"(arrivals)
               : "memory");
#endif
}
__device__ inline void phases_begun()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
#endif
}
__device__ inline void arrive(std::uint64_t& phase)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(shared_address(&phase)) : "memory");
#endif
}
__device__ inline void arrive_expecting(std::uint64_t& phase, unsigned bytes)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(shared_address(&phase)),
               "r"(bytes)
               : "memory");
#endif
}
__device__ inline void await_phase(std::uint64_t const& phase, unsigned parity)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  unsigned done = 0;
  while (done == 0)
    asm volatile(
        "{\n"
        ".reg .pred p;\n"
        "mbarrier.try_wait.parity.shared.b64 p, [%1], %2;\n"
        "selp.b32 %0, 1, 0, p;\n"
        "}"
        : "=r"(done)
        : "r"(shared_address(&phase)), "r"(parity)
        : "memory");
#endif
}

/// To shared memory; the bytes arrive at a phase that expects them.
__device__ inline void bring_bulk(void* to, void const* from, unsigned bytes, std::uint64_t& phase)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, "
      "[%3];" ::"r"(shared_address(to)),
      "l"(__cvta_generic_to_global(from)), "r"(bytes), "r"(shared_address(&phase))
      : "memory");
#endif
}

/// Makes this thread's writes to shared memory visible to bulk copies of threads that it signals.
__device__ inline void show_to_bulk()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
}
/// From shared memory; a thread's copies since it last called bulk_sent are a group.
__device__ inline void send_bulk(void* to, void const* from, unsigned bytes)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(
                   __cvta_generic_to_global(to)),
               "r"(shared_address(from)), "r"(bytes)
               : "memory");
#endif
}
__device__ inline void bulk_sent()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
#endif
}
/// Until the shared memory of this thread's groups but the last `Later` has been read.
template <int Later>
__device__ void bulk_read_but()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(Later) : "memory");
#endif
}
/// Until all that this thread sent is where it was sent.
__device__ inline void bulk_arrived()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
#endif
}

}  // namespace acre::backends::gpu
