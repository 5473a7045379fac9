#pragma once

#include <acre/reduce/detail/extrema.hpp>
#include <acre/reduce/detail/numbers.hpp>
#include <acre/reduce/sum.hpp>

/// Reductions that leave NaNs out, along axes named as in acre/reduce/axes.hpp. Integers and bool
/// have none: there they are the plain reductions. One pass, in the fixed order of every reduction,
/// hence the same bits everywhere. Queued; no scratch beyond sum()'s; throws as those do.
namespace acre {

namespace detail {

template <class Choose, template <class> class Plain, expression E, class... Axes>
auto choose_number(char const* operation, E const& e, Axes const&... which)
{
  using T = typename E::value_type;
  return over_axes(
      [=](auto const& x, auto const& mask, auto rank) {
        require_elements(x.shape(), mask, operation);
        if constexpr (has_nan<T>)
          return reduce<rank()>(x, mask, number_reducer<T, Choose>{});
        else
          return reduce<rank()>(x, mask, Plain<T>{});
      },
      e, which...);
}

}  // namespace detail

/// The sum of the numbers, in the dtype of sum(); 0 if there are none.
template <expression E, class... Axes>
auto nansum(E e, Axes... which)
{
  return acre::sum(detail::make_unary<detail::number_for_nan<0>>(e), which...);
}

/// The product of the numbers, in the dtype of sum(); 1 if there are none.
template <expression E, class... Axes>
auto nanprod(E e, Axes... which)
{
  return acre::prod(detail::make_unary<detail::number_for_nan<1>>(e), which...);
}

/// The largest (smallest) number; NaN if there are only NaNs. Throws value_error for no elements:
/// zero-size array to reduction operation fmax which has no identity
template <expression E, class... Axes>
auto nanmax(E e, Axes... which)
{
  return detail::choose_number<detail::fmax_op, detail::max_reducer>("fmax", e, which...);
}
template <expression E, class... Axes>
auto nanmin(E e, Axes... which)
{
  return detail::choose_number<detail::fmin_op, detail::min_reducer>("fmin", e, which...);
}

/// The arithmetic mean of the numbers; of integers in float64. NaN if there are none.
template <expression E, class... Axes>
auto nanmean(E e, Axes... which)
{
  using T = typename E::value_type;
  if constexpr (detail::has_nan<T>)
    return detail::reduce_with(detail::number_mean_reducer<T>{},
                               detail::make_unary<detail::count_number>(e), which...);
  else
    return acre::mean(e, which...);
}

}  // namespace acre
