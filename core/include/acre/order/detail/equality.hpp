#pragma once

#include <acre/elementwise/operators.hpp>

/// Which values are one to unique() and the functions of sets, and which comes first in the order
/// of sorting.
namespace acre::detail {

template <class T>
KOKKOS_INLINE_FUNCTION bool is_nan_value(T x)
{
  if constexpr (is_complex<T>::value)
    return x.real() != x.real() || x.imag() != x.imag();
  else if constexpr (std::is_floating_point_v<T> || is_half<T>)
    return x != x;
  else
    return false;
}

/// Whether two values are one to unique() and the functions of sets: equal, or NaN both.
template <class T>
KOKKOS_INLINE_FUNCTION bool same_value(T a, T b)
{
  return a == b || (is_nan_value(a) && is_nan_value(b));
}

/// Place of NaN in a complex number: sorting puts numbers with none first, those with an imaginary
/// one next.
template <class T>
struct nan_places : same_type {
  KOKKOS_INLINE_FUNCTION std::uint8_t operator()(T x) const
  {
    auto const re = x.real(), im = x.imag();
    return static_cast<std::uint8_t>((re != re ? 2 : 0) + (im != im ? 1 : 0));
  }
};

/// a before b in the order of sorting, where all NaNs are one value.
template <class T>
KOKKOS_INLINE_FUNCTION bool before_in_order(T a, T b)
{
  if constexpr (is_complex<T>::value) {
    int const nan_a = nan_places<T>{}(a), nan_b = nan_places<T>{}(b);
    if (nan_a != nan_b) return nan_a < nan_b;
    if (a.real() < b.real()) return true;
    return (a.real() == b.real() || nan_a >= 2) && a.imag() < b.imag();
  } else if constexpr (std::is_floating_point_v<T> || is_half<T>) {
    return a < b || (b != b && a == a);
  } else {
    return a < b;
  }
}

}  // namespace acre::detail
