#pragma once

#include <acre/rearrange/concatenate.hpp>
#include <acre/rearrange/detail/views.hpp>

#include <initializer_list>
#include <tuple>
#include <type_traits>
#include <vector>

/// Arrays beside each other by NumPy's names. The parts are those of concatenate() (in braces, a
/// vector, a tuple), with new axes of extent 1 where they have too few.
///
/// One kernel a part; expressions are evaluated first. Throws as concatenate(). Queued. Same bits
/// on every backend.
namespace acre {

namespace detail {

template <int Axis>
struct with_axes_up_to {  // with axes up to Axis: n → (1, n) → (1, n, 1)
  template <expression E>
  auto operator()(E const& e) const
  {
    auto const a = computed_array(e);
    if constexpr (E::rank > Axis)
      return a;
    else if constexpr (Axis == 0)
      return a.reshape(acre::shape(1));
    else if constexpr (E::rank < 2 && Axis == 1)
      return a.reshape(acre::shape(1, a.size()));
    else if constexpr (E::rank < 2)
      return a.reshape(acre::shape(1, a.size(), 1));
    else
      return a.reshape(acre::shape(a.extent(0), a.extent(1), 1));
  }
};
struct as_columns {
  template <expression E>
  auto operator()(E const& e) const
  {
    auto const a = computed_array(e);
    if constexpr (E::rank < 2)
      return a.reshape(acre::shape(a.size(), 1));
    else
      return a;
  }
};

/// The parts, as `With` makes them, one after another; of one axis along that.
template <class With, class... E>
auto joined_parts(std::tuple<E...> const& parts, int axis)
{
  return std::apply(
      [&](auto const&... part) {
        auto const made = std::tuple(With()(part)...);
        constexpr int rank = std::tuple_element_t<0, decltype(made)>::rank;
        static_assert(((decltype(With()(part))::rank == rank) && ...),
                      "acre: all parts have the same number of axes");
        return acre::concatenate(made, rank == 1 ? 0 : axis);
      },
      parts);
}
template <class With, class E>
auto joined_parts(std::vector<E> const& parts, int axis)
{
  using array_type = decltype(With()(std::declval<E const&>()));
  std::vector<array_type> made;
  for (E const& part : parts) made.push_back(With()(part));
  return acre::concatenate(made, array_type::rank == 1 ? 0 : axis);
}
template <class Parts>
inline constexpr bool is_parts = false;
template <expression E, expression... Rest>
inline constexpr bool is_parts<std::tuple<E, Rest...>> = true;
template <expression E>
inline constexpr bool is_parts<std::vector<E>> = true;

template <class Parts, class... Rest>
constexpr bool are_parts()
{
  constexpr bool are = is_parts<Parts> && sizeof...(Rest) == 0;
  static_assert(are,
                "acre: parts stand in braces or in a tuple: vstack({a, b}), "
                "hstack(std::tuple(a, b + 1))");
  return are;
}

}  // namespace detail

/// Along the first axis; vectors are rows.
template <class Parts, class... Rest>
auto vstack(Parts const& parts, Rest const&...)
{
  if constexpr (detail::are_parts<Parts, Rest...>())
    return detail::joined_parts<detail::with_axes_up_to<1>>(parts, 0);
}
template <expression E>
auto vstack(std::initializer_list<E> parts)
{
  return detail::joined_parts<detail::with_axes_up_to<1>>(std::vector<E>(parts), 0);
}

/// Along the second axis; vectors one behind the other.
template <class Parts, class... Rest>
auto hstack(Parts const& parts, Rest const&...)
{
  if constexpr (detail::are_parts<Parts, Rest...>())
    return detail::joined_parts<detail::with_axes_up_to<0>>(parts, 1);
}
template <expression E>
auto hstack(std::initializer_list<E> parts)
{
  return detail::joined_parts<detail::with_axes_up_to<0>>(std::vector<E>(parts), 1);
}

/// Along the third axis; vectors are rows of depth 1.
template <class Parts, class... Rest>
auto dstack(Parts const& parts, Rest const&...)
{
  if constexpr (detail::are_parts<Parts, Rest...>())
    return detail::joined_parts<detail::with_axes_up_to<2>>(parts, 2);
}
template <expression E>
auto dstack(std::initializer_list<E> parts)
{
  return detail::joined_parts<detail::with_axes_up_to<2>>(std::vector<E>(parts), 2);
}

/// Along the second axis; vectors are columns.
template <class Parts, class... Rest>
auto column_stack(Parts const& parts, Rest const&...)
{
  if constexpr (detail::are_parts<Parts, Rest...>())
    return detail::joined_parts<detail::as_columns>(parts, 1);
}
template <expression E>
auto column_stack(std::initializer_list<E> parts)
{
  return detail::joined_parts<detail::as_columns>(std::vector<E>(parts), 1);
}

}  // namespace acre

#include <acre/rearrange/detail/refusals/stacks.hpp>
