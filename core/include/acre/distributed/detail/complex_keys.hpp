#pragma once

#include <acre/backends/common/sort.hpp>
#include <acre/distributed/detail/row_keys.hpp>
#include <acre/order/detail/equality.hpp>

#include <cstdint>

/// Complex numbers in acre::sort's order, over processes. Their keys are themselves, as numbers
/// that are equal may differ in their bits, of which the first ones' go first.
namespace acre::distributed::detail {

/// What stands for a complex number in sort's order: one for numbers that are equal. OneNan: and
/// for all with a NaN.
template <class T, bool Descending, bool OneNan>
struct to_key_words {
  using order = backends::sort_order<typename T::value_type>;
  using word = typename order::word;
  static constexpr bool is_wide = sizeof(word) == 8;

  static constexpr KOKKOS_INLINE_FUNCTION word rank(typename T::value_type x)
  {
    return order::equal(order::rank(__builtin_bit_cast(word, Descending ? -x : x)));
  }
  /// Ranks of numbers are lower than three of NaN's, which say where NaN is.
  KOKKOS_INLINE_FUNCTION key_words operator()(T x) const
  {
    constexpr word last = static_cast<word>(~word{0});
    int const nan = acre::detail::nan_places<T>{}(x);
    word first = rank(x.real()), second = rank(x.imag());
    if (nan > 0) {
      second = OneNan || nan == 3 ? word{0} : nan == 1 ? first : second;
      first = OneNan ? last : static_cast<word>(last - 3 + static_cast<word>(nan));
    }
    if constexpr (is_wide)
      return {first, second};
    else
      return {std::uint64_t{first} << 32 | second, 0};
  }
};

/// A row of complex numbers in sort's order, among those of other processes.
template <class T, bool Descending, bool OneNan>
struct complex_order : row_in_order<T, to_key_words<T, Descending, OneNan>> {
  struct before {
    KOKKOS_INLINE_FUNCTION bool operator()(T a, T b) const
    {
      return Descending ? acre::detail::before_in_order(-a, -b)
                        : acre::detail::before_in_order(a, b);
    }
  };
};

}  // namespace acre::distributed::detail
