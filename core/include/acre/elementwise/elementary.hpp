#pragma once

#include <acre/elementwise/detail/fast_function.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/math.hpp>

/// Elementary functions of arrays and expressions under NumPy's names, as terms of a fused
/// expression. float32 and float64 stay, 8- and 16-bit integers and bool are computed in float32
/// (NumPy: float16 for the 8-bit ones), wider integers in float64; exp, log and sqrt take complex
/// numbers too. The functions are acre::math's: the same bits on every backend.
///
/// This header is the table of elementary functions: acre::fast (<acre/elementwise/fast.hpp>),
/// acre::dynamic and the tests take from it what there is. A new function is added here, as a
/// struct (see operators.hpp), a function and a name in the list of its family below, a
/// compiled_function into the library's src/elementary_rows_*.cpp too; its maths goes into
/// acre/math, a row for its accuracy into tests/core/math_accuracy.cpp.
namespace acre {

namespace detail {

/// What takes real numbers only; those that take complex ones too say so.
struct elementary_function : inexact_type {
  using dtypes = float_dtypes;
  static constexpr bool costs_much = true;  // to a GPU's threads, see backends/common/program.hpp
};
/// Op of one operand, which the library computes for many neighbours on a CPU (its
/// src/elementary_rows.hpp): compiled for several processors there, so that a program for all of
/// them need not do without their vectors and their fma.
template <class Op>
struct compiled_function : elementary_function {
  static void row(float const* x, float* y, int count);
  static void row(double const* x, double* y, int count);
};

struct sqrt_op : elementary_function {
  static constexpr char const* name = "sqrt";
  using dtypes = inexact_dtypes;
  static constexpr error_bound ulp{0.501, 0.501};
  static constexpr error_bound complex_ulp{3, 0.51};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::sqrt(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::sqrt(x);
  }
};
struct cbrt_op : compiled_function<cbrt_op> {
  static constexpr char const* name = "cbrt";
  static constexpr error_bound ulp{0.51, 0.51};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::cbrt(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::cbrt(x);
  }
};
struct exp_op : compiled_function<exp_op> {
  static constexpr char const* name = "exp";
  using dtypes = inexact_dtypes;
  static constexpr error_bound ulp{1, 1};
  static constexpr error_bound complex_ulp{3, 0.51};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::exp(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static bool usual(T x)
  {
    return math::detail::exp_usual(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T quick(T x)
  {
    return math::detail::exp_quick(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::exp(x);
  }
};
struct exp2_op : compiled_function<exp2_op> {
  static constexpr char const* name = "exp2";
  static constexpr error_bound ulp{1, 1};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::exp2(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::exp2(x);
  }
};
struct expm1_op : compiled_function<expm1_op> {
  static constexpr char const* name = "expm1";
  static constexpr error_bound ulp{1.1, 1};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::expm1(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::expm1(x);
  }
};
struct log_op : compiled_function<log_op> {
  static constexpr char const* name = "log";
  using dtypes = inexact_dtypes;
  static constexpr error_bound ulp{1, 1};
  static constexpr error_bound complex_ulp{3, 0.51};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::log(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static bool usual(T x)
  {
    return math::detail::log_usual(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T quick(T x)
  {
    return math::detail::log_quick(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::log(x);
  }
};
struct log2_op : compiled_function<log2_op> {
  static constexpr char const* name = "log2";
  static constexpr error_bound ulp{1, 1};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::log2(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::log2(x);
  }
};
struct log10_op : compiled_function<log10_op> {
  static constexpr char const* name = "log10";
  static constexpr error_bound ulp{1, 1};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::log10(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::log10(x);
  }
};
struct log1p_op : compiled_function<log1p_op> {
  static constexpr char const* name = "log1p";
  static constexpr error_bound ulp{1, 1};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::log1p(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static bool usual(T x)
  {
    return math::detail::log1p_usual(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T quick(T x)
  {
    return math::detail::log1p_quick(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::log1p(x);
  }
};
struct softplus_op : compiled_function<softplus_op> {
  static constexpr char const* name = "softplus";
  static constexpr error_bound ulp{1.6, 1.6};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    T const rest = math::log1p(math::exp(-math::fabs(x)));  // NaN for a NaN
    return x > T(0) ? x + rest : rest;
  }
};
struct sin_op : compiled_function<sin_op> {
  static constexpr char const* name = "sin";
  static constexpr error_bound ulp{1, 0.51};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::sin(x);
  }
  template <std::same_as<double> T>
  KOKKOS_INLINE_FUNCTION static bool usual(T x)
  {
    return math::trig_is_common(x);
  }
  template <std::same_as<double> T>
  KOKKOS_INLINE_FUNCTION static T quick(T x)
  {
    return math::sin_common(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::sin(x);
  }
};
struct cos_op : compiled_function<cos_op> {
  static constexpr char const* name = "cos";
  static constexpr error_bound ulp{1, 0.51};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::cos(x);
  }
  template <std::same_as<double> T>
  KOKKOS_INLINE_FUNCTION static bool usual(T x)
  {
    return math::trig_is_common(x);
  }
  template <std::same_as<double> T>
  KOKKOS_INLINE_FUNCTION static T quick(T x)
  {
    return math::cos_common(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::cos(x);
  }
};
struct tan_op : compiled_function<tan_op> {
  static constexpr char const* name = "tan";
  static constexpr error_bound ulp{1.1, 0.51};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::tan(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::tan(x);
  }
};
struct arcsin_op : compiled_function<arcsin_op> {
  static constexpr char const* name = "arcsin";
  static constexpr error_bound ulp{1, 0.52};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::asin(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::asin(x);
  }
};
struct arccos_op : compiled_function<arccos_op> {
  static constexpr char const* name = "arccos";
  static constexpr error_bound ulp{1, 0.52};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::acos(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::acos(x);
  }
};
struct arctan_op : compiled_function<arctan_op> {
  static constexpr char const* name = "arctan";
  static constexpr error_bound ulp{1, 0.53};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::atan(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::atan(x);
  }
};
struct sinh_op : compiled_function<sinh_op> {
  static constexpr char const* name = "sinh";
  static constexpr error_bound ulp{1, 0.51};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::sinh(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::sinh(x);
  }
};
struct cosh_op : compiled_function<cosh_op> {
  static constexpr char const* name = "cosh";
  static constexpr error_bound ulp{1, 0.51};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::cosh(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::cosh(x);
  }
};
struct tanh_op : compiled_function<tanh_op> {
  static constexpr char const* name = "tanh";
  static constexpr error_bound ulp{1, 0.51};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::tanh(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::tanh(x);
  }
};
struct arcsinh_op : compiled_function<arcsinh_op> {
  static constexpr char const* name = "arcsinh";
  static constexpr error_bound ulp{1.1, 0.51};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::asinh(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::asinh(x);
  }
};
struct arccosh_op : compiled_function<arccosh_op> {
  static constexpr char const* name = "arccosh";
  static constexpr error_bound ulp{1.5, 0.51};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::acosh(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::acosh(x);
  }
};
struct arctanh_op : compiled_function<arctanh_op> {
  static constexpr char const* name = "arctanh";
  static constexpr error_bound ulp{1.1, 0.51};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::atanh(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::atanh(x);
  }
};
struct erf_op : compiled_function<erf_op> {
  static constexpr char const* name = "erf";
  static constexpr error_bound ulp{1.3, 0.51};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::erf(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::erf(x);
  }
};
struct erfc_op : compiled_function<erfc_op> {
  static constexpr char const* name = "erfc";
  static constexpr error_bound ulp{1.3, 0.51};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::erfc(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::erfc(x);
  }
};
struct lgamma_op : elementary_function {
  static constexpr char const* name = "lgamma";
  static constexpr error_bound ulp{1.4, 0.51};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::lgamma(x);
  }
};
struct tgamma_op : elementary_function {
  static constexpr char const* name = "tgamma";
  static constexpr error_bound ulp{1.4, 0.51};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::tgamma(x);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T x)
  {
    return Kokkos::tgamma(x);
  }
};
struct arctan2_op : elementary_function {
  static constexpr char const* name = "arctan2";
  static constexpr error_bound ulp{0.61, 0.55};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    return math::atan2(a, b);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T a, T b)
  {
    return Kokkos::atan2(a, b);
  }
};
struct hypot_op : elementary_function {
  static constexpr char const* name = "hypot";
  static constexpr error_bound ulp{0.75, 0.51};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    return math::hypot(a, b);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T a, T b)
  {
    return Kokkos::hypot(a, b);
  }
};
struct logaddexp_op : elementary_function {
  static constexpr char const* name = "logaddexp";
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    return math::logaddexp(a, b);
  }
};
struct copysign_op : elementary_function {
  static constexpr char const* name = "copysign";
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    return math::copysign(a, b);
  }
};
struct nextafter_op : elementary_function {
  static constexpr char const* name = "nextafter";
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    return math::nextafter(a, b);
  }
};

/// What there is; a source of acre::dynamic compiles a family.
using exponential_functions = type_list<sqrt_op, cbrt_op, exp_op, exp2_op, expm1_op>;
using logarithmic_functions = type_list<log_op, log2_op, log10_op, log1p_op, softplus_op>;
using trigonometric_functions = type_list<sin_op, cos_op, tan_op, arcsin_op, arccos_op, arctan_op>;
using hyperbolic_functions =
    type_list<sinh_op, cosh_op, tanh_op, arcsinh_op, arccosh_op, arctanh_op>;
using special_functions = type_list<erf_op, erfc_op, lgamma_op, tgamma_op>;
using elementary_functions = join<exponential_functions, logarithmic_functions,
                                  trigonometric_functions, hyperbolic_functions, special_functions>;
using elementary_pairs = type_list<arctan2_op, hypot_op, logaddexp_op, copysign_op, nextafter_op>;

}  // namespace detail

/// Square root; NaN below 0.
template <class... A>
  requires one_operand<A...>
auto sqrt(A... a)
{
  return detail::make_unary<detail::sqrt_op>(std::move(a)...);
}
/// Cube root.
template <class... A>
  requires one_operand<A...>
auto cbrt(A... a)
{
  return detail::make_unary<detail::cbrt_op>(std::move(a)...);
}
/// e to the power x.
template <class... A>
  requires one_operand<A...>
auto exp(A... a)
{
  return detail::make_unary<detail::exp_op>(std::move(a)...);
}
/// 2 to the power x.
template <class... A>
  requires one_operand<A...>
auto exp2(A... a)
{
  return detail::make_unary<detail::exp2_op>(std::move(a)...);
}
/// exp(x) - 1, accurate near 0.
template <class... A>
  requires one_operand<A...>
auto expm1(A... a)
{
  return detail::make_unary<detail::expm1_op>(std::move(a)...);
}
/// Natural logarithm.
template <class... A>
  requires one_operand<A...>
auto log(A... a)
{
  return detail::make_unary<detail::log_op>(std::move(a)...);
}
/// Logarithm to base 2.
template <class... A>
  requires one_operand<A...>
auto log2(A... a)
{
  return detail::make_unary<detail::log2_op>(std::move(a)...);
}
/// Logarithm to base 10.
template <class... A>
  requires one_operand<A...>
auto log10(A... a)
{
  return detail::make_unary<detail::log10_op>(std::move(a)...);
}
/// log(1 + x), accurate near 0.
template <class... A>
  requires one_operand<A...>
auto log1p(A... a)
{
  return detail::make_unary<detail::log1p_op>(std::move(a)...);
}
/// log(1 + exp(x)) = max(0, x) + log1p(exp(-|x|)), without overflow on the way.
template <class... A>
  requires one_operand<A...>
auto softplus(A... a)
{
  return detail::make_unary<detail::softplus_op>(std::move(a)...);
}
/// Sine, x in radians.
template <class... A>
  requires one_operand<A...>
auto sin(A... a)
{
  return detail::make_unary<detail::sin_op>(std::move(a)...);
}
/// Cosine, x in radians.
template <class... A>
  requires one_operand<A...>
auto cos(A... a)
{
  return detail::make_unary<detail::cos_op>(std::move(a)...);
}
/// Tangent, x in radians.
template <class... A>
  requires one_operand<A...>
auto tan(A... a)
{
  return detail::make_unary<detail::tan_op>(std::move(a)...);
}
/// Inverse sine.
template <class... A>
  requires one_operand<A...>
auto arcsin(A... a)
{
  return detail::make_unary<detail::arcsin_op>(std::move(a)...);
}
/// Inverse cosine.
template <class... A>
  requires one_operand<A...>
auto arccos(A... a)
{
  return detail::make_unary<detail::arccos_op>(std::move(a)...);
}
/// Inverse tangent.
template <class... A>
  requires one_operand<A...>
auto arctan(A... a)
{
  return detail::make_unary<detail::arctan_op>(std::move(a)...);
}
/// Hyperbolic sine.
template <class... A>
  requires one_operand<A...>
auto sinh(A... a)
{
  return detail::make_unary<detail::sinh_op>(std::move(a)...);
}
/// Hyperbolic cosine.
template <class... A>
  requires one_operand<A...>
auto cosh(A... a)
{
  return detail::make_unary<detail::cosh_op>(std::move(a)...);
}
/// Hyperbolic tangent.
template <class... A>
  requires one_operand<A...>
auto tanh(A... a)
{
  return detail::make_unary<detail::tanh_op>(std::move(a)...);
}
/// Inverse hyperbolic sine.
template <class... A>
  requires one_operand<A...>
auto arcsinh(A... a)
{
  return detail::make_unary<detail::arcsinh_op>(std::move(a)...);
}
/// Inverse hyperbolic cosine.
template <class... A>
  requires one_operand<A...>
auto arccosh(A... a)
{
  return detail::make_unary<detail::arccosh_op>(std::move(a)...);
}
/// Inverse hyperbolic tangent.
template <class... A>
  requires one_operand<A...>
auto arctanh(A... a)
{
  return detail::make_unary<detail::arctanh_op>(std::move(a)...);
}
/// Error function.
template <class... A>
  requires one_operand<A...>
auto erf(A... a)
{
  return detail::make_unary<detail::erf_op>(std::move(a)...);
}
/// 1 - erf(x), accurate for large x.
template <class... A>
  requires one_operand<A...>
auto erfc(A... a)
{
  return detail::make_unary<detail::erfc_op>(std::move(a)...);
}
/// Logarithm of |gamma(x)|.
template <class... A>
  requires one_operand<A...>
auto lgamma(A... a)
{
  return detail::make_unary<detail::lgamma_op>(std::move(a)...);
}
/// Gamma function.
template <class... A>
  requires one_operand<A...>
auto tgamma(A... a)
{
  return detail::make_unary<detail::tgamma_op>(std::move(a)...);
}
/// Angle of the point (x = b, y = a), in (-pi, pi].
template <class... A>
  requires two_operands<A...>
auto arctan2(A... a)
{
  return detail::make_binary<detail::arctan2_op>(std::move(a)...);
}
/// sqrt(a² + b²) without overflow on the way.
template <class... A>
  requires two_operands<A...>
auto hypot(A... a)
{
  return detail::make_binary<detail::hypot_op>(std::move(a)...);
}
/// log(exp(a) + exp(b)) without overflow on the way.
template <class... A>
  requires two_operands<A...>
auto logaddexp(A... a)
{
  return detail::make_binary<detail::logaddexp_op>(std::move(a)...);
}
/// |a| with the sign of b.
template <class... A>
  requires two_operands<A...>
auto copysign(A... a)
{
  return detail::make_binary<detail::copysign_op>(std::move(a)...);
}
/// The next number after a towards b.
template <class... A>
  requires two_operands<A...>
auto nextafter(A... a)
{
  return detail::make_binary<detail::nextafter_op>(std::move(a)...);
}

/// The platform's own, see <acre/elementwise/fast.hpp>.
namespace fast {
inline constexpr acre::detail::fast_function<acre::detail::sqrt_op> sqrt{};
inline constexpr acre::detail::fast_function<acre::detail::cbrt_op> cbrt{};
inline constexpr acre::detail::fast_function<acre::detail::exp_op> exp{};
inline constexpr acre::detail::fast_function<acre::detail::exp2_op> exp2{};
inline constexpr acre::detail::fast_function<acre::detail::expm1_op> expm1{};
inline constexpr acre::detail::fast_function<acre::detail::log_op> log{};
inline constexpr acre::detail::fast_function<acre::detail::log2_op> log2{};
inline constexpr acre::detail::fast_function<acre::detail::log10_op> log10{};
inline constexpr acre::detail::fast_function<acre::detail::log1p_op> log1p{};
inline constexpr acre::detail::fast_function<acre::detail::sin_op> sin{};
inline constexpr acre::detail::fast_function<acre::detail::cos_op> cos{};
inline constexpr acre::detail::fast_function<acre::detail::tan_op> tan{};
inline constexpr acre::detail::fast_function<acre::detail::arcsin_op> arcsin{};
inline constexpr acre::detail::fast_function<acre::detail::arccos_op> arccos{};
inline constexpr acre::detail::fast_function<acre::detail::arctan_op> arctan{};
inline constexpr acre::detail::fast_function<acre::detail::sinh_op> sinh{};
inline constexpr acre::detail::fast_function<acre::detail::cosh_op> cosh{};
inline constexpr acre::detail::fast_function<acre::detail::tanh_op> tanh{};
inline constexpr acre::detail::fast_function<acre::detail::arcsinh_op> arcsinh{};
inline constexpr acre::detail::fast_function<acre::detail::arccosh_op> arccosh{};
inline constexpr acre::detail::fast_function<acre::detail::arctanh_op> arctanh{};
inline constexpr acre::detail::fast_function<acre::detail::erf_op> erf{};
inline constexpr acre::detail::fast_function<acre::detail::erfc_op> erfc{};
inline constexpr acre::detail::fast_function<acre::detail::tgamma_op> tgamma{};
inline constexpr acre::detail::fast_pair<acre::detail::arctan2_op> arctan2{};
inline constexpr acre::detail::fast_pair<acre::detail::hypot_op> hypot{};
}  // namespace fast

}  // namespace acre
