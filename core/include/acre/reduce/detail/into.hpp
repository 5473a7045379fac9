#pragma once

#include <acre/backends/common/atomic.hpp>
#include <acre/elementwise/maximum.hpp>
#include <acre/reduce/detail/extrema.hpp>

/// Operations that values are accumulated with (backends/common/accumulate.hpp): by one thread,
/// or atomically by all.
namespace acre::detail {

struct add_into {
  template <class T>
  KOKKOS_INLINE_FUNCTION T identity() const
  {
    return T{};
  }
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    return plus{}(a, b);
  }
  template <class T>
  KOKKOS_INLINE_FUNCTION void atomically(T* to, T value) const
  {
    backends::atomic_add(to, value);
  }
  template <class T>
  KOKKOS_INLINE_FUNCTION void atomically_in_block(T* to, T value) const
  {
    backends::atomic_fetch_add(to, value);
  }
};
struct min_into {
  template <class T>
  KOKKOS_INLINE_FUNCTION T identity() const
  {
    return highest_of<T>();
  }
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    return minimum_op{}(a, b);
  }
  template <class T>
  KOKKOS_INLINE_FUNCTION void atomically(T* to, T value) const
  {
    backends::atomic_min(to, value);
  }
  template <class T>
  KOKKOS_INLINE_FUNCTION void atomically_in_block(T* to, T value) const
  {
    backends::atomic_min(to, value);
  }
};
struct max_into {
  template <class T>
  KOKKOS_INLINE_FUNCTION T identity() const
  {
    return lowest_of<T>();
  }
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    return maximum_op{}(a, b);
  }
  template <class T>
  KOKKOS_INLINE_FUNCTION void atomically(T* to, T value) const
  {
    backends::atomic_max(to, value);
  }
  template <class T>
  KOKKOS_INLINE_FUNCTION void atomically_in_block(T* to, T value) const
  {
    backends::atomic_max(to, value);
  }
};

}  // namespace acre::detail
