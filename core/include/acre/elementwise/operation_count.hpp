#pragma once

#include <acre/elementwise/detail/call.hpp>
#include <acre/elementwise/detail/expression.hpp>

namespace acre {

namespace detail {

template <class E>
inline constexpr int operation_count = 0;
template <class Op, class A>
inline constexpr int operation_count<unary<Op, A>> = 1 + operation_count<A>;
template <class Op, class C, class A, class B>
inline constexpr int operation_count<binary<Op, C, A, B>> =
    1 + operation_count<A> + operation_count<B>;
template <class T, class C, class A, class B>
inline constexpr int operation_count<conditional<T, C, A, B>> =
    1 + operation_count<C> + operation_count<A> + operation_count<B>;
template <class F, class... E>
inline constexpr int operation_count<call<F, E...>> = (1 + ... + operation_count<E>);

}  // namespace detail

/// How many operators and functions one element of an expression takes, each as often as it is
/// computed: an expression that stands in another one three times counts three times, and one call
/// of a function of one's own (elementwise(f, x…)) once, whatever it does. Arrays, numbers and what
/// is looked up count nothing. Known when the program is compiled; nothing runs.
///
/// ```cpp
/// auto const x = ones(shape(3));
/// auto const i2 = 1 / (x * x);
/// std::cout << operations(i2) << ' ' << operations(i2 * i2 * i2) << '\n';
/// ```
/// ```text
/// 2 8
/// ```
template <expression E>
constexpr int operations(E const&)
{
  return detail::operation_count<E>;
}

}  // namespace acre
