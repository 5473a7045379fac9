#pragma once

#include <Kokkos_Macros.hpp>

#include <cmath>
#include <cstdint>

/// Between which elements in order a quantile lies, as NumPy computes it.
namespace acre {

/// How a quantile between two elements is interpolated (the names of Hyndman and Fan, 1996).
enum class interpolation {
  linear,
  midpoint,
  hazen,
  weibull,
  median_unbiased,
  normal_unbiased,
  interpolated_inverted_cdf,
  averaged_inverted_cdf
};

/// Which element a quantile is, where it isn't interpolated.
enum class order_statistic { lower, higher, nearest, inverted_cdf, closest_observation };

namespace detail {

/// Elements `previous` and `next` in order, and how far between them; gamma may lie beyond [0, 1]
/// where both are one.
struct quantile_place {
  std::int64_t previous, next;
  double gamma;
};

/// One of both enumerations.
struct quantile_method {
  bool interpolates;
  interpolation between;
  order_statistic element;

  constexpr quantile_method(interpolation m)
      : interpolates(true), between(m), element(order_statistic::lower)
  {}
  constexpr quantile_method(order_statistic m)
      : interpolates(false), between(interpolation::linear), element(m)
  {}

  /// For n > 0 elements; q is in [0, 1].
  KOKKOS_INLINE_FUNCTION quantile_place place(std::int64_t count, double q) const
  {
    using std::floor, std::ceil;
    double const n = static_cast<double>(count), m = static_cast<double>(count - 1);
    if (!interpolates) {
      std::int64_t const k = element_of(n, m, q);
      return {k, k, 0};
    }
    double const at = virtual_index(n, m, q);
    std::int64_t const last = count - 1;
    double const previous = floor(at);
    double gamma = at - previous;
    quantile_place p{static_cast<std::int64_t>(previous), static_cast<std::int64_t>(previous) + 1,
                     gamma};
    if (at >= m) p = {last, last, at + 1};
    if (at < 0) p = {0, 0, at};
    if (between == interpolation::averaged_inverted_cdf) p.gamma = p.gamma == 0 ? 0.5 : 1;
    if (between == interpolation::midpoint) p.gamma = gamma == 0 ? 0 : 0.5;
    return p;
  }

 private:
  KOKKOS_INLINE_FUNCTION double virtual_index(double n, double m, double q) const
  {
    using std::floor, std::ceil;
    switch (between) {
      case interpolation::linear:
        return m * q;
      case interpolation::midpoint:
        return 0.5 * (floor(m * q) + ceil(m * q));
      case interpolation::averaged_inverted_cdf:
        return n * q - 1;
      case interpolation::interpolated_inverted_cdf:
        return plotting_position(n, q, 0, 1);
      case interpolation::hazen:
        return plotting_position(n, q, 0.5, 0.5);
      case interpolation::weibull:
        return plotting_position(n, q, 0, 0);
      case interpolation::median_unbiased:
        return plotting_position(n, q, 1 / 3.0, 1 / 3.0);
      default:
        return plotting_position(n, q, 3 / 8.0, 3 / 8.0);
    }
  }
  KOKKOS_INLINE_FUNCTION static double plotting_position(double n, double q, double alpha,
                                                         double beta)
  {
    return n * q + (alpha + q * (1 - alpha - beta)) - 1;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t element_of(double n, double m, double q) const
  {
    using std::floor, std::ceil, std::rint;
    switch (element) {
      case order_statistic::lower:
        return static_cast<std::int64_t>(floor(m * q));
      case order_statistic::higher:
        return static_cast<std::int64_t>(ceil(m * q));
      case order_statistic::nearest:
        return static_cast<std::int64_t>(rint(m * q));
      default:
        break;
    }
    bool const closest = element == order_statistic::closest_observation;
    double const at = closest ? n * q - 1 - 0.5 : n * q - 1, before = floor(at);
    auto const k = static_cast<std::int64_t>(before);
    bool const here = at == before && (!closest || k % 2 != 0);
    std::int64_t const found = here ? k : k + 1;
    return found < 0 ? 0 : found;
  }
};

}  // namespace detail
}  // namespace acre
