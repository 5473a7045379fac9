#pragma once

#include <acre/rearrange/detail/vocabulary.hpp>
#include <acre/reduce/average.hpp>
#include <acre/reduce/axes.hpp>

#include <optional>

/// Covariances of variables in the rows of x, an array or a dynamic array of two axes.
namespace acre::detail {

/// Throws value_error: incompatible numbers of samples and fweights; fweights cannot be negative.
void require_observation_weights(char const* name, std::int64_t weights, std::int64_t observations,
                                 bool any_negative);
/// 1 / (the weights' sum less what ddof takes of it); infinite where nothing is left. `squares` is
/// the sum of each weight times its part of aweights.
double cov_scale(double sum, std::int64_t ddof, std::optional<double> squares);

/// Weights are float64, one for each observation, and have been checked.
template <class Array, class Weights>
Array covariance(Array const& x, std::optional<Weights> const& fweights,
                 std::optional<Weights> const& aweights, std::int64_t ddof)
{
  std::int64_t const observations = x.extent(1);
  if (!fweights && !aweights) {
    auto const distance = evaluate(x - mean_along(x, 1, keepdims));
    auto const products = matmul(distance, conjugate_transpose(distance));
    return scaled(products, cov_scale(static_cast<double>(observations), ddof, {}));
  }
  Weights const weights = !fweights   ? *aweights
                          : !aweights ? *fweights
                                      : Weights(evaluate(*fweights * *aweights));
  double const sum = number_of(sum_along(weights));
  std::optional<double> squares;
  if (aweights) squares = number_of(sum_along(weights * *aweights));
  if (sum == 0) refuse_weights();
  auto const each = lying_along(weights, 1, x);
  auto const mean = evaluate(sum_along(x * each, 1, keepdims) / sum);
  auto const distance = evaluate(x - mean);
  auto const products = matmul(distance, conjugate_transpose(evaluate(distance * each)));
  return scaled(products, cov_scale(sum, ddof, squares));
}

/// Divided by the standard deviations of both variables.
template <class Array>
Array normalized_covariance(Array const& c)
{
  if (c.size() == 1) return evaluate(c / c);
  auto const spread = evaluate(sqrt(real(diagonal(c))));
  return limited(evaluate(c / lying_along(spread, 0, c) / spread));
}

}  // namespace acre::detail
