#pragma once

#include <acre/elementwise/detail/host_list.hpp>

/// Misuses of <acre/index/take.hpp>, refused with a sentence; that header opens this one last.
namespace acre {

/// take(a + b, i, 0).
template <expression A, expression I, class... Rest>
  requires(!detail::an_array<A>)
auto take(A const& a, I const&, Rest const&...)
{
  return detail::refuse_lookup(a);
}

/// take(a, i, "clip"), take(a, i, 0, "clip").
template <element T, int Rank, class Space, expression I, std::size_t N>
auto take(array<T, Rank, Space> const& a, I const&, char const (&)[N])
{
  static_assert(detail::never<I>,
                "acre: modes are index_mode::raise, wrap and clip, behind the axis: "
                "take(a, i, 0, index_mode::clip)");
  return a;
}
template <element T, int Rank, class Space, expression I, std::size_t N>
auto take(array<T, Rank, Space> const& a, I const& index, axis_number, char const (&mode)[N])
{
  return take(a, index, mode);
}

/// take(a, {3, 1}, 0), take(a, 3, 0).
template <element T, int Rank, class Space, class... Rest>
auto take(array<T, Rank, Space> const& a, detail::host_list, Rest const&...)
{
  return a;
}
template <element T, int Rank, class Space, class I, class... Rest>
  requires(!expression<I> && !detail::std_vector<I>)
auto take(array<T, Rank, Space> const& a, I const&, Rest const&...)
{
  static_assert(detail::never<I>,
                "acre: take's indices are an array of integers, as from_host({3, 1}); one element "
                "along an axis is a(3), a(ALL, 3)");
  return a;
}

}  // namespace acre
