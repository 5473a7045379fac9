// heat-processes: the plate of the program heat on several processes, with the bits of one.
#include <acre/array/copy.hpp>
#include <acre/device/spaces.hpp>
#include <acre/distributed.hpp>
#include <acre/io/npy.hpp>
#include <acre/reduce/closeness.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_apps/program.hpp>
#include <acre_apps/table.hpp>
#ifdef ACRE_HEAT_MPI
#include <acre_apps/mpi_program.hpp>
#endif
#ifdef ACRE_HEAT_NCCL
#include <acre/distributed/nccl.hpp>
#endif

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <utility>

#include "simulation.hpp"
#include <CLI/CLI.hpp>

namespace acre::heat {
namespace {

namespace dist = acre::distributed;

struct settings {
  std::int64_t rows = 360, columns = 640, steps = 1000;
  int virtual_processes = 0;
  bool table = false;
  std::optional<std::filesystem::path> from, save;
  std::string space = "host";
  bool without_nccl = false;
};

/// heated_places() of each process' own block.
template <class Like>
auto heated_blocks(Like const& like, std::int64_t rows, std::int64_t columns)
{
  auto const size = static_cast<float>(std::min(rows, columns));
  auto const x = cast<float>(coordinate(like, 1)) / size;
  auto const y = cast<float>(coordinate(like, 0)) / size;
  auto const ring = (abs(hypot(x - 0.5f, y - 0.5f) - 0.28f) < 0.02f) & (y < x + 0.1f);
  auto const rod = (abs(x - 1.2f) < 0.02f) & (abs(y - 0.5f) < 0.3f);
  return ring | rod;
}

/// Where a point's temperature stays: at the edges, and in what is heated.
constexpr std::uint8_t stays_cold = 1, stays_hot = 2;

struct outcome {
  double seconds = 0, mean = 0;
  bool same = true;  // bits as one process has; of process 0
};

/// All steps; process 0 computes the plate alone as well, and compares.
template <class Space>
outcome run(settings const& given, dist::processes const& all, Space const& space)
{
  auto const where_it_is = dist::blocks(shape(given.rows, given.columns), dist::halo(1, 1));
  dist::array<float, 2, Space> now(all, space, where_it_is), next(all, space, where_it_is);
  auto const row = coordinate(now, 0), column = coordinate(now, 1);
  auto const heated = heated_blocks(now, given.rows, given.columns);
  auto const edge =
      (row == 0) | (row == given.rows - 1) | (column == 0) | (column == given.columns - 1);
  dist::array<std::uint8_t, 2, Space> const kind(
      where(edge, cast<std::uint8_t>(edge) * stays_cold, cast<std::uint8_t>(heated) * stays_hot));
  now = where(heated, hot, cold);
  if (given.from) now = dist::load_npy<float>(all, space, *given.from, where_it_is);
  dist::array<float, 2, Space> const begun = copy(now);  // of the edges, what they keep

  space.fence();
  all.barrier();
  auto const began = std::chrono::steady_clock::now();
  for (std::int64_t step = 0; step < given.steps; ++step) {
    auto const around =
        (shifted<-1, 0>(now) + shifted<1, 0>(now)) + (shifted<0, -1>(now) + shifted<0, 1>(now));
    // the neighbours' rows are on their way while what needs none is computed
    next = exchanged(where(kind == stays_cold, begun,
                           where(kind == stays_hot, hot, now + 0.2f * (around - 4.0f * now))));
    std::swap(now, next);
  }
  space.fence();
  all.barrier();
  std::chrono::duration<double> const taken = std::chrono::steady_clock::now() - began;
  if (given.save) save_npy(*given.save, now);
  double const warmth = mean(cast<double>(now));
  auto const whole = gather_to(now, 0);

  bool same = true;
  if (all.rank() == 0) {
    plate<host> alone(host(), shape(given.rows, given.columns));
    if (given.from) {
      alone.now = io::load_npy<float, 2>(host(), *given.from);
      alone.begin_again();
    }
    for (std::int64_t step = 0; step < given.steps; ++step) alone.step();
    same = array_equal(copy_to(host(), whole), alone.now) &&
           warmth == mean(cast<double>(alone.now)).item();
  }
  return {taken.count(), warmth, same};
}

char const* text_of(outcome const& r)
{
  return r.same ? "the bits of one process" : "OTHER BITS than one process has";
}

/// Process 0 tells. 0: the bits are the same.
template <class Space>
int run_and_tell(settings const& given, dist::processes const& all, Space const& space)
{
  auto const r = run(given, all, space);
  if (all.rank() == 0)
    std::printf("%s, %lld x %lld points, %lld steps on %d process%s: %.3f s, mean %.9f °C, %s\n",
                given.space.c_str(), static_cast<long long>(given.rows),
                static_cast<long long>(given.columns), static_cast<long long>(given.steps),
                all.size(), all.size() == 1 ? "" : "es", r.seconds, r.mean, text_of(r));
  return r.same ? 0 : 1;
}

void describe(CLI::App& app, settings& given)
{
  app.footer(
      "Examples:\n"
      "  mpiexec -n 4 heat-processes --rows 2160 --columns 3840\n"
      "  heat-processes --virtual 7      seven processes in one, one after the other\n"
      "  heat-processes --table          the same plate on 1 to 7 of these\n"
      "  mpiexec -n 4 heat-processes --steps 500 --save half.npy\n"
      "  mpiexec -n 3 heat-processes --steps 500 --from half.npy    goes on, on fewer\n"
      "  mpiexec -n 2 heat-processes --space cuda      two GPUs, a process each\n"
      "  heat-processes --space cuda --virtual 2       two GPUs, or one with two queues\n"
      "\n"
      "Exit status: 0 if the bits are those of one process, 1 if not, 2 for a wrong call.");
  auto const points = apps::between(std::int64_t{3}, std::int64_t{1} << 20);
  app.add_option("--rows", given.rows, "Points from top to bottom")
      ->check(points)
      ->capture_default_str();
  app.add_option("--columns", given.columns, "Points from left to right")
      ->check(points)
      ->capture_default_str();
  app.add_option("--steps", given.steps, "Steps of time")
      ->transform(apps::count(1, std::int64_t{1} << 40))
      ->capture_default_str();
  auto* const processes = app.add_option("--virtual", given.virtual_processes,
                                         "So many virtual processes, in the place of MPI's")
                              ->check(apps::between(1, 10000));
  app.add_flag("--table", given.table, "A table of 1 to 7 virtual processes")->excludes(processes);
  app.add_option("--from", given.from, "Temperatures to begin with (NPY)")->type_name("FILE");
  apps::add_output(app, "--save", given.save, "Also writes the temperatures (NPY)");
  app.add_option(
         "--space", given.space,
         "Where each process computes: host, serial, openmp, cuda, hip; of several GPUs each "
         "process has its own")
      ->capture_default_str();
  app.add_flag("--without-nccl", given.without_nccl, "Send GPUs' memory through the host's");
}

/// NCCL between GPUs, where the program was built with it.
template <class Space>
dist::processes linked([[maybe_unused]] settings const& given, dist::processes const& all,
                       [[maybe_unused]] Space const& space)
{
#ifdef ACRE_HEAT_NCCL
  if constexpr (Space::queue_type::is_device)
    if (!given.without_nccl) return dist::with_nccl(all, space);
#endif
  return all;
}

/// Of the space that was asked for, dispatch() calls it.
struct on_space {
  settings const& given;
  dist::processes const* world;  // null: virtual ones
  int& status;

  template <class Space>
  void operator()(Space const& space) const
  {
    if (world) {
      status = run_and_tell(given, linked(given, *world, space), space);
      return;
    }
    if (given.table) {
      status = tell_table(space);
      return;
    }
    on_virtual(space, given.virtual_processes, [&](auto const& all, auto const& own) {
      if (int const one = run_and_tell(given, all, own); one != 0) status = one;
    });
  }

  template <class Space, class F>
  static void on_virtual(Space const& space, int count, F const& f)
  {
    dist::virtual_processes(count, [&](dist::processes const& all) {
      Space own = space;
      if constexpr (Space::queue_type::is_device) own = dist::own_space<Space>(all);
      f(all, own);
    });
  }
  /// The same plate on 1 to 7 of them.
  template <class Space>
  int tell_table(Space const& space) const
  {
    apps::text_table table({{"processes", apps::align::right},
                            {"time", apps::align::right},
                            {"mean, °C", apps::align::right},
                            {"temperatures"}});
    bool same = true;
    for (int count = 1; count <= 7; ++count)
      on_virtual(space, count, [&](auto const& all, auto const& own) {
        auto const r = run(given, all, own);
        if (all.rank() != 0) return;
        same = same && r.same;
        table.add_row({std::to_string(count), apps::format_time(r.seconds),
                       apps::formatted("%.9f", r.mean), text_of(r)});
      });
    table.print(std::cout);
    return same ? 0 : 1;
  }
};

int run_on(settings const& given, dist::processes const* world)
{
  int status = 0;
  on_space const f{given, world, status};
  if (given.space == "host")
    f(host());
  else
    dispatch(given.space, f);
  return status;
}

int run_all(settings const& given, [[maybe_unused]] int argc, [[maybe_unused]] char** argv)
{
  if (given.space != "host") parse_space(given.space);  // throws before MPI runs
  if (given.table || given.virtual_processes > 0) {
    runtime const running;
    return run_on(given, nullptr);
  }
#ifdef ACRE_HEAT_MPI
  return apps::run_under_mpi(argc, argv, [&](dist::processes const& all) {
    runtime const running;
    return run_on(given, &all);
  });
#else
  runtime const running;
  dist::processes const alone;
  return run_on(given, &alone);
#endif
}

}  // namespace
}  // namespace acre::heat

int main(int argc, char** argv)
{
  acre::heat::settings given;
  CLI::App app(
      "Spreads heat over a plate that several processes share, and compares with one process' "
      "temperatures to the bit.",
      "heat-processes");
  acre::heat::describe(app, given);
  return acre::apps::run_program(app, argc, argv,
                                 [&] { return acre::heat::run_all(given, argc, argv); });
}
