#include <acre_apps/timing.hpp>

#include <algorithm>
#include <cstddef>

namespace acre::apps {

timing summarize(std::vector<double> samples)
{
  timing out;
  out.samples = std::move(samples);
  if (out.samples.empty()) return out;
  std::vector<double> sorted = out.samples;
  std::sort(sorted.begin(), sorted.end());
  std::size_t const n = sorted.size();
  out.best = sorted.front();
  out.median = n % 2 == 1 ? sorted[n / 2] : 0.5 * (sorted[n / 2 - 1] + sorted[n / 2]);
  return out;
}

}  // namespace acre::apps
