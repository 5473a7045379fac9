#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
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

  void ReportRuns(std::vector<Run> const& runs) override
  {
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
};

}  // namespace

int run(int argc, char** argv, void (*register_for_chosen_space)())
{
  try {
    runtime const started(argc, argv);
    std::string path;
    int kept = 0;
    for (int i = 0; i < argc; ++i) {
      std::string const argument = argv[i];
      if (argument.starts_with("--jsonl="))
        path = argument.substr(8);
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
    register_for_chosen_space();
    reporter output(path);
    bool const found = benchmark::RunSpecifiedBenchmarks(&output) > 0;
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
