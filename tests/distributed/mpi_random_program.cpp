#include <acre/acre.hpp>
#include <acre/distributed.hpp>
#include <acre/distributed/mpi.hpp>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <thread>

#include <dlfcn.h>
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

// mpi_random_program SEED FOLDER TIMEOUT: what a seed draws, done by all processes together until
// one of them is killed (or some thousand calls are made). tests/distributed/kill_processes starts
// it, kills, and looks what the others say and what is left in the folder:
//   running.RANK   the process' number, from the first joint call on
//   told.RANK      what a process says in the end
//   state.npy      k * 1000000 + the element's index, of the k-th time that it was saved
namespace {

using namespace acre;
namespace dist = acre::distributed;
namespace fs = std::filesystem;
using dist::blocks;

void tell(fs::path const& file, std::string const& text)
{
  std::ofstream(file.string() + ".part") << text << '\n';
  fs::rename(file.string() + ".part", file);
}

fs::path told_here;

/// MPICH 5.0.2 may crash itself in the first call after another process is killed.
void tell_of_a_crash(int, siginfo_t*, [[maybe_unused]] void* context)
{
  std::string where = "unknown";
#if defined(__x86_64__) && defined(__linux__)
  auto const& registers = static_cast<ucontext_t const*>(context)->uc_mcontext.gregs;
  Dl_info found{};
  if (::dladdr(reinterpret_cast<void*>(registers[REG_RIP]), &found) != 0 && found.dli_fname)
    where = found.dli_fname;
#endif
  tell(told_here, "crashed in " + where);
  _exit(1);
}

class random_program {
 public:
  random_program(std::uint64_t seed, fs::path folder, dist::processes const& all)
      : dice_(seed),
        own_dice_(seed + 1000 * static_cast<std::uint64_t>(all.rank() + 1)),
        folder_(std::move(folder)),
        all_(all)
  {
    make();
  }

  void run()
  {
    for (int call = 0; call < 4000; ++call) {
      if (own_dice_() % 8 == 0)  // processes compute for times of their own
        std::this_thread::sleep_for(std::chrono::microseconds(own_dice_() % 4000));
      one_call();
    }
  }

 private:
  std::int64_t drawn(std::int64_t low, std::int64_t high)
  {
    return low + static_cast<std::int64_t>(dice_() % static_cast<std::uint64_t>(high - low + 1));
  }
  blocks<2> drawn_blocks(shape_t<2> const& extents)
  {
    switch (dice_() % 4) {
      case 0:
        return blocks(extents, dist::halo(1, 1), dist::periodic(0, 1));
      case 1:
        return blocks(extents, axes(1), dist::halo(1, 1), dist::periodic(1));
      case 2:
        return blocks(extents, axes(0, 1), dist::halo(1), dist::periodic(0, 1));
      default:
        return blocks(extents, axes(0, 1), dist::halo(1));
    }
  }
  void make()
  {
    bool const large = dice_() % 4 == 0;
    auto const extents =
        large ? shape(drawn(500, 1500), drawn(300, 700)) : shape(drawn(1, 200), drawn(1, 150));
    u_ = dist::array<double, 2>(all_, drawn_blocks(extents));
    generator g(dice_());
    u_ = own_part(u_, g.uniform(u_.space(), u_.shape()));
  }
  void require(bool holds, char const* what) const
  {
    if (!holds) throw value_error(std::string("wrong result of ") + what);
  }

  void one_call()
  {
    switch (dice_() % 12) {
      case 0:
        return make();
      case 1:
        return require(sum(redistribute(u_, axes(0))) < 1e9, "sum");
      case 2:
        return require(count_nonzero(u_ > 1e9) == 0 && !any(u_ > 1e9), "any");
      case 3:
        return require(argmax(u_) < u_.size(), "argmax");
      case 4:
        exchange(u_);
        u_ = 0.9 * u_ + 0.05 * (shifted(u_, 1, 0) + shifted(u_, 0, -1));
        return;
      case 5: {
        dist::array<double, 2> v = copy(u_);
        auto const step = 0.5 * u_ + 0.25 * (shifted(u_, -1, 1) + shifted(u_, 1, -1));
        start(u_);
        inner(v) = step;
        finish(u_);
        rim(v) = step;
        u_ = v;
        return;
      }
      case 6:
        u_ = redistribute(u_, drawn_blocks(u_.shape()));
        return;
      case 7: {
        int const root = static_cast<int>(drawn(0, all_.size() - 1));
        auto const whole = gather_to(u_, root);
        u_ = dist::scatter_from(root, whole, all_, drawn_blocks(u_.shape()));
        return;
      }
      case 8:
        return all_.barrier();
      case 9: {
        if (saved_ == 0) return;
        auto const back = dist::load_npy<double, 2>(all_, folder_ / "state.npy");
        return require(max(back) == static_cast<double>(saved_ * 1000000 + back.size() - 1),
                       "load_npy");
      }
      default: {
        ++saved_;
        auto const index = coordinate(u_, 0) * u_.shape()[1] + coordinate(u_, 1);
        save_npy(folder_ / "state.npy", dist::cast<double>(index + saved_ * 1000000));
      }
    }
  }

  std::mt19937_64 dice_, own_dice_;
  fs::path folder_;
  dist::processes all_;
  dist::array<double, 2> u_;
  std::int64_t saved_ = 0;
};

}  // namespace

int main(int argc, char** argv)
{
  if (argc != 4) return 2;
  fs::path const folder = argv[2];
  ::signal(SIGUSR1, SIG_IGN);  // by which MPICH's mpiexec tells of a killed process
  dist::mpi_session const mpi(argc, argv, std::atof(argv[3]));
  runtime const started(argc, argv);
  auto const& all = mpi.world();
  auto const file = [&](char const* name) {
    return folder / (std::string(name) + "." + std::to_string(all.rank()));
  };
  auto const leave = [&](std::string const& text) {
    tell(file("told"), text);
    // whoever leaves a broken session ends the job, and the others have something to tell, too
    for (int k = 0; k < 2000 && !fs::exists(folder / "all_told"); ++k)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
  };
  told_here = file("told");
  struct sigaction on_a_crash{};
  on_a_crash.sa_sigaction = tell_of_a_crash;
  on_a_crash.sa_flags = SA_SIGINFO;
  ::sigaction(SIGSEGV, &on_a_crash, nullptr);
  try {
    all.barrier();
    tell(file("running"), std::to_string(::getpid()));
    random_program(static_cast<std::uint64_t>(std::atoll(argv[1])), folder, all).run();
    leave("ended");
  } catch (communication_error const& e) {
    leave(std::string("communication_error: ") + e.message());
  } catch (std::exception const& e) {
    leave(std::string("another error: ") + e.what());
  }
}
