#pragma once

#include <acre/array/array.hpp>
#include <acre/elementwise/detail/evaluate.hpp>
#include <acre/elementwise/detail/integer_ops.hpp>
#include <acre/elementwise/detail/operation_table.hpp>
#include <acre/math/division.hpp>

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
/// wrap around; x / y of integers is float64, floor_divide and remainder are NumPy's // and %
/// (operator % of <acre/elementwise/division.hpp> too). Bits are the same on every backend
/// (floating-point contraction is off).
namespace acre {

namespace detail {

struct plus : same_type {
  static constexpr char const* name = "add";
  static constexpr bool blind_to_sign = true;
  using dtypes = all_elements;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    if constexpr (std::is_same_v<T, bool>)
      return a || b;
    else if constexpr (is_integer<T>)
      return wrap_add(a, b);
    else
      return a + b;
  }
};
struct minus : same_type {
  static constexpr char const* name = "subtract";
  static constexpr bool blind_to_sign = true;
  using dtypes = number_dtypes;
  static constexpr char const* refuses_bool =
      "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` "
      "operator, or the logical_xor function instead.";
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    static_assert(!std::is_same_v<T, bool>,
                  "acre: boolean subtract is not supported, use ^ or logical_xor");
    if constexpr (is_integer<T>)
      return wrap_subtract(a, b);
    else
      return a - b;
  }
};
struct multiplies : same_type {
  static constexpr char const* name = "multiply";
  static constexpr bool blind_to_sign = true;
  using dtypes = all_elements;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    if constexpr (std::is_same_v<T, bool>)
      return a && b;
    else if constexpr (is_integer<T>)
      return wrap_multiply(a, b);
    else
      return a * b;
  }
};
struct divides {
  static constexpr char const* name = "true_divide";
  static constexpr char const* alias = "divide";
  using dtypes = inexact_dtypes;
  template <class T>
  using argument = quotient_t<T>;
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
  static constexpr char const* name = "negative";
  static constexpr bool blind_to_sign = true;
  using dtypes = number_dtypes;
  static constexpr char const* refuses_bool =
      "The numpy boolean negative, the `-` operator, is not supported, use the `~` operator or "
      "the logical_not function instead.";
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a) const
  {
    static_assert(!std::is_same_v<T, bool>,
                  "acre: boolean negative is not supported, use ~ or logical_not");
    if constexpr (is_integer<T>)
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
struct equal_to : comparison_op {
  static constexpr char const* name = "equal";
  static constexpr bool blind_to_sign = true;
  using dtypes = all_elements;
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION bool operator()(A a, B b) const
  {
    return equals(a, b);
  }
};
struct not_equal_to : comparison_op {
  static constexpr char const* name = "not_equal";
  static constexpr bool blind_to_sign = true;
  using dtypes = all_elements;
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION bool operator()(A a, B b) const
  {
    return !equals(a, b);
  }
};
/// Complex numbers whose imaginary part is NaN are less than none, as NumPy has it.
struct ordering_op : comparison_op {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION static bool is_less(A a, B b)
  {
    if constexpr (is_complex<A>::value)
      return less_than(a, b) && a.imag() == a.imag() && b.imag() == b.imag();
    else
      return less_than(a, b);
  }
};
struct less : ordering_op {
  static constexpr char const* name = "less";
  static constexpr bool asks_order = true;
  using dtypes = real_dtypes;
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION bool operator()(A a, B b) const
  {
    return is_less(a, b);
  }
};
struct less_equal : ordering_op {
  static constexpr char const* name = "less_equal";
  static constexpr bool asks_order = true;
  using dtypes = real_dtypes;
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION bool operator()(A a, B b) const
  {
    return is_less(a, b) || equals(a, b);
  }
};
struct greater : ordering_op {
  static constexpr char const* name = "greater";
  using mirrored = less;
  using dtypes = real_dtypes;
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION bool operator()(A a, B b) const
  {
    return is_less(b, a);
  }
};
struct greater_equal : ordering_op {
  static constexpr char const* name = "greater_equal";
  using mirrored = less_equal;
  using dtypes = real_dtypes;
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION bool operator()(A a, B b) const
  {
    return is_less(b, a) || equals(a, b);
  }
};

struct truth : same_type {
  template <class T>
  using argument = bool;
};
struct logical_and_op : truth {
  static constexpr char const* name = "logical_and";
  using dtypes = type_list<bool>;
  KOKKOS_INLINE_FUNCTION bool operator()(bool a, bool b) const { return a && b; }
};
struct logical_or_op : truth {
  static constexpr char const* name = "logical_or";
  using dtypes = type_list<bool>;
  KOKKOS_INLINE_FUNCTION bool operator()(bool a, bool b) const { return a || b; }
};
struct logical_xor_op : truth {
  static constexpr char const* name = "logical_xor";
  using dtypes = type_list<bool>;
  KOKKOS_INLINE_FUNCTION bool operator()(bool a, bool b) const { return a != b; }
};
struct logical_not_op : truth {
  static constexpr char const* name = "logical_not";
  using dtypes = type_list<bool>;
  KOKKOS_INLINE_FUNCTION bool operator()(bool a) const { return !a; }
};

struct bit_and : same_type {
  static constexpr char const* name = "bitwise_and";
  static constexpr bool blind_to_sign = true;
  using dtypes = bit_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    static_assert(kind_of<T>() <= kind::integer, "acre: &, | and ^ want integers or bool");
    return static_cast<T>(a & b);
  }
};
struct bit_or : same_type {
  static constexpr char const* name = "bitwise_or";
  static constexpr bool blind_to_sign = true;
  using dtypes = bit_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    static_assert(kind_of<T>() <= kind::integer, "acre: &, | and ^ want integers or bool");
    return static_cast<T>(a | b);
  }
};
struct bit_xor : same_type {
  static constexpr char const* name = "bitwise_xor";
  static constexpr bool blind_to_sign = true;
  using dtypes = bit_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    static_assert(kind_of<T>() <= kind::integer,
                  "acre: &, | and ^ want integers or bool; a power is power(x, 2)");
    return static_cast<T>(a ^ b);
  }
};
struct bit_not : same_type {
  static constexpr char const* name = "invert";
  static constexpr bool blind_to_sign = true;
  static constexpr char const* alias = "bitwise_not";
  using dtypes = bit_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a) const
  {
    static_assert(kind_of<T>() <= kind::integer, "acre: ~ wants integers or bool");
    if constexpr (std::is_same_v<T, bool>)
      return !a;
    else
      return static_cast<T>(~a);
  }
};
struct left_shift_op : number_type {
  static constexpr char const* name = "left_shift";
  using dtypes = integer_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    static_assert(is_integer<T>, "acre: << and >> want integers");
    return shift_left(a, b);
  }
};
struct right_shift_op : number_type {
  static constexpr char const* name = "right_shift";
  using dtypes = integer_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    static_assert(is_integer<T>, "acre: << and >> want integers");
    return shift_right(a, b);
  }
};

using additive_pairs = type_list<plus, minus>;
using multiplicative_pairs = type_list<multiplies, divides>;
using equality_pairs = type_list<equal_to, not_equal_to>;
using ordering_pairs = type_list<less, less_equal, greater, greater_equal>;
using bit_pairs = type_list<bit_and, bit_or, bit_xor>;
using bit_functions = type_list<bit_not>;
using shift_pairs = type_list<left_shift_op, right_shift_op>;
using logical_pairs = type_list<logical_and_op, logical_or_op, logical_xor_op>;
using logical_functions = type_list<logical_not_op>;

template <class E>
inline constexpr bool is_ordering = false;
template <class Op, class C, class A, class B>
inline constexpr bool is_ordering<binary<Op, C, A, B>> = std::is_base_of_v<ordering_op, Op>;
template <class E>
inline constexpr bool is_of_bool = std::is_same_v<E, bool>;
template <expression E>
inline constexpr bool is_of_bool<E> = std::is_same_v<typename E::value_type, bool>;

/// Comparisons: a < b and the others.
template <class Op, class A, class B>
auto ordered(A a, B b)
{
  static_assert(!is_ordering<A> || is_of_bool<B>,
                "acre: 0 < a < 1 would compare true and false with 1: (0 < a) & (a < 1)");
  return make_binary<Op>(std::move(a), std::move(b));
}

}  // namespace detail

template <class A, class B>
  requires operands<A, B>
auto operator+(A a, B b)
{
  return detail::make_binary<detail::plus>(std::move(a), std::move(b));
}
template <class A, class B>
  requires operands<A, B>
auto operator-(A a, B b)
{
  return detail::make_binary<detail::minus>(std::move(a), std::move(b));
}
template <class A, class B>
  requires operands<A, B>
auto operator*(A a, B b)
{
  return detail::make_binary<detail::multiplies>(std::move(a), std::move(b));
}
/// True division: integers give float64; by zero an infinity or NaN.
template <class A, class B>
  requires operands<A, B>
auto operator/(A a, B b)
{
  return detail::make_binary<detail::divides>(std::move(a), std::move(b));
}

template <class A, class B>
  requires operands<A, B>
auto operator==(A a, B b)
{
  return detail::make_binary<detail::equal_to>(std::move(a), std::move(b));
}
template <class A, class B>
  requires operands<A, B>
auto operator!=(A a, B b)
{
  return detail::make_binary<detail::not_equal_to>(std::move(a), std::move(b));
}
template <class A, class B>
  requires operands<A, B>
auto operator<(A a, B b)
{
  return detail::ordered<detail::less>(std::move(a), std::move(b));
}
template <class A, class B>
  requires operands<A, B>
auto operator<=(A a, B b)
{
  return detail::ordered<detail::less_equal>(std::move(a), std::move(b));
}
template <class A, class B>
  requires operands<A, B>
auto operator>(A a, B b)
{
  return detail::ordered<detail::greater>(std::move(a), std::move(b));
}
template <class A, class B>
  requires operands<A, B>
auto operator>=(A a, B b)
{
  return detail::ordered<detail::greater_equal>(std::move(a), std::move(b));
}

/// Bitwise; on bool arrays logical, as in NumPy. && and || would have to short-circuit: there is
/// logical_and, logical_or.
template <class A, class B>
  requires operands<A, B>
auto operator&(A a, B b)
{
  return detail::make_binary<detail::bit_and>(std::move(a), std::move(b));
}
template <class A, class B>
  requires operands<A, B>
auto operator|(A a, B b)
{
  return detail::make_binary<detail::bit_or>(std::move(a), std::move(b));
}
template <class A, class B>
  requires operands<A, B>
auto operator^(A a, B b)
{
  return detail::make_binary<detail::bit_xor>(std::move(a), std::move(b));
}
template <class A, class B>
  requires operands<A, B>
auto operator<<(A a, B b)
{
  return detail::make_binary<detail::left_shift_op>(std::move(a), std::move(b));
}
template <class A, class B>
  requires operands<A, B>
auto operator>>(A a, B b)
{
  return detail::make_binary<detail::right_shift_op>(std::move(a), std::move(b));
}

template <expression A>
auto operator-(A a)
{
  return detail::make_unary<detail::negate>(std::move(a));
}
template <expression A>
auto operator+(A a)
{
  return a;
}
template <expression A>
auto operator~(A a)
{
  return detail::make_unary<detail::bit_not>(std::move(a));
}
/// logical_not; ~ inverts bits.
template <expression A>
auto operator!(A a)
{
  return detail::make_unary<detail::logical_not_op>(std::move(a));
}

/// Whether both, either, just one of two, or not the one operand is other than 0; bool.
template <class... A>
  requires two_operands<A...>
auto logical_and(A... a)
{
  return detail::make_binary<detail::logical_and_op>(std::move(a)...);
}
template <class... A>
  requires two_operands<A...>
auto logical_or(A... a)
{
  return detail::make_binary<detail::logical_or_op>(std::move(a)...);
}
template <class... A>
  requires two_operands<A...>
auto logical_xor(A... a)
{
  return detail::make_binary<detail::logical_xor_op>(std::move(a)...);
}
template <class... A>
  requires one_operand<A...>
auto logical_not(A... a)
{
  return detail::make_unary<detail::logical_not_op>(std::move(a)...);
}

namespace detail {

/// An expression that is computed and has no elements to write to.
template <class E>
concept without_memory =
    expression<E> && !selected_elements<E> && !requires(E const& e) { e.data(); };

/// auto y = sin(x); y += 1;
template <class E>
E const& refuse_writing(E const& e)
{
  static_assert(never<E>,
                "acre: compound assignment writes an array's elements: auto y = evaluate(sin(x)) "
                "makes one of an "
                "expression; lists are made anew, r = r + 1");
  return e;
}

}  // namespace detail

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
  }                                                                        \
  template <detail::without_memory A, operand B>                           \
  auto const& operator OP## = (A const& a, B const&)                       \
  {                                                                        \
    return detail::refuse_writing(a);                                      \
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

#include <acre/elementwise/detail/refusals/operators.hpp>
