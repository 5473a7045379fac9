#pragma once

#include <acre/backends/common/sort.hpp>
#include <acre/elementwise/operators.hpp>

namespace acre::detail {

/// An unsigned integer for each value, one to one, in the order of sort(): its rank
/// (backends/common/sort.hpp).
template <class T>
using ordered_bits_t = sized_int<sizeof(T), false>;

template <class T>
struct to_ordered_bits : same_type {
  KOKKOS_INLINE_FUNCTION ordered_bits_t<T> operator()(T x) const
  {
    return backends::sort_order<T>::rank(__builtin_bit_cast(ordered_bits_t<T>, x));
  }
};

template <class T>
struct from_ordered_bits : same_type {
  KOKKOS_INLINE_FUNCTION T operator()(ordered_bits_t<T> rank) const
  {
    return __builtin_bit_cast(T, backends::sort_order<T>::bits(rank));
  }
};

}  // namespace acre::detail
