#pragma once

#include <acre/reduce/axes.hpp>
#include <acre/reduce/detail/reduce.hpp>

#include <initializer_list>

/// The ways to name axes, sum(x), sum(x, 1), sum(x, axes(0, 2), keepdims), on their way to
/// detail/reduce.hpp: each becomes a mask of the axes that are reduced.
namespace acre::detail {

/// A type that can only name axes; an integer is one as well, alone or before keepdims.
template <class Which>
inline constexpr bool names_axes = false;
template <std::size_t N>
inline constexpr bool names_axes<axis_list<N>> = true;
template <>
inline constexpr bool names_axes<axis_set> = true;
template <>
inline constexpr bool names_axes<keepdims_t> = true;
template <class Which>
inline constexpr bool names_an_axis =
    std::is_convertible_v<Which, axis_number> && !std::is_floating_point_v<Which>;
template <class Which, class... Keep>
concept misnamed_axes = !(names_axes<Which> || names_an_axis<Which>) ||
                        (!std::same_as<Keep, keepdims_t> || ...) || sizeof...(Keep) > 1;

/// Applies f(expression, mask, rank constant) for one of the ways to name axes.
template <class F, expression E>
auto over_axes(F const& f, E const& e)
{
  return f(e, mask_of_all<E::rank>(), std::integral_constant<int, 0>{});
}
template <class F, expression E>
auto over_axes(F const& f, E const& e, keepdims_t)
{
  return f(e, mask_of_all<E::rank>(), std::integral_constant<int, E::rank>{});
}
template <class F, expression E, std::size_t N>
auto over_axes(F const& f, E const& e, axis_list<N> const& list)
{
  static_assert(int(N) <= E::rank, "acre: more axes are named than the expression has");
  return f(e, mask_of<E::rank>(list.axis), std::integral_constant<int, E::rank - int(N)>{});
}
template <class F, expression E, std::size_t N>
auto over_axes(F const& f, E const& e, axis_list<N> const& list, keepdims_t)
{
  return f(e, mask_of<E::rank>(list.axis), std::integral_constant<int, E::rank>{});
}
template <class F, expression E>
auto over_axes(F const& f, E const& e, axis_set const& set, keepdims_t)
{
  return f(e, mask_of<E::rank>(set.axis), std::integral_constant<int, E::rank>{});
}
template <class F, expression E, class... Keep>
auto over_axes(F const& f, E const& e, axis_number axis, Keep... keep)
{
  static_assert(E::rank > 0, "acre: an array of rank 0 has no axis to reduce");
  return over_axes(f, e, axes(axis), keep...);
}

/// Axes in braces, refused with a sentence: sum(x, {0, 1}).
struct braced_axes {
  template <class I>
  braced_axes(std::initializer_list<I>)
  {
    static_assert(never<I>,
                  "acre: several axes are written axes(0, 1), not in braces: sum(x, axes(0, 1))");
  }
};

/// Refused with a sentence.
template <class F, expression E, class Which, class... Keep>
  requires misnamed_axes<Which, Keep...>
auto over_axes(F const& f, E const& e, Which const&, Keep const&...)
{
  static_assert(never<Which>,
                "acre: axes are named by an integer or axes(0, 2), and kept by keepdims behind "
                "them: sum(x, 1, keepdims); the larger of two arrays is maximum(a, b)");
  return over_axes(f, e);
}

template <class Reducer, expression E, class... Axes>
auto reduce_with(Reducer const& reducer, E const& e, Axes const&... which)
{
  return over_axes(
      [&](auto const& x, auto const& mask, auto rank) { return reduce<rank()>(x, mask, reducer); },
      e, which...);
}

}  // namespace acre::detail
