#pragma once

#include <acre/backends/common/sort.hpp>

#include <type_traits>

namespace acre::backends::gpu {

/// A floating-point key for a vendor's radix sort, which orders it by sort_order: its own order of
/// floating point puts NaNs with a sign bit first. Among `Pairs`, equal numbers have the same
/// digits; NaNs come last, and out of the order in which they came (sort.hpp).
template <class T, bool Pairs>
struct vendor_key {
  using order = sort_order<T>;
  using word = sort_word<T>;
  word bits;

  KOKKOS_INLINE_FUNCTION static word digits(word rank)
  {
    return Pairs ? order::equal_number(rank) : rank;
  }
};

/// Integers are in order as they are.
template <class T, bool Pairs>
using vendor_key_for = std::conditional_t<std::is_floating_point_v<T>, vendor_key<T, Pairs>, T>;

}  // namespace acre::backends::gpu
