#include "measure.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include <time.h>

namespace acre::bench {

namespace {

int processors = 0;  // that processor's time is measured of; 0: the time is the clock's

double clock_seconds()
{
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
double processor_seconds()
{
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec)) / processors;
}

}  // namespace

void measure_processor_time(int threads) { processors = threads; }

void measure_batches(benchmark::State& state, double bytes, std::function<void(int)> const& batch)
{
  auto const now = processors > 0 ? processor_seconds : clock_seconds;
  auto const seconds_of = [&](int calls) {
    double const start = now();
    batch(calls);
    return now() - start;
  };
  seconds_of(3);
  double const once = seconds_of(2) / 2;
  int const calls = static_cast<int>(std::clamp(2e-3 / once, 1.0, 500.0));
  std::array<double, 11> sample;
  for (double& seconds : sample) seconds = seconds_of(calls) / calls;
  std::sort(sample.begin(), sample.end());
  // what other work on the machine takes of its caches only adds to processor's time
  for (auto _ : state) state.SetIterationTime(sample[processors > 0 ? 0 : 5]);
  state.counters["GB/s"] =
      benchmark::Counter(bytes * 1e-9, benchmark::Counter::kIsIterationInvariantRate);
  state.counters["bytes"] = benchmark::Counter(bytes);
}

void add(std::string const& workload, std::string const& dtype, std::int64_t n,
         std::string const& who, std::function<void(benchmark::State&)> row)
{
  benchmark::RegisterBenchmark(
      (workload + '/' + dtype + '/' + std::to_string(n) + '/' + who).c_str(), std::move(row))
      ->Iterations(1)
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

}  // namespace acre::bench
