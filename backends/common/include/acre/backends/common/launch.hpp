#pragma once

#include <acre/backends/common/thread_block.hpp>
#include <acre/error.hpp>

#include <Kokkos_Macros.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

/// Kernels that are launched by hand, in blocks of threads:
///
///   limits_of(on)                  what a block may have
///   launch_blocks(on, size, f)     f(thread_block) for every block of the grid
///
/// GPUs queue it, CPUs are done when it returns. On a GPU each thread of a block runs f; on a CPU a
/// block is a task, f runs once for it, and for_each_thread is a loop over its threads. f's own
/// statements, outside of for_each_thread, are therefore the same for all threads: they take
/// scratch, count phases, and write nothing.
///
/// The kernels: host_common/launch.hpp, gpu_common/launch.hpp.
namespace acre::backends {

/// Limits of a block on a device.
struct launch_limits {
  std::string name;
  std::int64_t threads;
  std::size_t scratch;
  std::int64_t blocks = 2147483647;
};
/// A CPU has the limits of the GPUs that acre is measured on, so that what fits here fits there.
inline constexpr std::int64_t host_block_threads = 1024;
inline constexpr std::size_t host_block_scratch = 227 * 1024;

}  // namespace acre::backends
