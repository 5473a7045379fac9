#pragma once

#include <acre/reduce/detail/sum.hpp>

/// Sums, products and means, with the axes, order, scratch and errors of acre/reduce/axes.hpp.
namespace acre {

/// The sum; small integers and bool in 64 bits, floating point in its own dtype. Empty: 0.
template <expression E, class... Axes>
auto sum(E e, Axes... which)
{
  return detail::sum_along(e, which...);
}

/// The sum in another dtype: every element is converted to T first, as by cast<T>().
template <element T, expression E, class... Axes>
auto sum(E e, Axes... which)
{
  return detail::reduce_with(detail::sum_reducer<T>{}, acre::cast<T>(e), which...);
}

/// The product, in the dtype of sum(). Empty: 1.
template <expression E, class... Axes>
auto prod(E e, Axes... which)
{
  return detail::reduce_with(detail::prod_reducer<sum_t<typename E::value_type>>{}, e, which...);
}

template <element T, expression E, class... Axes>
auto prod(E e, Axes... which)
{
  return detail::reduce_with(detail::prod_reducer<T>{}, acre::cast<T>(e), which...);
}

/// The arithmetic mean; of integers in float64. Empty: NaN.
template <expression E, class... Axes>
auto mean(E e, Axes... which)
{
  return detail::mean_along(e, which...);
}

}  // namespace acre

#include <acre/reduce/detail/refusals/sum.hpp>
