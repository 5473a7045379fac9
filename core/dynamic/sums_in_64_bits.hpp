#pragma once

#include <acre/reduce/detail/sum.hpp>

#include "integers.hpp"
#include "reductions.hpp"

/// Sums and products of integers of any dtype.
namespace acre::dynamic::detail {

/// The number of 64 bits that an integer is, given by its bits and its sign bit, 0 if it has none.
template <class T>
struct widened : acre::detail::same_type {
  std::uint64_t sign_bit = 0;
  KOKKOS_INLINE_FUNCTION std::uint64_t operator()(T x) const { return (x ^ sign_bit) - sign_bit; }
};

/// f of the array, of integers in 64 bits: modulo 2^64 their sign makes no difference any more.
template <class F>
dynamic_array in_64_bits(std::string_view name, dynamic_array const& a, F const& f)
{
  bool const whole = kind_of(a.dtype()) < kind::floating;
  auto const result = with_array<join<unsigned_integers, inexacts>>(
      name, whole ? bits_of(a) : a, [&]<class T, int R, class Space>(array<T, R, Space> const& x) {
        if constexpr (acre::detail::is_integer<T>)
          return f(acre::detail::make_unary<widened<T>>(
              x, {{}, is_signed(a.dtype()) ? std::uint64_t{1} << (8 * sizeof(T) - 1) : 0}));
        else
          return f(x);
      });
  return as_dtype(result, sum_dtype(a.dtype()));
}

}  // namespace acre::dynamic::detail
