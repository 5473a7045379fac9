#pragma once

#include <acre/elementwise/operators.hpp>

#include <cstdint>

namespace acre::detail {

/// An unsigned integer for each value, one to one, whose order is the order of sorting.
template <class T>
using sort_key_t = sized_int<sizeof(T), false>;

template <class Key>
inline constexpr Key top_bit = static_cast<Key>(Key{1} << (8 * sizeof(Key) - 1));

/// Where -inf lies once negative numbers are mirrored: what is below are NaNs with a sign bit,
/// which go to the end when this is subtracted.
template <class Key>
inline constexpr Key mirrored_minus_infinity =
    sizeof(Key) == 8 ? static_cast<Key>(0x000fffffffffffff) : static_cast<Key>(0x007fffff);

template <class To, class From>
KOKKOS_INLINE_FUNCTION To same_bits(From from)
{
  static_assert(sizeof(To) == sizeof(From));
  To to;
  __builtin_memcpy(&to, &from, sizeof to);
  return to;
}

template <class T>
struct to_sort_key : same_type {
  using key = sort_key_t<T>;
  KOKKOS_INLINE_FUNCTION key operator()(T x) const
  {
    if constexpr (std::is_floating_point_v<T>) {
      key const bits = same_bits<key>(x);
      key const mirrored =
          bits & top_bit<key> ? static_cast<key>(~bits) : static_cast<key>(bits | top_bit<key>);
      return static_cast<key>(mirrored - mirrored_minus_infinity<key>);
    } else if constexpr (std::is_signed_v<T>) {
      return static_cast<key>(static_cast<key>(x) ^ top_bit<key>);
    } else {
      return static_cast<key>(x);
    }
  }
};

template <class T>
struct from_sort_key : same_type {
  using key = sort_key_t<T>;
  KOKKOS_INLINE_FUNCTION T operator()(key k) const
  {
    if constexpr (std::is_floating_point_v<T>) {
      key const mirrored = static_cast<key>(k + mirrored_minus_infinity<key>);
      return same_bits<T>(mirrored & top_bit<key> ? static_cast<key>(mirrored ^ top_bit<key>)
                                                  : static_cast<key>(~mirrored));
    } else if constexpr (std::is_signed_v<T>) {
      return static_cast<T>(static_cast<key>(k ^ top_bit<key>));
    } else {
      return static_cast<T>(k);
    }
  }
};

}  // namespace acre::detail
