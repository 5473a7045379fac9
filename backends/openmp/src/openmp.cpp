#include <acre/backends/openmp/space.hpp>

namespace acre {

std::vector<device_info> openmp::devices()
{
  return {backends::host::describe_cpu(Kokkos::OpenMP().concurrency())};
}

backends::host::failures& openmp::failure_state()
{
  static backends::host::failures state;
  return state;
}

}  // namespace acre
