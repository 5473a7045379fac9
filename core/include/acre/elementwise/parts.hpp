#pragma once

#include <acre/elementwise/cast.hpp>
#include <acre/elementwise/detail/compiled_function.hpp>
#include <acre/elementwise/own.hpp>
#include <acre/elementwise/power.hpp>
#include <acre/math.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

/// Parts of numbers: fraction and exponent, size, distance of neighbours, bits. Terms of a fused
/// expression; where nothing else is said integers in floating point as in elementary.hpp. Exact,
/// but for logaddexp2 (2 ulp) and float_power (as power()). Same bits everywhere.
namespace acre {

namespace detail {

/// By bits: |x| = mantissa × 2^exponent, mantissa in [1/2, 1); 0, infinities and NaN as they are.
template <class T>
struct number_parts {
  T mantissa;
  std::int32_t exponent;
};
template <class T>
KOKKOS_INLINE_FUNCTION number_parts<T> parts_of(T x)
{
  using namespace math::detail;
  using f = fp<T>;
  if (!(magnitude(x) < infinity<T>()) || x == T(0)) return {same_nan(x, x), 0};
  bool const lifted = magnitude(x) < f::min_normal;
  T const normal = lifted ? x * f::lift : x;
  auto const field = static_cast<int>(magnitude_bits(normal) >> f::mantissa);
  auto const half = static_cast<typename f::bits>(f::bias - 1) << f::mantissa;
  T const mantissa = from_bits<T>((to_bits(normal) & (f::sign_mask | f::mantissa_mask)) | half);
  return {mantissa, field - (f::bias - 1) - (lifted ? f::subnormal_lift : 0)};
}

struct modf_fraction_op : inexact_type {
  static constexpr char const* name = "modf_fraction";
  using dtypes = float_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    T const rest = math::isinf(x) ? T(0) : x - math::trunc(x);
    return rest == rest ? math::copysign(rest, x) : rest;
  }
};
struct modf_whole_op : inexact_type {
  static constexpr char const* name = "modf_whole";
  using dtypes = float_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::trunc(x);
  }
};
struct frexp_mantissa_op : inexact_type {
  static constexpr char const* name = "frexp_mantissa";
  using dtypes = float_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return parts_of(x).mantissa;
  }
};
struct frexp_exponent_op : inexact_type {
  static constexpr char const* name = "frexp_exponent";
  using dtypes = float_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION std::int32_t operator()(T x) const
  {
    return parts_of(x).exponent;
  }
};
struct spacing_op : inexact_type {
  static constexpr char const* name = "spacing";
  static constexpr bool takes_halves = true;
  using dtypes = float_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    using C = computed_t<T>;
    C const infinite = math::detail::infinity<C>();
    if (!math::isfinite(C(x))) return T(math::detail::quiet_nan<C>());
    T const away(x < T(0) ? -infinite : infinite);
    if constexpr (is_half<T>)
      return next_half(x, away) - x;
    else
      return math::nextafter(x, away) - x;
  }
};
struct fabs_op : inexact_type {
  static constexpr char const* name = "fabs";
  using dtypes = float_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    static_assert(kind_of<T>() <= kind::floating,
                  "acre: fabs takes real numbers; that of complex ones is abs(z)");
    return math::fabs(x);
  }
};
struct bitwise_count_op : same_type {
  static constexpr char const* name = "bitwise_count";
  using dtypes = bit_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION std::uint8_t operator()(T x) const
  {
    static_assert(kind_of<T>() <= kind::integer, "acre: bitwise_count wants integers or bool");
    // the sum of neighbouring groups of bits, in groups of 2, 4, …, 64
    auto n = static_cast<std::uint64_t>(x);
    if (std::is_signed_v<T> && x < T(0)) n = 0 - n;
    n -= (n >> 1) & 0x5555555555555555u;
    n = (n & 0x3333333333333333u) + ((n >> 2) & 0x3333333333333333u);
    n = (n + (n >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return static_cast<std::uint8_t>((n * 0x0101010101010101u) >> 56);
  }
};
struct logaddexp2_op : inexact_type, compiled_pair<logaddexp2_op> {
  static constexpr char const* name = "logaddexp2";
  using dtypes = float_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    return math::detail::logaddexp2_of(a, b);
  }
};

/// x × 2^n, rounded once: what is below the normal numbers is reached by one multiplication.
struct scaled_by_power_of_2 {
  template <class T, class I>
  KOKKOS_INLINE_FUNCTION T operator()(T x, I power) const
  {
    static_assert(std::is_integral_v<I>, "acre: ldexp's second operand is of integers");
    using f = math::detail::fp<T>;
    constexpr T down = f::min_normal * f::two_mantissa * 2;
    constexpr int most = f::bias, least = 1 - f::bias, step = least + f::mantissa + 1;
    int n = 0;
    if constexpr (sizeof(I) < sizeof(int)) {
      n = power;
    } else {
      constexpr I wide = 5000;  // more than any two finite numbers are apart
      n = power > wide ? 5000 : static_cast<int>(power);
      if constexpr (std::is_signed_v<I>)
        if (power < -wide) n = -5000;
    }
    T const top = math::detail::power_of_two<T>(static_cast<typename f::bits>(most));
    for (int k = 0; k < 2 && n > most; ++k) x *= top, n -= most;
    for (int k = 0; k < 2 && n < least; ++k) x *= down, n -= step;
    n = n > most ? most : n < least ? least : n;
    x *= math::detail::power_of_two<T>(static_cast<typename f::bits>(static_cast<std::int64_t>(n)));
    return math::detail::same_nan(x, x);
  }
};

using part_functions = type_list<modf_fraction_op, modf_whole_op, frexp_mantissa_op,
                                 frexp_exponent_op, spacing_op, fabs_op>;
using count_functions = type_list<bitwise_count_op>;
using part_pairs = type_list<logaddexp2_op>;

}  // namespace detail

/// The fraction and the whole part, both with x's sign: auto const [rest, whole] = modf(x), two
/// expressions.
template <class... A>
  requires one_operand<A...>
auto modf(A... a)
{
  return std::pair(detail::make_unary<detail::modf_fraction_op>(a...),
                   detail::make_unary<detail::modf_whole_op>(std::move(a)...));
}
/// x = mantissa × 2^exponent with a mantissa of [1/2, 1) and an int32 exponent: auto const
/// [mantissa, exponent] = frexp(x), two expressions. 0, infinities and NaN have the exponent 0.
template <class... A>
  requires one_operand<A...>
auto frexp(A... a)
{
  return std::pair(detail::make_unary<detail::frexp_mantissa_op>(a...),
                   detail::make_unary<detail::frexp_exponent_op>(std::move(a)...));
}
/// x × 2^n for integers n, rounded once.
template <expression X, operand N>
auto ldexp(X const& x, N const& n)
{
  using T = inexact_t<typename X::value_type>;
  return acre::elementwise(detail::scaled_by_power_of_2{}, acre::cast<T>(x), n);
}
/// How far the next number away from 0 is, with x's sign; NaN of infinities.
template <class... A>
  requires one_operand<A...>
auto spacing(A... a)
{
  return detail::make_unary<detail::spacing_op>(std::move(a)...);
}
/// The absolute value in floating point: abs() of integers in their dtype keeps the least one, this
/// does not; of floating point both are the same. Complex numbers do not compile.
template <class... A>
  requires one_operand<A...>
auto fabs(A... a)
{
  return detail::make_unary<detail::fabs_op>(std::move(a)...);
}
/// How many bits of |x| are 1, of integers and bool: uint8.
template <class... A>
  requires one_operand<A...>
auto bitwise_count(A... a)
{
  return detail::make_unary<detail::bitwise_count_op>(std::move(a)...);
}
/// log2(2^a + 2^b) without overflow on the way.
template <class... A>
  requires two_operands<A...>
auto logaddexp2(A... a)
{
  return detail::make_binary<detail::logaddexp2_op>(std::move(a)...);
}
/// power() in float64, or complex128 of complex numbers: of integers too.
template <expression A, operand B>
auto float_power(A const& a, B const& b)
{
  using T = promote_t<double, typename A::value_type>;
  if constexpr (expression<B>)
    return acre::power(acre::cast<T>(a), acre::cast<promote_t<double, typename B::value_type>>(b));
  else
    return acre::power(acre::cast<T>(a), static_cast<T>(b));
}

}  // namespace acre
