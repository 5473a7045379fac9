#include <acre/distributed/mpi.hpp>

#include <cstdio>

#include "on_devices.hpp"

void same_bits::end_job() { MPI_Abort(MPI_COMM_WORLD, 3); }

// Under mpiexec, arrays on GPUs, which processes may share: what crosses goes through the host, or
// as MPI itself takes a GPU's memory.
int main(int argc, char** argv)
{
  using namespace acre;
  namespace dist = acre::distributed;
  dist::mpi_session const mpi(argc, argv, 60);
  runtime const started(argc, argv);
  auto const& all = mpi.world();
  for_each_space([&](auto const& on) {
    using space = std::decay_t<decltype(on)>;
    if constexpr (!space::host_accessible) same_bits::all_on(all, space::name);
  });
  all.barrier();
  if (all.rank() == 0)
    std::printf("%d processes on GPUs, %s: the same bits, %d times on process 0\n", all.size(),
                backends::mpi::takes_memory_of_devices() ? "by MPI" : "through the host",
                same_bits::compared);
}
