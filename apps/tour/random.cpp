#include <acre/array/creation.hpp>
#include <acre/order/histogram.hpp>
#include <acre/random/generator.hpp>
#include <acre/reduce/average.hpp>
#include <acre/reduce/logic.hpp>
#include <acre/reduce/sum.hpp>

#include "map.hpp"
#include "workload.hpp"

namespace acre::tour {
namespace {

struct uniform_mean {
  template <class Space>
  outcome operator()(Space const& space, context const& given) const
  {
    std::int64_t const n = given.count(10'000'000);
    array<float, 1, Space> x(space, shape(n));
    array<float, 0, Space> average;
    outcome out;
    out.seconds = seconds_of(space, [&] {
      x = generator(42).uniform<float>(space, shape(n));
      average = mean(x);
    });
    out.bytes = 2.0 * sizeof(float) * n;
    keep(out, "numbers", x);
    keep(out, "mean", average);
    out.result = format("mean %.6f", static_cast<double>(average.item()));
    return out;
  }
};

constexpr int normal_bins = 120;
constexpr double farthest = 4;

/// Made where they are counted: nothing is stored.
struct normal_numbers {
  template <class Space>
  outcome operator()(Space const& space, context const& given) const
  {
    std::int64_t const n = given.count(10'000'000);
    array<std::int64_t, 1, Space> counts;
    outcome out;
    out.seconds = seconds_of(space, [&] {
      counts =
          histogram(generator(42).normal<float>(space, shape(n)), normal_bins, -farthest, farthest);
    });
    keep(out, "counts", counts);
    auto const& in_bins = out.get<std::int64_t>("counts");
    std::int64_t inside = 0;
    for (std::int64_t const c : in_bins) inside += c;
    out.result = format("%td of %td within 4 standard deviations", inside, n);
    return out;
  }
};

std::vector<picture> draw_normal(outcome const& out)
{
  auto const& counts = out.get<std::int64_t>("counts");
  std::vector<double> percent(counts.begin(), counts.end());
  double all = 0;
  for (double const c : percent) all += c;
  for (double& p : percent) p *= 100 / all;
  return {bar_chart("normal.png", percent,
                    {"Normal random numbers (Philox4x32-10)", "standard deviations",
                     "numbers, % in 1/15 of a standard deviation", -farthest, farthest},
                    [](double t) { return apps::map_color(apps::colormap::diverging, t); })};
}

}  // namespace

void add_random(std::vector<workload>& list)
{
  add<uniform_mean>(list, "random.uniform", "1e7 uniform float32 numbers and their mean");
  add<normal_numbers>(list, "random.normal", "1e7 normal float32 numbers, counted but not stored",
                      draw_normal);
}

}  // namespace acre::tour
