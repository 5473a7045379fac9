#pragma once
#include <chrono>
#include <utility>
#include <vector>

namespace acre::apps {

struct timing {
  double best = 0;              ///< seconds
  double median = 0;            ///< seconds; the mean of the middle two for an even number
  std::vector<double> samples;  ///< seconds of each repeat, in order
};

struct timing_options {
  int warm_up = 1;         ///< calls before the clock runs
  int repeats = 5;         ///< timed calls at most, and at least one
  double max_seconds = 0;  ///< no new repeat after this much timed work; 0: no limit
};

/// Best and median of samples; all zero if there are none.
timing summarize(std::vector<double> samples);

/// Times f(), which waits itself for what it starts (a fence of its own); what f throws passes
/// through.
template <typename F>
timing measure(F&& f, timing_options options = {})
{
  using clock = std::chrono::steady_clock;
  for (int i = 0; i < options.warm_up; ++i) f();
  std::vector<double> samples;
  double total = 0;
  do {
    auto const start = clock::now();
    f();
    samples.push_back(std::chrono::duration<double>(clock::now() - start).count());
    total += samples.back();
  } while (static_cast<int>(samples.size()) < options.repeats &&
           (options.max_seconds <= 0 || total < options.max_seconds));
  return summarize(std::move(samples));
}

}  // namespace acre::apps
