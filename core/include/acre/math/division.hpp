#pragma once

#include <acre/math/detail/bits.hpp>

#include <Kokkos_Complex.hpp>

#include <concepts>

/// Quotients of complex numbers: what operator / needs of acre::math, and nothing else.
namespace acre::math {

/// a / b (R. L. Smith, "Algorithm 116: Complex division", CACM 1962, as NumPy has it): nothing
/// overflows on the way but for parts of b near the largest number. By 0: each part over 0.
template <std::floating_point T>
KOKKOS_INLINE_FUNCTION Kokkos::complex<T> divide(Kokkos::complex<T> const& a,
                                                 Kokkos::complex<T> const& b)
{
  T const x = detail::magnitude(b.real()), y = detail::magnitude(b.imag());
  if (x >= y) {
    if (x == T(0) && y == T(0)) return {a.real() / x, a.imag() / x};
    T const ratio = b.imag() / b.real(), scale = T(1) / (b.real() + b.imag() * ratio);
    return {(a.real() + a.imag() * ratio) * scale, (a.imag() - a.real() * ratio) * scale};
  }
  T const ratio = b.real() / b.imag(), scale = T(1) / (b.imag() + b.real() * ratio);
  return {(a.real() * ratio + a.imag()) * scale, (a.imag() * ratio - a.real()) * scale};
}

/// 1 / z, as divide.
template <std::floating_point T>
KOKKOS_INLINE_FUNCTION Kokkos::complex<T> reciprocal(Kokkos::complex<T> const& z)
{
  if (detail::magnitude(z.imag()) <= detail::magnitude(z.real())) {
    T const ratio = z.imag() / z.real(), size = z.real() + z.imag() * ratio;
    return {T(1) / size, -ratio / size};
  }
  T const ratio = z.real() / z.imag(), size = z.real() * ratio + z.imag();
  return {ratio / size, T(-1) / size};
}

}  // namespace acre::math
