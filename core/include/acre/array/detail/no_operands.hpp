#pragma once

#include <acre/array/array.hpp>
#include <acre/elementwise/detail/host_list.hpp>

#include <concepts>

namespace acre::detail {

/// The arguments of a function of two arrays, or what stands in their place: a std::vector, a
/// Kokkos::View, elements in braces, a number beside an array. Which are refused in a sentence:
///
///   template <class A = host_list, class B = host_list, class... None>
///     requires no_operands<A, B, None...>
///   auto dot(A const& a, B const& b, None const&...)
///
/// The pack, which is empty, lets a user's function of the same name be the better match.
template <class A, class B, class... None>
concept no_operands =
    sizeof...(None) == 0 && (operand<A> || std::same_as<A, host_list>) &&
    (operand<B> || std::same_as<B, host_list>) && !(expression<A> && expression<B>) &&
    (!scalar<A> || expression<B>) && (!scalar<B> || expression<A>);

template <class A>
void refuse_operand(A const& a)
{
  static_assert(!scalar<A>,
                "acre: an array is wanted where a number stands: numbers multiply by *, and "
                "from_host({2.0}) is an array of one");
  if constexpr (no_array_yet<A>) as_node<double>(a);  // says what makes it one
}
template <class A, class B>
array<double> refuse_operands(A const& a, B const& b)
{
  refuse_operand(a);
  refuse_operand(b);
  return {};
}

}  // namespace acre::detail
