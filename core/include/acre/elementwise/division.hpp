#pragma once

#include <acre/elementwise/operators.hpp>
#include <acre/math/rounding.hpp>

#include <utility>

/// Quotients that are whole numbers, what they leave, and divisors of integers, as terms of a fused
/// expression. (a / b stands in <acre/elementwise/operators.hpp>.) Same bits everywhere.
namespace acre {

namespace detail {

struct floor_divide_op : number_type {
  static constexpr char const* name = "floor_divide";
  using dtypes = ordered_number_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    if constexpr (std::is_floating_point_v<T>)
      return math::floor_divide(a, b);
    else
      return floor_quotient(a, b);
  }
};
struct remainder_op : number_type {
  static constexpr char const* name = "remainder";
  static constexpr char const* alias = "mod";
  using dtypes = ordered_number_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    if constexpr (std::is_floating_point_v<T>)
      return math::remainder(a, b);
    else
      return floor_remainder(a, b);
  }
};
struct fmod_op : number_type {
  static constexpr char const* name = "fmod";
  using dtypes = ordered_number_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    if constexpr (std::is_floating_point_v<T>)
      return math::fmod(a, b);
    else
      return truncated_remainder(a, b);
  }
};
struct gcd_op : number_type {
  static constexpr char const* name = "gcd";
  static constexpr bool has_loops_for_integers_only = true;
  using dtypes = integer_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    static_assert(is_integer<T>, "acre: gcd and lcm want integers");
    return greatest_common_divisor(a, b);
  }
};
struct lcm_op : number_type {
  static constexpr char const* name = "lcm";
  static constexpr bool has_loops_for_integers_only = true;
  using dtypes = integer_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    static_assert(is_integer<T>, "acre: gcd and lcm want integers");
    return least_common_multiple(a, b);
  }
};

using division_pairs = type_list<floor_divide_op>;
using remainder_pairs = type_list<remainder_op, fmod_op>;
using divisor_pairs = type_list<gcd_op, lcm_op>;

}  // namespace detail

/// Python's //: rounded down. Integers by 0 give 0; floats use the exact remainder, so that
/// 1.0 // 0.1 is 9.
template <class... A>
  requires two_operands<A...>
auto floor_divide(A... a)
{
  return detail::make_binary<detail::floor_divide_op>(std::move(a)...);
}
/// Python's %: the sign of the divisor.
template <class... A>
  requires two_operands<A...>
auto remainder(A... a)
{
  return detail::make_binary<detail::remainder_op>(std::move(a)...);
}
template <class A, class B>
  requires operands<A, B>
auto operator%(A a, B b)
{
  return detail::make_binary<detail::remainder_op>(std::move(a), std::move(b));
}
template <element T, int Rank, class Space, operand B>
auto const& operator%=(array<T, Rank, Space> const& a, B const& b)
{
  detail::assign(a, a % b);
  return a;
}
template <detail::selected_elements A, operand B>
auto const& operator%=(A const& a, B const& b)
{
  return a = evaluate(a % b);
}
/// Both: auto const [quotient, rest] = divmod(a, b), two expressions.
template <class... A>
  requires two_operands<A...>
auto divmod(A... a)
{
  return std::pair(detail::make_binary<detail::floor_divide_op>(a...),
                   detail::make_binary<detail::remainder_op>(std::move(a)...));
}
/// C's remainder: the sign of the dividend.
template <class... A>
  requires two_operands<A...>
auto fmod(A... a)
{
  return detail::make_binary<detail::fmod_op>(std::move(a)...);
}
/// The greatest common divisor of integers; 0 of zeros.
template <class... A>
  requires two_operands<A...>
auto gcd(A... a)
{
  return detail::make_binary<detail::gcd_op>(std::move(a)...);
}
/// The least common multiple of integers, which wraps around; 0 where one is 0.
template <class... A>
  requires two_operands<A...>
auto lcm(A... a)
{
  return detail::make_binary<detail::lcm_op>(std::move(a)...);
}

}  // namespace acre
