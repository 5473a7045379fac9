#pragma once

#include <acre/elementwise/exponential.hpp>
#include <acre/elementwise/logarithmic.hpp>
#include <acre/elementwise/predicates.hpp>
#include <acre/elementwise/where.hpp>
#include <acre/reduce/detail/extrema.hpp>
#include <acre/reduce/detail/sum.hpp>

/// Sums of exponentials that don't overflow, as SciPy's logsumexp and softmax: log-likelihoods,
/// Boltzmann weights, partition functions.
///
/// ```cpp
/// auto const energy = from_host({1000.0, 1001.0, 1002.0});
/// std::cout << logsumexp(energy) << ' ' << softmax(-energy) << '\n';
/// ```
/// ```text
/// 1002.4076059644444 [0.66524096 0.24472847 0.09003057]
/// ```
///
/// Floating point in its own dtype, integers in float64. The operand is evaluated, its largest
/// elements are found, then the sums are, in the order of sum(). Scratch: the operand where it is
/// an expression, and the largest elements. Queued. Same bits on every backend. Throws value_error
/// for no elements (zero-size array to reduction operation maximum which has no identity),
/// index_error for the axis.
namespace acre {

namespace detail {

/// The largest elements, whose axes stay with extent 1, or 0 where those aren't finite.
template <class A, class... Axes>
auto exponents_shift(A const& a, Axes const&... which)
{
  using T = typename A::value_type;
  auto const largest = [&] {
    if constexpr ((std::is_same_v<Axes, keepdims_t> || ...))
      return evaluate(max_along(a, which...));
    else
      return evaluate(max_along(a, which..., keepdims));
  }();
  return evaluate(acre::where(acre::isfinite(largest), largest, T(0)));
}

template <expression E>
auto real_values(E const& e)
{
  static_assert(!is_complex<typename E::value_type>::value,
                "acre: logsumexp and softmax take real numbers");
  using T = std::conditional_t<(kind_of<typename E::value_type>() < kind::floating), double,
                               typename E::value_type>;
  array<T, E::rank, typename E::space_type> const a = acre::cast<T>(e);
  return a;
}

}  // namespace detail

/// log(sum(exp(e))), along axes named as for sum(), or over all elements.
template <expression E, class... Axes>
auto logsumexp(E const& e, Axes... which)
{
  auto const a = detail::real_values(e);
  auto const shift = detail::exponents_shift(a, which...);
  auto const total = evaluate(detail::sum_along(acre::exp(a - shift), which...));
  return evaluate(acre::log(total) + shift.reshape(total.shape()));
}

/// exp(e) / sum(exp(e)), along axes named as for sum(), or over all elements.
template <expression E, class... Axes>
auto softmax(E const& e, Axes... which)
{
  static_assert(!(std::is_same_v<Axes, keepdims_t> || ...),
                "acre: softmax has the shape of its operand; leave keepdims out");
  auto const a = detail::real_values(e);
  auto const shift = detail::exponents_shift(a, which...);
  auto const total = evaluate(detail::sum_along(acre::exp(a - shift), which..., keepdims));
  return evaluate(acre::exp(a - shift) / total);
}

}  // namespace acre
