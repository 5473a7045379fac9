#pragma once

#include <acre/math/detail/bits.hpp>

#include <Kokkos_Complex.hpp>

#include <concepts>

/// Quotients of complex numbers: what operator / needs of acre::math, and nothing else.
namespace acre::math {

namespace detail {

/// A power of two that brings parts up to `largest` away from both ends of the range; 1 mostly.
template <class T>
KOKKOS_INLINE_FUNCTION T centring(T largest)
{
  constexpr T high = fp<T>::max / 4, low = fp<T>::min_normal * 4;
  return largest > high ? T(0x1p-3) : largest < low ? T(0x1p60) : T(1);
}

template <class T>
KOKKOS_INLINE_FUNCTION T largest_part(T a, T b)
{
  T const x = magnitude(a), y = magnitude(b);
  return x < y ? y : x;
}

}  // namespace detail

/// a / b (R. L. Smith, "Algorithm 116: Complex division", CACM 1962, as NumPy has it). Numbers
/// near the ends of the range are scaled first, so that nothing overflows or is lost on the way. By
/// 0: each part over 0.
template <std::floating_point T>
KOKKOS_INLINE_FUNCTION Kokkos::complex<T> divide(Kokkos::complex<T> const& a,
                                                 Kokkos::complex<T> const& b)
{
  T const by_a = detail::centring(detail::largest_part(a.real(), a.imag())),
          by_b = detail::centring(detail::largest_part(b.real(), b.imag())),
          back = by_b * (by_a < T(1)   ? T(0x1p3)
                         : by_a > T(1) ? T(0x1p-60)
                                       : T(1));
  T const ar = a.real() * by_a, ai = a.imag() * by_a, br = b.real() * by_b, bi = b.imag() * by_b;
  T const x = detail::magnitude(br), y = detail::magnitude(bi);
  if (x >= y) {
    if (x == T(0) && y == T(0)) return {ar / x, ai / x};
    T const ratio = bi / br, scale = T(1) / (br + bi * ratio);
    return {(ar + ai * ratio) * scale * back, (ai - ar * ratio) * scale * back};
  }
  T const ratio = br / bi, scale = T(1) / (bi + br * ratio);
  return {(ar * ratio + ai) * scale * back, (ai * ratio - ar) * scale * back};
}

/// 1 / z, as divide.
template <std::floating_point T>
KOKKOS_INLINE_FUNCTION Kokkos::complex<T> reciprocal(Kokkos::complex<T> const& z)
{
  T const by = detail::centring(detail::largest_part(z.real(), z.imag())), re = z.real() * by,
          im = z.imag() * by;
  if (detail::magnitude(im) <= detail::magnitude(re)) {
    T const ratio = im / re, size = re + im * ratio;
    return {T(1) / size * by, -ratio / size * by};
  }
  T const ratio = re / im, size = re * ratio + im;
  return {ratio / size * by, T(-1) / size * by};
}

}  // namespace acre::math
