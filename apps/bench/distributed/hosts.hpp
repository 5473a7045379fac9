#pragma once

#include "measure.hpp"

/// Processes of a CPU against one process with as many threads as all of them have, and against MPI
/// by hand: the same problem, shared.
namespace acre::bench {

/// Sizes: rows and columns of heat, elements of a sum, and of a sort.
struct host_sizes {
  std::int64_t side, elements, sorted;
};

/// `one`: the space of a process by itself.
void measure_hosts(dist::processes const& all, host const& space, host const& one,
                   host_sizes const& n, records& out);

}  // namespace acre::bench
