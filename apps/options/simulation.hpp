#pragma once
#include <acre/device/launch.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/random/generator.hpp>
#include <acre/reduce/sum.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "monte_carlo.hpp"

/// The estimates by random paths, of whatever has the paths: one space, or several processes.
namespace acre::options {

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

/// A block of paths on a space: number `first` and those behind it.
template <class Array>
void launch_averages(market const& m, std::uint64_t seed, std::int64_t first,
                     Array const& geometric, Array const& arithmetic)
{
  double const dt = m.years / m.steps;
  launch(geometric.space(), geometric.size(),
         average_payoffs{generator(seed).at(1), first, m.steps, m.spot, m.strike,
                         (m.rate - m.volatility * m.volatility / 2) * dt,
                         m.volatility * math::sqrt(dt), m.discount(), geometric.ref(),
                         arithmetic.ref()});
}

/// Paths that one space has.
template <class Space>
struct paths_of_one {
  Space space;

  auto empty(std::int64_t n) const { return array<double, 1, Space>(space, shape(n)); }
  auto normal(std::int64_t n, std::uint64_t seed, std::int64_t first) const
  {
    return generator(seed).at(0).normal(space, shape(n), first);
  }
  template <class E>
  auto kept(E const& e) const
  {
    return evaluate(e);
  }
  template <class Array>
  void averages(market const& m, std::uint64_t seed, std::int64_t first, Array const& geometric,
                Array const& arithmetic) const
  {
    launch_averages(m, seed, first, geometric, arithmetic);
  }
};

template <class E>
void add(moments& m, std::int64_t n, E const& values)
{
  double const of_values = sum(values), of_squares = sum(square(values));
  m.add(n, of_values, of_squares);
}

/// The price at the end needs no path: one normal number each. Its derivatives by the path-wise
/// method: d payoff / d spot and d payoff / d volatility.
template <class Paths>
void add_european(Paths const& on, market const& m, std::uint64_t seed, stop& s, std::int64_t n)
{
  double const half = m.volatility * m.volatility / 2, discount = m.discount();
  auto const z = on.normal(n, seed, s.paths);
  auto const growth =
      on.kept(exp(z * (m.volatility * math::sqrt(m.years)) + (m.rate - half) * m.years));
  auto const price = on.kept(growth * m.spot);
  add(s.call, n, maximum(price - m.strike, 0) * discount);
  add(s.delta, n, where(price > m.strike, growth, 0) * discount);
  add(s.vega, n,
      where(price > m.strike, price * (log(growth) - (m.rate + half) * m.years), 0) *
          (discount / m.volatility));
}

template <class Paths>
void add_averages(Paths const& on, market const& m, std::uint64_t seed, stop& s, std::int64_t n)
{
  auto const geometric = on.empty(n), arithmetic = on.empty(n);
  on.averages(m, seed, s.paths, geometric, arithmetic);
  add(s.geometric, n, geometric);
  add(s.arithmetic, n, arithmetic);
  double const product = sum(geometric * arithmetic);
  s.product += product;
}

/// Ten stops a decade and one at the end. Path k depends on the seed and k alone. `tell(paths)` is
/// called from time to time.
template <class Paths, class Tell>
std::vector<stop> run_paths(Paths const& on, market const& m, std::int64_t paths,
                            std::uint64_t seed, Tell const& tell)
{
  constexpr std::int64_t at_once =
      1 << 20;  // 24 MiB of scratch; fixed, because sums are taken batch by batch
  std::vector<stop> stops;
  stop s;
  std::int64_t next = 100;
  for (int decade_tenth = 20; s.paths < paths;) {
    while (s.paths < std::min(next, paths)) {
      std::int64_t const n = std::min({at_once, next - s.paths, paths - s.paths});
      add_european(on, m, seed, s, n);
      add_averages(on, m, seed, s, n);
      s.paths += n;
      tell(s.paths);
    }
    stops.push_back(s);
    next = std::llround(std::pow(10.0, ++decade_tenth / 10.0));
  }
  return stops;
}

}  // namespace acre::options
