#pragma once

#include <string>

namespace acre {

/// Starts Kokkos at its beginning and ends it at its end, unless it runs already. Make one in
/// main: what computes needs it. Arrays may be declared before it and may outlive it, but not be
/// worked with then.
///
/// Takes --acre-space=NAME[:NUMBER] out of the arguments (else the environment's ACRE_SPACE) and
/// Kokkos' own (--kokkos-num-threads=4), where it starts Kokkos, and leaves the rest to the
/// program. Throws backend_error for a space that this build does not have or a device that is not
/// present, listing those that are, for --acre-space without a name, and where Kokkos has ended,
/// which starts only once in a process. "openmp:4" starts Kokkos with four threads, "cuda:1" on the
/// second GPU; where Kokkos has another number of threads, as it runs already, "openmp:4" is a
/// backend_error. Kokkos' advice on OMP_PROC_BIND is not printed where the environment says nothing
/// about places of threads (core/docs/building.md says when to set it).
class runtime {
 public:
  runtime(int& argc, char** argv);
  runtime();
  runtime(runtime const&) = delete;
  ~runtime();

 private:
  bool owns_kokkos_ = false;
};

/// The space chosen by --acre-space or ACRE_SPACE; without a choice, the foremost of the build,
/// which has the arrays made without a space. For dispatch(). A choice of "serial" or "openmp"
/// moves everything that is on host(); arrays made without a space are on host() where the build
/// has no GPU.
std::string chosen_space();

}  // namespace acre
