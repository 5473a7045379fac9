#pragma once

#include <acre/elementwise/detail/compiled_function.hpp>
#include <acre/elementwise/detail/fast_function.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/math/complex_functions.hpp>
#include <acre/math/pow.hpp>

#include <type_traits>
#include <utility>

/// Powers, as terms of a fused expression. Same bits everywhere.
namespace acre {

namespace detail {

struct power_op : number_type, compiled_pair<power_op> {
  static constexpr char const* name = "power";
  static constexpr error_bound ulp{0.75, 0.51};
  using dtypes = number_dtypes;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    if constexpr (std::is_floating_point_v<T> || is_complex<T>::value)
      return math::pow(a, b);
    else
      return integer_power(a, b);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static bool usual(T a, T b)
  {
    return math::detail::pow_usual(a, b);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T quick(T a, T b)
  {
    return math::detail::pow_quick(a, b);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T a, T b)
  {
    return Kokkos::pow(a, b);
  }
};

/// No negative integer scalar is an exponent of integers.
template <class A, class B>
void require_exponent(A const&, B const& b)
{
  if constexpr (integer_element<B> && std::is_signed_v<B> &&
                kind_of<promotion_t<A, B>>() <= kind::integer)
    if (b < 0) throw value_error("Integers to negative integer powers are not allowed.");
}

using power_pairs = type_list<power_op>;

}  // namespace detail

/// a to the power b, of complex numbers on its main branch. A floating-point b of 2, -1 or 0.5, a
/// number or an element, gives the bits of a * a, 1 / a and the root and takes no longer (NumPy
/// does that for numbers; of -0 and -inf the root is C's pow). Integers wrap around; a negative
/// element of an integer b gives 0 (±1 for a = ±1). Throws value_error for a negative integer
/// scalar b, with NumPy's text: Integers to negative integer powers are not allowed.
template <class... A>
  requires two_operands<A...>
auto power(A... a)
{
  detail::require_exponent(a...);
  return detail::make_binary<detail::power_op>(std::move(a)...);
}
namespace fast {
/// Computed in floating point: of integers too.
inline constexpr acre::detail::fast_pair<acre::detail::power_op> power{};
}  // namespace fast

}  // namespace acre
