#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace Kokkos::Tools {
bool profileLibraryLoaded();  // of <Kokkos_Core.hpp>, which this header does not open
}

/// Events for profilers, through Kokkos Tools: every operation is a region "acre::sum", every
/// kernel in it a parallel_for "acre::sum::tiles", every piece of memory a labelled allocation.
/// Without a tool nothing costs more than the question listening(). (On NVIDIA's GPUs operations
/// are NVTX ranges of the domain "acre" as well, see queue::begin_range.)
namespace acre::backends {

class queue;

namespace tools {

inline bool listening() { return Kokkos::Tools::profileLibraryLoaded(); }

void push_region(char const* operation);
void push_users_region(std::string const& name);
void pop_region();

/// Memory of a Kokkos memory space ("Host", "Cuda"). Null callbacks are not called.
void allocated(char const* space, char const* label, void const* data, std::size_t bytes);
void deallocated(char const* space, char const* label, void const* data, std::size_t bytes);

/// "acre::sum::tiles": a step of the operation that is being given to the queue.
std::string kernel_name(queue const& on, char const* step);

/// The time of one kernel (of its launch, on a GPU), named after the operation that runs and the
/// step of it.
class kernel {
 public:
  kernel(queue const& on, char const* step);
  kernel(kernel const&) = delete;
  ~kernel()
  {
    if (begun_) end();
  }

 private:
  void end();

  std::uint64_t id_ = 0;
  bool begun_ = false;
};

}  // namespace tools
}  // namespace acre::backends
