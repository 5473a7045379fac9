#include <acre/distributed/mpi.hpp>

#include <cstdio>

#include "of_host.hpp"
#include "same_bits.hpp"

void same_bits::end_job() { MPI_Abort(MPI_COMM_WORLD, 3); }

int main(int argc, char** argv)
{
  using namespace acre;
  namespace dist = acre::distributed;
  dist::mpi_session const mpi(argc, argv, 60);
  runtime const started(argc, argv);
  auto const& all = mpi.world();
  for_each_space([&](auto const& on) {
    if constexpr (std::is_same_v<std::decay_t<decltype(on)>, host>) {
      same_bits::all_of_host(all, on);
    }
  });
  // a communicator of the program's own: every other process
  MPI_Comm half = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, all.rank() % 2, 0, &half);
  {
    auto const some = dist::mpi_processes(half);
    same_bits::few_of_host(some, serial());
  }
  MPI_Comm_free(&half);
  all.barrier();
  if (all.rank() == 0)
    std::printf("%d processes: the same bits, %d times on process 0\n", all.size(),
                same_bits::compared);
}
