#pragma once

#include <acre/elementwise/predicates.hpp>
#include <acre/reduce/detail/numbers.hpp>
#include <acre/reduce/extrema.hpp>

namespace acre {

namespace detail {

/// A value below (above) all numbers, in the place of a NaN.
template <bool Below>
struct beyond_for_nan : same_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return is_nan(x) ? (Below ? lowest_of<T>() : highest_of<T>()) : x;
  }
};

}  // namespace detail

/// Index of the first largest (smallest) number along axes named as in acre/reduce/axes.hpp, in C
/// order: as argmax() and argmin(), where NaNs lie below (above) all numbers. NaNs alone give 0,
/// where NumPy throws: no errors come from values.
template <expression E, class... Axes>
auto nanargmax(E const& e, Axes const&... which)
{
  if constexpr (detail::has_nan<typename E::value_type>)
    return acre::argmax(detail::make_unary<detail::beyond_for_nan<true>>(e), which...);
  else
    return acre::argmax(e, which...);
}
template <expression E, class... Axes>
auto nanargmin(E const& e, Axes const&... which)
{
  if constexpr (detail::has_nan<typename E::value_type>)
    return acre::argmin(detail::make_unary<detail::beyond_for_nan<false>>(e), which...);
  else
    return acre::argmin(e, which...);
}

}  // namespace acre
