// options-processes: the prices of the program options by paths that several processes share, with
// the bits of one.
#include <acre/distributed.hpp>
#include <acre_apps/program.hpp>
#include <acre_apps/progress.hpp>
#include <acre_apps/table.hpp>
#ifdef ACRE_OPTIONS_MPI
#include <acre_apps/mpi_program.hpp>
#endif

#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "simulation.hpp"
#include <CLI/CLI.hpp>

namespace acre::options {
namespace {

namespace dist = acre::distributed;

struct settings {
  market m;
  double points = 1e6;
  std::uint64_t seed = 42;
  int virtual_processes = 0;

  std::int64_t paths() const { return std::llround(points); }
};

/// Paths that the processes share: beside paths_of_one all that changes.
struct shared_paths {
  dist::processes all;

  auto empty(std::int64_t n) const { return dist::array<double, 1>(all, dist::blocks(shape(n))); }
  auto normal(std::int64_t n, std::uint64_t seed, std::int64_t first) const
  {
    auto const like = empty(n);
    return own_part(like, generator(seed).at(0).normal(like.space(), like.shape(), first));
  }
  template <class E>
  auto kept(E const& e) const
  {
    return dist::array<double, 1>(e);
  }
  template <class Array>
  void averages(market const& m, std::uint64_t seed, std::int64_t first, Array const& geometric,
                Array const& arithmetic) const
  {
    launch_averages(m, seed, first + geometric.first()[0], geometric.local(), arithmetic.local());
  }
};

/// What process 0 has of a run.
struct measured {
  int processes = 0;
  double seconds = 0;
  std::vector<stop> stops;
  dist::traffic sent;  ///< by process 0
};

measured run(settings const& given, dist::processes const& all)
{
  // one process tells, of all
  std::optional<apps::progress_bar> bar;
  if (all.rank() == 0)
    bar.emplace(
        "options on " + std::to_string(all.size()) + (all.size() == 1 ? " process" : " processes"),
        given.paths());
  auto const before = all.sent();
  all.barrier();
  auto const began = std::chrono::steady_clock::now();
  measured r;
  r.processes = all.size();
  r.stops =
      run_paths(shared_paths{all}, given.m, given.paths(), given.seed, [&](std::int64_t done) {
        if (bar) bar->update(done);
      });
  all.barrier();
  r.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  r.sent = all.sent();
  r.sent.messages -= before.messages;
  r.sent.bytes -= before.bytes;
  r.sent.joint_calls -= before.joint_calls;
  return r;
}

/// Process 0 has run all paths alone as well. 0: the bits are the same.
int report(settings const& given, std::vector<measured> const& runs)
{
  using apps::align;
  auto const alone = run_paths(paths_of_one<host>{host()}, given.m, given.paths(), given.seed,
                               [](std::int64_t) {});
  closed_forms const c = exact(given.m);
  std::cout << apps::format_many(given.paths(), "path") << ", seed " << given.seed
            << "; closed forms: European call " << apps::formatted("%.6f", c.call)
            << ", geometric average " << apps::formatted("%.6f", c.geometric) << "\n\n";
  apps::text_table table({{"processes", align::right},
                          {"time", align::right},
                          {"European call", align::right},
                          {"std. error", align::right},
                          {"arithmetic average, with control", align::right},
                          {"joint calls", align::right},
                          {"sent by process 0", align::right},
                          {"bits"}});
  bool same = true;
  for (measured const& r : runs) {
    bool const equal = r.stops == alone;
    same = same && equal;
    stop const& s = r.stops.back();
    table.add_row({std::to_string(r.processes), apps::format_time(r.seconds),
                   apps::formatted("%.15f", s.call.mean()),
                   apps::formatted("%.1e", s.call.standard_error()),
                   apps::formatted("%.15f", s.controlled(c.geometric).price),
                   apps::format_count(r.sent.joint_calls),
                   apps::format_bytes(static_cast<std::uint64_t>(r.sent.bytes)),
                   equal ? "of one process" : "OTHERS"});
  }
  table.print(std::cout);
  return same ? 0 : 1;
}

void describe(CLI::App& app, settings& given)
{
  app.footer(
      "Examples:\n"
      "  options-processes                        1 to 7 virtual processes, one after the other\n"
      "  options-processes --virtual 1000         a thousand\n"
      "  mpiexec -n 4 options-processes --points 1e8\n"
      "\n"
      "Exit status: 0 if the bits are those of one process, 1 if not, 2 for a wrong call.");
  app.add_option("--points,--size", given.points, "How many paths, from 2 to 2^48; 1e7 is fine")
      ->transform(apps::count(2, std::int64_t{1} << 48))
      ->capture_default_str()
      ->type_name("N");
  app.add_option("--steps", given.m.steps, "Dates that the averages go over, at equal distances")
      ->check(apps::between(1, 100000))
      ->capture_default_str();
  apps::add_seed(app, given.seed, "Which paths");
  app.add_option("--virtual", given.virtual_processes,
                 "So many virtual processes, in the place of MPI's")
      ->check(apps::between(1, 10000));
}

int run_virtual(settings const& given, int from, int to)
{
  runtime const running;
  std::vector<measured> runs;
  for (int count = from; count <= to; ++count)
    dist::virtual_processes(count, [&](dist::processes const& all) {
      auto r = run(given, all);
      if (all.rank() == 0) runs.push_back(std::move(r));
    });
  return report(given, runs);
}

int run_all(settings const& given, [[maybe_unused]] int argc, [[maybe_unused]] char** argv)
{
  if (given.virtual_processes > 0)
    return run_virtual(given, given.virtual_processes, given.virtual_processes);
#ifdef ACRE_OPTIONS_MPI
  return apps::run_under_mpi(argc, argv, [&](dist::processes const& all) {
    if (all.size() == 1) return run_virtual(given, 1, 7);
    runtime const running;
    auto r = run(given, all);
    return all.rank() == 0 ? report(given, {std::move(r)}) : 0;
  });
#else
  return run_virtual(given, 1, 7);
#endif
}

}  // namespace
}  // namespace acre::options

int main(int argc, char** argv)
{
  acre::options::settings given;
  CLI::App app(
      "Prices call options by random paths that several processes share, and compares with one "
      "process' prices to the bit.",
      "options-processes");
  acre::options::describe(app, given);
  return acre::apps::run_program(app, argc, argv,
                                 [&] { return acre::options::run_all(given, argc, argv); });
}
