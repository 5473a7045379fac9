#include <acre/backends/emulated/seen_by_host.hpp>
#include <acre/backends/emulated/space.hpp>
#include <acre/backends/host_common/linear_algebra_for_others.hpp>

namespace acre::backends {

/// The host's library in the place of a vendor's.
linear_algebra& emulated_api::algebra(gpu::queue<emulated_api>&)
{
  static host::algebra_for<emulated::seen_by_host> only;
  return only;
}

}  // namespace acre::backends
