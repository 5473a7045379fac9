#pragma once

#include <Kokkos_Macros.hpp>

#include <cstdint>

namespace acre::backends::host::detail {

/// Accumulators side by side. A value of several numbers may have an array for each, so that loops
/// over the lanes vectorise:
///
///   template <int N> struct arrays;   // with get(i) and set(i, value)
///
/// and, for a reducer that settles_after some elements,
///
///   void append_more(int i, Element const& x), count_more(int i, std::int64_t n);
template <class Value, int N>
struct accumulators {
  Value value[N];
  KOKKOS_INLINE_FUNCTION Value const& get(int i) const { return value[i]; }
  KOKKOS_INLINE_FUNCTION void set(int i, Value const& v) { value[i] = v; }
};
template <class Value, int N>
  requires requires { typename Value::template arrays<N>; }
struct accumulators<Value, N> : Value::template arrays<N> {};

}  // namespace acre::backends::host::detail
