#pragma once

#include <acre/array/array.hpp>
#include <acre/elementwise/detail/integer_ops.hpp>
#include <acre/math.hpp>

#include <limits>
#include <utility>

/// Arithmetic, comparison and logic on arrays, expressions and scalars, element by element with
/// broadcasting and NumPy's dtypes. Nothing is computed before the result is assigned, reduced
/// or made an array, and then in one kernel without a temporary. (Only an assignment to elements
/// that the right side reads at other places, as x = x(slice(none, none, -1)) + x, stores the
/// right side first.)
///
/// Throws shape_error where the shapes do not broadcast: operands could not be broadcast
/// together with shapes (3,4) (5,); value_error for an integer that an array's dtype cannot
/// hold (comparisons take any: uint8 < 300 is true, and uint64 beside int64 is exact). Integers
/// wrap around; x / y of integers is float64, floor_divide and remainder are NumPy's // and %. Bits
/// are the same on every backend (floating-point contraction is off).
namespace acre {

namespace detail {

/// Ops name the type their operands are converted to (argument<T>) and compute with it.
struct same_type {
  template <class T>
  using argument = T;
};
/// Computed in floating point: int32 in float64, as NumPy does.
struct inexact_type {
  template <class T>
  using argument = inexact_t<T>;
};

/// Computed with numbers: bool in int8, as NumPy does.
struct number_type {
  template <class T>
  using argument = std::conditional_t<std::is_same_v<T, bool>, std::int8_t, T>;
};

struct plus : same_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    if constexpr (std::is_same_v<T, bool>)
      return a || b;
    else if constexpr (std::is_integral_v<T>)
      return wrap_add(a, b);
    else
      return a + b;
  }
};
struct minus : same_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    static_assert(!std::is_same_v<T, bool>,
                  "acre: boolean subtract is not supported, use ^ or logical_xor");
    if constexpr (std::is_integral_v<T>)
      return wrap_subtract(a, b);
    else
      return a - b;
  }
};
struct multiplies : same_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    if constexpr (std::is_same_v<T, bool>)
      return a && b;
    else if constexpr (std::is_integral_v<T>)
      return wrap_multiply(a, b);
    else
      return a * b;
  }
};
struct divides {
  template <class T>
  using argument = std::conditional_t<(kind_of<T>() >= kind::floating), T, double>;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    if constexpr (is_complex<T>::value)
      return math::divide(a, b);
    else
      return a / b;
  }
};
struct negate : same_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a) const
  {
    static_assert(!std::is_same_v<T, bool>,
                  "acre: boolean negative is not supported, use ~ or logical_not");
    if constexpr (std::is_integral_v<T>)
      return wrap_subtract(T{0}, a);
    else
      return -a;
  }
};

/// Integers of two dtypes are compared as the numbers that they are.
template <class A, class B>
KOKKOS_INLINE_FUNCTION bool less_than(A a, B b)
{
  if constexpr (is_complex<A>::value)
    return a.real() < b.real() || (a.real() == b.real() && a.imag() < b.imag());
  else if constexpr (std::is_same_v<A, B> || std::is_signed_v<A> == std::is_signed_v<B>)
    return a < b;
  else if constexpr (std::is_signed_v<A>)
    return a < 0 || static_cast<std::uint64_t>(a) < b;
  else
    return b >= 0 && a < static_cast<std::uint64_t>(b);
}
template <class A, class B>
KOKKOS_INLINE_FUNCTION bool equals(A a, B b)
{
  if constexpr (std::is_same_v<A, B> || std::is_signed_v<A> == std::is_signed_v<B>)
    return a == b;
  else if constexpr (std::is_signed_v<A>)
    return a >= 0 && static_cast<std::uint64_t>(a) == b;
  else
    return b >= 0 && a == static_cast<std::uint64_t>(b);
}
struct comparison_op : same_type {};
struct equal_to : comparison_op {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION bool operator()(A a, B b) const
  {
    return equals(a, b);
  }
};
struct not_equal_to : comparison_op {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION bool operator()(A a, B b) const
  {
    return !equals(a, b);
  }
};
struct less : comparison_op {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION bool operator()(A a, B b) const
  {
    return less_than(a, b);
  }
};
struct less_equal : comparison_op {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION bool operator()(A a, B b) const
  {
    return less_than(a, b) || equals(a, b);
  }
};
struct greater : comparison_op {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION bool operator()(A a, B b) const
  {
    return less_than(b, a);
  }
};
struct greater_equal : comparison_op {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION bool operator()(A a, B b) const
  {
    return less_than(b, a) || equals(a, b);
  }
};

struct truth : same_type {
  template <class T>
  using argument = bool;
};
struct logical_and_op : truth {
  KOKKOS_INLINE_FUNCTION bool operator()(bool a, bool b) const { return a && b; }
};
struct logical_or_op : truth {
  KOKKOS_INLINE_FUNCTION bool operator()(bool a, bool b) const { return a || b; }
};
struct logical_xor_op : truth {
  KOKKOS_INLINE_FUNCTION bool operator()(bool a, bool b) const { return a != b; }
};
struct logical_not_op : truth {
  KOKKOS_INLINE_FUNCTION bool operator()(bool a) const { return !a; }
};

struct bit_and : same_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    static_assert(std::is_integral_v<T>, "acre: &, | and ^ want integers or bool");
    return static_cast<T>(a & b);
  }
};
struct bit_or : same_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    static_assert(std::is_integral_v<T>, "acre: &, | and ^ want integers or bool");
    return static_cast<T>(a | b);
  }
};
struct bit_xor : same_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    static_assert(std::is_integral_v<T>, "acre: &, | and ^ want integers or bool");
    return static_cast<T>(a ^ b);
  }
};
struct bit_not : same_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a) const
  {
    static_assert(std::is_integral_v<T>, "acre: ~ wants integers or bool");
    if constexpr (std::is_same_v<T, bool>)
      return !a;
    else
      return static_cast<T>(~a);
  }
};
struct left_shift_op : number_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    static_assert(std::is_integral_v<T>, "acre: << and >> want integers");
    return shift_left(a, b);
  }
};
struct right_shift_op : number_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    static_assert(std::is_integral_v<T>, "acre: << and >> want integers");
    return shift_right(a, b);
  }
};

template <class A, class B>
struct promotion;
template <expression A, expression B>
struct promotion<A, B> {
  using type = promote_t<typename A::value_type, typename B::value_type>;
};
template <expression A, scalar B>
struct promotion<A, B> {
  using type = promote_scalar_t<typename A::value_type, B>;
};
template <scalar A, expression B>
struct promotion<A, B> {
  using type = promote_scalar_t<typename B::value_type, A>;
};
/// The dtype in which an operation on operands A and B is computed.
template <class A, class B>
using promotion_t = typename promotion<A, B>::type;

/// Whether T has every number that S has.
template <class T, class S>
inline constexpr bool holds_all = std::in_range<T>(std::numeric_limits<S>::min()) &&
                                  std::in_range<T>(std::numeric_limits<S>::max());

/// Whether integers are compared in their own dtypes: where the promoted one does not hold both.
template <class A, class B>
constexpr bool compared_as_they_are()
{
  if constexpr (expression<A> && expression<B>) {
    using T = typename A::value_type;
    using S = typename B::value_type;
    return is_integer<T> && is_integer<S> && !std::is_integral_v<promote_t<T, S>>;
  } else if constexpr (expression<B>) {
    return compared_as_they_are<B, A>();
  } else {
    using T = typename A::value_type;
    if constexpr (is_integer<T> && is_integer<B>)
      return !holds_all<T, canonical_t<B>>;
    else
      return false;
  }
}

/// The dtype of both operands, or own_dtypes. Functions that compute in floating point promote what
/// each operand is computed in: int8 and uint16, int32 together, in float32.
template <class Op, class A, class B>
constexpr auto operand_type()
{
  if constexpr (std::is_base_of_v<inexact_type, Op> && expression<A> && expression<B>)
    return promote_t<inexact_t<typename A::value_type>, inexact_t<typename B::value_type>>{};
  else if constexpr (std::is_base_of_v<comparison_op, Op> && compared_as_they_are<A, B>())
    return own_dtypes{};
  else
    return promotion_t<A, B>{};
}

template <class Op, class A, class B>
auto make_binary(A const& a, B const& b)
{
  using C = decltype(operand_type<Op, A, B>());
  auto x = as_node<C>(a);
  auto y = as_node<C>(b);
  return binary<Op, C, decltype(x), decltype(y)>(Op{}, std::move(x), std::move(y));
}

template <class Op, class A>
auto make_unary(A const& a, Op op = {})
{
  return unary<Op, A>(op, a);
}

}  // namespace detail

template <class A, class B>
  requires operands<A, B>
auto operator+(A const& a, B const& b)
{
  return detail::make_binary<detail::plus>(a, b);
}
template <class A, class B>
  requires operands<A, B>
auto operator-(A const& a, B const& b)
{
  return detail::make_binary<detail::minus>(a, b);
}
template <class A, class B>
  requires operands<A, B>
auto operator*(A const& a, B const& b)
{
  return detail::make_binary<detail::multiplies>(a, b);
}
/// True division: integers give float64; by zero an infinity or NaN.
template <class A, class B>
  requires operands<A, B>
auto operator/(A const& a, B const& b)
{
  return detail::make_binary<detail::divides>(a, b);
}

template <class A, class B>
  requires operands<A, B>
auto operator==(A const& a, B const& b)
{
  return detail::make_binary<detail::equal_to>(a, b);
}
template <class A, class B>
  requires operands<A, B>
auto operator!=(A const& a, B const& b)
{
  return detail::make_binary<detail::not_equal_to>(a, b);
}
template <class A, class B>
  requires operands<A, B>
auto operator<(A const& a, B const& b)
{
  return detail::make_binary<detail::less>(a, b);
}
template <class A, class B>
  requires operands<A, B>
auto operator<=(A const& a, B const& b)
{
  return detail::make_binary<detail::less_equal>(a, b);
}
template <class A, class B>
  requires operands<A, B>
auto operator>(A const& a, B const& b)
{
  return detail::make_binary<detail::greater>(a, b);
}
template <class A, class B>
  requires operands<A, B>
auto operator>=(A const& a, B const& b)
{
  return detail::make_binary<detail::greater_equal>(a, b);
}

/// Bitwise; on bool arrays logical, as in NumPy. && and || would have to short-circuit: there is
/// logical_and, logical_or.
template <class A, class B>
  requires operands<A, B>
auto operator&(A const& a, B const& b)
{
  return detail::make_binary<detail::bit_and>(a, b);
}
template <class A, class B>
  requires operands<A, B>
auto operator|(A const& a, B const& b)
{
  return detail::make_binary<detail::bit_or>(a, b);
}
template <class A, class B>
  requires operands<A, B>
auto operator^(A const& a, B const& b)
{
  return detail::make_binary<detail::bit_xor>(a, b);
}
template <class A, class B>
  requires operands<A, B>
auto operator<<(A const& a, B const& b)
{
  return detail::make_binary<detail::left_shift_op>(a, b);
}
template <class A, class B>
  requires operands<A, B>
auto operator>>(A const& a, B const& b)
{
  return detail::make_binary<detail::right_shift_op>(a, b);
}

template <expression A>
auto operator-(A const& a)
{
  return detail::make_unary<detail::negate>(a);
}
template <expression A>
auto operator+(A const& a)
{
  return a;
}
template <expression A>
auto operator~(A const& a)
{
  return detail::make_unary<detail::bit_not>(a);
}

template <class A, class B>
  requires operands<A, B>
auto logical_and(A const& a, B const& b)
{
  return detail::make_binary<detail::logical_and_op>(a, b);
}
template <class A, class B>
  requires operands<A, B>
auto logical_or(A const& a, B const& b)
{
  return detail::make_binary<detail::logical_or_op>(a, b);
}
template <class A, class B>
  requires operands<A, B>
auto logical_xor(A const& a, B const& b)
{
  return detail::make_binary<detail::logical_xor_op>(a, b);
}
template <expression A>
auto logical_not(A const& a)
{
  return detail::make_unary<detail::logical_not_op>(a);
}

/// Compound assignment writes elements, of a slice too, and keeps the array's dtype.
#define ACRE_COMPOUND(OP)                                                  \
  template <element T, int Rank, class Space, operand B>                   \
  auto const& operator OP## = (array<T, Rank, Space> const& a, B const& b) \
  {                                                                        \
    detail::assign(a, a OP b);                                             \
    return a;                                                              \
  }                                                                        \
  template <detail::selected_elements A, operand B>                        \
  auto const& operator OP## = (A const& a, B const& b)                     \
  {                                                                        \
    return a = evaluate(a OP b);                                           \
  }
ACRE_COMPOUND(+)
ACRE_COMPOUND(-)
ACRE_COMPOUND(*)
ACRE_COMPOUND(/)
ACRE_COMPOUND(&)
ACRE_COMPOUND(|)
ACRE_COMPOUND(^)
ACRE_COMPOUND(<<)
ACRE_COMPOUND(>>)
#undef ACRE_COMPOUND

}  // namespace acre
