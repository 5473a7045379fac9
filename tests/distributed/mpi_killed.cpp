#include <acre/acre.hpp>
#include <acre/distributed.hpp>
#include <acre/distributed/mpi.hpp>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include <unistd.h>

// One process is killed while the others go on: they get a communication_error within the timeout.
int main(int argc, char** argv)
{
  using namespace acre;
  namespace dist = acre::distributed;
  dist::mpi_session const mpi(argc, argv, 2);
  runtime const started(argc, argv);
  auto const& all = mpi.world();
  dist::array<double, 1> x(all, dist::blocks(shape(100000)));
  x = 1;
  sum(x);
  if (all.rank() == 1) std::raise(SIGKILL);
  try {
    for (int k = 0; k < 1000; ++k) sum(x);
    std::printf("process %d noticed nothing\n", all.rank());
  } catch (communication_error const& e) {
    std::printf("process %d is told of process %d: %s\n", all.rank(), e.process(), e.message());
    if (e.operation().empty() || e.seconds() > 10) return 1;
    try {
      sum(x);
      std::printf("process %d goes on\n", all.rank());
    } catch (communication_error const&) {
      std::printf("process %d: later calls fail at once\n", all.rank());
    }
  }
  std::fflush(stdout);
  std::this_thread::sleep_for(
      std::chrono::seconds(2));  // mpiexec ends the others once one has ended
  _exit(0);
}
