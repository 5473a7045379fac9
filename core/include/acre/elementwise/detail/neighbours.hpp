#pragma once

#include <acre/elementwise/detail/call.hpp>
#include <acre/elementwise/shifted.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

namespace acre {

template <class T, int... Margin>
struct neighbourhood;

namespace detail {

template <class Array, class Margin>
struct elements_with_neighbours {
  Array of;
};

template <class X>
inline constexpr bool has_neighbours = false;
template <class Array, class Margin>
inline constexpr bool has_neighbours<elements_with_neighbours<Array, Margin>> = true;

/// Operands of which one at least is neighbours of an array.
template <class... X>
concept with_neighbours = ((has_neighbours<X> || operand<X>) && ...) && (has_neighbours<X> || ...);

template <int... Margin>
constexpr std::array<std::int64_t, sizeof...(Margin)> extents_of(numbers<Margin...>)
{
  return {Margin...};
}

/// The shift along an axis of neighbour k in C order.
template <int... Margin>
constexpr int shift_of_neighbour(int k, std::size_t axis)
{
  int const margin[] = {Margin...};
  for (std::size_t last = sizeof...(Margin) - 1; last > axis; --last) k /= 2 * margin[last] + 1;
  return k % (2 * margin[axis] + 1) - margin[axis];
}

/// An operand of elementwise: the argument that the function takes for it, and its terms, whose
/// values the argument is made of.
template <class X>
struct part_of_call {
  using node = node_t<own_dtypes, X>;
  using argument = typename node::value_type;
  static std::tuple<node> operands(X x) { return {as_node<own_dtypes>(std::move(x))}; }
};

template <class T, int Rank, class Space, int... Margin>
struct part_of_call<elements_with_neighbours<array<T, Rank, Space>, numbers<Margin...>>> {
  using argument = neighbourhood<T, Margin...>;
  using axes = std::make_index_sequence<sizeof...(Margin)>;

  template <int K, std::size_t... Axis>
  static auto neighbour(array<T, Rank, Space> const& a, std::index_sequence<Axis...>)
  {
    return window<T, Rank, Space, numbers<Margin...>,
                  numbers<shift_of_neighbour<Margin...>(K, Axis)...>>(a);
  }
  template <int... K>
  static auto operands_of(array<T, Rank, Space> const& a, std::integer_sequence<int, K...>)
  {
    return std::tuple(neighbour<K>(a, axes())...);
  }
  static auto operands(elements_with_neighbours<array<T, Rank, Space>, numbers<Margin...>> const& x)
  {
    return operands_of(x.of, std::make_integer_sequence<int, ((2 * Margin + 1) * ...)>());
  }
};

/// f(arguments…) of the values of all terms: each step takes the first one's off the front and adds
/// what it is to the end, so that the arguments are left.
template <class... Argument>
struct arguments_of;
template <>
struct arguments_of<> {
  template <class F, class... V>
  KOKKOS_INLINE_FUNCTION static auto call(F const& f, V const&... v)
  {
    return f(v...);
  }
};
template <class T, class... Rest>
struct arguments_of<T, Rest...> {
  template <class F, class... V>
  KOKKOS_INLINE_FUNCTION static auto call(F const& f, T const& first, V const&... v)
  {
    return arguments_of<Rest...>::call(f, v..., first);
  }
};

template <class T, std::size_t>
using one_of_many = T;

template <class Neighbourhood, class Numbers, class... Rest>
struct first_of_many;
template <class T, int... Margin, std::size_t... K, class... Rest>
struct first_of_many<neighbourhood<T, Margin...>, std::index_sequence<K...>, Rest...> {
  template <class F, class... V>
  KOKKOS_INLINE_FUNCTION static auto call(F const& f, one_of_many<T, K> const&... neighbour,
                                          V const&... v)
  {
    return arguments_of<Rest...>::call(f, v..., neighbourhood<T, Margin...>{{neighbour...}});
  }
};
template <class T, int... Margin, class... Rest>
struct arguments_of<neighbourhood<T, Margin...>, Rest...>
    : first_of_many<neighbourhood<T, Margin...>, std::make_index_sequence<((2 * Margin + 1) * ...)>,
                    Rest...> {};

/// A function of one's own as one of the values of all terms.
template <class F, class... Argument>
struct gathering {
  F f;

  template <class... V>
  KOKKOS_INLINE_FUNCTION auto operator()(V const&... v) const
  {
    return arguments_of<Argument...>::call(f, v...);
  }
};

}  // namespace detail
}  // namespace acre
