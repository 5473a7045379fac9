#pragma once

#include <acre/elementwise/operators.hpp>

#include <type_traits>

namespace acre::detail {

/// An unsigned integer for each value, one to one, in the order of sort(): -0.0 before 0.0, NaNs
/// last.
template <class T>
using ordered_bits_t = sized_int<sizeof(T), false>;

template <class Bits>
inline constexpr Bits top_bit = static_cast<Bits>(Bits{1} << (8 * sizeof(Bits) - 1));

/// Where -inf lies once negative numbers are mirrored: what is below are NaNs with a sign bit,
/// which go to the end when this is subtracted.
template <class Bits>
inline constexpr Bits mirrored_minus_infinity =
    sizeof(Bits) == 8 ? static_cast<Bits>(0x000fffffffffffff) : static_cast<Bits>(0x007fffff);

template <class To, class From>
KOKKOS_INLINE_FUNCTION To same_bits(From from)
{
  static_assert(sizeof(To) == sizeof(From));
  To to;
  __builtin_memcpy(&to, &from, sizeof to);
  return to;
}

template <class T>
struct to_ordered_bits : same_type {
  using bits_type = ordered_bits_t<T>;
  KOKKOS_INLINE_FUNCTION bits_type operator()(T x) const
  {
    if constexpr (std::is_floating_point_v<T>) {
      auto const bits = same_bits<bits_type>(x);
      auto const mirrored = bits & top_bit<bits_type>
                                ? static_cast<bits_type>(~bits)
                                : static_cast<bits_type>(bits | top_bit<bits_type>);
      return static_cast<bits_type>(mirrored - mirrored_minus_infinity<bits_type>);
    } else if constexpr (std::is_signed_v<T>) {
      return static_cast<bits_type>(static_cast<bits_type>(x) ^ top_bit<bits_type>);
    } else {
      return static_cast<bits_type>(x);
    }
  }
};

template <class T>
struct from_ordered_bits : same_type {
  using bits_type = ordered_bits_t<T>;
  KOKKOS_INLINE_FUNCTION T operator()(bits_type k) const
  {
    if constexpr (std::is_floating_point_v<T>) {
      auto const mirrored = static_cast<bits_type>(k + mirrored_minus_infinity<bits_type>);
      return same_bits<T>(mirrored & top_bit<bits_type>
                              ? static_cast<bits_type>(mirrored ^ top_bit<bits_type>)
                              : static_cast<bits_type>(~mirrored));
    } else if constexpr (std::is_signed_v<T>) {
      return static_cast<T>(static_cast<bits_type>(k ^ top_bit<bits_type>));
    } else {
      return static_cast<T>(k);
    }
  }
};

}  // namespace acre::detail
