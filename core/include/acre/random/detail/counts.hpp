#pragma once

#include <acre/math/exp.hpp>
#include <acre/math/log.hpp>
#include <acre/math/rounding.hpp>
#include <acre/random/engine.hpp>

#include <cmath>

/// Poisson and binomial numbers, computed in float64 for results below 2^53. Element e takes the
/// words of random_engine(draw, e, 0) in order, as many as it needs.
///
/// Small means: one uniform number, and the probabilities added up from 0 until they exceed it.
/// From a mean of 10 on: W. Hörmann, "The transformed rejection method for generating Poisson
/// random variables", Insurance: Mathematics and Economics 12 (1993), algorithm PTRS, and "The
/// generation of binomial random variates", J. Stat. Comput. Simul. 46 (1993), algorithm BTRD's
/// simpler form BTRS. Logarithms of probabilities are written with log1p of relative distances,
/// so that they stay exact for large means.
namespace acre::detail {

inline constexpr double searched_below = 10;

/// ln k! - ((k + 1/2) ln(k + 1) - (k + 1) + ln(2 pi) / 2): what Stirling's formula leaves.
KOKKOS_INLINE_FUNCTION double stirling_rest(double k)
{
  constexpr double first[] = {0x1.4c071bcda0a5bp-4, 0x1.52a9b923ea649p-5, 0x1.c579a268d80b3p-6,
                              0x1.54a2662fd78a9p-6, 0x1.10b4e513fcbedp-6, 0x1.c6b167bebdf36p-7,
                              0x1.85d4d612e4a86p-7, 0x1.552805e7b3076p-7, 0x1.2f4871b12ab64p-7,
                              0x1.10f9d4c0743a7p-7};
  if (k < 10) return first[static_cast<int>(k)];
  double const r = 1 / (k + 1), rr = r * r;
  return r * math::detail::horner(rr, 1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680);
}

/// Hörmann's hat for a mean and the root of its variance: u on (-1/2, 1/2) becomes a candidate.
struct transformed_rejection {
  double a, b, centre, certain;

  struct candidate {
    double k, us, v;
    bool sure;
  };
  KOKKOS_INLINE_FUNCTION candidate next(random_engine& engine) const
  {
    double const u = engine.uniform() - 0.5, v = engine.uniform_positive();
    double const us = 0.5 - (u < 0 ? -u : u);
    double const k = math::floor(math::detail::fused(2 * a / us + b, u, centre));
    return {k, us, v, us >= 0.07 && v <= certain};
  }
  KOKKOS_INLINE_FUNCTION double hat(double us) const { return a / (us * us) + b; }
};

struct poisson_law {
  using value_type = std::int64_t;
  static constexpr int group = 1;
  double mean, at_zero = 0, log_scale = 0, half_log = 0;
  transformed_rejection hat{};

  explicit poisson_law(double lambda) : mean(lambda)
  {
    if (mean < searched_below) {
      at_zero = math::exp(-mean);
      return;
    }
    double const b = 0.931 + 2.53 * std::sqrt(mean), a = -0.059 + 0.02483 * b;
    hat = {a, b, mean + 0.43, 0.9277 - 3.6224 / (b - 2)};
    log_scale = math::log(1.1239 + 1.1328 / (b - 3.4));
    half_log = 0.5 * math::log(mean) + 0x1.d67f1c864beb5p-1;  // + ln(2 pi) / 2
  }
  KOKKOS_INLINE_FUNCTION std::int64_t searched(random_engine& engine) const
  {
    double const u = engine.uniform();
    double p = at_zero, sum = p;
    std::int64_t k = 0;
    while (u >= sum && p > 0x1p-60) {
      ++k;
      p *= mean / static_cast<double>(k);
      sum += p;
    }
    return k;
  }
  template <int N>
  KOKKOS_INLINE_FUNCTION packet<std::int64_t, N> run(prepared_draw const& draw,
                                                     std::uint64_t e) const
  {
    random_engine engine(draw, e, 0);
    if (mean < searched_below) return {{searched(engine)}};
    for (;;) {
      auto const c = hat.next(engine);
      if (c.k < 0 || (c.us < 0.013 && c.v > c.us)) continue;
      if (c.sure) return {{static_cast<std::int64_t>(c.k)}};
      double const n = c.k + 1;
      double const probability = (mean - n < n ? (c.k + 0.5) * math::log1p((mean - n) / n)
                                               : (c.k + 0.5) * math::log(mean / n)) +
                                 (n - mean) - half_log - stirling_rest(c.k);
      if (math::log(c.v) + log_scale - math::log(hat.hat(c.us)) <= probability)
        return {{static_cast<std::int64_t>(c.k)}};
    }
  }
};

/// For p above 1/2, trials minus a number for 1 - p.
struct binomial_law {
  using value_type = std::int64_t;
  static constexpr int group = 1;
  double trials, p, at_zero = 0, odds = 0, mode = 0, alpha = 0, at_mode = 0;
  transformed_rejection hat{};
  bool turned_round;

  binomial_law(std::int64_t n, double probability)
      : trials(static_cast<double>(n)),
        p(probability > 0.5 ? 1 - probability : probability),
        turned_round(probability > 0.5)
  {
    odds = p / (1 - p);
    if (trials * p < searched_below) {
      at_zero = math::exp(trials * math::log1p(-p));
      return;
    }
    double const deviation = std::sqrt(trials * p * (1 - p));
    double const b = 1.15 + 2.53 * deviation, a = -0.0873 + 0.0248 * b + 0.01 * p;
    hat = {a, b, trials * p + 0.5, 0.92 - 4.2 / b};
    alpha = (2.83 + 5.1 / b) * deviation;
    mode = math::floor((trials + 1) * p);
    at_mode = stirling_rest(mode) + stirling_rest(trials - mode) - (mode + 0.5) * log_ratio(mode);
  }
  /// ln(odds (trials - k + 1) / (k + 1)), also where that is next to 0.
  KOKKOS_INLINE_FUNCTION double log_ratio(double k) const
  {
    return math::log1p(math::detail::fused(p, trials + 2, -(k + 1)) / ((1 - p) * (k + 1)));
  }
  KOKKOS_INLINE_FUNCTION double searched(random_engine& engine) const
  {
    double const u = engine.uniform();
    double q = at_zero, sum = q, k = 0;
    while (u >= sum && k < trials && q > 0x1p-60) {
      k += 1;
      q *= odds * ((trials - k + 1) / k);
      sum += q;
    }
    return k;
  }
  KOKKOS_INLINE_FUNCTION double rejected(random_engine& engine) const
  {
    for (;;) {
      auto const c = hat.next(engine);
      if (c.k < 0 || c.k > trials) continue;
      if (c.sure) return c.k;
      double const rest = trials - c.k + 1;
      double const probability = at_mode + (trials + 1) * math::log1p((c.k - mode) / rest) +
                                 (c.k + 0.5) * log_ratio(c.k) - stirling_rest(c.k) -
                                 stirling_rest(trials - c.k);
      if (math::log(c.v * alpha / hat.hat(c.us)) <= probability) return c.k;
    }
  }
  template <int N>
  KOKKOS_INLINE_FUNCTION packet<std::int64_t, N> run(prepared_draw const& draw,
                                                     std::uint64_t e) const
  {
    random_engine engine(draw, e, 0);
    double const k = trials * p < searched_below ? searched(engine) : rejected(engine);
    return {{static_cast<std::int64_t>(turned_round ? trials - k : k)}};
  }
};

}  // namespace acre::detail
