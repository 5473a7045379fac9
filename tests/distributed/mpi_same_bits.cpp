#include <acre/acre.hpp>
#include <acre/distributed.hpp>
#include <acre/distributed/mpi.hpp>
#ifdef ACRE_TEST_HDF5
#include <acre/distributed/hdf5.hpp>
#include <acre/io/hdf5.hpp>
#endif

#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <sys/resource.h>
#include <unistd.h>

// Under mpiexec: every process computes what all have computed together once more alone, and
// compares the bits. Says what it has compared; the first difference ends the job.
namespace {

using namespace acre;
namespace dist = acre::distributed;
using dist::blocks;

int compared = 0;

template <class T>
void require_same(char const* what, dist::processes const& all, T const& got, T const& wanted)
{
  if (std::memcmp(&got, &wanted, sizeof(T)) != 0) {
    std::printf("%s differs on process %d of %d\n", what, all.rank(), all.size());
    std::fflush(stdout);
    MPI_Abort(MPI_COMM_WORLD, 3);
  }
  ++compared;
}
void require(char const* what, dist::processes const& all, bool holds)
{
  require_same(what, all, holds, true);
}

void reductions(dist::processes const& all, host const& space)
{
  for (std::int64_t const n : {0, 1, 5, 4096, 4100, 20000, 300001}) {
    generator g(3), h(3);
    array<double, 1> const whole(g.normal(space, shape(n)));
    dist::array<double, 1> x(all, space, blocks(shape(n)));
    x = own_part(x, h.normal(space, shape(n)));
    require_same("sum", all, sum(x), sum(whole).item());
    require_same("sum of float32", all, sum(cast<float>(x)), sum(cast<float>(whole)).item());
    require_same("sum of an expression", all, sum(x * x + 1), sum(whole * whole + 1).item());
    require_same("any", all, any(x > 3), any(whole > 3).item());
    require_same("count_nonzero", all, count_nonzero(x > 0), count_nonzero(whole > 0).item());
    if (n == 0) continue;
    require_same("mean", all, mean(x), mean(whole).item());
    require_same("var", all, var(x), var(whole).item());
    require_same("max", all, max(x), max(whole).item());
    require_same("argmin", all, argmin(x), argmin(whole).item());
  }
}

void blocks_and_halos(dist::processes const& all, host const& space)
{
  constexpr std::int64_t rows = 37, columns = 21;
  generator g(4);
  array<double, 2> const start(g.normal(space, shape(rows, columns)));
  auto const steps = [&](dist::processes const& who, blocks<2> const& where) {
    generator h(4);
    dist::array<double, 2> u(who, space, where);
    u = own_part(u, h.normal(space, u.shape()));
    for (int k = 0; k < 5; ++k) {
      exchange(u);
      u = u + 0.1 * (shifted(u, 1, 0) + shifted(u, -1, 0) + shifted(u, 0, 1) + shifted(u, 0, -1) -
                     4 * u);
    }
    return u;
  };
  auto const alone =
      steps(dist::processes(), blocks(shape(rows, columns), dist::halo(1, 1), dist::periodic(0)));
  for (auto const& where :
       {blocks(shape(rows, columns), dist::halo(1, 1), dist::periodic(0)),
        blocks(shape(rows, columns), axes(0, 1), dist::halo(1, 1), dist::periodic(0))}) {
    auto const u = steps(all, where);
    int const root = all.size() - 1;
    auto const whole = gather_to(u, root);
    if (all.rank() == root) require("a stencil", all, array_equal(whole, alone.local()));
    auto const slabs = redistribute(u, axes(0));
    require_same("the sum of a stencil", all, sum(slabs), sum(alone.local()).item());
    auto const back = gather_to(dist::scatter_from(root, whole, all, where), 0);
    if (all.rank() == 0) require("scattered elements", all, array_equal(back, alone.local()));
  }
}

std::string content(std::filesystem::path const& file)
{
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Files of all are those of one; where one process can't write its part, all are told, and nothing
/// is left.
void files(dist::processes const& all, host const& space)
{
  namespace fs = std::filesystem;
  dist::array<std::int64_t, 1> number(all, blocks(shape(all.size())));
  number = all.rank() == 0 ? ::getpid() : 0;
  fs::path const folder =
      fs::temp_directory_path() / ("acre_mpi_files." + std::to_string(sum(number)));
  if (all.rank() == 0) fs::create_directory(folder);
  all.barrier();
  generator g(8);
  array<double, 2> const whole(g.normal(space, shape(1201, 1027)));
  for (auto const& where : {blocks(shape(1201, 1027)), blocks(shape(1201, 1027), axes(1)),
                            blocks(shape(1201, 1027), axes(0, 1), dist::halo(1))}) {
    auto const x = dist::scatter_from(0, whole, all, where);
    save_npy(folder / "all.npy", x);
    if (all.rank() == all.size() - 1) {
      io::save_npy(folder / "one.npy", whole);
      require("a file", all, content(folder / "all.npy") == content(folder / "one.npy"));
    }
    auto const back = dist::load_npy<double, 2>(all, folder / "all.npy", axes(0, 1));
    auto const gathered = gather_to(back, 0);
    if (all.rank() == 0) require("what a file gives", all, array_equal(gathered, whole));

#ifdef ACRE_TEST_HDF5
    save_hdf5(all, folder / "all.h5", {{"x", x}, {"twice", 2 * x}, {"x@step", 3}});
    if (all.rank() == all.size() - 1) {
      io::save_hdf5(folder / "one.h5", {{"x", whole}, {"twice", 2 * whole}, {"x@step", 3}});
      require("an HDF5 file", all, content(folder / "all.h5") == content(folder / "one.h5"));
      fs::remove(folder / "one.h5");
    }
    auto const twice =
        gather_to(dist::load_hdf5<double>(all, folder / "all.h5", "twice", where), 0);
    if (all.rank() == 0) require("what an HDF5 file gives", all, array_equal(twice, 2 * whole));
    all.barrier();
    if (all.rank() == 0) fs::remove(folder / "all.h5");
#endif

    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, SIG_IGN);
    if (rlimit const now{1000, before.rlim_max}; all.rank() == all.size() - 1)
      ::setrlimit(RLIMIT_FSIZE, &now);
    try {
      save_npy(folder / "all.npy", x + 1);
      require("a full disk", all, false);
    } catch (file_error const& e) {
      require("the text of a full disk", all,
              e.message() == "cannot write " + (folder / "all.npy").string() + ": File too large");
    }
    ::setrlimit(RLIMIT_FSIZE, &before);
    require("what a full disk leaves", all,
            sum(dist::load_npy<double, 2>(all, folder / "all.npy")) == sum(whole).item());
    all.barrier();
    require("the number of files", all, std::distance(fs::directory_iterator(folder), {}) == 2);
    all.barrier();
  }
  if (all.rank() == 0) fs::remove_all(folder);
}

void errors(dist::processes const& all, host const& space)
{
  auto const table = arange(space, 10.0);
  dist::array<std::int64_t, 1> i(all, space, blocks(shape(50)));
  i = where(coordinate(i, 0) == 33, 10, coordinate(i, 0) % 10);
  try {
    sum(on_blocks([&](auto const& mine) { return take(table, mine); }, i));
    require("a bad index", all, false);
  } catch (index_error const& e) {
    require("the position of a bad index", all, e.details().position == 33);
  }
  try {
    dist::array<double, 1>(all, space, blocks(shape(all.rank() == 0 ? 8 : 9)));
    require("shapes that differ", all, all.size() == 1);
  } catch (value_error const& e) {
    require("the text of shapes that differ", all,
            std::string(e.message()).find("(8,)") != std::string::npos);
  }
}

}  // namespace

int main(int argc, char** argv)
{
  dist::mpi_session const mpi(argc, argv, 60);
  runtime const started(argc, argv);
  auto const& all = mpi.world();
  for_each_space([&](auto const& on) {
    if constexpr (std::is_same_v<std::decay_t<decltype(on)>, host>) {
      reductions(all, on);
      blocks_and_halos(all, on);
      files(all, on);
      errors(all, on);
    }
  });
  // a communicator of the program's own: every other process
  MPI_Comm half = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, all.rank() % 2, 0, &half);
  {
    auto const some = dist::mpi_processes(half);
    reductions(some, serial());
  }
  MPI_Comm_free(&half);
  all.barrier();
  if (all.rank() == 0)
    std::printf("%d processes: the same bits, %d times on process 0\n", all.size(), compared);
}
