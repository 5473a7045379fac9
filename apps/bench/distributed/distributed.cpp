// bench_distributed: processes of one host against one of them, in one run: halos, heat, sum, and
// of GPUs redistribute, of CPUs sort.
//
//   mpiexec --bind-to none -n 2 bench_distributed                  CPUs, beside MPI by hand
//   mpiexec --bind-to none -n 2 bench_distributed --acre-space=cuda  a process a GPU, beside NCCL
//   bench_distributed --acre-space=cuda --virtual 2                GPUs that copy from each other
//
// Processes of a CPU have the threads that OMP_NUM_THREADS says; one process beside them has as
// many as all of them together, while the others sleep.
#ifdef ACRE_BENCH_NCCL
#include "gpus.hpp"
#endif
#include <cstdlib>
#include <cstring>

#include "hosts.hpp"

namespace {

struct sizes {
  int virtual_count = 0;
  std::int64_t side = 0, elements = std::int64_t{1} << 27, sorted = 10000000;
};

template <class Space>
void measure(acre::distributed::processes const& world, Space const& space, sizes const& n)
{
  using namespace acre;
  if constexpr (Space::host_accessible) {
    int const threads = space.queue().threads() * world.size();
    host one = space;
    if (world.size() > 1)
      dispatch("openmp:" + std::to_string(threads), [&](auto const& on) {
        if constexpr (std::is_same_v<std::decay_t<decltype(on)>, host>) one = on;
      });
    bench::measure_hosts(world, space, one, n.side > 0 ? n.side : 4096, n.elements / 2, n.sorted);
  } else {
#ifdef ACRE_BENCH_NCCL
    bench::measure_gpus(world, space, n.virtual_count, n.side > 0 ? n.side : 8192, n.elements);
#else
    std::fprintf(stderr, "bench_distributed: built without NCCL, which GPUs' bars are\n");
#endif
  }
}

}  // namespace

int main(int argc, char** argv)
{
  using namespace acre;
  distributed::mpi_session const mpi(argc, argv, 60);
  runtime const started(argc, argv);
  sizes n;
  for (int k = 1; k + 1 < argc; k += 2) {
    if (std::strcmp(argv[k], "--virtual") == 0) n.virtual_count = std::atoi(argv[k + 1]);
    if (std::strcmp(argv[k], "--side") == 0) n.side = std::atoll(argv[k + 1]);
    if (std::strcmp(argv[k], "--elements") == 0) n.elements = std::atoll(argv[k + 1]);
    if (std::strcmp(argv[k], "--sorted") == 0) n.sorted = std::atoll(argv[k + 1]);
  }
  dispatch(chosen_space(), [&](auto const& space) { measure(mpi.world(), space, n); });
}
