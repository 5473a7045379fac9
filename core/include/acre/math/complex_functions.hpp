#pragma once

#include <acre/math/complex.hpp>
#include <acre/math/hyperbolic.hpp>
#include <acre/math/rounding.hpp>

#include <cstdint>

/// Trigonometric functions and sinh(), cosh(), tanh(), their inverses, powers, log1p(), log2(),
/// log10() and the rest of the elementary functions of complex numbers, made of the real ones;
/// special cases and signs of zeros as C's Annex G, but for two that the array API standard has
/// otherwise: the zero of tanh(±∞ + ib) has the sign of b (Annex G: of sin 2b), and the real part
/// of expm1(-0 ± 0i) is +0. Errors are of each part by itself, in units of that part's last place,
/// the largest of tests/core/math_complex.cpp: complex<double> within 5 ulp, but for the real part
/// of expm1 (by NumPy's formula, which cancels where it is near 0), exp2 and powers (by exp: what
/// rounding changes in its operand, 2^-53 of it, shows in the result). complex<float> is computed
/// in double and rounded.
///
/// Sources: T. E. Hull, T. F. Fairgrieve, P. T. P. Tang, "Implementing the complex arcsine and
/// arccosine functions using exception handling", ACM TOMS 23 (1997); W. Kahan, "Branch cuts for
/// complex elementary functions", in The State of the Art in Numerical Analysis (1987).
namespace acre::math {

namespace detail {

KOKKOS_INLINE_FUNCTION constexpr double ln_2() { return 0x1.62e42fefa39efp-1; }
KOKKOS_INLINE_FUNCTION constexpr double half_pi() { return 0x1.921fb54442d18p+0; }

KOKKOS_INLINE_FUNCTION bool is_finite(double x) { return magnitude(x) < infinity<double>(); }

/// A complex number times i, and times -i.
KOKKOS_INLINE_FUNCTION complex_double times_i(complex_double z) { return {-z.imag(), z.real()}; }
KOKKOS_INLINE_FUNCTION complex_double over_i(complex_double z) { return {z.imag(), -z.real()}; }
KOKKOS_INLINE_FUNCTION complex_double mirrored(complex_double z) { return {z.imag(), z.real()}; }

/// e^a / 2 (c, s) for a from 709 on: e^a alone would be infinite where the product is not.
KOKKOS_INLINE_FUNCTION complex_double half_exp_times(double a, double c, double s)
{
  double const e = 0.5 * math::exp(a - 700.0), rest = 0x1.d945df4f8ec8ep+1009;  // e^700
  if (is_tiny(s)) return {c * e * rest, tiny_times_exp(s, a, 0.5)};
  return {c * e * rest, s * e * rest};
}

KOKKOS_INLINE_FUNCTION complex_double complex_sinh(complex_double z)
{
  double const a = z.real(), b = z.imag(), nan = quiet_nan<double>();
  if (b == 0.0) return {math::sinh(a), b};
  if (!is_finite(b))
    return {a == 0.0 ? a : magnitude(a) == infinity<double>() ? magnitude(a) : nan, nan};
  if (a != a) return {nan, nan};
  double s, c;
  math::sincos(b, s, c);
  double const size = magnitude(a);
  if (size > 709.0 && is_finite(a)) {
    complex_double const w = half_exp_times(size, c, s);
    return {a < 0.0 ? -w.real() : w.real(), w.imag()};
  }
  return {math::sinh(a) * c, math::cosh(a) * s};
}

KOKKOS_INLINE_FUNCTION complex_double complex_cosh(complex_double z)
{
  double const a = z.real(), b = z.imag(), nan = quiet_nan<double>();
  if (b == 0.0) return {math::cosh(a), a == a ? with_sign_of(1.0, a) * b : b};
  if (!is_finite(b)) {
    if (a == 0.0) return {nan, a};
    return {magnitude(a) == infinity<double>() ? infinity<double>() : nan, nan};
  }
  if (a != a) return {nan, nan};
  double s, c;
  math::sincos(b, s, c);
  double const size = magnitude(a);
  if (size > 709.0 && is_finite(a)) {
    complex_double const w = half_exp_times(size, c, s);
    return {w.real(), a < 0.0 ? -w.imag() : w.imag()};
  }
  return {math::cosh(a) * c, math::sinh(a) * s};
}

KOKKOS_INLINE_FUNCTION complex_double complex_tanh(complex_double z)
{
  double const a = z.real(), b = z.imag(), nan = quiet_nan<double>();
  if (a != a) return {nan, b == 0.0 ? b : nan};
  if (!is_finite(a)) return {with_sign_of(1.0, a), with_sign_of(0.0, b)};
  if (!is_finite(b)) return {a == 0.0 ? a : nan, nan};
  if (magnitude(a) > 22.0) {
    double s, c;
    math::sincos(b, s, c);
    double const e = math::exp(-magnitude(a));
    return {with_sign_of(1.0, a), 4.0 * s * c * e * e};
  }
  double const t = math::tan(b), beta = 1.0 + t * t, s = math::sinh(a),
               rho = math::sqrt(1.0 + s * s), below = 1.0 + beta * s * s;
  return {beta * rho * s / below, t / below};
}

/// (hypot(a, b) - b) / 2 without cancellation.
KOKKOS_INLINE_FUNCTION double half_excess(double a, double b, double hypot)
{
  if (b < 0.0) return (hypot - b) / 2.0;
  return b == 0.0 ? a / 2.0 : a * a / (hypot + b) / 2.0;
}

/// Parts of asinh(x + iy), x and y from 0 on and not large: the real part, and what the imaginary
/// one is the arcsine of, or else the angle of (over, y).
struct arcsine_parts {
  double real, sine, over, y;
  bool by_sine;
};
KOKKOS_INLINE_FUNCTION arcsine_parts split_arcsine(double x, double y)
{
  constexpr double eps = 0x1p-52;
  double const r = math::hypot(x, y + 1.0), s = math::hypot(x, y - 1.0), mean = (r + s) / 2.0,
               a = mean < 1.0 ? 1.0 : mean;
  arcsine_parts p{0.0, 0.0, 0.0, y, true};
  bool const near = x < eps * magnitude(y - 1.0);
  if (a >= 10.0) {
    p.real = math::log(a + math::sqrt(a * a - 1.0));
  } else if (y == 1.0 && x < eps * eps / 128.0) {
    p.real = math::sqrt(x);
  } else if (!near) {
    double const more = half_excess(x, 1.0 + y, r) + half_excess(x, 1.0 - y, s);
    p.real = math::log1p(more + math::sqrt(more * (a + 1.0)));
  } else if (y < 1.0) {
    p.real = x / math::sqrt((1.0 - y) * (1.0 + y));
  } else {
    p.real = math::log1p((y - 1.0) + math::sqrt((y - 1.0) * (y + 1.0)));
  }
  if (y < 0x1p-509) {
    p.by_sine = false;
    p.over = a * (2.0 / eps);
    p.y = y * (2.0 / eps);
    return p;
  }
  p.sine = y / a;
  if (p.sine <= 0.6417) return p;
  p.by_sine = false;
  if (y == 1.0 && x < eps / 128.0) {
    p.over = math::sqrt(x) * math::sqrt((a + y) / 2.0);
  } else if (!near) {
    double const less = half_excess(x, y + 1.0, r) + half_excess(x, y - 1.0, s);
    p.over = math::sqrt(less * (a + y));
  } else if (y > 1.0) {
    p.over = x * (4.0 / eps / eps) * y / math::sqrt((y + 1.0) * (y - 1.0));
    p.y = y * (4.0 / eps / eps);
  } else {
    p.over = math::sqrt((1.0 - y) * (1.0 + y));
  }
  return p;
}

KOKKOS_INLINE_FUNCTION complex_double complex_asinh(complex_double z)
{
  double const x = z.real(), y = z.imag(), ax = magnitude(x), ay = magnitude(y),
               inf = infinity<double>(), nan = quiet_nan<double>();
  if (x != x || y != y) {
    if (ax == inf) return {x, nan};
    if (ay == inf) return {inf, nan};
    return {nan, y == 0.0 ? y : nan};
  }
  if (ax > 0x1p52 || ay > 0x1p52)
    return {with_sign_of(log_of_abs(ax, ay) + ln_2(), x), with_sign_of(math::atan2(ay, ax), y)};
  if (ax < 0x1p-27 && ay < 0x1p-27) return z;
  arcsine_parts const p = split_arcsine(ax, ay);
  double const angle = p.by_sine ? math::asin(p.sine) : math::atan2(p.y, p.over);
  return {with_sign_of(p.real, x), with_sign_of(angle, y)};
}

KOKKOS_INLINE_FUNCTION complex_double complex_acos(complex_double z)
{
  double const x = z.real(), y = z.imag(), ax = magnitude(x), ay = magnitude(y),
               inf = infinity<double>(), nan = quiet_nan<double>();
  bool const negative = with_sign_of(1.0, x) < 0.0, below = with_sign_of(1.0, y) < 0.0;
  if (x != x || y != y) {
    if (ax == inf) return {nan, -inf};
    if (ay == inf) return {nan, -y};
    return {x == 0.0 ? half_pi() : nan, nan};
  }
  if (ax > 0x1p52 || ay > 0x1p52) {
    double const size = log_of_abs(ax, ay) + ln_2();
    return {math::atan2(ay, x), below ? size : -size};
  }
  if (x == 1.0 && y == 0.0) return {0.0, -y};
  if (ax < 0x1p-27 && ay < 0x1p-27) return {half_pi() - x, -y};
  arcsine_parts const p = split_arcsine(ay, ax);
  double const angle = p.by_sine ? math::acos(negative ? -p.sine : p.sine)
                                 : math::atan2(p.over, negative ? -p.y : p.y);
  return {angle, below ? p.real : -p.real};
}

KOKKOS_INLINE_FUNCTION complex_double complex_acosh(complex_double z)
{
  complex_double const w = complex_acos(z);
  double const re = w.real(), im = w.imag();
  if (re != re) return {im == im ? magnitude(im) : im, re};
  if (im != im) return {im, re};
  return {magnitude(im), with_sign_of(re, z.imag())};
}

KOKKOS_INLINE_FUNCTION complex_double complex_atanh(complex_double z)
{
  constexpr double eps = 0x1p-52;
  double const x = z.real(), y = z.imag(), ax = magnitude(x), ay = magnitude(y),
               inf = infinity<double>(), nan = quiet_nan<double>();
  if (y == 0.0 && ax <= 1.0) return {math::atanh(x), y};
  if (x == 0.0) return {x, math::atan(y)};
  if (x != x || y != y) {
    if (ax == inf) return {with_sign_of(0.0, x), nan};
    if (ay == inf) return {with_sign_of(0.0, x), with_sign_of(half_pi(), y)};
    return {nan, nan};
  }
  if (ax > 0x1p52 || ay > 0x1p52) {
    double const large = largest_part(x, y), u = ax / large, v = ay / large,
                 re = large < inf ? u / (u * u + v * v) / large : 0.0;  // of 1 / z
    return {with_sign_of(re, x), with_sign_of(half_pi(), y)};
  }
  if (ax < 0x1p-27 && ay < 0x1p-27) return z;
  double const apart = ax - 1.0, square = ay < 0x1p-511 ? 0.0 : ay * ay;
  double const re = ax == 1.0 && ay < eps ? (ln_2() - math::log(ay)) / 2.0
                                          : math::log1p(4.0 * ax / (apart * apart + square)) / 4.0;
  double const im = ax == 1.0 ? math::atan2(2.0, -ay) / 2.0
                              : math::atan2(2.0 * ay, (1.0 - ax) * (1.0 + ax) - square) / 2.0;
  return {with_sign_of(re, x), with_sign_of(im, y)};
}

KOKKOS_INLINE_FUNCTION complex_double complex_expm1(complex_double z)
{
  double const a = z.real(), b = z.imag();
  if (b == 0.0) return {a == 0.0 ? 0.0 : math::expm1(a), b};
  if (!(is_finite(a) && is_finite(b)) || a > 700.0) {
    complex_double const w = complex_exp(a, b);
    return {w.real() - 1.0, w.imag()};
  }
  double s, c;
  math::sincos(b, s, c);
  double const half = math::sin(0.5 * b);
  return {math::expm1(a) * c - 2.0 * half * half, math::exp(a) * s};
}

/// If |1 + z| is near 1, from |1 + z|² - 1, exact in double-double.
KOKKOS_INLINE_FUNCTION complex_double complex_log1p(complex_double z)
{
  double const a = z.real(), b = z.imag(), angle = math::atan2(b, 1.0 + a);
  if (largest_part(a, b) < 4.0) {
    dd const sum = dd_add(dd_multiply(two_sum(2.0, a), a), two_product(b, b));
    if (sum.hi > -0.75 && sum.hi < 3.0)
      return {0.5 * (math::log1p(sum.hi) + sum.lo / (1.0 + sum.hi)), angle};
  }
  return {log_of_abs(1.0 + a, b), angle};
}

KOKKOS_INLINE_FUNCTION complex_double complex_product(complex_double a, complex_double b)
{
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

/// Whole exponents below 100 are computed by products, as in NumPy.
KOKKOS_INLINE_FUNCTION complex_double complex_pow(complex_double a, complex_double b)
{
  double const nan = quiet_nan<double>();
  if (b.real() == 0.0 && b.imag() == 0.0) return {1.0, 0.0};
  if (a.real() == 0.0 && a.imag() == 0.0)
    return b.real() > 0.0 ? complex_double{0.0, 0.0} : complex_double{nan, nan};
  if (b.imag() == 0.0 && magnitude(b.real()) < 100.0 && math::trunc(b.real()) == b.real()) {
    auto left = static_cast<std::uint32_t>(magnitude(b.real()));
    complex_double power{1.0, 0.0}, square = a;
    bool any = false;
    for (; left > 0; left >>= 1) {
      if ((left & 1) != 0) power = any ? complex_product(power, square) : square;
      any = any || (left & 1) != 0;
      if (left > 1) square = complex_product(square, square);
    }
    return b.real() < 0.0 ? math::reciprocal(power) : power;
  }
  complex_double const log{log_of_abs(a.real(), a.imag()), math::atan2(a.imag(), a.real())},
      exponent = complex_product(b, log);
  return complex_exp(exponent.real(), exponent.imag());
}

KOKKOS_INLINE_FUNCTION complex_double scaled(complex_double z, double factor)
{
  return {z.real() * factor, z.imag() * factor};
}

template <class T>
KOKKOS_INLINE_FUNCTION complex_double widened(Kokkos::complex<T> const& z)
{
  return {z.real(), z.imag()};
}

}  // namespace detail

template <std::floating_point T>
KOKKOS_INLINE_FUNCTION Kokkos::complex<T> sinh(Kokkos::complex<T> const& z)
{
  return detail::rounded<T>(detail::complex_sinh(detail::widened(z)));
}
template <std::floating_point T>
KOKKOS_INLINE_FUNCTION Kokkos::complex<T> cosh(Kokkos::complex<T> const& z)
{
  return detail::rounded<T>(detail::complex_cosh(detail::widened(z)));
}
template <std::floating_point T>
KOKKOS_INLINE_FUNCTION Kokkos::complex<T> tanh(Kokkos::complex<T> const& z)
{
  return detail::rounded<T>(detail::complex_tanh(detail::widened(z)));
}
/// sin z = -i sinh iz, cos z = cosh iz, tan z = -i tanh iz.
template <std::floating_point T>
KOKKOS_INLINE_FUNCTION Kokkos::complex<T> sin(Kokkos::complex<T> const& z)
{
  using namespace detail;
  return rounded<T>(over_i(complex_sinh(times_i(widened(z)))));
}
template <std::floating_point T>
KOKKOS_INLINE_FUNCTION Kokkos::complex<T> cos(Kokkos::complex<T> const& z)
{
  using namespace detail;
  return rounded<T>(complex_cosh(times_i(widened(z))));
}
template <std::floating_point T>
KOKKOS_INLINE_FUNCTION Kokkos::complex<T> tan(Kokkos::complex<T> const& z)
{
  using namespace detail;
  return rounded<T>(over_i(complex_tanh(times_i(widened(z)))));
}

/// Inverses with C's branch cuts.
template <std::floating_point T>
KOKKOS_INLINE_FUNCTION Kokkos::complex<T> asinh(Kokkos::complex<T> const& z)
{
  return detail::rounded<T>(detail::complex_asinh(detail::widened(z)));
}
template <std::floating_point T>
KOKKOS_INLINE_FUNCTION Kokkos::complex<T> acosh(Kokkos::complex<T> const& z)
{
  return detail::rounded<T>(detail::complex_acosh(detail::widened(z)));
}
template <std::floating_point T>
KOKKOS_INLINE_FUNCTION Kokkos::complex<T> atanh(Kokkos::complex<T> const& z)
{
  return detail::rounded<T>(detail::complex_atanh(detail::widened(z)));
}
template <std::floating_point T>
KOKKOS_INLINE_FUNCTION Kokkos::complex<T> asin(Kokkos::complex<T> const& z)
{
  using namespace detail;
  return rounded<T>(mirrored(complex_asinh(mirrored(widened(z)))));
}
template <std::floating_point T>
KOKKOS_INLINE_FUNCTION Kokkos::complex<T> acos(Kokkos::complex<T> const& z)
{
  return detail::rounded<T>(detail::complex_acos(detail::widened(z)));
}
template <std::floating_point T>
KOKKOS_INLINE_FUNCTION Kokkos::complex<T> atan(Kokkos::complex<T> const& z)
{
  using namespace detail;
  return rounded<T>(mirrored(complex_atanh(mirrored(widened(z)))));
}

template <std::floating_point T>
KOKKOS_INLINE_FUNCTION Kokkos::complex<T> exp2(Kokkos::complex<T> const& z)
{
  using namespace detail;
  complex_double const w = scaled(widened(z), ln_2());
  return rounded<T>(complex_exp(w.real(), w.imag()));
}
template <std::floating_point T>
KOKKOS_INLINE_FUNCTION Kokkos::complex<T> expm1(Kokkos::complex<T> const& z)
{
  return detail::rounded<T>(detail::complex_expm1(detail::widened(z)));
}
template <std::floating_point T>
KOKKOS_INLINE_FUNCTION Kokkos::complex<T> log1p(Kokkos::complex<T> const& z)
{
  return detail::rounded<T>(detail::complex_log1p(detail::widened(z)));
}
template <std::floating_point T>
KOKKOS_INLINE_FUNCTION Kokkos::complex<T> log2(Kokkos::complex<T> const& z)
{
  using namespace detail;
  return rounded<T>(scaled(math::log(widened(z)), 0x1.71547652b82fep+0));
}
template <std::floating_point T>
KOKKOS_INLINE_FUNCTION Kokkos::complex<T> log10(Kokkos::complex<T> const& z)
{
  using namespace detail;
  return rounded<T>(scaled(math::log(widened(z)), 0x1.bcb7b1526e50ep-2));
}

/// a to the power b: 1 for b = 0, 0 for a = 0 and a real part of b above 0 (below: NaN).
template <std::floating_point T>
KOKKOS_INLINE_FUNCTION Kokkos::complex<T> pow(Kokkos::complex<T> const& a,
                                              Kokkos::complex<T> const& b)
{
  return detail::rounded<T>(detail::complex_pow(detail::widened(a), detail::widened(b)));
}

}  // namespace acre::math
