#pragma once

#include <acre/math/detail/double_double.hpp>
#include <acre/math/division.hpp>
#include <acre/math/exp.hpp>
#include <acre/math/inverse_trig.hpp>
#include <acre/math/log.hpp>
#include <acre/math/root.hpp>
#include <acre/math/trig.hpp>

#include <Kokkos_Complex.hpp>

#include <concepts>

/// abs, arg, sign, exp, log and sqrt of complex numbers, made of the real functions; special cases
/// and signs of zeros as C's Annex G. Errors are of each part by itself, in units of that part's
/// last place, the largest of tests/core/math_complex.cpp: complex<double> within 3 ulp.
/// complex<float> is computed in double and rounded: 0.51 ulp.
namespace acre::math {

namespace detail {

using complex_double = Kokkos::complex<double>;

KOKKOS_INLINE_FUNCTION bool is_tiny(double s) { return magnitude(s) < 0x1p-900; }

/// by s e^a of a tiny s and a from 709 on, in three factors: e^a is beyond all numbers, and s loses
/// bits unless the largest factor comes first.
KOKKOS_INLINE_FUNCTION double tiny_times_exp(double s, double a, double by = 1.0)
{
  double const half = math::exp(0.5 * (a - 700.0));
  return s * 0x1.d945df4f8ec8ep+1009 * half * (by * half);  // e^700
}

/// e^a (cos b, sin b).
KOKKOS_INLINE_FUNCTION complex_double complex_exp(double a, double b)
{
  double const inf = infinity<double>();
  if (b == 0.0) return {math::exp(a), b};
  if (!(magnitude(b) < inf)) {
    if (a == -inf) return {0.0, 0.0};
    return {a == inf ? inf : quiet_nan<double>(), quiet_nan<double>()};
  }
  if (a != a) return {quiet_nan<double>(), quiet_nan<double>()};
  double s, c;
  math::sincos(b, s, c);
  // beyond e^709 in two factors: e^a alone would be infinite where the product is not
  bool const large = a > 709.0 && a < inf;
  double const e = math::exp(large ? a - 700.0 : a),
               rest = large ? 0x1.d945df4f8ec8ep+1009 : 1.0;  // e^700
  if (large && is_tiny(s)) return {c * e * rest, tiny_times_exp(s, a)};
  return {c * e * rest, s * e * rest};
}

/// ln |a + ib|. Near 1 from |z|² - 1, exact in double-double.
KOKKOS_INLINE_FUNCTION double log_of_abs(double a, double b)
{
  double const large = largest_part(a, b);
  if (large > 0x1p1000 && large < infinity<double>())
    return math::log(math::hypot(a * 0x1p-4, b * 0x1p-4)) + 0x1.62e42fefa39efp1;
  if (large < 0x1p-960 && large > 0.0)
    return math::log(math::hypot(a * 0x1p100, b * 0x1p100)) - 0x1.1542457337d43p+6;
  double const h = math::hypot(a, b);
  if (!(h > 0.5 && h < 2.0)) return math::log(h);
  double const x = magnitude(a), y = magnitude(b);
  double const high = x < y ? y : x, low = x < y ? x : y;
  // (high - 1)(high + 1) + low²
  dd const product = dd_multiply(two_sum(high, -1.0), two_sum(high, 1.0));
  dd const sum = dd_add(product, two_product(low, low));
  return 0.5 * (math::log1p(sum.hi) + sum.lo / (1.0 + sum.hi));
}

/// The root with a real part from 0 on; its parts scaled so that nothing overflows or underflows.
KOKKOS_INLINE_FUNCTION complex_double complex_sqrt(double a, double b)
{
  double const inf = infinity<double>();
  if (a == 0.0 && b == 0.0) return {0.0, b};
  if (magnitude(b) == inf) return {inf, b};
  if (a == inf) return {inf, b == b ? with_sign_of(0.0, b) : quiet_nan<double>()};
  if (a == -inf) return {b == b ? 0.0 : quiet_nan<double>(), with_sign_of(inf, b)};
  if (a != a || b != b) return {quiet_nan<double>(), quiet_nan<double>()};
  double const large = largest_part(a, b);
  bool const huge = large >= 0x1p1000, tiny = large < 0x1p-900;
  double const scale = huge ? 0x1p-4 : (tiny ? 0x1p200 : 1.0),
               back = huge ? 0x1p2 : (tiny ? 0x1p-100 : 1.0);
  double const x = a * scale, y = b * scale;
  double const t = math::sqrt(0.5 * (magnitude(x) + math::hypot(x, y)));
  double const other = magnitude(y) / (2.0 * t);
  double const re = a >= 0.0 ? t : other, im = a >= 0.0 ? other : t;
  return {re * back, with_sign_of(im * back, b)};
}

template <class T>
KOKKOS_INLINE_FUNCTION Kokkos::complex<T> rounded(complex_double z)
{
  return {same_nan(static_cast<T>(z.real()), static_cast<T>(z.real())),
          same_nan(static_cast<T>(z.imag()), static_cast<T>(z.imag()))};
}

}  // namespace detail

/// |z|: hypot of the parts.
template <std::floating_point T>
KOKKOS_INLINE_FUNCTION T abs(Kokkos::complex<T> const& z)
{
  return math::hypot(z.real(), z.imag());
}

/// The angle of z in [-pi, pi]: atan2 of the parts.
template <std::floating_point T>
KOKKOS_INLINE_FUNCTION T arg(Kokkos::complex<T> const& z)
{
  return math::atan2(z.imag(), z.real());
}

/// e^z.
template <std::floating_point T>
KOKKOS_INLINE_FUNCTION Kokkos::complex<T> exp(Kokkos::complex<T> const& z)
{
  return detail::rounded<T>(detail::complex_exp(z.real(), z.imag()));
}

/// ln |z| + i arg(z); -inf for 0. The real part is accurate near |z| = 1 too.
template <std::floating_point T>
KOKKOS_INLINE_FUNCTION Kokkos::complex<T> log(Kokkos::complex<T> const& z)
{
  double const a = z.real(), b = z.imag();
  return detail::rounded<T>({detail::log_of_abs(a, b), math::atan2(b, a)});
}

/// The square root with a real part from 0 on; the sign of its imaginary part is z's.
template <std::floating_point T>
KOKKOS_INLINE_FUNCTION Kokkos::complex<T> sqrt(Kokkos::complex<T> const& z)
{
  return detail::rounded<T>(detail::complex_sqrt(z.real(), z.imag()));
}

/// z / |z|, 0 of 0; NaN where both parts are infinite. Also where |z| is beyond all numbers or
/// below the normal ones.
template <std::floating_point T>
KOKKOS_INLINE_FUNCTION Kokkos::complex<T> sign(Kokkos::complex<T> const& z)
{
  T a = z.real(), b = z.imag(), size = math::hypot(a, b);
  T const inf = detail::infinity<T>();
  if (size != size) return {size, size};
  if (size == inf) {
    bool const x = detail::magnitude(a) == inf, y = detail::magnitude(b) == inf;
    if (x && y) return {detail::quiet_nan<T>(), detail::quiet_nan<T>()};
    if (x || y)
      return {x ? detail::with_sign_of(T(1), a) : T(0), y ? detail::with_sign_of(T(1), b) : T(0)};
  }
  if (size == T(0)) return {T(0), T(0)};
  bool const tiny = size < detail::fp<T>::min_normal;
  if (size == inf || tiny) {
    T const scale = tiny ? T(0x1p60) : T(0.25);
    a *= scale;
    b *= scale;
    size = math::hypot(a, b);
  }
  return {a / size, b / size};
}

}  // namespace acre::math
