#pragma once

#include <acre/elementwise/detail/fast_function.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/math/division.hpp>
#include <acre/math/inverse_trig.hpp>
#include <acre/math/pow.hpp>
#include <acre/math/root.hpp>
#include <acre/math/rounding.hpp>

#include <limits>
#include <optional>
#include <utility>

/// NumPy's arithmetic functions beyond the operators, as terms of a fused expression: rounding,
/// signs, integer division, minima and maxima, where, cast, predicates. Same bits everywhere.
namespace acre {

namespace detail {

struct absolute_op : same_type {
  static constexpr char const* name = "absolute";
  using dtypes = all_elements;
  template <class T>
  KOKKOS_INLINE_FUNCTION auto operator()(T x) const
  {
    if constexpr (is_complex<T>::value)
      return math::hypot(x.real(), x.imag());
    else if constexpr (std::is_floating_point_v<T>)
      return math::fabs(x);
    else if constexpr (std::is_signed_v<T>)
      return x < 0 ? wrap_subtract(T{0}, x) : x;
    else
      return x;
  }
};
struct square_op : number_type {
  static constexpr char const* name = "square";
  static constexpr bool blind_to_sign = true;
  using dtypes = number_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return multiplies{}(x, x);
  }
};
struct reciprocal_op : number_type {
  static constexpr char const* name = "reciprocal";
  using dtypes = ordered_number_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    if constexpr (is_integer<T>)
      return x == 0 ? T{0} : static_cast<T>(1 / x);
    else if constexpr (is_complex<T>::value)
      return math::reciprocal(x);
    else
      return T{1} / x;
  }
};
struct sign_op : same_type {
  static constexpr char const* name = "sign";
  using dtypes = ordered_number_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    if constexpr (std::is_floating_point_v<T>)
      return x > 0 ? T{1} : x < 0 ? T{-1} : x == 0 ? T{0} : x;
    else if constexpr (std::is_unsigned_v<T>)
      return static_cast<T>(x != 0);
    else
      return static_cast<T>((x > 0) - (x < 0));
  }
};

/// floor, ceil and trunc leave integers as they are.
struct rounding : same_type {
  using dtypes = float_dtypes;
  static constexpr bool keeps_integers = true;
};
struct floor_op : rounding {
  static constexpr char const* name = "floor";
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    if constexpr (kind_of<T>() <= kind::integer)
      return x;
    else
      return math::floor(x);
  }
};
struct ceil_op : rounding {
  static constexpr char const* name = "ceil";
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    if constexpr (kind_of<T>() <= kind::integer)
      return x;
    else
      return math::ceil(x);
  }
};
struct trunc_op : rounding {
  static constexpr char const* name = "trunc";
  static constexpr char const* alias = "fix";
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    if constexpr (kind_of<T>() <= kind::integer)
      return x;
    else
      return math::trunc(x);
  }
};
struct rint_op : inexact_type {
  static constexpr char const* name = "rint";
  using dtypes = float_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::rint(x);
  }
};
/// Halves to the even one; each part of a complex number by itself. Integers stay.
struct round_op : rounding {
  static constexpr char const* name = "round";
  using dtypes = inexact_dtypes;
  template <class T>
  using argument = std::conditional_t<std::is_same_v<T, bool>, inexact_t<T>, T>;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    if constexpr (is_integer<T>)
      return x;
    else if constexpr (is_complex<T>::value)
      return {math::rint(x.real()), math::rint(x.imag())};
    else
      return math::rint(x);
  }
};
/// The same to a multiple of `unit`, or of 1 / unit: in T's own floating point, integers in
/// float64, as NumPy computes it (an error of an ulp or two of x included).
struct round_to_op : round_op {
  double unit = 1;
  bool is_fraction = true;  // round to multiples of 1 / unit
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    if constexpr (is_integer<T>) {
      return is_fraction ? x : converted<T>(part(static_cast<double>(x), unit));
    } else if constexpr (is_complex<T>::value) {
      auto const u = static_cast<typename T::value_type>(unit);
      return {part(x.real(), u), part(x.imag(), u)};
    } else {
      return part(x, static_cast<T>(unit));
    }
  }

 private:
  template <class T>
  KOKKOS_INLINE_FUNCTION T part(T x, T u) const
  {
    return is_fraction ? math::rint(x * u) / u : math::rint(x / u) * u;
  }
};

/// Powers of ten as NumPy has them: exact up to 10^22, then multiplied up.
inline double power_of_ten(std::int64_t n)
{
  double power = 1;
  for (std::int64_t k = 0; k < n && power < std::numeric_limits<double>::infinity(); ++k)
    power *= 10;
  return power;
}

template <class T>
KOKKOS_INLINE_FUNCTION bool is_nan(T x)
{
  if constexpr (is_complex<T>::value)
    return is_nan(x.real()) || is_nan(x.imag());
  else
    return !(x == x);
}
struct isnan_op : inexact_type {
  static constexpr char const* name = "isnan";
  using dtypes = inexact_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION bool operator()(T x) const
  {
    return is_nan(x);
  }
};
struct isfinite_op : inexact_type {
  static constexpr char const* name = "isfinite";
  using dtypes = inexact_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION bool operator()(T x) const
  {
    if constexpr (is_complex<T>::value)
      return (*this)(x.real()) && (*this)(x.imag());
    else
      return x - x == T{0};
  }
};
struct isinf_op : inexact_type {
  static constexpr char const* name = "isinf";
  using dtypes = inexact_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION bool operator()(T x) const
  {
    if constexpr (is_complex<T>::value)
      return (*this)(x.real()) || (*this)(x.imag());
    else
      return !isfinite_op{}(x) && !is_nan(x);
  }
};
struct isposinf_op : inexact_type {
  static constexpr char const* name = "isposinf";
  using dtypes = float_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION bool operator()(T x) const
  {
    return math::isinf(x) && !math::signbit(x);
  }
};
struct isneginf_op : inexact_type {
  static constexpr char const* name = "isneginf";
  using dtypes = float_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION bool operator()(T x) const
  {
    return math::isinf(x) && math::signbit(x);
  }
};
struct signbit_op : inexact_type {
  static constexpr char const* name = "signbit";
  using dtypes = float_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION bool operator()(T x) const
  {
    return math::signbit(x);
  }
};

/// The larger one; a NaN wins (the first, if both are).
struct maximum_op : same_type {
  static constexpr char const* name = "maximum";
  static constexpr bool asks_order = true;
  using dtypes = real_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    if constexpr (std::is_floating_point_v<T>)
      return a >= b || is_nan(a) ? a : b;
    else
      return is_nan(a) || !(less_than(a, b) || is_nan(b)) ? a : b;
  }
};
struct minimum_op : same_type {
  static constexpr char const* name = "minimum";
  static constexpr bool asks_order = true;
  using dtypes = real_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    if constexpr (std::is_floating_point_v<T>)
      return a <= b || is_nan(a) ? a : b;
    else
      return is_nan(a) || !(less_than(b, a) || is_nan(b)) ? a : b;
  }
};
/// The larger one; a NaN loses.
struct fmax_op : same_type {
  static constexpr char const* name = "fmax";
  static constexpr bool asks_order = true;
  using dtypes = real_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    return is_nan(b) || !(less_than(a, b) || is_nan(a)) ? a : b;
  }
};
struct fmin_op : same_type {
  static constexpr char const* name = "fmin";
  static constexpr bool asks_order = true;
  using dtypes = real_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    return is_nan(b) || !(less_than(b, a) || is_nan(a)) ? a : b;
  }
};

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
  using dtypes = integer_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    static_assert(is_integer<T>, "acre: gcd and lcm want integers");
    return least_common_multiple(a, b);
  }
};
struct power_op : number_type {
  static constexpr char const* name = "power";
  static constexpr error_bound ulp{0.75, 0.51};
  using dtypes = ordered_number_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    if constexpr (std::is_floating_point_v<T>)
      return math::pow(a, b);
    else
      return integer_power(a, b);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static bool usual(T a, T b)
  {
    return math::detail::pow_usual(a, b);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T quick(T a, T b)
  {
    return math::detail::pow_quick(a, b);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T a, T b)
  {
    return Kokkos::pow(a, b);
  }
};

/// Parts of complex numbers; a real one's are itself and 0.
struct real_op : same_type {
  static constexpr char const* name = "real";
  using dtypes = complex_dtypes;
  static constexpr bool keeps_reals = true;
  template <class T>
  KOKKOS_INLINE_FUNCTION real_t<T> operator()(T x) const
  {
    if constexpr (is_complex<T>::value)
      return x.real();
    else
      return x;
  }
};
struct imag_op : same_type {
  static constexpr char const* name = "imag";
  using dtypes = all_elements;
  template <class T>
  KOKKOS_INLINE_FUNCTION real_t<T> operator()(T x) const
  {
    if constexpr (is_complex<T>::value)
      return x.imag();
    else
      return T{0};
  }
};
struct conjugate_op : number_type {
  static constexpr char const* name = "conjugate";
  static constexpr char const* alias = "conj";
  using dtypes = complex_dtypes;
  static constexpr bool keeps_reals = true;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    if constexpr (is_complex<T>::value)
      return {x.real(), -x.imag()};
    else
      return x;
  }
};
struct angle_op : inexact_type {
  static constexpr char const* name = "angle";
  using dtypes = inexact_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION real_t<T> operator()(T x) const
  {
    if constexpr (is_complex<T>::value)
      return math::atan2(x.imag(), x.real());
    else
      return math::atan2(T{0}, x);
  }
};

template <class To>
struct cast_op : same_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION To operator()(T x) const
  {
    return converted<To>(x);
  }
};

template <class L>
concept limit = operand<L> || std::same_as<L, std::nullopt_t>;
template <class... A>
inline constexpr bool clips = false;
template <expression A, limit L, limit H>
  requires(operand<L> || operand<H>)
inline constexpr bool clips<A, L, H> = true;
template <class... A>
concept operands_of_clip = clips<A...>;

template <class A, class L, class H>
auto clipped(A a, L low, H high)
{
  if constexpr (std::is_same_v<L, std::nullopt_t>)
    return make_binary<minimum_op>(std::move(a), std::move(high));
  else if constexpr (std::is_same_v<H, std::nullopt_t>)
    return make_binary<maximum_op>(std::move(a), std::move(low));
  else
    return make_binary<minimum_op>(make_binary<maximum_op>(std::move(a), std::move(low)),
                                   std::move(high));
}

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

/// No negative integer scalar is an exponent of integers.
template <class A, class B>
void require_exponent(A const&, B const& b)
{
  if constexpr (integer_element<B> && std::is_signed_v<B> &&
                kind_of<promotion_t<A, B>>() <= kind::integer)
    if (b < 0) throw value_error("Integers to negative integer powers are not allowed.");
}

template <class... A>
inline constexpr bool is_operand_and_int = false;
template <expression A, std::integral N>
  requires(!std::same_as<N, bool>)
inline constexpr bool is_operand_and_int<A, N> = true;
template <class... A>
concept operand_and_int = is_operand_and_int<A...>;

template <class A>
auto rounded_to(A a, std::int64_t decimals)
{
  round_to_op op;
  op.is_fraction = decimals >= 0;
  op.unit = power_of_ten(op.is_fraction ? decimals : -decimals);
  return make_unary(std::move(a), op);
}

/// The real parts (0) or the imaginary ones (1).
template <int Part, class A>
auto part_of(A const& a)
{
  return make_unary<std::conditional_t<Part == 0, real_op, imag_op>>(a);
}
template <int Part, class T, int Rank, class Space>
auto part_of(array<complex<T>, Rank, Space> const& a)
{
  using result = array<T, Rank, Space>;
  if (!a.has_shape()) return result();
  auto strides = a.strides();
  for (std::int64_t& stride : strides) stride *= 2;
  T* const first = reinterpret_cast<T*>(a.data());
  return result(a.space(), a.owner(), first ? first + Part : first, a.shape(), strides);
}
template <int Part, class T, int Rank, class Space>
  requires(Part == 0 && !is_complex<T>::value)
auto part_of(array<T, Rank, Space> const& a)
{
  return a;
}

using sign_functions = type_list<negate, absolute_op, sign_op>;
using power_functions = type_list<square_op, reciprocal_op>;
using rounding_functions = type_list<floor_op, ceil_op, trunc_op, rint_op, round_op>;
using float_predicates =
    type_list<isnan_op, isinf_op, isfinite_op, isposinf_op, isneginf_op, signbit_op>;
using complex_functions = type_list<real_op, imag_op, conjugate_op, angle_op>;
using maximum_pairs = type_list<maximum_op, minimum_op>;
using number_maximum_pairs = type_list<fmax_op, fmin_op>;
using division_pairs = type_list<floor_divide_op>;
using remainder_pairs = type_list<remainder_op, fmod_op>;
using divisor_pairs = type_list<gcd_op, lcm_op>;
using power_pairs = type_list<power_op>;

}  // namespace detail

/// The absolute value, of a complex number in its parts' dtype; the least integer stays as it is.
template <class... A>
  requires one_operand<A...>
auto abs(A... a)
{
  return detail::make_unary<detail::absolute_op>(std::move(a)...);
}
/// a * a.
template <class... A>
  requires one_operand<A...>
auto square(A... a)
{
  return detail::make_unary<detail::square_op>(std::move(a)...);
}
/// 1 / x in the dtype of x; an integer's is 1, -1 or 0.
template <class... A>
  requires one_operand<A...>
auto reciprocal(A... a)
{
  return detail::make_unary<detail::reciprocal_op>(std::move(a)...);
}
/// -1, 0 or 1; NaN stays.
template <class... A>
  requires one_operand<A...>
auto sign(A... a)
{
  return detail::make_unary<detail::sign_op>(std::move(a)...);
}
/// To the next integer below, above, towards 0; integers stay as they are.
template <class... A>
  requires one_operand<A...>
auto floor(A... a)
{
  return detail::make_unary<detail::floor_op>(std::move(a)...);
}
template <class... A>
  requires one_operand<A...>
auto ceil(A... a)
{
  return detail::make_unary<detail::ceil_op>(std::move(a)...);
}
template <class... A>
  requires one_operand<A...>
auto trunc(A... a)
{
  return detail::make_unary<detail::trunc_op>(std::move(a)...);
}
/// To the nearest integer, halves to the even one; of integers in floating point, as NumPy's.
template <class... A>
  requires one_operand<A...>
auto rint(A... a)
{
  return detail::make_unary<detail::rint_op>(std::move(a)...);
}
/// To the nearest integer, halves to the even one; with `decimals` to that many decimal places,
/// before the point where it is negative: round(x, 2), round(x, -3). Integers stay integers,
/// complex numbers are rounded part by part, bool becomes float32.
template <class... A>
  requires one_operand<A...>
auto round(A... a)
{
  return detail::make_unary<detail::round_op>(std::move(a)...);
}
template <class... A>
  requires detail::operand_and_int<A...>
auto round(A... a)
{
  return detail::rounded_to(std::move(a)...);
}
/// Whether it is NaN, an infinity, a number; bool.
template <class... A>
  requires one_operand<A...>
auto isnan(A... a)
{
  return detail::make_unary<detail::isnan_op>(std::move(a)...);
}
template <class... A>
  requires one_operand<A...>
auto isinf(A... a)
{
  return detail::make_unary<detail::isinf_op>(std::move(a)...);
}
template <class... A>
  requires one_operand<A...>
auto isfinite(A... a)
{
  return detail::make_unary<detail::isfinite_op>(std::move(a)...);
}
/// Whether it is an infinity of that sign; bool.
template <class... A>
  requires one_operand<A...>
auto isposinf(A... a)
{
  return detail::make_unary<detail::isposinf_op>(std::move(a)...);
}
template <class... A>
  requires one_operand<A...>
auto isneginf(A... a)
{
  return detail::make_unary<detail::isneginf_op>(std::move(a)...);
}
/// Whether the sign's bit is set, as of -0.0 and of some NaNs; bool.
template <class... A>
  requires one_operand<A...>
auto signbit(A... a)
{
  return detail::make_unary<detail::signbit_op>(std::move(a)...);
}

/// The larger (smaller) of two; NaN if either is NaN. fmax and fmin take the other one instead.
template <class... A>
  requires two_operands<A...>
auto maximum(A... a)
{
  return detail::make_binary<detail::maximum_op>(std::move(a)...);
}
template <class... A>
  requires two_operands<A...>
auto minimum(A... a)
{
  return detail::make_binary<detail::minimum_op>(std::move(a)...);
}
template <class... A>
  requires two_operands<A...>
auto fmax(A... a)
{
  return detail::make_binary<detail::fmax_op>(std::move(a)...);
}
template <class... A>
  requires two_operands<A...>
auto fmin(A... a)
{
  return detail::make_binary<detail::fmin_op>(std::move(a)...);
}
/// Limits x to [low, high], or on one side: clip(x, none, high); where low > high, gives high.
template <class... A>
  requires detail::operands_of_clip<A...>
auto clip(A... a)
{
  return detail::clipped(std::move(a)...);
}

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
/// a to the power b. Integers wrap around; a negative element of an integer b gives 0 (±1 for
/// a = ±1). Throws value_error for a negative integer scalar b, with NumPy's text: Integers to
/// negative integer powers are not allowed.
template <class... A>
  requires two_operands<A...>
auto power(A... a)
{
  detail::require_exponent(a...);
  return detail::make_binary<detail::power_op>(std::move(a)...);
}
namespace fast {
/// Computed in floating point: of integers too.
inline constexpr acre::detail::fast_pair<acre::detail::power_op> power{};
}  // namespace fast

/// The real (imaginary) parts: of an array of complex numbers a view, which may be written:
/// imag(z) = 0.0. Of real numbers themselves, and zeros.
template <class... A>
  requires one_operand<A...>
auto real(A... a)
{
  return detail::part_of<0>(std::move(a)...);
}
template <class... A>
  requires one_operand<A...>
auto imag(A... a)
{
  return detail::part_of<1>(std::move(a)...);
}
/// The complex conjugate; real numbers stay.
template <class... A>
  requires one_operand<A...>
auto conj(A... a)
{
  return detail::make_unary<detail::conjugate_op>(std::move(a)...);
}
/// The angle of a complex number in [-pi, pi]; of real ones 0 or pi.
template <class... A>
  requires one_operand<A...>
auto angle(A... a)
{
  return detail::make_unary<detail::angle_op>(std::move(a)...);
}

/// Another dtype. Floating point to integer truncates; what does not fit is cut to the nearest
/// value that does, NaN becomes 0. Integers wrap to narrower ones.
template <element T, class... A>
  requires one_operand<A...>
auto cast(A... a)
{
  return detail::make_unary<detail::cast_op<T>>(std::move(a)...);
}

/// a where the condition is true, else b; both are evaluated: where(condition, a, b).
template <class... A>
  requires detail::operands_of_where<A...>
auto where(A... a)
{
  return detail::chosen(std::move(a)...);
}

}  // namespace acre
