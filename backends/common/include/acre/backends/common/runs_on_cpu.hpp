#pragma once

namespace acre::backends {

/// Whether few threads run a space's kernels, each through many neighbouring elements: a CPU's,
/// also where core takes its memory for a device's.
template <class S>
inline constexpr bool runs_on_cpu =
    S::host_accessible || requires { requires S::queue_type::is_host; };

}  // namespace acre::backends
