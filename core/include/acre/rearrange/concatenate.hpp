#pragma once

#include <acre/array/detail/shape_rules.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/rearrange/detail/views.hpp>

#include <algorithm>
#include <initializer_list>
#include <tuple>
#include <type_traits>
#include <vector>

/// Arrays and expressions joined into a new array. The parts are a tuple (of any types; the result
/// has the dtype they promote to), a vector or a list in braces, concatenate({a, b}) (of one type,
/// as many as there are):
///
/// ```cpp
/// auto const a = from_host(std::vector{1, 2}, shape(1, 2)), b = full(shape(1, 1), 3);
/// std::cout << concatenate(std::tuple(a, b + 1, a), 1) << '\n';
/// ```
/// ```text
/// [[1 2 4 1 2]]
/// ```
///
/// One kernel a part, which writes its elements where they belong; no temporary, no scratch.
/// Queued. Same bits on every backend.
namespace acre {

namespace detail {

/// The dtype of several: those of the widest kind together, and these with each, as NumPy's. Two at
/// a time would widen int8, uint16 and float32 to float64.
template <class T>
struct promoting {
  using type = T;
  template <class U>
  promoting<promote_t<T, U>> operator+(promoting<U>) const;
};
template <class... T>
struct promoted_together {
  static constexpr kind widest = std::max({kind_of<T>()...});
  // bool changes no other dtype
  using main =
      typename decltype((promoting<bool>() + ... +
                         promoting<std::conditional_t<kind_of<T>() == widest, T, bool>>()))::type;
  using type = typename decltype((promoting<bool>() + ... + promoting<promote_t<main, T>>()))::type;
};

template <class... E>
struct join_type : promoted_together<typename E::value_type...> {};
template <class E>
struct join_type<E> {
  using type = typename E::value_type;
};

/// A new array of `shape` with the parts one after another along `axis`.
template <class T, int Rank, class Space, class Parts>
auto joined(Space const& space, shape_t<Rank> const& shape, int axis, Parts const& for_each_part)
{
  array<T, Rank, Space> const result(space, shape);
  std::int64_t at = 0;
  for_each_part([&](auto const& part) {
    std::int64_t const extent = part.shape()[axis];
    assign(sliced(result, axis, slice(at, at + extent)), part);
    at += extent;
  });
  return result;
}

/// Joins arrays along a new axis.
template <class T, int Rank, class Space, class Parts>
auto stacked(Space const& space, shape_t<Rank> const& shape, int axis, Parts const& for_each_part)
{
  array<T, Rank, Space> const result(space, shape);
  shape_t<Rank - 1> extent{}, stride{};
  without_axis({shape, result.strides()}, axis, {extent, stride});
  T* at = result.data();
  for_each_part([&](auto const& part) {
    assign(array<T, Rank - 1, Space>(space, result.owner(), at, extent, stride), part);
    if (at) at += result.strides()[axis];
  });
  return result;
}

template <class F, class... E>
void apply_to_each(std::tuple<E...> const& parts, F const& f)
{
  std::apply([&](auto const&... part) { (f(part), ...); }, parts);
}

}  // namespace detail

/// The parts one after another along an axis that they have. Throws index_error for the axis,
/// shape_error with NumPy's text where other axes differ, value_error for an empty vector.
template <expression E, expression... Rest>
  requires(E::rank > 0 && ((Rest::rank == E::rank) && ...))
auto concatenate(std::tuple<E, Rest...> const& parts, axis_number along = 0)
{
  int axis = along;
  static_assert((detail::spaces_agree<typename E::space_type, typename Rest::space_type> && ...),
                "acre: the parts live in different spaces; copy them with copy_to(space, x)");
  shape_t<E::rank> result{};
  std::apply(
      [&](auto const&... part) {
        std::array const each{part.shape()...};
        std::vector<extents_view> const shapes(each.begin(), each.end());
        detail::joined_shape(result, shapes, axis);
      },
      parts);
  return detail::joined<typename detail::join_type<E, Rest...>::type, E::rank>(
      std::get<0>(parts).space(), result, axis,
      [&](auto const& f) { detail::apply_to_each(parts, f); });
}
template <expression E>
  requires(E::rank > 0)
auto concatenate(std::vector<E> const& parts, axis_number along = 0)
{
  int axis = along;
  shape_t<E::rank> result{};
  std::vector<shape_t<E::rank>> each;
  for (E const& part : parts) each.push_back(part.shape());
  std::vector<extents_view> const shapes(each.begin(), each.end());
  detail::joined_shape(result, shapes, axis);
  return detail::joined<typename E::value_type, E::rank>(parts[0].space(), result, axis,
                                                         [&](auto const& f) {
                                                           for (E const& part : parts) f(part);
                                                         });
}

template <expression E>
  requires(E::rank > 0)
auto concatenate(std::initializer_list<E> parts, axis_number axis = 0)
{
  return concatenate(std::vector<E>(parts), axis);
}

/// The array API's name of concatenate.
template <class Parts>
  requires requires(Parts const& parts) { concatenate(parts); }
auto concat(Parts const& parts, axis_number axis = 0)
{
  return concatenate(parts, axis);
}
template <expression E>
  requires(E::rank > 0)
auto concat(std::initializer_list<E> parts, axis_number axis = 0)
{
  return concatenate(std::vector<E>(parts), axis);
}

/// Parts of one shape along a new axis, which becomes axis `axis` of the result. Throws
/// shape_error ("all input arrays must have the same shape"), index_error for the axis,
/// value_error for an empty vector.
template <expression E, expression... Rest>
  requires(E::rank < max_rank && ((Rest::rank == E::rank) && ...))
auto stack(std::tuple<E, Rest...> const& parts, axis_number along = 0)
{
  int axis = along;
  static_assert((detail::spaces_agree<typename E::space_type, typename Rest::space_type> && ...),
                "acre: the parts live in different spaces; copy them with copy_to(space, x)");
  shape_t<E::rank + 1> result{};
  std::apply(
      [&](auto const&... part) {
        std::array const each{part.shape()...};
        std::vector<extents_view> const shapes(each.begin(), each.end());
        detail::stacked_shape(result, shapes, axis);
      },
      parts);
  return detail::stacked<typename detail::join_type<E, Rest...>::type, E::rank + 1>(
      std::get<0>(parts).space(), result, axis,
      [&](auto const& f) { detail::apply_to_each(parts, f); });
}
template <expression E>
  requires(E::rank < max_rank)
auto stack(std::vector<E> const& parts, axis_number along = 0)
{
  int axis = along;
  shape_t<E::rank + 1> result{};
  std::vector<shape_t<E::rank>> each;
  for (E const& part : parts) each.push_back(part.shape());
  std::vector<extents_view> const shapes(each.begin(), each.end());
  detail::stacked_shape(result, shapes, axis);
  return detail::stacked<typename E::value_type, E::rank + 1>(parts[0].space(), result, axis,
                                                              [&](auto const& f) {
                                                                for (E const& part : parts) f(part);
                                                              });
}
template <expression E>
  requires(E::rank < max_rank)
auto stack(std::initializer_list<E> parts, axis_number axis = 0)
{
  return stack(std::vector<E>(parts), axis);
}

}  // namespace acre

#include <acre/rearrange/detail/refusals/concatenate.hpp>
