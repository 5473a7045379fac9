#pragma once
#include <acre_apps/progress.hpp>

#include <cstdint>
#include <string>
#include <vector>

/// Prices of call options on one asset that follows a geometric Brownian motion under the
/// risk-neutral measure, by random paths and, where there is one, by a closed form.
namespace acre::options {

struct market {
  double spot = 100, strike = 105, rate = 0.03, volatility = 0.2, years = 1;
  int steps = 12;  ///< dates over which the averages go

  double discount() const;
};

/// Sums over paths of what is estimated, in the order of the paths' numbers.
struct moments {
  std::int64_t count = 0;
  double sum = 0, squares = 0;

  void add(std::int64_t n, double of_values, double of_squares)
  {
    count += n;
    sum += of_values;
    squares += of_squares;
  }
  double mean() const { return sum / static_cast<double>(count); }
  double variance() const;  ///< of a path, at least 0
  double standard_error() const;
  bool operator==(moments const&) const = default;
};

/// Result of the first `paths` paths.
struct stop {
  std::int64_t paths = 0;
  moments call, delta, vega;      ///< European call: price, and its derivatives along the paths
  moments geometric, arithmetic;  ///< calls on the averages over the dates
  double product = 0;             ///< sum of geometric · arithmetic payoffs
  bool operator==(stop const&) const = default;

  /// arithmetic - b (geometric - its closed form) with the b that makes the variance smallest.
  struct controlled_price {
    double price = 0, standard_error = 0;
  };
  controlled_price controlled(double geometric_price) const;
};

/// Black and Scholes 1973; of the geometric average A. Kemna and A. Vorst 1990.
struct closed_forms {
  double call = 0, delta = 0, vega = 0, geometric = 0;
};
closed_forms exact(market const& m);

/// Ten stops a decade and one at the end, on the space of that name. Path k depends on the seed and
/// k alone. Every sum is taken in an order that space and device have no part in: the same bits.
std::vector<stop> simulate(std::string const& space, market const& m, std::int64_t paths,
                           std::uint64_t seed, apps::progress_bar& bar, std::int64_t done_before);

}  // namespace acre::options
