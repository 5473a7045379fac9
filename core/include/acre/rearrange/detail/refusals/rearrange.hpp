#pragma once

#include <acre/elementwise/detail/host_list.hpp>

/// Misuses of <acre/rearrange/rearrange.hpp>, refused with a sentence; that header opens this one
/// last.
namespace acre {

/// flip(x, 0, 1).
template <expression E, std::integral... More>
auto flip(E const& e, axis_number, axis_number, More...)
{
  static_assert(detail::never<E>, "acre: several axes are written axes(0, 1): flip(x, axes(0, 1))");
  return e;
}

/// roll(x, {1, 2}, {0, 1}).
template <expression E, std::integral I>
auto roll(E const& e, std::initializer_list<I>, std::initializer_list<I>)
{
  static_assert(detail::never<I>,
                "acre: along several axes it is roll(x, shape(1, 2), axes(0, 1))");
  return detail::computed_array(e);
}
template <expression E, std::integral I, std::size_t N>
auto roll(E const& e, std::initializer_list<I> shift, axis_list<N> const&)
{
  return roll(e, shift, shift);  // refused there
}

/// repeat(x, {1, 2}, 0).
template <expression E, class... Axis>
auto repeat(E const& e, detail::host_list, Axis const&...)
{
  return detail::computed_array(e);
}

/// tile(x, {2, 1}).
template <expression E>
auto tile(E const& e, std::initializer_list<std::int64_t>)
{
  static_assert(detail::never<E>,
                "acre: counts of tile are written as a shape: tile(a, shape(2, 1))");
  return detail::computed_array(e);
}

}  // namespace acre
