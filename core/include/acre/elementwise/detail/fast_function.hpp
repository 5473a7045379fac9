#pragma once

#include <acre/elementwise/operators.hpp>

#include <Kokkos_MathematicalFunctions.hpp>

#include <concepts>

/// How acre::fast has a function of the table: see <acre/elementwise/fast.hpp>.
namespace acre::detail {

template <class Op>
struct fast_op : inexact_type {
  template <std::floating_point... T>
  KOKKOS_INLINE_FUNCTION auto operator()(T... x) const
  {
    return Op::fast(x...);
  }
};

template <class Op>
struct fast_function {
  template <expression A>
  auto operator()(A const& a) const
  {
    return make_unary<fast_op<Op>>(a);
  }
};
template <class Op>
struct fast_pair {
  template <class A, class B>
    requires operands<A, B>
  auto operator()(A const& a, B const& b) const
  {
    return make_binary<fast_op<Op>>(a, b);
  }
};

}  // namespace acre::detail
