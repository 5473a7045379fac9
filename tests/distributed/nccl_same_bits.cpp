#include <acre/distributed/mpi.hpp>
#include <acre/distributed/nccl.hpp>

#include <cstdint>
#include <cstdio>
#include <string>

#include "on_devices.hpp"

void same_bits::end_job() { MPI_Abort(MPI_COMM_WORLD, 3); }

// Under mpiexec, a process a GPU: what NCCL moves, and what goes through the host without it.
namespace {

using namespace acre;
namespace dist = acre::distributed;
using same_bits::require;
using same_bits::require_same;

template <class Space>
void large_blocks(dist::processes const& all, Space const& space)
{
  constexpr std::int64_t n = 5000;
  dist::array<double, 2, Space> x(all, space, dist::blocks(shape(n, n)));
  x = coordinate(x, 0) * n + coordinate(x, 1);
  auto const columns = redistribute(x, axes(1));
  require("columns", all,
          dist::all(columns == coordinate(columns, 0) * n + coordinate(columns, 1)));
  auto const back = redistribute(columns, dist::blocks(shape(n, n), dist::halo(1, 2)));
  require("rows", all, dist::all(back == x));
  require_same("the sum of rows", all, sum(back), sum(x));
}

/// Against the host.
template <class Space>
void reductions_of_the_host(dist::processes const& all, Space const& space)
{
  for (std::int64_t const n : {100000, 20000001}) {
    generator g(7), h(7);
    array<double, 1, host> const whole(g.normal(host(), shape(n)));
    dist::array<double, 1, Space> x(all, space, dist::blocks(shape(n)));
    x = own_part(x, h.normal(space, shape(n)));
    require_same("the host's sum", all, sum(x), sum(whole).item());
    require_same("the host's var", all, var(x), var(whole).item());
    require_same("the host's argmax", all, argmax(x), argmax(whole).item());
  }
}

struct on_gpus {
  dist::processes const& world;
  template <class Space>
  void operator()(Space const& space) const
  {
    if constexpr (!Space::host_accessible) {
      std::printf("process %d: %s device %d\n", world.rank(), Space::name, space.device().index);
      auto const linked = dist::with_nccl(world, space);
      for (auto const& all : {linked, world}) {
        same_bits::all_on(all, Space::name);
        large_blocks(all, space);
        reductions_of_the_host(all, space);
        all.barrier();
      }
    }
  }
};

}  // namespace

int main(int argc, char** argv)
{
  dist::mpi_session const mpi(argc, argv, 60);
  runtime const started(argc, argv);
  auto const& all = mpi.world();
  for_each_space(on_gpus{all});
  all.barrier();
  if (all.rank() == 0)
    std::printf("%d processes on GPUs: the same bits, %d times on process 0\n", all.size(),
                same_bits::compared);
}
