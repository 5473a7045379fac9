#pragma once

#include <acre/elementwise/operators.hpp>
#include <acre/math/inverse_trig.hpp>

#include <type_traits>
#include <utility>

/// Parts and angles of complex numbers, as terms of a fused expression; parts of an array are
/// views. Same bits everywhere.
namespace acre {

namespace detail {

/// Parts of complex numbers; a real one's are itself and 0.
struct real_op : same_type {
  static constexpr char const* name = "real";
  using dtypes = complex_dtypes;
  static constexpr bool keeps_reals = true;
  template <class T>
  KOKKOS_INLINE_FUNCTION real_t<T> operator()(T x) const
  {
    if constexpr (is_complex<T>::value)
      return x.real();
    else
      return x;
  }
};
struct imag_op : same_type {
  static constexpr char const* name = "imag";
  using dtypes = all_elements;
  template <class T>
  KOKKOS_INLINE_FUNCTION real_t<T> operator()(T x) const
  {
    if constexpr (is_complex<T>::value)
      return x.imag();
    else
      return T{0};
  }
};
struct conjugate_op : number_type {
  static constexpr char const* name = "conjugate";
  static constexpr char const* alias = "conj";
  using dtypes = complex_dtypes;
  static constexpr bool keeps_reals = true;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    if constexpr (is_complex<T>::value)
      return {x.real(), -x.imag()};
    else
      return x;
  }
};
struct angle_op {
  template <class T>  // of bool float64, as NumPy's int64 0 beside it makes it
  using argument = std::conditional_t<std::is_same_v<T, bool>, double, inexact_t<T>>;
  static constexpr char const* name = "angle";
  using dtypes = inexact_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION real_t<T> operator()(T x) const
  {
    if constexpr (is_complex<T>::value)
      return math::atan2(x.imag(), x.real());
    else
      return math::atan2(T{0}, x);
  }
};

/// Real numbers are taken as complex64, which has the same answer.
struct complex_type {
  template <class T>
  using argument = std::conditional_t<is_complex<T>::value, T, complex<float>>;
};
struct isreal_op : complex_type {
  static constexpr char const* name = "isreal";
  using dtypes = complex_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION bool operator()(T z) const
  {
    return z.imag() == 0;
  }
};
struct iscomplex_op : complex_type {
  static constexpr char const* name = "iscomplex";
  using dtypes = complex_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION bool operator()(T z) const
  {
    return z.imag() != 0;
  }
};

/// The real parts (0) or the imaginary ones (1).
template <int Part, class A>
auto part_of(A const& a)
{
  return make_unary<std::conditional_t<Part == 0, real_op, imag_op>>(a);
}
template <int Part, class T, int Rank, class Space>
  requires(Part == 0 && !is_complex<T>::value)
auto part_of(array<T, Rank, Space> const& a)
{
  return a;
}
template <int Part, class T, int Rank, class Space>
auto part_of(array<complex<T>, Rank, Space> const& a)
{
  using result = array<T, Rank, Space>;
  if (!a.has_shape()) return result();
  auto strides = a.strides();
  for (std::int64_t& stride : strides) stride *= 2;
  T* const first = reinterpret_cast<T*>(node::first(a));
  return node::view<result>(a, first ? first + Part : first, a.shape(), strides);
}

using complex_functions =
    type_list<real_op, imag_op, conjugate_op, angle_op, isreal_op, iscomplex_op>;

}  // namespace detail

/// The real (imaginary) parts: of an array of complex numbers a view, which may be written:
/// imag(z) = 0.0. For real numbers themselves, and zeros.
template <class... A>
  requires one_operand<A...>
auto real(A... a)
{
  return detail::part_of<0>(std::move(a)...);
}
template <class... A>
  requires one_operand<A...>
auto imag(A... a)
{
  return detail::part_of<1>(std::move(a)...);
}
/// The complex conjugate; real numbers stay.
template <class... A>
  requires one_operand<A...>
auto conj(A... a)
{
  return detail::make_unary<detail::conjugate_op>(std::move(a)...);
}
/// The angle of a complex number in [-pi, pi]; of real ones 0 or pi.
template <class... A>
  requires one_operand<A...>
auto angle(A... a)
{
  return detail::make_unary<detail::angle_op>(std::move(a)...);
}
/// Whether the imaginary part is 0, as every real number's; whether it isn't. bool.
template <class... A>
  requires one_operand<A...>
auto isreal(A... a)
{
  return detail::make_unary<detail::isreal_op>(std::move(a)...);
}
template <class... A>
  requires one_operand<A...>
auto iscomplex(A... a)
{
  return detail::make_unary<detail::iscomplex_op>(std::move(a)...);
}

}  // namespace acre
