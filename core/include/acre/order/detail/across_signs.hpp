#pragma once

#include <acre/array/dtype.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>

/// Looking integers up among those of a dtype that has other numbers, uint64 and a signed one. Both
/// promote to float64, which would take neighbours beyond 2^53 for one number.
namespace acre::detail {

template <class S, class V>
inline constexpr bool of_other_sign =
    is_integer<S> && is_integer<V> && !is_integer<promote_t<S, V>>;

/// The dtype in which values of dtype V are looked up among elements of dtype S.
template <class S, class V>
using looked_up_t = std::conditional_t<of_other_sign<S, V>, S, promote_t<S, V>>;

/// op of an S for values of dtype V. Numbers that S hasn't are all on one side of those it has:
/// they get `beyond`.
template <class Op, class S, class V>
struct across_signs {
  template <class>
  using argument = V;
  Op op;
  decltype(std::declval<Op>()(S{})) beyond;

  KOKKOS_INLINE_FUNCTION static bool has(V value)
  {
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<S>::max());
    if constexpr (std::is_signed_v<V>)
      return value >= 0;
    else
      return value <= most;
  }
  KOKKOS_INLINE_FUNCTION auto operator()(V value) const
  {
    return has(value) ? op(static_cast<S>(value)) : beyond;
  }
};

/// op as it is, or across_signs where S and V need that; `below` and `above` all S.
template <class S, class V, class Op, class R>
auto looking_up(Op const& op, R below, R above)
{
  if constexpr (of_other_sign<S, V>)
    return across_signs<Op, S, V>{op, std::is_signed_v<V> ? below : above};
  else
    return op;
}

}  // namespace acre::detail
