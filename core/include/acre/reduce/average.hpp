#pragma once

#include <acre/reduce/detail/logic.hpp>
#include <acre/reduce/detail/sum.hpp>

#include <array>
#include <tuple>

namespace acre {

namespace detail {

/// Throws shape_error: Shape of weights must be consistent with shape of a along specified axis.
void require_weights(extents_view shape, extents_view weights);
/// Throws value_error: Weights sum to zero, can't be normalized
[[noreturn]] void refuse_weights();

template <class T>
using average_t = std::conditional_t<(kind_of<T>() <= kind::integer), double, T>;

template <class... Axes>
inline constexpr bool names_one_axis = false;
template <class Which, class... Keep>
inline constexpr bool names_one_axis<Which, Keep...> = names_an_axis<Which>;

/// Weights with the rank of what they weigh: those of one axis lie along it.
template <class E, class W, class... Axes>
auto weights_of(E const& e, W const& weights, Axes const&... which)
{
  if constexpr (W::rank == E::rank) {
    require_weights(e.shape(), weights.shape());
    return weights;
  } else if constexpr (W::rank == 1 && names_one_axis<Axes...>) {
    axis_number const named = std::get<0>(std::tuple(which...));
    int const axis = normalized_axis(named, E::rank);
    shape_t<E::rank> extent{};
    extent.fill(1);
    extent[axis] = weights.shape()[0];
    require_weights(std::array{e.shape()[axis]}, weights.shape());
    return evaluate(weights).reshape(extent);
  } else {
    static_assert(W::rank == E::rank,
                  "acre: average wants weights of the array's shape, or one-dimensional ones and "
                  "the axis that they lie along");
    return weights;
  }
}

}  // namespace detail

/// The mean in which each element counts by its weight: sum(e * weights) / sum(weights) along the
/// axes, named as in acre/reduce/axes.hpp. Weights have e's shape, or lie along the one axis that
/// is named. Integers are averaged in float64, others in the dtype that both promote to; in the
/// order of sum(). Looks at the sums of the weights, which are its scratch, and so waits. Throws
/// value_error where one is zero (Weights sum to zero, can't be normalized), shape_error for
/// weights of another shape.
template <expression E, expression W, class... Axes>
auto average(E const& e, W const& weights, Axes const&... which)
{
  using T = promote_t<detail::average_t<typename E::value_type>, typename W::value_type>;
  auto const w = acre::cast<T>(detail::weights_of(e, weights, which...));
  auto const total = detail::sum_along(w, which...);
  if (detail::any_along(total == T(0)).item()) detail::refuse_weights();
  return evaluate(detail::sum_along(acre::cast<T>(e) * w, which...) / total);
}

}  // namespace acre

#include <acre/reduce/detail/refusals/average.hpp>
