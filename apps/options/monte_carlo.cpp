#include "monte_carlo.hpp"

#include <acre/device/spaces.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "simulation.hpp"

namespace acre::options {

double market::discount() const { return math::exp(-rate * years); }

double moments::variance() const
{
  double const n = static_cast<double>(count);
  return count < 2 ? 0 : std::max(0.0, (squares - sum * (sum / n)) / (n - 1));
}
double moments::standard_error() const
{
  return math::sqrt(variance() / static_cast<double>(count));
}

stop::controlled_price stop::controlled(double geometric_price) const
{
  double const n = static_cast<double>(paths);
  double const covariance =
      paths < 2 ? 0 : (product - arithmetic.sum * (geometric.sum / n)) / (n - 1);
  double const of_control = geometric.variance();
  if (of_control == 0) return {arithmetic.mean(), arithmetic.standard_error()};
  double const b = covariance / of_control;
  double const left = std::max(0.0, arithmetic.variance() - b * covariance);
  return {arithmetic.mean() - b * (geometric.mean() - geometric_price), math::sqrt(left / n)};
}

namespace {

double normal_cdf(double x) { return math::erfc(-x * (1 / std::numbers::sqrt2)) / 2; }

/// The discounted mean of max(X - strike, 0) for ln X normal with this mean and deviation.
double lognormal_call(double mean, double deviation, double strike, double discount)
{
  double const d2 = (mean - math::log(strike)) / deviation;
  return discount * (math::exp(mean + deviation * deviation / 2) * normal_cdf(d2 + deviation) -
                     strike * normal_cdf(d2));
}

struct simulation {
  market const& m;
  std::int64_t paths;
  std::uint64_t seed;
  apps::progress_bar& bar;
  std::int64_t before;
  std::vector<stop>& out;

  template <class Space>
  void operator()(Space const& space) const
  {
    out = run_paths(paths_of_one<Space>{space}, m, paths, seed,
                    [&](std::int64_t done) { bar.update(before + done); });
  }
};

}  // namespace

closed_forms exact(market const& m)
{
  double const deviation = m.volatility * math::sqrt(m.years),
               half = m.volatility * m.volatility / 2;
  double const mean = math::log(m.spot) + (m.rate - half) * m.years;
  double const d1 = (mean - math::log(m.strike)) / deviation + deviation;
  double const n = m.steps;
  closed_forms c;
  c.call = lognormal_call(mean, deviation, m.strike, m.discount());
  c.delta = normal_cdf(d1);
  c.vega = m.spot * math::sqrt(m.years) * math::exp(-d1 * d1 / 2) / std::sqrt(2 * std::numbers::pi);
  c.geometric = lognormal_call(math::log(m.spot) + (m.rate - half) * m.years * (n + 1) / (2 * n),
                               deviation * math::sqrt((n + 1) * (2 * n + 1) / (6 * n * n)),
                               m.strike, m.discount());
  return c;
}

std::vector<stop> simulate(std::string const& space, market const& m, std::int64_t paths,
                           std::uint64_t seed, apps::progress_bar& bar, std::int64_t done_before)
{
  std::vector<stop> stops;
  dispatch(space, simulation{m, paths, seed, bar, done_before, stops});
  return stops;
}

}  // namespace acre::options
