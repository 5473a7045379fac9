// sort: random numbers in order on several processes, with the bits of one.
#include <acre/distributed.hpp>
#include <acre/elementwise/own.hpp>
#include <acre/random.hpp>
#include <acre_apps/program.hpp>
#include <acre_apps/progress.hpp>
#include <acre_apps/table.hpp>
#ifdef ACRE_SORT_MPI
#include <acre_apps/mpi_program.hpp>
#endif

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace acre::sorting {
namespace {

namespace dist = acre::distributed;

struct settings {
  std::int64_t count = 1000000, repeats = 1;
  std::uint64_t seed = 42;
  int virtual_processes = 0;
  bool table = false;
};

/// Mixes all bits (the finaliser of MurmurHash3); sums of it depend on no order.
struct mixed {
  KOKKOS_FUNCTION static std::uint64_t mix(std::uint64_t h)
  {
    h = (h ^ h >> 33) * 0xff51afd7ed558ccdULL;
    h = (h ^ h >> 33) * 0xc4ceb9fe1a85ec53ULL;
    return h ^ h >> 33;
  }
  KOKKOS_FUNCTION std::uint64_t operator()(double x) const
  {
    return mix(__builtin_bit_cast(std::uint64_t, x) + 1);
  }
};
/// A number and its place.
struct mixed_with_place {
  KOKKOS_FUNCTION std::uint64_t operator()(double x, std::int64_t i) const
  {
    return mixed::mix(mixed{}(x) + static_cast<std::uint64_t>(i));
  }
};

template <class X>
std::uint64_t hash_of_elements(X const& x)
{
  return sum(on_blocks([](auto const& mine) { return elementwise(mixed{}, mine); }, x));
}
template <class X>
std::uint64_t hash_in_order(X const& x)
{
  return sum(
      on_blocks([](auto const& mine,
                   auto const& place) { return elementwise(mixed_with_place{}, mine, place); },
                x, coordinate(x, 0)));
}

/// Whether each element is before its neighbour, be that another process'.
template <class X>
bool is_in_order(X const& x)
{
  std::int64_t const n = x.size();
  if (n < 2) return true;
  auto const y = redistribute(x, dist::blocks(shape(n), dist::halo(1)));
  exchange(y);
  return all(logical_or(coordinate(y, 0) == n - 1, shifted(y, 1) >= y));
}

struct outcome {
  double seconds = 0;  // of the best repeat
  std::uint64_t hash = 0;
  bool in_order = false, same_elements = false;
  dist::traffic sent;  // by this process, in one repeat
  bool good() const { return in_order && same_elements; }
};

outcome run(settings const& given, dist::processes const& all)
{
  std::optional<apps::progress_bar> bar;
  if (all.rank() == 0) bar.emplace("drawing", given.repeats + 2);
  auto const step = [&](char const* text) {
    if (!bar) return;
    bar->advance();
    bar->label(text);
  };
  dist::array<double, 1> x(all, dist::blocks(shape(given.count)));
  generator g(given.seed);
  x = own_part(x, g.uniform(x.space(), x.shape()));
  outcome result;
  auto const elements = hash_of_elements(x);
  dist::array<double, 1> sorted;
  step("sorting");
  for (std::int64_t k = 0; k < given.repeats; ++k) {
    sorted = dist::array<double, 1>();  // not two results at a time
    all.barrier();
    auto const before = all.sent();
    auto const start = std::chrono::steady_clock::now();
    sorted = sort(x);
    sorted.space().fence();
    all.barrier();
    std::chrono::duration<double> const taken = std::chrono::steady_clock::now() - start;
    result.seconds = k == 0 ? taken.count() : std::min(result.seconds, taken.count());
    auto const after = all.sent();
    result.sent = {after.messages - before.messages, after.bytes - before.bytes,
                   after.joint_calls - before.joint_calls};
    step("sorting");
  }
  if (bar) bar->label("checking");
  result.hash = hash_in_order(sorted);
  result.same_elements = hash_of_elements(sorted) == elements;
  result.in_order = is_in_order(sorted);
  return result;
}

std::string text_of(std::uint64_t hash)
{
  static constexpr char const* digit = "0123456789abcdef";
  std::string text;
  for (int k = 60; k >= 0; k -= 4) text += digit[hash >> k & 15];
  return text;
}

/// One run; process 0 tells.
int run_and_tell(settings const& given, dist::processes const& all)
{
  auto const result = run(given, all);
  if (all.rank() == 0)
    std::cout << apps::format_count(given.count) << " float64 on " << all.size()
              << (all.size() == 1 ? " process" : " processes") << ": "
              << apps::format_time(result.seconds) << ", "
              << apps::significant(static_cast<double>(given.count) / result.seconds / 1e6, 3)
              << " million a second; "
              << (!result.in_order        ? "NOT IN ORDER"
                  : !result.same_elements ? "OTHER ELEMENTS than before"
                                          : "in order, the same elements")
              << "; hash " << text_of(result.hash) << '\n';
  return result.good() ? 0 : 1;
}

/// The same numbers on 1 to 7 virtual processes.
int tell_table(settings const& given)
{
  apps::text_table table({{"processes", apps::align::right},
                          {"in order"},
                          {"joint calls", apps::align::right},
                          {"sent by one, at most", apps::align::right},
                          {"hash of the result"}});
  std::vector<std::uint64_t> hashes;
  bool good = true;
  for (int count = 1; count <= 7; ++count) {
    std::int64_t most = 0;
    outcome of_first;
    dist::virtual_processes(count, [&](dist::processes const& all) {
      auto const result = run(given, all);
      most = std::max(most, result.sent.bytes);
      good = good && result.good();
      if (all.rank() == 0) of_first = result;
    });
    hashes.push_back(of_first.hash);
    table.add_row({std::to_string(count), of_first.good() ? "yes" : "NO",
                   std::to_string(of_first.sent.joint_calls),
                   apps::format_bytes(static_cast<std::uint64_t>(most)), text_of(of_first.hash)});
  }
  table.print(std::cout);
  bool const same = std::ranges::count(hashes, hashes.front()) == std::ssize(hashes);
  std::cout << (same ? "the same bits on 1 to 7 processes\n" : "BITS DIFFER\n");
  return same && good ? 0 : 1;
}

void describe(CLI::App& app, settings& given)
{
  app.footer(
      "Examples:\n"
      "  mpiexec -n 4 sort --count 1e8 --repeats 3\n"
      "  sort --processes 7              seven processes in one, one after the other\n"
      "  sort --table                    the same numbers on 1 to 7 of these\n"
      "\n"
      "The hash is of all bits and their places: it is the same for any number of processes.\n"
      "A process needs memory for about four times the numbers that it has, of more than 16 five.\n"
      "Exit status: 0 if the result is in order, 1 if not, 2 for a wrong call or too little "
      "memory.");
  app.add_option("--count", given.count, "How many float64, uniform from 0 to 1")
      ->transform(apps::count(0, std::int64_t{1} << 50))
      ->capture_default_str();
  app.add_option("--repeats", given.repeats, "Sorts, of which the fastest is told")
      ->transform(apps::count(1, 1000000))
      ->capture_default_str();
  apps::add_seed(app, given.seed, "Which numbers");
  auto* const processes = app.add_option("--processes", given.virtual_processes,
                                         "So many virtual processes, in the place of MPI's")
                              ->check(apps::between(1, 10000));
  app.add_flag("--table", given.table, "A table of 1 to 7 virtual processes")->excludes(processes);
}

int run_all(settings const& given, [[maybe_unused]] int argc, [[maybe_unused]] char** argv)
{
  if (given.table || given.virtual_processes > 0) {
    runtime const running;
    if (given.table) return tell_table(given);
    int status = 0;
    dist::virtual_processes(given.virtual_processes, [&](dist::processes const& all) {
      if (int const one = run_and_tell(given, all); one != 0) status = one;
    });
    return status;
  }
#ifdef ACRE_SORT_MPI
  return apps::run_under_mpi(argc, argv, [&](dist::processes const& all) {
    runtime const running;
    return run_and_tell(given, all);
  });
#else
  runtime const running;
  return run_and_tell(given, dist::processes());
#endif
}

}  // namespace
}  // namespace acre::sorting

int main(int argc, char** argv)
{
  acre::sorting::settings given;
  CLI::App app("Sorts random numbers that several processes share.", "sort");
  acre::sorting::describe(app, given);
  return acre::apps::run_program(app, argc, argv,
                                 [&] { return acre::sorting::run_all(given, argc, argv); });
}
