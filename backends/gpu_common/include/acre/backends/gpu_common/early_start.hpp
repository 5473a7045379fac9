#pragma once

#include <acre/backends/common/program.hpp>

#include <type_traits>

/// Kernels that start while the one before them on the stream ends (CUDA's programmatic dependent
/// launch, from compute capability 9.0 on): their blocks are there when it is done, and the host
/// gives them to the driver in 0.4 µs less. On an H200 one small call behind the other takes 3.1 µs
/// so, 3.6 without; roots of quadratic equations, 10^6 float64, 4.8 and 6.2; sums of as many 5.0
/// and 6.0. (Letting the next kernel start before a kernel's own end gains nothing more.)
///
/// What makes that sound:
///
/// 1. A kernel that queue::launch_early starts calls await_work_before() in every thread before
///    anything else. That returns when all kernels before it on the stream are done and what they
///    wrote is seen. Each of those has waited so itself, or was started after the end of the one
///    before it, so that this holds for all work of the stream: if a kernel is done, everything
///    before it is. So memory is taken from a pool, scratch and tickets are used again, and
///    failures recorded as behind any other kernel. (No kernel lets the next one start before its
///    own end.)
/// 2. Behind the wait it reads memory by plain loads. Memory that is read as if nothing wrote it
///    (read_unwritten, pointers that are const and restrict) may be loaded before the wait by a
///    compiler, or come from a cache that knows of no writes: `starts_early` says which programs
///    may. So a user's function that captures something starts as usual.
/// 3. Only a kernel straight before it lets a kernel start early; behind copies, events, calls of
///    the host and graphs CUDA starts it when these are done. In a graph that is captured, and on
///    CUDA's default streams, whose order is also that of other streams, kernels start as usual.
///
/// tests/gpu-early-starts looks for 1 and 2 in machine code.
namespace acre::backends::gpu {

__device__ inline void await_work_before()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/// Whether a kernel that runs the program, with that sink or reducer, may start early.
template <class Program, class... Other>
inline constexpr bool starts_early =
    reads_plainly<Program> && ((std::is_empty_v<Other> || reads_plainly<Other>) && ...);

}  // namespace acre::backends::gpu
