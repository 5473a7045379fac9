#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "measure.hpp"
#include "seconds.hpp"

namespace acre::bench {

/// What is compared: acre's call and the loop that a user would write instead.
struct beside_loop {
  std::function<void()> call, loop;
};

/// Seconds of a call and of the loop, the least of `turns` in which both run one behind the other,
/// so that what else the machine does hits either. On serial the processor's own time counts.
inline std::pair<double, double> least_in_turn(beside_loop const& f, int turns)
{
  int const processors = chosen_space() == "serial" ? 1 : 0;
  auto const seconds_of = [=](std::function<void()> const& g, int calls) {
    double const start = now(processors);
    for (int k = 0; k < calls; ++k) g();
    return (now(processors) - start) / calls;
  };
  auto const calls_of = [&](std::function<void()> const& g) {
    seconds_of(g, 2);
    return static_cast<int>(std::clamp(3e-4 / (seconds_of(g, 3) + 1e-9), 1.0, 20000.0));
  };
  int const calls = calls_of(f.call), loops = calls_of(f.loop);
  std::pair<double, double> least{1e30, 1e30};
  for (int turn = 0; turn < turns; ++turn) {
    least.first = std::min(least.first, seconds_of(f.call, calls));
    least.second = std::min(least.second, seconds_of(f.loop, loops));
  }
  return least;
}

/// Two rows, acre's and the loop's, measured in turn where acre's stands; acre's tells how many
/// times the loop's time it takes. `make` makes both on arrays of their own.
template <class Make>
void add_in_turn(std::string const& workload, std::string const& dtype, std::int64_t n, Make make)
{
  auto const loop = std::make_shared<double>(0);
  add(workload, dtype, n, acre_name(), [=](benchmark::State& state) {
    auto const [mine, theirs] = least_in_turn(make(), n <= 100000 ? 40 : 20);
    *loop = theirs;
    for (auto _ : state) state.SetIterationTime(mine);
    state.counters["times"] = benchmark::Counter(mine / theirs);
  });
  add(workload, dtype, n, "loop", [=](benchmark::State& state) {
    if (*loop == 0) state.SkipWithError("runs beside acre's row: filter for both");
    for (auto _ : state) state.SetIterationTime(*loop);
    state.counters["times"] = benchmark::Counter(1);
  });
}

}  // namespace acre::bench
