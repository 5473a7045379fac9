#pragma once

#include <acre/backends/common/launch.hpp>
#include <acre/backends/gpu_common/queue.hpp>
#include <acre/backends/gpu_common/shared_memory.hpp>

namespace acre::backends::gpu {

/// Threads: the most that a block has, which bounds its registers.
template <int Threads, class F>
__global__ void __launch_bounds__(Threads)
    blocks_kernel(extent3 grid, extent3 size, std::size_t scratch_bytes, F f)
{
  ACRE_DYNAMIC_SHARED(block_scratch, unsigned char);
  thread_block block(grid, size, unravel3(blockIdx.x, grid), block_scratch, scratch_bytes);
  f(block);
}

}  // namespace acre::backends::gpu

namespace acre::backends {

/// See backends/common/launch.hpp.
template <class Api>
launch_limits limits_of(gpu::queue<Api>& on)
{
  auto const& device = on.device();
  return {device.name, device.max_threads_per_block, device.max_shared_memory_per_block};
}

template <class Api, class F>
void launch_blocks(gpu::queue<Api>& on, launch_size const& size, F const& f)
{
  int const threads = static_cast<int>(size.block.size());
  auto* const kernel = threads <= 256 ? gpu::blocks_kernel<256, F> : gpu::blocks_kernel<1024, F>;
  // a block's scratch is 16 bytes at a time; more than 48 KiB has to be asked for
  if (size.scratch > 48 * 1024) on.resident_blocks(kernel, threads, size.scratch);
  on.launch_shared("blocks", kernel, size.grid.size(), threads, size.scratch, size.grid, size.block,
                   size.scratch, f);
}

}  // namespace acre::backends
