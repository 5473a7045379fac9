#pragma once

#include <acre/reduce/detail/extrema.hpp>
#include <acre/reduce/detail/reduced_axes.hpp>

/// The largest and smallest elements and where they are, with the axes, order, scratch and errors
/// of acre/reduce/axes.hpp.
namespace acre {

/// The largest (smallest) element; NaN if there is one.
template <expression E, class... Axes>
auto max(E e, Axes... which)
{
  return detail::max_along(e, which...);
}
template <expression E, class... Axes>
auto min(E e, Axes... which)
{
  return detail::min_along(e, which...);
}

/// Index of the first largest (smallest) element along the reduced axes, in C order; of the
/// first NaN, if there is one. int64.
template <expression E, class... Axes>
auto argmax(E e, Axes... which)
{
  return detail::arg_reduce<detail::arg_reducer<detail::computed_t<typename E::value_type>, true>>(
      e, which...);
}
template <expression E, class... Axes>
auto argmin(E e, Axes... which)
{
  return detail::arg_reduce<detail::arg_reducer<detail::computed_t<typename E::value_type>, false>>(
      e, which...);
}

/// The largest (smallest) element and its index as argmax (argmin) has them, in one pass, as
/// Kokkos' MaxLoc and MPI's MPI_MAXLOC; records (<acre/reduce/records.hpp>) of located<T>:
///
/// ```cpp
/// auto const a = from_host({3.0, 7.0, 5.0});
/// auto const [largest, where] = maxloc(a).item();
/// std::cout << largest << " at " << where << '\n';
/// ```
/// ```text
/// 7 at 1
/// ```
template <expression E, class... Axes>
auto maxloc(E e, Axes... which)
{
  return detail::arg_reduce<detail::location_reducer<typename E::value_type, true>>(e, which...);
}
template <expression E, class... Axes>
auto minloc(E e, Axes... which)
{
  return detail::arg_reduce<detail::location_reducer<typename E::value_type, false>>(e, which...);
}

}  // namespace acre

#include <acre/reduce/detail/refusals/extrema.hpp>
