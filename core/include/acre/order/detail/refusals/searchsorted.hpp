#pragma once

#include <acre/elementwise/detail/host_list.hpp>

/// Misuses of <acre/order/searchsorted.hpp>, refused with a sentence; that header opens this one
/// last.
namespace acre {

/// A side as text, lists, a matrix, an expression.
template <element S, class Space, class V>
auto searchsorted(array<S, 1, Space> const& sorted, V const&, char const*)
{
  static_assert(detail::never<V>, "acre: sides are search_side::left and search_side::right");
  return array<std::int64_t, 1, Space>(sorted);
}
template <detail::std_vector A, class V, class... Rest>
auto searchsorted(A const&, V const&, Rest const&...)
{
  detail::refuse_host_list<A>();
  return array<std::int64_t, 1>();
}
template <element S, class Space, class... Rest>
auto searchsorted(array<S, 1, Space> const& sorted, detail::host_list, Rest const&...)
{
  return array<std::int64_t, 1, Space>(sorted);
}
template <expression A, class V, class... Rest>
  requires(A::rank != 1 || !detail::an_array<A>)
auto searchsorted(A const& a, V const&, Rest const&...)
{
  static_assert(detail::never<A>,
                "acre: searchsorted looks up a sorted array of one axis: evaluate(x) makes one of "
                "an expression, x(i) is a row of a matrix");
  return array<std::int64_t, A::rank, typename A::space_type>(a);
}

}  // namespace acre
