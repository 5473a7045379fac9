#pragma once

#include <acre/reduce/detail/extrema.hpp>

/// The largest and smallest elements and where they are, along axes named as in
/// acre/reduce/axes.hpp.
namespace acre {

/// The largest (smallest) element; NaN if there is one.
template <expression E, class... Axes>
auto max(E const& e, Axes const&... which)
{
  return detail::over_axes(
      [](auto const& x, auto const& mask, auto rank) {
        detail::require_elements(x.shape(), mask, "maximum");
        return detail::reduce<rank()>(x, mask, detail::max_reducer<typename E::value_type>{});
      },
      e, which...);
}
template <expression E, class... Axes>
auto min(E const& e, Axes const&... which)
{
  return detail::over_axes(
      [](auto const& x, auto const& mask, auto rank) {
        detail::require_elements(x.shape(), mask, "minimum");
        return detail::reduce<rank()>(x, mask, detail::min_reducer<typename E::value_type>{});
      },
      e, which...);
}

/// Index of the first largest (smallest) element along the reduced axes, in C order; of the
/// first NaN, if there is one. int64.
template <expression E, class... Axes>
auto argmax(E const& e, Axes const&... which)
{
  return detail::arg_reduce<true>("argmax", e, which...);
}
template <expression E, class... Axes>
auto argmin(E const& e, Axes const&... which)
{
  return detail::arg_reduce<false>("argmin", e, which...);
}

}  // namespace acre
