#pragma once

#include <acre/backends/host_common/space.hpp>

namespace Kokkos {
class OpenMP;
}

namespace acre {

/// The queue of the host whose work all threads of Kokkos' OpenMP do. Needs a running runtime, and
/// throws backend_error without; host(), which is this queue unless another was chosen, may be made
/// before. Not for use inside a parallel region of OpenMP, as the body of Kokkos::parallel_for is
/// one: calls throw launch_error there; serial() may be used.
host openmp();

/// A queue of its own with so many threads. Throws backend_error without a runtime, value_error for
/// less than one thread and for more than Kokkos' 512.
host openmp(int threads);

/// A user's own instance, which the queue keeps. The default instance is openmp().
host openmp(Kokkos::OpenMP const& instance);

/// Kokkos' instance that runs the work of a queue of openmp(). Throws backend_error for a queue of
/// another kind.
Kokkos::OpenMP const& openmp_instance(host const& space);

namespace backends::host {

extern queue_kind openmp_kind;  // never written; const, clang would make one for HIP devices

}  // namespace backends::host
}  // namespace acre
