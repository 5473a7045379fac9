#pragma once

#include <acre/backends/common/launch.hpp>
#include <acre/backends/host_common/queue.hpp>
#include <acre/backends/host_common/scratch.hpp>

#include <algorithm>

namespace acre::backends {

/// See backends/common/launch.hpp.
inline launch_limits limits_of(host::queue& on)
{
  return {on.space_name(), host_block_threads, host_block_scratch};
}

/// A task is some neighbouring blocks, one after the other, with one scratch.
template <class F>
void launch_blocks(host::queue& on, launch_size const& size, F const& f)
{
  std::int64_t const blocks = size.grid.size(),
                     tasks = std::min<std::int64_t>(blocks, std::int64_t{16} * on.threads());
  on.for_tasks("blocks", tasks, [&](std::int64_t task) {
    auto const scratch =
        host::scratch<unsigned char>(on, static_cast<std::int64_t>(size.scratch) + 1);
    std::int64_t const end = blocks * (task + 1) / tasks;
    for (std::int64_t number = blocks * task / tasks; number < end; ++number) {
      thread_block block(size.grid, size.block,
                         unravel3(static_cast<std::uint32_t>(number), size.grid), scratch.get(),
                         size.scratch);
      f(block);
    }
  });
}

}  // namespace acre::backends
