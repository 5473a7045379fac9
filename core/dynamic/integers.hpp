#pragma once

#include <acre/elementwise/operators.hpp>
#include <acre/math/detail/bits.hpp>

#include "dispatch.hpp"

/// Kernels for unsigned integers that serve signed ones too, where that gives the same bits or can
/// be made to: half as many are compiled.
namespace acre::dynamic::detail {

using unsigned_integers = type_list<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>;

inline bool is_signed(dtype d)
{
  return kind_of(d) == kind::integer && sum_dtype(d) == dtype::int64;
}

/// A list of dtypes without the signed integers.
template <class List>
struct drop_signed;
template <class... T>
struct drop_signed<type_list<T...>> {
  using type = join<std::conditional_t<acre::detail::is_integer<T> && std::is_signed_v<T>,
                                       type_list<>, type_list<T>>...>;
};
template <class List>
using without_signed = typename drop_signed<List>::type;

/// Signed integers as the unsigned ones of their bits; others as they are.
inline dynamic_array without_sign(dynamic_array const& a)
{
  return is_signed(a.dtype()) ? bits_of(a) : a;
}

/// Some bits of a number the other way round.
template <class T>
using unsigned_of = acre::detail::sized_int<sizeof(T), false>;
template <class T>
struct flip_bits : acre::detail::same_type {
  unsigned_of<T> bits{};
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return math::detail::bits_as<T>(
        static_cast<unsigned_of<T>>(math::detail::bits_as<unsigned_of<T>>(x) ^ bits));
  }
};

/// Order alone decides about comparisons and extremes. Dtypes that stand for all real ones there:
using ordered_forms = join<unsigned_integers, floats>;
inline dynamic_array as_ordered(dynamic_array const& a)
{
  return kind_of(a.dtype()) < kind::floating ? bits_of(a) : a;
}
/// Gives the bits of numbers of a dtype the order of those numbers, or the opposite one; done twice
/// it is undone.
template <class T>
flip_bits<T> ordering(dtype d, bool opposite = false)
{
  using bits = unsigned_of<T>;
  bits const sign_bit = static_cast<bits>(bits{1} << (8 * sizeof(T) - 1));
  if constexpr (std::is_floating_point_v<T>)
    return {{}, opposite ? sign_bit : bits{0}};
  else
    return {{},
            static_cast<bits>((is_signed(d) ? sign_bit : bits{0}) ^
                              (opposite ? static_cast<bits>(~bits{0}) : bits{0}))};
}

}  // namespace acre::dynamic::detail
