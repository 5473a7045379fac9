#include <acre/device/runtime.hpp>
#include <acre/device/spaces.hpp>

#include <cstdlib>
#include <stdexcept>
#include <string_view>
#include <type_traits>

#include "hosts.hpp"
#ifdef ACRE_BENCH_NCCL
#include "gpus.hpp"
#endif

namespace {

constexpr char const* usage =
    "usage: mpiexec --bind-to none -n 2 distributed [--acre-space=SPACE] [OPTION...]\n"
    "       distributed --acre-space=cuda --virtual 2 [OPTION...]\n"
    "\n"
    "Processes of one host against one of them: halos, heat, sum, sort, of GPUs redistribute.\n"
    "\n"
    "On CPUs processes share a problem, beside one process with the threads of all of them\n"
    "(OMP_NUM_THREADS is each one's) and MPI by hand. On GPUs each process has one and a problem\n"
    "of this size, beside NCCL by hand, then sends through the host's memory; --virtual are\n"
    "threads of one process, whose GPUs copy from each other.\n"
    "\n"
    "--side N      heat on N times N numbers (CPUs 4096, GPUs 8192)\n"
    "--elements N  sum (CPUs 2^26, GPUs 2^27)\n"
    "--sorted N    sort (CPUs 10^7, GPUs 10^8)\n"
    "--jsonl FILE  append what was measured, milliseconds a call\n";

struct options {
  int virtual_count = 0;
  std::int64_t side = 0, elements = 0, sorted = 0;
  std::string jsonl;
};

options options_from(int argc, char** argv)
{
  options given;
  for (int k = 1; k < argc; k += 2) {
    std::string_view const word = argv[k];
    if (k + 1 == argc) throw std::invalid_argument("nothing behind " + std::string(word));
    auto const number = [&] {
      auto const n = static_cast<std::int64_t>(std::strtod(argv[k + 1], nullptr));
      if (n < 1) throw std::invalid_argument(std::string(word) + " is 1 or more");
      return n;
    };
    if (word == "--virtual")
      given.virtual_count = static_cast<int>(number());
    else if (word == "--side")
      given.side = number();
    else if (word == "--elements")
      given.elements = number();
    else if (word == "--sorted")
      given.sorted = number();
    else if (word == "--jsonl")
      given.jsonl = argv[k + 1];
    else
      throw std::invalid_argument("there is no " + std::string(word) + ", see --help");
  }
  return given;
}

std::int64_t or_else(std::int64_t given, std::int64_t size) { return given > 0 ? given : size; }

void measure(acre::distributed::processes const& world, acre::host const& space,
             options const& given)
{
  using namespace acre;
  int const threads = space.queue().threads() * world.size();
  host one = space;
  if (world.size() > 1)
    dispatch("openmp:" + std::to_string(threads), [&](auto const& on) {
      if constexpr (std::is_same_v<std::decay_t<decltype(on)>, host>) one = on;
    });
  bench::records out(world.rank() == 0, "processes", given.jsonl);
  bench::measure_hosts(world, space, one,
                       {or_else(given.side, 4096), or_else(given.elements, std::int64_t{1} << 26),
                        or_else(given.sorted, 10000000)},
                       out);
}

#ifdef ACRE_BENCH_NCCL
void measure(acre::distributed::processes const& world, acre::bench::gpu const& space,
             options const& given)
{
  using namespace acre;
  auto const all_of = [&](distributed::processes const& all, bench::gpu const& its,
                          bench::bare_nccl const* bare, char const* way, bench::records& out) {
    bench::gpu_run const r{all,
                           its,
                           bare,
                           way,
                           out,
                           or_else(given.side, 8192),
                           or_else(given.elements, std::int64_t{1} << 27),
                           or_else(given.sorted, 100000000)};
    bench::measure_heat(r);
    bench::measure_sum(r);
    bench::measure_redistribute(r);
    bench::measure_sort(r);
  };
  if (given.virtual_count > 0) {
    distributed::virtual_processes(given.virtual_count, [&](distributed::processes const& all) {
      bench::records out(all.rank() == 0, "GPUs", given.jsonl);
      all_of(all, distributed::own_space<bench::gpu>(all), nullptr, "acre.virtual", out);
    });
    return;
  }
  bench::records out(world.rank() == 0, "GPUs", given.jsonl);
  {
    auto const all = distributed::with_nccl(world, space);
    bench::bare_nccl const bare(world, space);
    all_of(all, space, &bare, "acre.nccl", out);
  }
  all_of(world, space, nullptr, "acre.mpi", out);
}
#endif

template <class Space>
void measure(acre::distributed::processes const&, Space const&, options const&)
{
  throw std::invalid_argument(std::string("not measured on ") + Space::name +
                              ": GPUs' bars are NCCL's, which this program was built without");
}

}  // namespace

int main(int argc, char** argv)
{
  using namespace acre;
  if (argc > 1 && (std::string_view(argv[1]) == "--help" || std::string_view(argv[1]) == "-h")) {
    std::fputs(usage, stdout);
    return 0;
  }
  try {
    distributed::mpi_session const mpi(argc, argv, 60);
    try {
      runtime const started(argc, argv);
      options const given = options_from(argc, argv);
      dispatch(chosen_space(), [&](auto const& space) { measure(mpi.world(), space, given); });
    } catch (std::exception const& e) {  // told before the session ends the others
      std::fprintf(stderr, "distributed: %s\n", e.what());
      throw;
    }
  } catch (std::exception const&) {
    return 1;
  }
}
