#include <acre/backends/emulated/seen_by_host.hpp>
#include <acre/backends/emulated/space.hpp>
#include <acre/backends/gpu_common/fft.hpp>
#include <acre/backends/host_common/fft_for_others.hpp>

namespace acre::backends {

/// The host's library in the place of a vendor's, which does not scale.
template <>
void fft(gpu::queue<emulated_api>& on, fft_problem const& problem)
{
  fft_problem unscaled = problem;
  unscaled.scale = 1;
  host::fft_for<emulated::seen_by_host>(on, unscaled);
}

}  // namespace acre::backends
