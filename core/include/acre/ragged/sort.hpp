#pragma once

#include <acre/order/sort.hpp>
#include <acre/ragged/ragged.hpp>

/// The elements of each list in the order of argsort() of an array (acre/order/sort.hpp): NaN last,
/// -0.0 equals 0.0, equal elements as they were. The axis is 1, or -1 for the same.
///
/// Two stable sorts, by the elements and by their lists: the time is that of all elements, however
/// they are dealt to lists. Queued. Scratch: as argsort of all elements, and three numbers of 8
/// bytes for each. Same bits on every backend.
namespace acre {

namespace detail {

/// Where the elements of each list stand in all of them, list by list, from the order of all.
template <class Space, class Index>
array<std::int64_t, 1, Space> order_in_lists(list_structure<Space, Index> const& lists,
                                             array<std::int64_t, 1, Space> const& order)
{
  return ordered_by("argsort", lists.list_index(), order);
}

template <class E, class Space>
auto places_in_lists(E const& e, array<std::int64_t, 1, Space> const& order)
{
  auto const& lists = *e.structure();
  auto const at = order_in_lists(lists, order);
  array<std::int64_t, 1, Space> const begins =
      cast<std::int64_t>(lists.begins()) - static_cast<std::int64_t>(lists.first);
  return ragged<std::int64_t, Space, typename E::index_type>(
      e.structure(), evaluate(at - looked_up(begins, lists)));
}

template <class E, class Space>
auto ordered_lists(E const& e, array<std::int64_t, 1, Space> const& order)
{
  auto const at = order_in_lists(*e.structure(), order);
  return ragged<typename E::value_type, Space, typename E::index_type>(
      e.structure(), evaluate(elements_at(evaluate(e.flat()), at)));
}

}  // namespace detail

/// Where the elements of each list stand that sort() puts in order, counted within the list: int64
/// lists, for x(…).
template <ragged_expression E>
auto argsort(E const& e, int axis)
{
  detail::require_list_axis("argsort", axis);
  return detail::places_in_lists(e, argsort(e.flat()));
}
template <ragged_expression E>
auto argsort(E const& e, int axis, descending_t)
{
  detail::require_list_axis("argsort", axis);
  return detail::places_in_lists(e, argsort(e.flat(), descending));
}

/// A new ragged of the same lengths.
template <ragged_expression E>
auto sort(E const& e, int axis)
{
  detail::require_list_axis("sort", axis);
  return detail::ordered_lists(e, argsort(e.flat()));
}
template <ragged_expression E>
auto sort(E const& e, int axis, descending_t)
{
  detail::require_list_axis("sort", axis);
  return detail::ordered_lists(e, argsort(e.flat(), descending));
}

}  // namespace acre
