#include <acre/acre.hpp>
#include <acre/distributed.hpp>
#include <acre/distributed/mpi.hpp>
#include <acre/distributed/nccl.hpp>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include <unistd.h>

// A process that sends no more: the others' GPUs wait no longer than the timeout, then all calls
// are a communication_error, and the GPU goes on. With an argument of long messages, which go by
// windows.
namespace {

using namespace acre;
namespace dist = acre::distributed;

struct on_gpus {
  dist::processes const& world;
  std::int64_t columns;
  template <class Space>
  void operator()(Space const& space) const
  {
    if constexpr (!Space::host_accessible) {
      auto const all = dist::with_nccl(world, space);
      dist::array<double, 2, Space> u(
          all, space, dist::blocks(shape(8, columns), dist::halo(1), dist::periodic(0)));
      u = 1;
      exchange(u);
      space.fence();
      if (all.rank() == 1) {
        std::this_thread::sleep_for(std::chrono::seconds(12));
        std::_Exit(0);
      }
      auto const begin = std::chrono::steady_clock::now();
      auto const waited = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      };
      try {
        exchange(u);
        space.fence();  // ends with NCCL
        exchange(u);
        std::printf("process %d noticed nothing\n", all.rank());
      } catch (communication_error const& e) {
        std::printf("process %d is told after %.1f s: %s\n", all.rank(), waited(), e.message());
      }
      try {
        sum(u);
        std::printf("process %d goes on\n", all.rank());
      } catch (communication_error const&) {
        std::printf("process %d: later calls fail at once\n", all.rank());
      }
      double const alone = sum(full(space, shape(1000), 2.0)).item();
      std::printf("process %d: its GPU adds up %g\n", all.rank(), alone);
      std::fflush(stdout);
      std::_Exit(waited() < 10 && alone == 2000 ? 0 : 1);
    }
  }
};

}  // namespace

int main(int argc, char** argv)
{
  dist::mpi_session const mpi(argc, argv, 3);
  runtime const started(argc, argv);
  for_each_space(on_gpus{mpi.world(), argc > 1 ? 9000000 : 1000});
}
