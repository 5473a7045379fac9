#pragma once

#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/own.hpp>
#include <acre/elementwise/power.hpp>
#include <acre/math/rounding.hpp>

#include <type_traits>
#include <utility>

/// Functions of one's own that take many numbers at once, for a CPU: packs.
namespace acre {

/// N numbers side by side, element by element what one is: + - * /, comparisons, && || !, with each
/// other and with numbers, in C++'s types; pack<T, N>(2) is N times 2. acre::math has its functions
/// of packs of float and double, sqrt, fabs and where(condition, a, b); one that isn't there is
/// written by each(f, x, y), f of one number of each. Same bits as number by number.
///
/// A condition of packs is none of C++: where() is, for numbers too, in the place of `if` and ?:.
template <class T, int N>
struct pack : backends::packet<T, N> {
  using value_type = T;

  pack() = default;
  template <scalar S>
  KOKKOS_INLINE_FUNCTION pack(S number)
  {
    for (int i = 0; i < N; ++i) this->v[i] = static_cast<T>(number);
  }
  template <class U>
  KOKKOS_INLINE_FUNCTION pack(pack<U, N> const& x)
  {
    for (int i = 0; i < N; ++i) this->v[i] = static_cast<T>(x.v[i]);
  }
  template <class X>
  KOKKOS_INLINE_FUNCTION pack& operator+=(X const& x)
  {
    return *this = *this + x;
  }
  template <class X>
  KOKKOS_INLINE_FUNCTION pack& operator-=(X const& x)
  {
    return *this = *this - x;
  }
  template <class X>
  KOKKOS_INLINE_FUNCTION pack& operator*=(X const& x)
  {
    return *this = *this * x;
  }
  template <class X>
  KOKKOS_INLINE_FUNCTION pack& operator/=(X const& x)
  {
    return *this = *this / x;
  }
  /// Refused.
  template <class U = T>
  explicit operator bool() const
  {
    static_assert(detail::never<U>,
                  "acre: a pack is many numbers, of which no one branch is taken: "
                  "math::where(condition, a, b) chooses for each");
    return false;
  }
};

namespace detail {

template <class X>
inline constexpr int lanes_of = 0;
template <class T, int N>
inline constexpr int lanes_of<pack<T, N>> = N;

template <class... X>
inline constexpr int most_lanes = std::max({lanes_of<X>...});

/// Packs of one size and numbers, at least one pack.
template <class... X>
concept with_packs = (most_lanes<X...> > 0) &&
                     ((lanes_of<X> == most_lanes<X...> || (lanes_of<X> == 0 && scalar<X>)) && ...);

template <class X>
KOKKOS_INLINE_FUNCTION auto lane(X const& x, int i)
{
  if constexpr (lanes_of<X> > 0)
    return x.v[i];
  else
    return x;
}

template <class F, class... X>
KOKKOS_FORCEINLINE_FUNCTION auto side_by_side(F const& f, X const&... x)
{
  constexpr int n = most_lanes<X...>;
  pack<std::remove_cvref_t<decltype(f(lane(x, 0)...))>, n> y;
  for (int i = 0; i < n; ++i) y.v[i] = f(lane(x, i)...);
  return y;
}

/// Op's function of each, on a CPU as the library has compiled it for the processor.
template <class Op, class T, int N>
KOKKOS_FORCEINLINE_FUNCTION pack<T, N> compiled_pack(pack<T, N> const& x)
{
  pack<T, N> y;
  KOKKOS_IF_ON_HOST((compiled_function<Op>::row(x.v, y.v, N);))
  KOKKOS_IF_ON_DEVICE((for (int i = 0; i < N; ++i) y.v[i] = Op{}(x.v[i]);))
  return y;
}
template <class Op, class T, int N>
KOKKOS_FORCEINLINE_FUNCTION pack<T, N> compiled_pack(pack<T, N> const& x, pack<T, N> const& y)
{
  pack<T, N> z;
  KOKKOS_IF_ON_HOST((compiled_pair<Op>::row(x.v, y.v, z.v, N);))
  KOKKOS_IF_ON_DEVICE((for (int i = 0; i < N; ++i) z.v[i] = Op{}(x.v[i], y.v[i]);))
  return z;
}
/// Likewise of a pack and a number.
template <class Op, class T, int N>
KOKKOS_FORCEINLINE_FUNCTION pack<T, N> compiled_pack(pack<T, N> const& x, T y)
{
  return compiled_pack<Op>(x, pack<T, N>(y));
}
template <class Op, class T, int N>
KOKKOS_FORCEINLINE_FUNCTION pack<T, N> compiled_pack(T x, pack<T, N> const& y)
{
  return compiled_pack<Op>(pack<T, N>(x), y);
}

template <class X>
concept inexact_pack = lanes_of<X> > 0 && std::is_floating_point_v<typename X::value_type>;

/// A function that is called with packs where a CPU computes blocks of elements, otherwise with
/// numbers.
template <class F>
struct packed_function : F {
  static constexpr bool takes_packs = true;

  template <scalar... X>
    requires std::invocable<F const&, X...>
  KOKKOS_INLINE_FUNCTION auto operator()(X... x) const
  {
    return static_cast<F const&>(*this)(x...);
  }
  /// The results of elements i … i + N - 1 of rows, as numbers of type T.
  template <class T, int N, class... Row>
  pack<T, N> of_rows(std::int64_t i, Row const&... row) const
  {
    return pack<T, N>(static_cast<F const&>(*this)(pack_of<N>(row, i)...));
  }

 private:
  template <int N, class Row>
  static auto pack_of(Row const& row, std::int64_t i)
  {
    using T = decltype(row.template at<true>(i));
    neighbours_of<T, N, Row> const x(row, i);
    pack<T, N> p;
    for (int k = 0; k < N; ++k) p.v[k] = x.data()[k];
    return p;
  }
};

}  // namespace detail

/// f of each of the packs' numbers; of numbers, f(x...).
template <class F, class... X>
  requires detail::with_packs<X...>
KOKKOS_FORCEINLINE_FUNCTION auto each(F const& f, X const&... x)
{
  return detail::side_by_side(f, x...);
}
template <class F, scalar... X>
KOKKOS_FORCEINLINE_FUNCTION auto each(F const& f, X... x)
{
  return f(x...);
}

/// f for elementwise(), which takes numbers or packs of them: a template, or a lambda of `auto`. On
/// a CPU it is called with packs of 8 and of 64 neighbours, so that acre::math's functions take the
/// time that they take of whole arrays, whatever the flags; for the rest, and on a GPU, with
/// numbers. Operands reach it in their own dtypes, numbers of the call too. What elementwise() says
/// of f holds.
///
/// ```cpp
/// struct damped {
///   template <class T>
///   KOKKOS_FUNCTION T operator()(T t, T rate) const
///   {
///     T const envelope = math::exp(-rate * t);
///     return math::where(t < 0, T(1), envelope * math::cos(6 * t));
///   }
/// };
///
/// auto const t = linspace(-1.0, 1.0, 5);
/// std::cout << evaluate(elementwise(in_packs(damped{}), t, 0.5)) << '\n';
/// ```
/// ```text
/// [ 1.          1.          1.         -0.77100693  0.58237272]
/// ```
template <class F>
auto in_packs(F f)
{
  return detail::packed_function<F>{std::move(f)};
}

template <class A, class B>
  requires detail::with_packs<A, B>
KOKKOS_FORCEINLINE_FUNCTION auto operator+(A const& a, B const& b)
{
  return detail::side_by_side([](auto x, auto y) { return x + y; }, a, b);
}
template <class A, class B>
  requires detail::with_packs<A, B>
KOKKOS_FORCEINLINE_FUNCTION auto operator-(A const& a, B const& b)
{
  return detail::side_by_side([](auto x, auto y) { return x - y; }, a, b);
}
template <class A, class B>
  requires detail::with_packs<A, B>
KOKKOS_FORCEINLINE_FUNCTION auto operator*(A const& a, B const& b)
{
  return detail::side_by_side([](auto x, auto y) { return x * y; }, a, b);
}
template <class A, class B>
  requires detail::with_packs<A, B>
KOKKOS_FORCEINLINE_FUNCTION auto operator/(A const& a, B const& b)
{
  return detail::side_by_side([](auto x, auto y) { return x / y; }, a, b);
}
template <class T, int N>
KOKKOS_FORCEINLINE_FUNCTION auto operator-(pack<T, N> const& a)
{
  return detail::side_by_side([](auto x) { return -x; }, a);
}

template <class A, class B>
  requires detail::with_packs<A, B>
KOKKOS_FORCEINLINE_FUNCTION auto operator<(A const& a, B const& b)
{
  return detail::side_by_side([](auto x, auto y) { return x < y; }, a, b);
}
template <class A, class B>
  requires detail::with_packs<A, B>
KOKKOS_FORCEINLINE_FUNCTION auto operator<=(A const& a, B const& b)
{
  return detail::side_by_side([](auto x, auto y) { return x <= y; }, a, b);
}
template <class A, class B>
  requires detail::with_packs<A, B>
KOKKOS_FORCEINLINE_FUNCTION auto operator>(A const& a, B const& b)
{
  return detail::side_by_side([](auto x, auto y) { return x > y; }, a, b);
}
template <class A, class B>
  requires detail::with_packs<A, B>
KOKKOS_FORCEINLINE_FUNCTION auto operator>=(A const& a, B const& b)
{
  return detail::side_by_side([](auto x, auto y) { return x >= y; }, a, b);
}
template <class A, class B>
  requires detail::with_packs<A, B>
KOKKOS_FORCEINLINE_FUNCTION auto operator==(A const& a, B const& b)
{
  return detail::side_by_side([](auto x, auto y) { return x == y; }, a, b);
}
template <class A, class B>
  requires detail::with_packs<A, B>
KOKKOS_FORCEINLINE_FUNCTION auto operator!=(A const& a, B const& b)
{
  return detail::side_by_side([](auto x, auto y) { return x != y; }, a, b);
}
template <class A, class B>
  requires detail::with_packs<A, B>
KOKKOS_FORCEINLINE_FUNCTION auto operator&&(A const& a, B const& b)
{
  return detail::side_by_side([](bool x, bool y) { return x && y; }, a, b);
}
template <class A, class B>
  requires detail::with_packs<A, B>
KOKKOS_FORCEINLINE_FUNCTION auto operator||(A const& a, B const& b)
{
  return detail::side_by_side([](bool x, bool y) { return x || y; }, a, b);
}
template <int N>
KOKKOS_FORCEINLINE_FUNCTION auto operator!(pack<bool, N> const& a)
{
  return detail::side_by_side([](bool x) { return !x; }, a);
}

namespace math {

/// a where the condition holds, else b, number by number; both are computed.
template <class C, class A, class B>
  requires acre::detail::with_packs<C, A, B>
KOKKOS_FORCEINLINE_FUNCTION auto where(C const& condition, A const& a, B const& b)
{
  return acre::detail::side_by_side([](bool c, auto x, auto y) { return c ? x : y; }, condition, a,
                                    b);
}
template <scalar A, scalar B>
KOKKOS_FORCEINLINE_FUNCTION auto where(bool condition, A a, B b)
{
  return condition ? a : b;
}

/// acre::math's functions of each number, with their bits.
template <acre::detail::inexact_pack P>
KOKKOS_FORCEINLINE_FUNCTION auto sqrt(P const& x)
{
  return acre::detail::side_by_side([](auto y) { return math::sqrt(y); }, x);
}
template <acre::detail::inexact_pack P>
KOKKOS_FORCEINLINE_FUNCTION auto fabs(P const& x)
{
  return acre::detail::side_by_side([](auto y) { return math::fabs(y); }, x);
}
template <acre::detail::inexact_pack P>
KOKKOS_FORCEINLINE_FUNCTION auto cbrt(P const& x)
{
  return acre::detail::compiled_pack<acre::detail::cbrt_op>(x);
}
template <acre::detail::inexact_pack P>
KOKKOS_FORCEINLINE_FUNCTION auto exp(P const& x)
{
  return acre::detail::compiled_pack<acre::detail::exp_op>(x);
}
template <acre::detail::inexact_pack P>
KOKKOS_FORCEINLINE_FUNCTION auto exp2(P const& x)
{
  return acre::detail::compiled_pack<acre::detail::exp2_op>(x);
}
template <acre::detail::inexact_pack P>
KOKKOS_FORCEINLINE_FUNCTION auto expm1(P const& x)
{
  return acre::detail::compiled_pack<acre::detail::expm1_op>(x);
}
template <acre::detail::inexact_pack P>
KOKKOS_FORCEINLINE_FUNCTION auto log(P const& x)
{
  return acre::detail::compiled_pack<acre::detail::log_op>(x);
}
template <acre::detail::inexact_pack P>
KOKKOS_FORCEINLINE_FUNCTION auto log2(P const& x)
{
  return acre::detail::compiled_pack<acre::detail::log2_op>(x);
}
template <acre::detail::inexact_pack P>
KOKKOS_FORCEINLINE_FUNCTION auto log10(P const& x)
{
  return acre::detail::compiled_pack<acre::detail::log10_op>(x);
}
template <acre::detail::inexact_pack P>
KOKKOS_FORCEINLINE_FUNCTION auto log1p(P const& x)
{
  return acre::detail::compiled_pack<acre::detail::log1p_op>(x);
}
template <acre::detail::inexact_pack P>
KOKKOS_FORCEINLINE_FUNCTION auto sin(P const& x)
{
  return acre::detail::compiled_pack<acre::detail::sin_op>(x);
}
template <acre::detail::inexact_pack P>
KOKKOS_FORCEINLINE_FUNCTION auto cos(P const& x)
{
  return acre::detail::compiled_pack<acre::detail::cos_op>(x);
}
template <acre::detail::inexact_pack P>
KOKKOS_FORCEINLINE_FUNCTION auto tan(P const& x)
{
  return acre::detail::compiled_pack<acre::detail::tan_op>(x);
}
template <acre::detail::inexact_pack P>
KOKKOS_FORCEINLINE_FUNCTION auto asin(P const& x)
{
  return acre::detail::compiled_pack<acre::detail::arcsin_op>(x);
}
template <acre::detail::inexact_pack P>
KOKKOS_FORCEINLINE_FUNCTION auto acos(P const& x)
{
  return acre::detail::compiled_pack<acre::detail::arccos_op>(x);
}
template <acre::detail::inexact_pack P>
KOKKOS_FORCEINLINE_FUNCTION auto atan(P const& x)
{
  return acre::detail::compiled_pack<acre::detail::arctan_op>(x);
}
template <acre::detail::inexact_pack P>
KOKKOS_FORCEINLINE_FUNCTION auto sinh(P const& x)
{
  return acre::detail::compiled_pack<acre::detail::sinh_op>(x);
}
template <acre::detail::inexact_pack P>
KOKKOS_FORCEINLINE_FUNCTION auto cosh(P const& x)
{
  return acre::detail::compiled_pack<acre::detail::cosh_op>(x);
}
template <acre::detail::inexact_pack P>
KOKKOS_FORCEINLINE_FUNCTION auto tanh(P const& x)
{
  return acre::detail::compiled_pack<acre::detail::tanh_op>(x);
}
template <acre::detail::inexact_pack P>
KOKKOS_FORCEINLINE_FUNCTION auto asinh(P const& x)
{
  return acre::detail::compiled_pack<acre::detail::arcsinh_op>(x);
}
template <acre::detail::inexact_pack P>
KOKKOS_FORCEINLINE_FUNCTION auto acosh(P const& x)
{
  return acre::detail::compiled_pack<acre::detail::arccosh_op>(x);
}
template <acre::detail::inexact_pack P>
KOKKOS_FORCEINLINE_FUNCTION auto atanh(P const& x)
{
  return acre::detail::compiled_pack<acre::detail::arctanh_op>(x);
}
template <acre::detail::inexact_pack P>
KOKKOS_FORCEINLINE_FUNCTION auto erf(P const& x)
{
  return acre::detail::compiled_pack<acre::detail::erf_op>(x);
}
template <acre::detail::inexact_pack P>
KOKKOS_FORCEINLINE_FUNCTION auto erfc(P const& x)
{
  return acre::detail::compiled_pack<acre::detail::erfc_op>(x);
}
template <acre::detail::inexact_pack P>
KOKKOS_FORCEINLINE_FUNCTION auto lgamma(P const& x)
{
  return acre::detail::compiled_pack<acre::detail::lgamma_op>(x);
}
template <acre::detail::inexact_pack P>
KOKKOS_FORCEINLINE_FUNCTION auto tgamma(P const& x)
{
  return acre::detail::compiled_pack<acre::detail::tgamma_op>(x);
}
template <class X, class Y>
  requires acre::detail::with_packs<X, Y>
KOKKOS_FORCEINLINE_FUNCTION auto pow(X const& x, Y const& y)
{
  return acre::detail::compiled_pack<acre::detail::power_op>(x, y);
}
template <class X, class Y>
  requires acre::detail::with_packs<X, Y>
KOKKOS_FORCEINLINE_FUNCTION auto hypot(X const& x, Y const& y)
{
  return acre::detail::compiled_pack<acre::detail::hypot_op>(x, y);
}
template <class X, class Y>
  requires acre::detail::with_packs<X, Y>
KOKKOS_FORCEINLINE_FUNCTION auto atan2(X const& x, Y const& y)
{
  return acre::detail::compiled_pack<acre::detail::arctan2_op>(x, y);
}
template <class X, class Y>
  requires acre::detail::with_packs<X, Y>
KOKKOS_FORCEINLINE_FUNCTION auto logaddexp(X const& x, Y const& y)
{
  return acre::detail::compiled_pack<acre::detail::logaddexp_op>(x, y);
}

}  // namespace math

}  // namespace acre
