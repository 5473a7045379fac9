#pragma once

#include <algorithm>
#include <array>
#include <chrono>

#include <time.h>

namespace acre::bench {

/// The clock, or with `processors` above 0 the processors' time of this process over their number.
inline double now(int processors)
{
  if (processors > 0) {
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec)) / processors;
  }
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Seconds a call of eleven batches, ascending. batch(n) calls n times and waits once; n is such
/// that the wait does not count.
template <class Batch>
std::array<double, 11> seconds_a_call(int processors, Batch const& batch)
{
  auto const seconds_of = [&](int calls) {
    double const start = now(processors);
    batch(calls);
    return now(processors) - start;
  };
  seconds_of(3);
  double const once = seconds_of(2) / 2;
  int const calls = static_cast<int>(std::clamp(2e-3 / once, 1.0, 500.0));
  std::array<double, 11> sample;
  for (double& seconds : sample) seconds = seconds_of(calls) / calls;
  std::sort(sample.begin(), sample.end());
  return sample;
}

}  // namespace acre::bench
