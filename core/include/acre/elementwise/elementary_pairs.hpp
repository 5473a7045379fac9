#pragma once

#include <acre/elementwise/detail/compiled_function.hpp>
#include <acre/elementwise/detail/fast_function.hpp>
#include <acre/math/inverse_trig.hpp>
#include <acre/math/logaddexp.hpp>
#include <acre/math/root.hpp>
#include <acre/math/rounding.hpp>

#include <concepts>
#include <utility>

/// Elementary functions of two operands; dtypes, bits and the table they are in: see
/// <acre/elementwise/elementary.hpp>.
namespace acre {

namespace detail {

struct arctan2_op : elementary_function, compiled_pair<arctan2_op> {
  static constexpr char const* name = "arctan2";
  static constexpr error_bound ulp{0.61, 0.55};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    return math::atan2(a, b);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static bool usual(T a, T b)
  {
    return math::detail::atan2_usual(a, b);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T quick(T a, T b)
  {
    return math::detail::atan2_quick(a, b);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T a, T b)
  {
    return Kokkos::atan2(a, b);
  }
};
struct hypot_op : elementary_function, compiled_pair<hypot_op> {
  static constexpr char const* name = "hypot";
  static constexpr error_bound ulp{0.75, 0.51};
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    return math::hypot(a, b);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T fast(T a, T b)
  {
    return Kokkos::hypot(a, b);
  }
};
struct logaddexp_op : elementary_function, compiled_pair<logaddexp_op> {
  static constexpr char const* name = "logaddexp";
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    return math::logaddexp(a, b);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static bool usual(T a, T b)
  {
    return math::detail::logaddexp_usual(a, b);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION static T quick(T a, T b)
  {
    return math::detail::logaddexp_quick(a, b);
  }
};
struct copysign_op : elementary_function {
  static constexpr char const* name = "copysign";
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    return math::copysign(a, b);
  }
};
struct nextafter_op : elementary_function {
  static constexpr char const* name = "nextafter";
  static constexpr bool takes_halves = true;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    if constexpr (is_half<T>)
      return next_half(a, b);
    else
      return math::nextafter(a, b);
  }
};

using elementary_pairs = type_list<arctan2_op, hypot_op, logaddexp_op, copysign_op, nextafter_op>;

}  // namespace detail

/// Angle of the point (x = b, y = a), in (-pi, pi].
template <class... A>
  requires two_operands<A...>
auto arctan2(A... a)
{
  return detail::make_binary<detail::arctan2_op>(std::move(a)...);
}
/// sqrt(a² + b²) without overflow on the way.
template <class... A>
  requires two_operands<A...>
auto hypot(A... a)
{
  return detail::make_binary<detail::hypot_op>(std::move(a)...);
}
/// log(exp(a) + exp(b)) without overflow on the way.
template <class... A>
  requires two_operands<A...>
auto logaddexp(A... a)
{
  return detail::make_binary<detail::logaddexp_op>(std::move(a)...);
}
/// |a| with the sign of b.
template <class... A>
  requires two_operands<A...>
auto copysign(A... a)
{
  return detail::make_binary<detail::copysign_op>(std::move(a)...);
}
/// The next number after a towards b.
template <class... A>
  requires two_operands<A...>
auto nextafter(A... a)
{
  return detail::make_binary<detail::nextafter_op>(std::move(a)...);
}

/// The platform's own, see <acre/elementwise/fast.hpp>.
namespace fast {
inline constexpr acre::detail::fast_pair<acre::detail::arctan2_op> arctan2{};
inline constexpr acre::detail::fast_pair<acre::detail::hypot_op> hypot{};
}  // namespace fast

}  // namespace acre
