#include <acre/distributed/mpi.hpp>
#include <acre/distributed/nccl.hpp>

#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>

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
  for (std::int64_t const n : {6000, 6007}) {  // of which parts go in pieces
    dist::array<double, 2, Space> x(all, space, dist::blocks(shape(n, n)));
    x = coordinate(x, 0) * n + coordinate(x, 1);
    auto const columns = redistribute(x, axes(1));
    require("columns", all,
            dist::all(columns == coordinate(columns, 0) * n + coordinate(columns, 1)));
    auto const back = redistribute(columns, dist::blocks(shape(n, n), dist::halo(1, 2)));
    require("rows", all, dist::all(back == x));
    require_same("the sum of rows", all, sum(back), sum(x));
  }
  dist::array<double, 3, Space> y(all, space, dist::blocks(shape(64, 1100, 1000)));
  y = coordinate(y, 0) * 700.0 + coordinate(y, 1) * 3.0 - coordinate(y, 2);
  auto const across = redistribute(y, axes(2)), along = redistribute(across, axes(1));
  require("planes", all, dist::all(redistribute(along, axes(0)) == y));
  dist::array<double, 2, Space> few(all, space, dist::blocks(shape(4, 10000000)));  // long rows
  few = coordinate(few, 0) + 10.0 * coordinate(few, 1);
  auto const parts = redistribute(few, axes(1));
  require("long rows", all, dist::all(parts == coordinate(parts, 0) + 10.0 * coordinate(parts, 1)));
  require("long rows again", all, dist::all(redistribute(parts, axes(0)) == few));
  auto const whole = gather_to(few, 1);
  if (all.rank() == 1)
    require("long rows in one place", all,
            acre::all(whole(3) == 3 + 10.0 * arange(10000000.0)).item());
}

/// By one call, of large blocks on two queues, and by two on one.
template <class Space>
void steps_of_heat(dist::processes const& all, Space const& space, std::int64_t rows)
{
  auto const where = dist::blocks(shape(rows, 2048), dist::halo(1), dist::periodic(0, 1));
  dist::array<double, 2, Space> a(all, space, where), next_a(all, space, where),
      b(all, space, where), next_b(all, space, where);
  a = sin(coordinate(a, 0) * 0.37 + coordinate(a, 1));
  b = a + 0.0;
  for (int k = 0; k < 100; ++k) {
    next_a =
        dist::exchanged(a + 0.1 * ((dist::shifted<-1, 0>(a) + dist::shifted<1, 0>(a)) +
                                   (dist::shifted<0, -1>(a) + dist::shifted<0, 1>(a)) - 4.0 * a));
    std::swap(a, next_a);
    exchange(b);
    next_b = b + 0.1 * ((shifted(b, -1, 0) + shifted(b, 1, 0)) +
                        (shifted(b, 0, -1) + shifted(b, 0, 1)) - 4.0 * b);
    std::swap(b, next_b);
  }
  require("steps of heat", all, dist::all(a == b));
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
        for (std::int64_t const rows : {1003, 10003}) steps_of_heat(all, space, rows);
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
