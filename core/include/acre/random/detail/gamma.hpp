#pragma once

#include <acre/math/exp.hpp>
#include <acre/math/log.hpp>
#include <acre/random/engine.hpp>

/// Gamma and beta numbers. Both are computed in float64; element e takes the words of
/// random_engine(draw, e, 0) in order, as many as it needs.
namespace acre::detail {

/// G. Marsaglia, W. W. Tsang, "A simple method for generating gamma variables", ACM TOMS 26
/// (2000). A shape below 1 takes a number of shape + 1 times u^(1 / shape), u drawn first.
struct gamma_numbers {
  double d, c, inverse;  // inverse: 1 / shape for a shape below 1, else 0

  explicit gamma_numbers(double shape)
      : d((shape < 1 ? shape + 1 : shape) - 1.0 / 3),
        c(1 / (3 * std::sqrt(d))),
        inverse(shape < 1 ? 1 / shape : 0)
  {}
  KOKKOS_INLINE_FUNCTION bool accepts(double x, double& v, random_engine& engine) const
  {
    double const root = math::detail::fused(c, x, 1.0);
    if (!(root > 0)) return false;
    v = root * root * root;
    double const e = engine.exponential();
    return -e < 0.5 * x * x + d * (1 - v + math::log(v));
  }
  KOKKOS_INLINE_FUNCTION double operator()(random_engine& engine) const
  {
    double const boost = inverse > 0 ? math::exp(-engine.exponential() * inverse) : 1.0;
    for (;;) {
      auto const z = engine.normal_pair();
      double v;
      if (accepts(z.x, v, engine) || accepts(z.y, v, engine)) return d * v * boost;
    }
  }
};

template <class T>
struct gamma_law {
  using value_type = T;
  static constexpr int group = 1;
  gamma_numbers numbers;
  double scale;

  template <int N>
  KOKKOS_INLINE_FUNCTION packet<T, N> run(prepared_draw const& draw, std::uint64_t e) const
  {
    random_engine engine(draw, e, 0);
    return {{static_cast<T>(numbers(engine) * scale)}};
  }
};

/// x / (x + y) of two gamma numbers; where both parameters are at most 1, M. D. Jöhnk, "Erzeugung
/// von betaverteilten und gammaverteilten Zufallszahlen", Metrika 8 (1964), in logarithms.
template <class T>
struct beta_law {
  using value_type = T;
  static constexpr int group = 1;
  double a, b;
  gamma_numbers x, y;

  beta_law(double first, double second) : a(first), b(second), x(first), y(second) {}

  KOKKOS_INLINE_FUNCTION double both_small(random_engine& engine) const
  {
    for (;;) {
      double const p = -engine.exponential() / a,
                   q = -engine.exponential() / b;  // ln u^(1/a), ln v^(1/b)
      double const largest = p > q ? p : q;
      // parameters so small that both logarithms are infinite: one of both is all there is
      if (!(largest >= -math::detail::fp<double>::max))
        return engine.uniform() * (1 + b / a) < 1 ? 1 : 0;
      double const u = math::exp(p - largest), v = math::exp(q - largest);
      if (largest + math::log(u + v) <= 0) return u / (u + v);
    }
  }
  template <int N>
  KOKKOS_INLINE_FUNCTION packet<T, N> run(prepared_draw const& draw, std::uint64_t e) const
  {
    random_engine engine(draw, e, 0);
    if (a <= 1 && b <= 1) return {{static_cast<T>(both_small(engine))}};
    double const p = x(engine), q = y(engine);
    return {{static_cast<T>(p / (p + q))}};
  }
};

}  // namespace acre::detail
