#pragma once

#include <acre/math/root.hpp>
#include <acre/reduce/detail/sum.hpp>

/// Variance and standard deviation, along axes named as in acre/reduce/axes.hpp, with NumPy's ddof:
///
/// ```cpp
/// auto const x = from_host(std::vector{1.0, 2.0, 3.0, 6.0}, shape(2, 2));
/// std::cout << var(x) << '\n';                 // of everything, / n
/// std::cout << stddev(x, ddof(1), 0) << '\n';  // along axis 0, / (n - 1)
/// ```
/// ```text
/// 3.5
/// [1.41421356 2.82842712]
/// ```
///
/// Two passes over the expression: the mean, then the squared distances from it; in the fixed
/// order of every reduction, hence the same bits everywhere. Integers in float64, complex numbers
/// in their real dtype. Scratch: the means. Queued. Throws as sum() does.
namespace acre {

/// NumPy's delta degrees of freedom: var and stddev divide by n - ddof instead of n (by 0 where
/// that is negative).
struct ddof {
  std::int64_t value;
  explicit constexpr ddof(std::int64_t v) : value(v) {}
};

namespace detail {

template <class T>
struct root_mean_reducer : mean_reducer<T> {
  KOKKOS_INLINE_FUNCTION T finish(T a) const { return math::sqrt(a / static_cast<T>(this->count)); }
};

/// |x|² without a square root on the way.
struct norm_op : same_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION auto operator()(T x) const
  {
    if constexpr (is_complex<T>::value)
      return x.real() * x.real() + x.imag() * x.imag();
    else
      return x * x;
  }
};

/// Squared distances from the mean, reduced by a reducer that divides by n - ddof.
template <template <class> class Reducer, expression E, class... Axes>
auto spread(ddof d, E const& e, Axes const&... which)
{
  return over_axes(
      [d](auto const& x, auto const& mask, auto rank) {
        auto const center = mean_over(x, mask, std::integral_constant<int, E::rank>{});
        auto const deviation = make_unary<norm_op>(x - center);
        std::int64_t const freedom = reduced_count(x.shape(), mask) - d.value;
        Reducer<typename decltype(deviation)::value_type> reducer;
        reducer.count = freedom > 0 ? freedom : 0;
        return reduce<rank()>(deviation, mask, reducer);
      },
      e, which...);
}

}  // namespace detail

/// The variance, sum(|x - mean|²) / (n - ddof), from two passes: var(x, ddof(1), 0) along axis 0.
/// Without ddof, / n. Nothing, or ddof >= n: NaN or an infinity, as the division by 0 gives.
template <expression E, class... Axes>
auto var(E const& e, ddof d, Axes const&... which)
{
  return detail::spread<detail::mean_reducer>(d, e, which...);
}
template <expression E, class... Axes>
auto var(E e, Axes... which)
{
  return acre::var(e, ddof(0), which...);
}

/// The standard deviation: the square root of var().
template <expression E, class... Axes>
auto stddev(E const& e, ddof d, Axes const&... which)
{
  return detail::spread<detail::root_mean_reducer>(d, e, which...);
}
template <expression E, class... Axes>
auto stddev(E e, Axes... which)
{
  return acre::stddev(e, ddof(0), which...);
}

}  // namespace acre
