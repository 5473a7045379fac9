/// Complex numbers as programs have them: Kokkos::complex's members and operators, with acre's
/// quotients, which expressions have.
namespace Kokkos {

template <class T>
class complex {
  T re_ = T(0), im_ = T(0);

 public:
  using value_type = T;
  complex() = default;
  template <class R>
  KOKKOS_INLINE_FUNCTION complex(complex<R> const& z)
      : re_(static_cast<T>(z.real())), im_(static_cast<T>(z.imag()))
  {}
  KOKKOS_INLINE_FUNCTION constexpr complex(T re) : re_(re) {}
  KOKKOS_INLINE_FUNCTION constexpr complex(T re, T im) : re_(re), im_(im) {}

  KOKKOS_INLINE_FUNCTION constexpr T& real() { return re_; }
  KOKKOS_INLINE_FUNCTION constexpr T& imag() { return im_; }
  KOKKOS_INLINE_FUNCTION constexpr T real() const { return re_; }
  KOKKOS_INLINE_FUNCTION constexpr T imag() const { return im_; }
  KOKKOS_INLINE_FUNCTION constexpr void real(T v) { re_ = v; }
  KOKKOS_INLINE_FUNCTION constexpr void imag(T v) { im_ = v; }

  KOKKOS_INLINE_FUNCTION complex& operator+=(complex z) { return *this = *this + z; }
  KOKKOS_INLINE_FUNCTION complex& operator-=(complex z) { return *this = *this - z; }
  KOKKOS_INLINE_FUNCTION complex& operator*=(complex z) { return *this = *this * z; }
  KOKKOS_INLINE_FUNCTION complex& operator/=(complex z) { return *this = *this / z; }
  KOKKOS_INLINE_FUNCTION complex& operator+=(T x) { return *this = *this + x; }
  KOKKOS_INLINE_FUNCTION complex& operator-=(T x) { return *this = *this - x; }
  KOKKOS_INLINE_FUNCTION complex& operator*=(T x) { return *this = *this * x; }
  KOKKOS_INLINE_FUNCTION complex& operator/=(T x) { return *this = *this / x; }
};

template <class A, class B>
using common_of = decltype(A() + B());

template <class A>
KOKKOS_INLINE_FUNCTION complex<A> operator+(complex<A> const& x)
{
  return x;
}
template <class A>
KOKKOS_INLINE_FUNCTION complex<A> operator-(complex<A> const& x)
{
  return {-x.real(), -x.imag()};
}
template <class A, class B>
KOKKOS_INLINE_FUNCTION complex<common_of<A, B>> operator+(complex<A> const& x, complex<B> const& y)
{
  return {x.real() + y.real(), x.imag() + y.imag()};
}
template <class A, class B>
KOKKOS_INLINE_FUNCTION complex<common_of<A, B>> operator-(complex<A> const& x, complex<B> const& y)
{
  return {x.real() - y.real(), x.imag() - y.imag()};
}
template <class A, class B>
KOKKOS_INLINE_FUNCTION complex<common_of<A, B>> operator*(complex<A> const& x, complex<B> const& y)
{
  return {x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real()};
}
template <class A, class B>
  requires std::is_arithmetic_v<B>
KOKKOS_INLINE_FUNCTION complex<common_of<A, B>> operator+(complex<A> const& x, B y)
{
  return {x.real() + y, x.imag()};
}
template <class A, class B>
  requires std::is_arithmetic_v<A>
KOKKOS_INLINE_FUNCTION complex<common_of<A, B>> operator+(A x, complex<B> const& y)
{
  return {x + y.real(), y.imag()};
}
template <class A, class B>
  requires std::is_arithmetic_v<B>
KOKKOS_INLINE_FUNCTION complex<common_of<A, B>> operator-(complex<A> const& x, B y)
{
  return {x.real() - y, x.imag()};
}
template <class A, class B>
  requires std::is_arithmetic_v<A>
KOKKOS_INLINE_FUNCTION complex<common_of<A, B>> operator-(A x, complex<B> const& y)
{
  return {x - y.real(), -y.imag()};
}
template <class A, class B>
  requires std::is_arithmetic_v<B>
KOKKOS_INLINE_FUNCTION complex<common_of<A, B>> operator*(complex<A> const& x, B y)
{
  return {y * x.real(), y * x.imag()};
}
template <class A, class B>
  requires std::is_arithmetic_v<A>
KOKKOS_INLINE_FUNCTION complex<common_of<A, B>> operator*(A x, complex<B> const& y)
{
  return {x * y.real(), x * y.imag()};
}
template <class A, class B>
  requires std::is_arithmetic_v<B>
KOKKOS_INLINE_FUNCTION complex<common_of<A, B>> operator/(complex<A> const& x, B y)
{
  return {x.real() / y, x.imag() / y};
}
template <class A, class B>
KOKKOS_INLINE_FUNCTION bool operator==(complex<A> const& x, complex<B> const& y)
{
  return x.real() == y.real() && x.imag() == y.imag();
}
template <class A, class B>
  requires std::is_arithmetic_v<B>
KOKKOS_INLINE_FUNCTION bool operator==(complex<A> const& x, B y)
{
  return x.real() == y && x.imag() == A(0);
}
template <class A>
KOKKOS_INLINE_FUNCTION A real(complex<A> const& z)
{
  return z.real();
}
template <class A>
KOKKOS_INLINE_FUNCTION A imag(complex<A> const& z)
{
  return z.imag();
}
template <class A>
KOKKOS_INLINE_FUNCTION complex<A> conj(complex<A> const& z)
{
  return {z.real(), -z.imag()};
}

}  // namespace Kokkos

namespace acre {
using Kokkos::complex;
namespace math {
template <class T>
inline constexpr bool jit_integer<Kokkos::complex<T>> = false;
}  // namespace math
}  // namespace acre
#include <acre/math/complex.hpp>
namespace Kokkos {

template <class A, class B>
KOKKOS_INLINE_FUNCTION complex<common_of<A, B>> operator/(complex<A> const& x, complex<B> const& y)
{
  return acre::math::divide(complex<common_of<A, B>>(x), complex<common_of<A, B>>(y));
}
template <class A, class B>
  requires std::is_arithmetic_v<A>
KOKKOS_INLINE_FUNCTION complex<common_of<A, B>> operator/(A x, complex<B> const& y)
{
  return complex<common_of<A, B>>(x) / complex<common_of<A, B>>(y);
}

}  // namespace Kokkos
