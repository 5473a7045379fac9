#include <acre/prelude/complex.hpp>
#include <acre/math/complex_functions.hpp>
/// Further functions of complex numbers by C++'s names.
namespace acre::math {

template <class T>
KOKKOS_INLINE_FUNCTION T norm(Kokkos::complex<T> const& z)
{
  return z.real() * z.real() + z.imag() * z.imag();
}
template <class T>
KOKKOS_INLINE_FUNCTION Kokkos::complex<T> polar(T r, std::type_identity_t<T> angle)
{
  return {r * cos(angle), r * sin(angle)};
}
template <class T, class B>
  requires std::is_arithmetic_v<B>
KOKKOS_INLINE_FUNCTION Kokkos::complex<T> pow(Kokkos::complex<T> const& a, B b)
{
  return pow(a, Kokkos::complex<T>(static_cast<T>(b)));
}
template <class A, class T>
  requires std::is_arithmetic_v<A>
KOKKOS_INLINE_FUNCTION Kokkos::complex<T> pow(A a, Kokkos::complex<T> const& b)
{
  return pow(Kokkos::complex<T>(static_cast<T>(a)), b);
}

}  // namespace acre::math
