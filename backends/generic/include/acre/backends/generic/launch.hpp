#pragma once

#include <acre/backends/common/launch.hpp>
#include <acre/backends/generic/loops.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <vector>

/// See backends/common/launch.hpp. One thread runs a whole block, phase by phase, as on a CPU.
/// (What a kernel throws comes back from a space of the host; a device's kernels throw nothing.)
namespace acre::backends {

template <class Backend>
launch_limits limits_of(generic::queue<Backend>&)
{
  return {Backend::describe().name, host_block_threads, host_block_scratch};
}

template <class Backend, class F>
void launch_blocks(generic::queue<Backend>& on, launch_size const& size, F const& f)
{
#if defined(KOKKOS_ENABLE_CUDA) || defined(KOKKOS_ENABLE_HIP)
  static_assert(generic::queue<Backend>::is_host,
                "acre: launch_blocks of backends/generic runs a block in one thread, and kernels "
                "that CUDA's and HIP's compilers compile have a thread of the block in each; such "
                "a space has an overload of its own (portable/launch.hpp)");
#endif
  // each has a block's scratch, so a device, which has threads by the thousand, gets few of them
  std::int64_t const blocks = size.grid.size(),
                     most = generic::queue<Backend>::is_host ? 16 * on.threads() : 1024,
                     tasks = std::min<std::int64_t>(blocks, most);
  std::size_t const bytes = (size.scratch + 15) / 16 * 16;
  auto const memory =
      generic::scratch_of<unsigned char>(on, static_cast<std::int64_t>(bytes) * tasks);
  unsigned char* const scratch = memory.data();
  auto const run = [=](std::int64_t task) {
    std::int64_t const end = blocks * (task + 1) / tasks;
    for (std::int64_t number = blocks * task / tasks; number < end; ++number) {
      thread_block block(size.grid, size.block,
                         unravel3(static_cast<std::uint32_t>(number), size.grid),
                         scratch + static_cast<std::size_t>(task) * bytes, size.scratch);
      f(block);
    }
  };
  if constexpr (generic::queue<Backend>::is_host) {
    // an exception must not leave a thread of Kokkos': the first task's goes on from here
    std::vector<std::exception_ptr> thrown(static_cast<std::size_t>(tasks));
    std::exception_ptr* const of_task = thrown.data();
    generic::for_each(on, "blocks", tasks, [=](std::int64_t task) {
      try {
        run(task);
      } catch (...) {
        of_task[task] = std::current_exception();
      }
    });
    on.instance().fence("acre: blocks");
    for (auto const& each : thrown)
      if (each) std::rethrow_exception(each);
  } else {
    generic::for_each(on, "blocks", tasks, run);
  }
}

}  // namespace acre::backends
