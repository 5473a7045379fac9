#pragma once

#include <acre/reduce/detail/logic.hpp>
#include <acre/reduce/detail/sum.hpp>

/// Truth of many elements, along axes named as in acre/reduce/axes.hpp.
namespace acre {

/// Whether any (every) element is not zero.
template <expression E, class... Axes>
auto any(E e, Axes... which)
{
  return detail::reduce_with(detail::any_reducer{}, acre::cast<bool>(e), which...);
}
template <expression E, class... Axes>
auto all(E e, Axes... which)
{
  return detail::reduce_with(detail::all_reducer{}, acre::cast<bool>(e), which...);
}

/// How many elements are not zero. int64.
template <expression E, class... Axes>
auto count_nonzero(E e, Axes... which)
{
  return detail::reduce_with(detail::sum_reducer<sum_t<bool>>{}, acre::cast<bool>(e), which...);
}

}  // namespace acre
