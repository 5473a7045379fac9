#pragma once

#include <acre/array/array.hpp>
#include <acre/array/creation.hpp>
#include <acre/device/runtime.hpp>
#include <acre/device/spaces.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/elementwise/operators.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <string>

/// What all benchmarks share. Each measures acre and a baseline of the space (the vendor's
/// library or a loop written by hand) in the same run, on the same arrays.
///
/// Names read workload/dtype/n/who, with the workload ids of the tables of peers, so that
/// --benchmark_filter picks them and JSON lines (--jsonl=FILE) can be laid beside theirs.
namespace acre::bench {

/// The median of eleven batches of `f` with one wait each, as a program runs them back to back,
/// long enough that the wait does not count. `bytes` is the least that one call has to move.
template <class Space, class F>
void measure(benchmark::State& state, Space const& space, double bytes, F f)
{
  using clock = std::chrono::steady_clock;
  auto const batch = [&](int calls) {
    auto const start = clock::now();
    for (int call = 0; call < calls; ++call) f();
    space.fence();
    return std::chrono::duration<double>(clock::now() - start).count();
  };
  batch(3);
  double const once = batch(2) / 2;
  int const calls = static_cast<int>(std::clamp(2e-3 / once, 1.0, 500.0));
  std::array<double, 11> sample;
  for (double& seconds : sample) seconds = batch(calls) / calls;
  std::nth_element(sample.begin(), sample.begin() + 5, sample.end());
  for (auto _ : state) state.SetIterationTime(sample[5]);
  state.counters["GB/s"] =
      benchmark::Counter(bytes * 1e-9, benchmark::Counter::kIsIterationInvariantRate);
  state.counters["bytes"] = benchmark::Counter(bytes);
}

/// Registers one row. `who` is acre.<space> or the baseline's name.
template <class F>
void add(std::string const& workload, std::string const& dtype, std::int64_t n,
         std::string const& who, F f)
{
  benchmark::RegisterBenchmark(
      (workload + '/' + dtype + '/' + std::to_string(n) + '/' + who).c_str(),
      [f](benchmark::State& state) { f(state); })
      ->Iterations(1)
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

/// Numbers in [0, 1) that are not regular, for inputs.
template <element T, class Space, std::size_t Rank>
auto made_input(Space const& space, std::array<std::int64_t, Rank> const& shape, std::int64_t seed)
{
  auto x = empty<T>(space, shape);
  auto const word = (index_of(space, shape) + seed) * std::int64_t{0x5851f42d4c957f2d};
  x = cast<T>((word >> std::int64_t{40}) & std::int64_t{0xfffff}) * static_cast<T>(0x1p-20);
  return x;
}

/// Runs what was registered: --acre-space, --jsonl=FILE, and Google Benchmark's own options.
/// `register_all(space)` registers the rows of one space.
int run(int argc, char** argv, void (*register_for_chosen_space)());

}  // namespace acre::bench
