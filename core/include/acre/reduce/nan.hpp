#pragma once

#include <acre/math/detail/bits.hpp>
#include <acre/reduce/extrema.hpp>
#include <acre/reduce/sum.hpp>

/// Reductions that leave NaNs out, along axes named as in acre/reduce/axes.hpp. Integers and bool
/// have none: there they are the plain reductions. One pass, in the fixed order of every reduction,
/// hence the same bits everywhere. Queued; no scratch beyond sum()'s; throws as those do.
namespace acre {

namespace detail {

/// x, or a number where x is NaN.
template <int Number>
struct number_for_nan : same_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return is_nan(x) ? T(Number) : x;
  }
};

/// A number that is a NaN, also a complex one: the value that fmax and fmin pass over.
template <class T>
KOKKOS_INLINE_FUNCTION T no_number()
{
  if constexpr (is_complex<T>::value) {
    using real = typename T::value_type;
    return T(math::detail::quiet_nan<real>(), math::detail::quiet_nan<real>());
  } else {
    return math::detail::quiet_nan<T>();
  }
}

/// The larger (smaller) of the numbers; NaN if there are none.
template <class T, class Choose>
struct number_reducer {
  using value_type = T;
  KOKKOS_INLINE_FUNCTION T identity() const { return no_number<T>(); }
  KOKKOS_INLINE_FUNCTION T empty() const { return no_number<T>(); }
  KOKKOS_INLINE_FUNCTION T combine(T a, T b) const { return Choose{}(a, b); }
  KOKKOS_INLINE_FUNCTION T finish(T a) const { return a; }
};

/// A sum and of how many numbers it is.
template <class T>
struct counted {
  T sum;
  std::int64_t count;
};
struct count_number : same_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION counted<T> operator()(T x) const
  {
    return is_nan(x) ? counted<T>{sum_reducer<T>{}.identity(), 0} : counted<T>{x, 1};
  }
};
template <class T>
struct number_mean_reducer {
  using value_type = counted<T>;
  KOKKOS_INLINE_FUNCTION counted<T> identity() const { return {sum_reducer<T>{}.identity(), 0}; }
  KOKKOS_INLINE_FUNCTION counted<T> empty() const { return {T{}, 0}; }
  KOKKOS_INLINE_FUNCTION counted<T> combine(counted<T> a, counted<T> b) const
  {
    return {a.sum + b.sum, a.count + b.count};
  }
  KOKKOS_INLINE_FUNCTION T finish(counted<T> a) const
  {
    return a.sum / static_cast<real_t<T>>(a.count);
  }
};

template <class T>
concept has_nan = kind_of<T>() >= kind::floating;

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
