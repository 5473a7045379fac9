#include <acre/acre.hpp>
#include <acre/distributed.hpp>
#include <acre/distributed/mpi.hpp>
#include <acre/distributed/nccl.hpp>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <thread>

#include <unistd.h>

// A process that sends no more: the others' GPUs wait no longer than the timeout, then all calls
// are a communication_error, and the GPU goes on. "windows": of long messages, which go by these;
// "steps": in steps of exchanged(), each behind the halo of the one before.
namespace {

using namespace acre;
namespace dist = acre::distributed;

struct on_gpus {
  dist::processes const& world;
  std::string_view what;
  template <class Space>
  void operator()(Space const& space) const
  {
    if constexpr (!Space::host_accessible) {
      auto const all = dist::with_nccl(world, space);
      auto const where = dist::blocks(shape(8, what == "windows" ? 9000000 : 1000), dist::halo(1),
                                      dist::periodic(0));
      dist::array<double, 2, Space> u(all, space, where), v(all, space, where);
      u = 1;
      auto const send = [&] {
        if (what == "steps")
          v = exchanged(dist::shifted<-1, 0>(u) + dist::shifted<1, 0>(u));
        else
          exchange(u);
      };
      for (int k = 0; k < 3; ++k) send();
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
        send();
        space.fence();  // ends with NCCL
        send();
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
  for_each_space(on_gpus{mpi.world(), argc > 1 ? argv[1] : ""});
}
