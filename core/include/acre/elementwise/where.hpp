#pragma once

#include <acre/elementwise/operators.hpp>

#include <utility>

/// A choice by element, as a term of a fused expression.
namespace acre {

namespace detail {

template <class... A>
inline constexpr bool chooses = false;
template <expression C, operand A, operand B>
inline constexpr bool chooses<C, A, B> = true;
template <class... A>
concept operands_of_where = chooses<A...>;

template <class C, class A, class B>
auto chosen(C condition, A a, B b)
{
  using T = decltype([] {
    if constexpr (expression<A> || expression<B>)
      return promotion_t<A, B>{};
    else if constexpr (kind_of<A>() > kind_of<B>())
      return A{};
    else
      return B{};
  }());
  return conditional<T, C, node_t<T, A>, node_t<T, B>>(
      std::move(condition), as_node<T>(std::move(a)), as_node<T>(std::move(b)));
}

}  // namespace detail

/// a where the condition is true, else b; both are evaluated: where(condition, a, b).
template <class... A>
  requires detail::operands_of_where<A...>
auto where(A... a)
{
  return detail::chosen(std::move(a)...);
}

}  // namespace acre

#include <acre/elementwise/detail/refusals/where.hpp>
