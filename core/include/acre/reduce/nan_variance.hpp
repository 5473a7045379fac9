#pragma once

#include <acre/elementwise/elementary.hpp>
#include <acre/math/detail/bits.hpp>
#include <acre/reduce/logic.hpp>
#include <acre/reduce/nan.hpp>
#include <acre/reduce/variance.hpp>

/// Variances that leave NaNs out, along axes named as in acre/reduce/axes.hpp.
namespace acre {

namespace detail {

/// NaN where there are no more numbers than ddof.
struct divided_by_freedom : same_type {
  static constexpr char const* name = "nanvar";
  std::int64_t ddof = 0;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T squares, T numbers) const
  {
    T const freedom = numbers - static_cast<T>(ddof);
    return freedom > T(0) ? squares / freedom : math::detail::quiet_nan<T>();
  }
};

template <expression E, class... Axes>
auto nan_spread(E const& e, ddof d, Axes const&... which)
{
  using T = quotient_t<typename E::value_type>;
  static_assert(!is_complex<T>::value, "acre: nanvar and nanstd take real numbers");
  auto const x = evaluate(acre::cast<T>(e));
  return over_axes(
      [&](auto const& a, auto const& mask, auto rank) {
        auto const along = [&](auto const& reducer, auto const& of) {
          return reduce<E::rank>(of, mask, reducer);
        };
        auto const numbers = evaluate(acre::cast<T>(along(sum_reducer<std::int64_t>{}, !isnan(a))));
        auto const zero = acre::where(isnan(a), T(0), a);
        auto const center = evaluate(along(sum_reducer<T>{}, zero) / numbers);
        auto const apart = acre::where(isnan(a), T(0), a - center);
        auto const squares = reduce<rank()>(apart * apart, mask, sum_reducer<T>{});
        divided_by_freedom divide;
        divide.ddof = d.value;
        auto const count = numbers.reshape(squares.shape());
        return binary<divided_by_freedom, T, decltype(squares), decltype(count)>(divide, squares,
                                                                                 count);
      },
      x, which...);
}

}  // namespace detail

/// The variance of the numbers: the sum of their squared distances from nanmean(), divided by their
/// number less ddof; NaN where that isn't above 0. Integers in float64. Four passes, in the order
/// of sum(). Queued; scratch: e where it is an expression, and the means.
template <expression E, class... Axes>
auto nanvar(E const& e, ddof d, Axes const&... which)
{
  return evaluate(detail::nan_spread(e, d, which...));
}
template <expression E, class... Axes>
auto nanvar(E const& e, Axes const&... which)
{
  return acre::nanvar(e, ddof(0), which...);
}

/// The square root of nanvar().
template <expression E, class... Axes>
auto nanstd(E const& e, ddof d, Axes const&... which)
{
  return evaluate(acre::sqrt(detail::nan_spread(e, d, which...)));
}
template <expression E, class... Axes>
auto nanstd(E const& e, Axes const&... which)
{
  return acre::nanstd(e, ddof(0), which...);
}

}  // namespace acre
