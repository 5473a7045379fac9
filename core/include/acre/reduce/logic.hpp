#pragma once

#include <acre/reduce/detail/logic.hpp>
#include <acre/reduce/detail/sum.hpp>

/// Truth of many elements, with the axes, order, scratch and errors of acre/reduce/axes.hpp.
namespace acre {

/// Whether any (every) element is not zero.
template <expression E, class... Axes>
auto any(E e, Axes... which)
{
  return detail::any_along(e, which...);
}
template <expression E, class... Axes>
auto all(E e, Axes... which)
{
  return detail::all_along(e, which...);
}

/// How many elements are not zero. int64.
template <expression E, class... Axes>
auto count_nonzero(E e, Axes... which)
{
  return detail::count_along(e, which...);
}

}  // namespace acre

#include <acre/reduce/detail/refusals/logic.hpp>
