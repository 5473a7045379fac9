#pragma once

#include <acre/math/detail/bits.hpp>

/// Rounding to integers, signs, classes of numbers, remainders. All exact. Each NaN result is the
/// one quiet NaN with sign and payload 0.
namespace acre::math {

/// Sign and class, from the bits: nothing traps, nothing depends on a compiler's NaN options.
KOKKOS_INLINE_FUNCTION double fabs(double x) { return detail::magnitude(x); }
KOKKOS_INLINE_FUNCTION float fabs(float x) { return detail::magnitude(x); }
KOKKOS_INLINE_FUNCTION double copysign(double x, double s) { return detail::with_sign_of(x, s); }
KOKKOS_INLINE_FUNCTION float copysign(float x, float s) { return detail::with_sign_of(x, s); }
KOKKOS_INLINE_FUNCTION bool signbit(double x) { return (detail::to_bits(x) >> 63) != 0; }
KOKKOS_INLINE_FUNCTION bool signbit(float x) { return (detail::to_bits(x) >> 31) != 0; }
KOKKOS_INLINE_FUNCTION bool isnan(double x)
{
  return detail::magnitude_bits(x) > detail::fp<double>::inf_bits;
}
KOKKOS_INLINE_FUNCTION bool isnan(float x)
{
  return detail::magnitude_bits(x) > detail::fp<float>::inf_bits;
}
KOKKOS_INLINE_FUNCTION bool isinf(double x)
{
  return detail::magnitude_bits(x) == detail::fp<double>::inf_bits;
}
KOKKOS_INLINE_FUNCTION bool isinf(float x)
{
  return detail::magnitude_bits(x) == detail::fp<float>::inf_bits;
}
KOKKOS_INLINE_FUNCTION bool isfinite(double x)
{
  return detail::magnitude_bits(x) < detail::fp<double>::inf_bits;
}
KOKKOS_INLINE_FUNCTION bool isfinite(float x)
{
  return detail::magnitude_bits(x) < detail::fp<float>::inf_bits;
}

/// Down, up, towards zero, to the nearest with ties to even. The result has the argument's sign,
/// so floor(-0.0) = -0.0 and ceil(-0.5) = -0.0; infinities stay. One instruction where the target
/// has it (SSE4.1, every GPU); the result is fixed by IEEE 754, so any implementation agrees.
KOKKOS_INLINE_FUNCTION double floor(double x) { return detail::same_nan(x, ::floor(x)); }
KOKKOS_INLINE_FUNCTION float floor(float x) { return detail::same_nan(x, ::floorf(x)); }
KOKKOS_INLINE_FUNCTION double ceil(double x) { return detail::same_nan(x, ::ceil(x)); }
KOKKOS_INLINE_FUNCTION float ceil(float x) { return detail::same_nan(x, ::ceilf(x)); }
KOKKOS_INLINE_FUNCTION double trunc(double x) { return detail::same_nan(x, ::trunc(x)); }
KOKKOS_INLINE_FUNCTION float trunc(float x) { return detail::same_nan(x, ::truncf(x)); }
KOKKOS_INLINE_FUNCTION double rint(double x) { return detail::same_nan(x, ::rint(x)); }
KOKKOS_INLINE_FUNCTION float rint(float x) { return detail::same_nan(x, ::rintf(x)); }

namespace detail {

/// Positive finite x over a positive finite y, by long division, 11 bits a step: exact, for any
/// quotient.
ACRE_MATH_NOINLINE double fmod_long(double x, double y)
{
  constexpr std::uint64_t implicit = std::uint64_t(1) << 52;
  std::uint64_t const xb = to_bits(x);
  std::uint64_t const yb = to_bits(y);
  int ex = static_cast<int>(xb >> 52);
  int ey = static_cast<int>(yb >> 52);
  std::uint64_t r = (xb & (implicit - 1)) | (ex != 0 ? implicit : 0);
  std::uint64_t const m = (yb & (implicit - 1)) | (ey != 0 ? implicit : 0);
  ex = ex != 0 ? ex : 1;
  ey = ey != 0 ? ey : 1;
  int steps = ex - ey;
  if (steps < 0) return x;
  r %= m;
  while (steps > 0 && r != 0) {
    int const s = steps < 11 ? steps : 11;
    r = (r << s) % m;
    steps -= s;
  }
  // r * 2^(ey - 1075), in two exact factors
  std::uint64_t const n = static_cast<std::uint64_t>(static_cast<std::int64_t>(ey - 1075));
  std::uint64_t const half = static_cast<std::uint64_t>(static_cast<std::int64_t>((ey - 1075) / 2));
  return static_cast<double>(r) * power_of_two<double>(half) * power_of_two<double>(n - half);
}

/// |x| mod |y| for finite x and finite y != 0.
template <class T>
KOKKOS_INLINE_FUNCTION T fmod_finite(T x, T y)
{
  T const quotient = x / y;
  if (quotient < fp<T>::two_mantissa) {
    // x - trunc(x/y)*y is representable, also where the quotient was rounded up to an integer.
    T const whole = static_cast<T>(::trunc(quotient));
    T const rest = fused(-whole, y, x);
    return rest < T(0) ? rest + y : rest;
  }
  return static_cast<T>(fmod_long(static_cast<double>(x), static_cast<double>(y)));
}

template <class T>
KOKKOS_INLINE_FUNCTION T fmod_of(T x, T y)
{
  T const a = magnitude(x);
  T const b = magnitude(y);
  if (!(a < infinity<T>()) || !(b > T(0))) return quiet_nan<T>();
  if (b == infinity<T>()) return x;
  return with_sign_of(fmod_finite(a, b), x);
}

template <class T>
struct quotient_and_remainder {
  T quotient;
  T remainder;
};

template <class T>
KOKKOS_INLINE_FUNCTION quotient_and_remainder<T> divmod_of(T a, T b)
{
  T mod = fmod_of(a, b);
  if (b == T(0)) return {same_nan(a / b, a / b), mod};
  T div = (a - mod) / b;
  if (mod != T(0)) {
    if ((b < T(0)) != (mod < T(0))) {
      mod += b;
      div -= T(1);
    }
  } else {
    mod = with_sign_of(T(0), b);
  }
  T whole = with_sign_of(T(0), a / b);
  if (div != T(0)) {
    whole = static_cast<T>(::floor(div));
    whole = div - whole > T(0.5) ? whole + T(1) : whole;
  }
  return {same_nan(whole, whole), same_nan(mod, mod)};
}

template <class T>
KOKKOS_INLINE_FUNCTION T nextafter_of(T x, T y)
{
  using f = fp<T>;
  if (x != x || y != y) return quiet_nan<T>();
  if (x == y) return y;
  typename f::bits const size = magnitude_bits(x), sign = to_bits(x) & f::sign_mask;
  if (size == 0) return from_bits<T>((to_bits(y) & f::sign_mask) | 1);
  bool const outwards = (x < y) == (sign == 0);
  return from_bits<T>(sign | (outwards ? size + 1 : size - 1));
}

}  // namespace detail

/// The next number after x towards y; y itself where they are equal, as C's.
KOKKOS_INLINE_FUNCTION double nextafter(double x, double y) { return detail::nextafter_of(x, y); }
KOKKOS_INLINE_FUNCTION float nextafter(float x, float y) { return detail::nextafter_of(x, y); }

/// Remainder with the sign of x, exact: fmod(x, inf) = x, fmod(inf, y) and fmod(x, 0) are NaN.
/// Source: one division and one fma where the quotient is below 2^52 (2^23), else long division.
KOKKOS_INLINE_FUNCTION double fmod(double x, double y) { return detail::fmod_of(x, y); }
KOKKOS_INLINE_FUNCTION float fmod(float x, float y) { return detail::fmod_of(x, y); }

/// NumPy's floor_divide and remainder (Python's // and %) with its npy_divmod's rules: the
/// remainder has the divisor's sign, is exact but for the one addition that moves it there, and a
/// zero takes the divisor's sign; x // 0 = x / 0 and x % 0 = NaN.
KOKKOS_INLINE_FUNCTION double floor_divide(double x, double y)
{
  return detail::divmod_of(x, y).quotient;
}
KOKKOS_INLINE_FUNCTION float floor_divide(float x, float y)
{
  return detail::divmod_of(x, y).quotient;
}
KOKKOS_INLINE_FUNCTION double remainder(double x, double y)
{
  return detail::divmod_of(x, y).remainder;
}
KOKKOS_INLINE_FUNCTION float remainder(float x, float y)
{
  return detail::divmod_of(x, y).remainder;
}

}  // namespace acre::math
