#pragma once

#include <acre/order/detail/bin_edges.hpp>
#include <acre/order/detail/tally.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace acre {

namespace detail {

/// Throws value_error: The weights and list don't have the same length. ((3,) and (4,))
void require_one_weight_each(extents_view weights, extents_view x);

/// Places that bincount's numbers need. Waits. Throws value_error for a negative one.
template <class E>
std::int64_t counted_places(E const& x, std::int64_t minlength)
{
  using T = typename E::value_type;
  static_assert(kind_of<T>() <= kind::integer, "acre: bincount takes integers");
  static_assert(E::rank == 1, "acre: bincount takes a one-dimensional array");
  if (minlength < 0) throw value_error("'minlength' must not be negative");
  if (size_of(x.shape()) == 0) return minlength;
  auto const place = cast<std::int64_t>(x);
  bounds<std::int64_t> const found = reduce_with(bounds_reducer<std::int64_t>{}, place).item();
  if (found.low < 0) throw value_error("'list' argument must have no negative elements");
  return std::max(minlength, found.high < INT64_MAX ? found.high + 1 : INT64_MAX);
}

}  // namespace detail

/// How often each of 0, 1, 2, … occurs in x (rank 1, integers or bool): int64 counts on x's space,
/// up to the largest element, at least `minlength` of them. NumPy's bincount.
///
/// Waits for the least and the largest element. Throws value_error with NumPy's texts: 'list'
/// argument must have no negative elements; 'minlength' must not be negative. No scratch. The bits
/// are the same on every backend.
template <expression E>
auto bincount(E const& x, std::int64_t minlength = 0)
{
  std::int64_t const places = detail::counted_places(x, minlength);
  return detail::tally("bincount", cast<std::int64_t>(x), places);
}

/// The sums of the weights (rank 1, real) of each number, in float64 and in the order of
/// scatter_add. Scratch: that of scatter_add, x and the weights. Throws value_error: The weights
/// and list don't have the same length. ((3,) and (4,))
template <expression E, expression W>
auto bincount(E const& x, W const& weights, std::int64_t minlength = 0)
{
  static_assert(detail::kind_of<typename W::value_type>() != detail::kind::complex,
                "acre: bincount's weights are real");
  detail::require_one_weight_each(weights.shape(), x.shape());
  std::int64_t const places = detail::counted_places(x, minlength);
  if constexpr (std::is_same_v<typename W::value_type, double>)
    return detail::tally("bincount", cast<std::int64_t>(x), places, weights);
  else
    return detail::tally("bincount", cast<std::int64_t>(x), places, cast<double>(weights));
}

}  // namespace acre

#include <acre/order/detail/refusals/bincount.hpp>
