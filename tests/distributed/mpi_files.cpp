#include <acre/acre.hpp>
#include <acre/distributed.hpp>
#include <acre/distributed/mpi.hpp>
#ifdef ACRE_TEST_HDF5
#include <acre/distributed/hdf5.hpp>
#include <acre/io/hdf5.hpp>
#endif

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <sys/resource.h>
#include <unistd.h>

// Under mpiexec: the files that all processes write together are those that one writes alone. The
// first difference ends the job.
namespace {

using namespace acre;
namespace dist = acre::distributed;
using dist::blocks;

int compared = 0;

void require(char const* what, dist::processes const& all, bool holds)
{
  if (!holds) {
    std::printf("%s differs on process %d of %d\n", what, all.rank(), all.size());
    std::fflush(stdout);
    MPI_Abort(MPI_COMM_WORLD, 3);
  }
  ++compared;
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

}  // namespace

int main(int argc, char** argv)
{
  dist::mpi_session const mpi(argc, argv, 60);
  runtime const started(argc, argv);
  files(mpi.world(), host());
  if (mpi.world().rank() == 0)
    std::printf("%d processes: the same files, compared %d times\n", mpi.world().size(), compared);
}
