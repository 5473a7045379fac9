#pragma once

#include <acre/backends/generic/launch.hpp>
#include <acre/backends/portable/space.hpp>

#if defined(KOKKOS_ENABLE_CUDA)
#include <acre/backends/cuda/space.hpp>
#include <acre/backends/gpu_common/launch.hpp>
#elif defined(KOKKOS_ENABLE_HIP)
#include <acre/backends/gpu_common/launch.hpp>
#include <acre/backends/hip/space.hpp>
#endif

/// Blocks of threads are a GPU's own (thread_block.hpp asks for threadIdx, a barrier, shared
/// memory): where Kokkos' space is one, they are launched as the GPU's space launches them, on the
/// same stream.
namespace acre::backends {

#if defined(KOKKOS_ENABLE_CUDA) || defined(KOKKOS_ENABLE_HIP)
#if defined(KOKKOS_ENABLE_CUDA)
using space_of_blocks = acre::cuda;
#else
using space_of_blocks = acre::hip;
#endif

inline launch_limits limits_of(generic::queue<portable_backend>&)
{
  return limits_of(space_of_blocks().queue());
}

template <class F>
void launch_blocks(generic::queue<portable_backend>& on, launch_size const& size, F const& f)
{
  space_of_blocks const beside(on.instance());
  launch_blocks(beside.queue(), size, f);
}
#endif

}  // namespace acre::backends
