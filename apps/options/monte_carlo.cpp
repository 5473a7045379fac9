#include "monte_carlo.hpp"

#include <acre/device/launch.hpp>
#include <acre/device/spaces.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/random/generator.hpp>
#include <acre/reduce/sum.hpp>

#include <cmath>
#include <numbers>

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

/// A path on the dates, and the payoffs of its two averages. A path's normals are its own engine's,
/// two from each block of random words.
struct average_payoffs {
  generator paths;
  std::int64_t first;
  int steps;
  double spot, strike, drift, deviation, discount;
  array_ref<double, 1> geometric, arithmetic;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const
  {
    auto random = paths.engine(first + i);
    double log_price = 0, sum = 0, log_sum = 0;
    for (int step = 0; step < steps; step += 2) {
      auto const z = random.normal_pair<double>();
      log_price += drift + deviation * z.x;
      sum += math::exp(log_price);
      log_sum += log_price;
      if (step + 1 == steps) break;
      log_price += drift + deviation * z.y;
      sum += math::exp(log_price);
      log_sum += log_price;
    }
    double const over_geometric = spot * math::exp(log_sum / steps) - strike,
                 over = spot * (sum / steps) - strike;
    geometric(i) = over_geometric > 0 ? discount * over_geometric : 0;
    arithmetic(i) = over > 0 ? discount * over : 0;
  }
};

template <class E>
void add(moments& m, std::int64_t n, E const& values)
{
  double const of_values = sum(values), of_squares = sum(square(values));
  m.add(n, of_values, of_squares);
}

struct simulation {
  market m;
  std::int64_t paths;
  std::uint64_t seed;
  apps::progress_bar& bar;
  std::int64_t before;
  std::vector<stop>& out;

  template <class Space>
  void operator()(Space const& space) const
  {
    constexpr std::int64_t at_once =
        1 << 20;  // 24 MiB of scratch; fixed, because sums are taken batch by batch
    stop s;
    std::int64_t next = 100;
    for (int decade_tenth = 20; s.paths < paths;) {
      while (s.paths < std::min(next, paths)) {
        std::int64_t const n = std::min({at_once, next - s.paths, paths - s.paths});
        european(space, s, n);
        averages(space, s, n);
        s.paths += n;
        bar.update(before + s.paths);
      }
      out.push_back(s);
      next = std::llround(std::pow(10.0, ++decade_tenth / 10.0));
    }
  }

  /// The price at the end needs no path: one normal number each. Its derivatives by the path-wise
  /// method: d payoff / d spot and d payoff / d volatility.
  template <class Space>
  void european(Space const& space, stop& s, std::int64_t n) const
  {
    generator const g(seed);
    double const half = m.volatility * m.volatility / 2, discount = m.discount();
    auto const z = g.at(0).normal(space, shape(n), s.paths);
    array<double, 1, Space> const growth =
        exp(z * (m.volatility * math::sqrt(m.years)) + (m.rate - half) * m.years);
    array<double, 1, Space> const price = growth * m.spot;
    add(s.call, n, maximum(price - m.strike, 0) * discount);
    add(s.delta, n, where(price > m.strike, growth, 0) * discount);
    add(s.vega, n,
        where(price > m.strike, price * (log(growth) - (m.rate + half) * m.years), 0) *
            (discount / m.volatility));
  }

  template <class Space>
  void averages(Space const& space, stop& s, std::int64_t n) const
  {
    double const dt = m.years / m.steps;
    array<double, 1, Space> geometric(space, shape(n)), arithmetic(space, shape(n));
    launch(space, n,
           average_payoffs{generator(seed).at(1), s.paths, m.steps, m.spot, m.strike,
                           (m.rate - m.volatility * m.volatility / 2) * dt,
                           m.volatility * math::sqrt(dt), m.discount(), geometric.ref(),
                           arithmetic.ref()});
    add(s.geometric, n, geometric);
    add(s.arithmetic, n, arithmetic);
    double const product = sum(geometric * arithmetic);
    s.product += product;
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
