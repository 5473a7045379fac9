#include "measure.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

namespace acre::bench {

void measure_batches(benchmark::State& state, double bytes, std::function<void(int)> const& batch)
{
  using clock = std::chrono::steady_clock;
  auto const seconds_of = [&](int calls) {
    auto const start = clock::now();
    batch(calls);
    return std::chrono::duration<double>(clock::now() - start).count();
  };
  seconds_of(3);
  double const once = seconds_of(2) / 2;
  int const calls = static_cast<int>(std::clamp(2e-3 / once, 1.0, 500.0));
  std::array<double, 11> sample;
  for (double& seconds : sample) seconds = seconds_of(calls) / calls;
  std::nth_element(sample.begin(), sample.begin() + 5, sample.end());
  for (auto _ : state) state.SetIterationTime(sample[5]);
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
