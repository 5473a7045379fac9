#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "measure.hpp"

namespace acre::bench {

namespace {

constexpr int status_no_row = 3;

/// Google Benchmark's table on the console, and one JSON line a row in a file.
class reporter : public benchmark::ConsoleReporter {
 public:
  explicit reporter(std::string const& path) : ConsoleReporter(OO_Tabular), path_(path)
  {
    if (path.empty()) return;
    file_.open(path);
    if (!file_) fail();
  }

  /// Milliseconds, the least of a row's repetitions.
  std::map<std::string, double> const& times() const { return times_; }

  void ReportRuns(std::vector<Run> const& runs) override
  {
    for (Run const& run : runs)
      if (run.run_type == Run::RT_Iteration) {
        double const ms = run.GetAdjustedRealTime();
        auto const [at, is_new] = times_.try_emplace(run.run_name.function_name, ms);
        if (!is_new) at->second = std::min(at->second, ms);
      }
    std::vector<Run> shown = runs;
    for (Run& run : shown)  // in milliseconds a small one would be 0.000
      if (double const ms = run.GetAdjustedRealTime(); ms < 0.1)
        run.time_unit = ms < 1e-4 ? benchmark::kNanosecond : benchmark::kMicrosecond;
    ConsoleReporter::ReportRuns(shown);
    if (!file_.is_open()) return;
    for (Run const& run : runs) {
      std::string const name = run.run_name.function_name;
      auto const first = name.find('/'), second = name.find('/', first + 1),
                 third = name.find('/', second + 1);
      double const ms = run.GetAdjustedRealTime();
      auto const bytes = run.counters.find("bytes");
      double const moved = bytes == run.counters.end() ? 0 : double(bytes->second);
      char numbers[160];
      std::snprintf(numbers, sizeof numbers,
                    "\"ms_median\":%.6g,\"bytes_moved\":%.0f,\"gbps\":%.5g", ms, moved,
                    moved / ms / 1e6);
      file_ << "{\"peer\":\"" << name.substr(third + 1) << "\",\"workload\":\""
            << name.substr(0, first) << "\",\"n\":" << name.substr(second + 1, third - second - 1)
            << ",\"dtype\":\"" << name.substr(first + 1, second - first - 1) << "\"," << numbers
            << "}\n"
            << std::flush;
      if (!file_) fail();
    }
  }

 private:
  [[noreturn]] void fail() const
  {
    throw std::runtime_error("--jsonl: cannot write " + path_ + ": " + std::strerror(errno));
  }

  std::string path_;
  std::ofstream file_;
  std::map<std::string, double> times_;
};

void register_row(bench_row const& row)
{
  benchmark::RegisterBenchmark((row.what + '/' + row.who).c_str(), row.run)
      ->Iterations(1)
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

/// Another space is chosen while it lives.
class other_space {
 public:
  explicit other_space(std::string const& name) : before_(chosen_space()) { choose(name); }
  ~other_space() { choose(before_); }

 private:
  static void choose(std::string const& name)
  {
    std::string program = "bench", option = "--acre-space=" + name;
    std::array<char*, 3> argv{program.data(), option.data(), nullptr};
    int argc = 2;
    runtime const chosen(argc, argv.data());
  }
  std::string before_;
};

/// Rows of acre's that two spaces have.
class comparison {
 public:
  /// Registers them in turn.
  comparison(std::string const& beside, void (*register_for_chosen_space)())
      : name_(acre_name()), beside_("acre." + beside)
  {
    register_for_chosen_space();
    auto const ours = take_rows();
    other_space const chosen(beside);
    register_for_chosen_space();
    auto const theirs = take_rows();
    for (auto const& row : ours) {
      if (!row.who.starts_with(name_)) continue;
      std::string const who = beside_ + row.who.substr(name_.size());
      auto const same = std::find_if(theirs.begin(), theirs.end(), [&](bench_row const& other) {
        return other.what == row.what && other.who == who;
      });
      if (same == theirs.end()) continue;
      register_row(row);
      register_row(*same);
      pairs_.push_back({row.what + '/' + row.who, row.what + '/' + who});
    }
  }
  void print(std::map<std::string, double> const& times) const
  {
    double logarithms = 0;
    int rows = 0, beyond = 0;
    for (auto const& [ours, theirs] : pairs_) {
      if (!times.contains(ours) || !times.contains(theirs)) continue;
      double const ratio = times.at(theirs) / times.at(ours);
      std::printf("%-60s %10.4g ms %10.4g ms %8.2f\n", ours.c_str(), times.at(ours),
                  times.at(theirs), ratio);
      logarithms += std::log(ratio);
      beyond += ratio > 2;
      ++rows;
    }
    if (rows > 0)
      std::printf(
          "%s takes %.2f times what %s does: geometric mean of %d rows, of which %d take "
          "more than twice as long\n",
          beside_.c_str(), std::exp(logarithms / rows), name_.c_str(), rows, beyond);
  }

 private:
  std::string name_, beside_;
  std::vector<std::pair<std::string, std::string>> pairs_;
};

}  // namespace

int run(int argc, char** argv, void (*register_for_chosen_space)())
{
  try {
    runtime const started(argc, argv);
    std::string path, beside;
    int kept = 0;
    for (int i = 0; i < argc; ++i) {
      std::string const argument = argv[i];
      if (argument.starts_with("--jsonl="))
        path = argument.substr(8);
      else if (argument.starts_with("--beside="))
        beside = argument.substr(9);
      else if (argument == "--cpu")
        dispatch(chosen_space(), [](auto const& space) {
          measure_processor_time(std::max(1, device_of(space).multiprocessors));
        });
      else
        argv[kept++] = argv[i];
    }
    argc = kept;
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    std::optional<comparison> compared;
    if (beside.empty()) {
      register_for_chosen_space();
      for (auto const& row : take_rows()) register_row(row);
    } else {
      compared.emplace(beside, register_for_chosen_space);
    }
    reporter output(path);
    bool const found = benchmark::RunSpecifiedBenchmarks(&output) > 0;
    if (compared) compared->print(output.times());
    benchmark::ClearRegisteredBenchmarks();  // they hold space instances, which end before Kokkos
                                             // does
    benchmark::Shutdown();
    if (!found) std::cerr << "benchmark: no row has a name that --benchmark_filter matches\n";
    return found ? 0 : status_no_row;
  } catch (std::exception const& e) {
    std::cerr << "benchmark: " << e.what() << '\n';
    return 1;
  }
}

}  // namespace acre::bench
