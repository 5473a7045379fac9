#pragma once

#include <acre/backends/common/reciprocal.hpp>
#include <acre/backends/weigh_rows.hpp>  // written by CMake: core/cmake/AcreBackends.cmake
#include <acre/elementwise/detail/evaluated_as.hpp>
#include <acre/elementwise/exponential.hpp>
#include <acre/elementwise/logarithmic.hpp>
#include <acre/elementwise/predicates.hpp>
#include <acre/elementwise/where.hpp>
#include <acre/reduce/detail/extrema.hpp>
#include <acre/reduce/detail/sum.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <type_traits>

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
/// an expression, and the largest elements. Queued; softmax along a last axis of at most 1024
/// elements in float32 or float64 is one kernel on a GPU. Same bits on every backend. Throws
/// value_error for no elements (zero-size array to reduction operation maximum which has no
/// identity), index_error for the axis.
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
  return evaluated_as<T>(e);
}

/// A row's exponentials, over their sum: see backends/common/weigh_rows.hpp.
template <class T>
struct softmax_rule {
  max_reducer<T> first;
  sum_reducer<T> second;
  KOKKOS_INLINE_FUNCTION T shift(T largest) const
  {
    return isfinite_op{}(largest) ? largest : T(0);
  }
  KOKKOS_INLINE_FUNCTION T map(T x, T shift) const { return exp_op{}(minus{}(x, shift)); }
  /// e^-62 is 2^-89.4, e^-620 2^-894: what quotients_by takes. False with a NaN or an infinity.
  KOKKOS_INLINE_FUNCTION bool usual(T least, T largest) const
  {
    return largest - least < (sizeof(T) == 4 ? T(62) : T(620));
  }
  KOKKOS_INLINE_FUNCTION T quick(T x, T shift) const { return exp_op::quick(minus{}(x, shift)); }
  KOKKOS_INLINE_FUNCTION auto last(T total) const { return backends::quotients_by<T>(total); }
};

/// softmax where it takes one kernel: elements in C order, reduced along the last axis or all of
/// them. Else nothing.
template <class T, int Rank, class Space>
std::optional<array<T, Rank, Space>> softmax_of_rows(array<T, Rank, Space> const& a,
                                                     axis_mask<Rank> const& mask)
{
  if constexpr (Rank > 0 && Space::queue_type::is_device &&
                (std::is_same_v<T, float> || std::is_same_v<T, double>)) {
    auto const axes = std::count(mask.begin(), mask.end(), true);
    if (!mask[Rank - 1] || (axes > 1 && axes < Rank) || !a.is_contiguous() || a.size() == 0)
      return {};
    std::int64_t const length = axes == 1 ? a.shape()[Rank - 1] : a.size();
    auto& on = a.space().queue();
    array<T, Rank, Space> const result(a.space(), a.shape());
    backends::operation const running("softmax", on);
    if (backends::weigh_rows(on, a.size() / length, length, static_cast<T const*>(a.data()),
                             result.data(), softmax_rule<T>{}))
      return result;
  }
  return {};
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
  if (auto const made = detail::over_axes(
          [](auto const& x, auto const& mask, auto) { return detail::softmax_of_rows(x, mask); }, a,
          which...))
    return *made;
  auto const shift = detail::exponents_shift(a, which...);
  auto const total = evaluate(detail::sum_along(acre::exp(a - shift), which..., keepdims));
  return evaluate(acre::exp(a - shift) / total);
}

}  // namespace acre
