#pragma once

#include <acre/elementwise/operators.hpp>
#include <acre/elementwise/predicates.hpp>

#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

/// The larger and the smaller of two elements, and limits, as terms of a fused expression. (max and
/// min of an array stand in <acre/reduce/extrema.hpp>.) Same bits everywhere.
namespace acre {

namespace detail {

/// The larger one, complex numbers by real parts, then by the imaginary ones; a NaN wins (the
/// first, if both are).
struct maximum_op : same_type {
  static constexpr char const* name = "maximum";
  static constexpr bool asks_order = true;
  using dtypes = all_elements;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    if constexpr (std::is_floating_point_v<T>)
      return a >= b || is_nan(a) ? a : b;
    else
      return is_nan(a) || !(less_than(a, b) || is_nan(b)) ? a : b;
  }
};
struct minimum_op : same_type {
  static constexpr char const* name = "minimum";
  static constexpr bool asks_order = true;
  using dtypes = all_elements;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    if constexpr (std::is_floating_point_v<T>)
      return a <= b || is_nan(a) ? a : b;
    else
      return is_nan(a) || !(less_than(b, a) || is_nan(b)) ? a : b;
  }
};
/// The larger one; a NaN loses.
struct fmax_op : same_type {
  static constexpr char const* name = "fmax";
  static constexpr bool asks_order = true;
  using dtypes = all_elements;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    return is_nan(b) || !(less_than(a, b) || is_nan(a)) ? a : b;
  }
};
struct fmin_op : same_type {
  static constexpr char const* name = "fmin";
  static constexpr bool asks_order = true;
  using dtypes = all_elements;
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    return is_nan(b) || !(less_than(b, a) || is_nan(a)) ? a : b;
  }
};

template <class L>
concept limit = operand<L> || std::same_as<L, std::nullopt_t>;
template <class... A>
inline constexpr bool clips = false;
template <expression A, limit L, limit H>
  requires(operand<L> || operand<H>)
inline constexpr bool clips<A, L, H> = true;
template <class... A>
concept operands_of_clip = clips<A...>;

/// A limit; a C++ integer that no integer of A's dtype lies beyond, as the least or the largest of
/// them: it limits nothing.
template <class A, class L>
constexpr L within(L limit, bool is_low)
{
  using T = typename A::value_type;
  if constexpr (integer_element<L> && is_integer<T>) {
    constexpr T least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();
    if (is_low && std::cmp_less(limit, least)) return static_cast<L>(least);
    if (!is_low && std::cmp_greater(limit, most)) return static_cast<L>(most);
  }
  return limit;
}

template <class A, class L, class H>
auto clipped(A a, L low, H high)
{
  if constexpr (std::is_same_v<L, std::nullopt_t>)
    return make_binary<minimum_op>(std::move(a), within<A>(std::move(high), false));
  else if constexpr (std::is_same_v<H, std::nullopt_t>)
    return make_binary<maximum_op>(std::move(a), within<A>(std::move(low), true));
  else
    return make_binary<minimum_op>(
        make_binary<maximum_op>(std::move(a), within<A>(std::move(low), true)),
        within<A>(std::move(high), false));
}

using maximum_pairs = type_list<maximum_op, minimum_op>;
using number_maximum_pairs = type_list<fmax_op, fmin_op>;

}  // namespace detail

/// The larger (smaller) of two; NaN if either is NaN. fmax and fmin take the other one instead.
template <class... A>
  requires two_operands<A...>
auto maximum(A... a)
{
  return detail::make_binary<detail::maximum_op>(std::move(a)...);
}
template <class... A>
  requires two_operands<A...>
auto minimum(A... a)
{
  return detail::make_binary<detail::minimum_op>(std::move(a)...);
}
template <class... A>
  requires two_operands<A...>
auto fmax(A... a)
{
  return detail::make_binary<detail::fmax_op>(std::move(a)...);
}
template <class... A>
  requires two_operands<A...>
auto fmin(A... a)
{
  return detail::make_binary<detail::fmin_op>(std::move(a)...);
}
/// Limits x to [low, high], or on one side: clip(x, none, high); where low > high, gives high. A
/// C++ integer beyond x's dtype limits nothing on its own side, clip(x, -1, 300) of uint8.
template <class... A>
  requires detail::operands_of_clip<A...>
auto clip(A... a)
{
  return detail::clipped(std::move(a)...);
}

}  // namespace acre

#include <acre/elementwise/detail/refusals/maximum.hpp>
