#include <cstdio>

#include "same_bits.hpp"

int main(int argc, char** argv)
{
  using namespace acre;
  namespace dist = acre::distributed;
  dist::mpi_session const mpi(argc, argv, 60);
  runtime const started(argc, argv);
  auto const& all = mpi.world();
  for_each_space([&](auto const& on) {
    if constexpr (std::is_same_v<std::decay_t<decltype(on)>, host>) {
      same_bits::reductions(all, on);
      same_bits::statistics(all, on);
      same_bits::along_axes(all, on);
      same_bits::chosen_along_axes(all, on);
      same_bits::scans(all, on);
      same_bits::counts(all, on);
      same_bits::blocks_and_halos(all, on);
      same_bits::order(all, on);
      same_bits::complex_order(all, on);
      same_bits::groups(all, on);
      same_bits::places(all, on);
      same_bits::errors(all, on);
    }
  });
  // a communicator of the program's own: every other process
  MPI_Comm half = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, all.rank() % 2, 0, &half);
  {
    auto const some = dist::mpi_processes(half);
    same_bits::reductions(some, serial());
    same_bits::statistics(some, serial());
  }
  MPI_Comm_free(&half);
  all.barrier();
  if (all.rank() == 0)
    std::printf("%d processes: the same bits, %d times on process 0\n", all.size(),
                same_bits::compared);
}
