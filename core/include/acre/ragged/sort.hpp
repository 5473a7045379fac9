#pragma once

#include <acre/order/sort.hpp>
#include <acre/ragged/detail/sort.hpp>
#include <acre/ragged/ragged.hpp>

/// The elements of each list in order: the order of sort() and argsort() of arrays
/// (acre/order/sort.hpp), descending where that is said. The axis is 1, or -1 for the same.
///
/// Two stable sorts, by the elements and by their lists: the time is that of all elements, however
/// they are dealt to lists. Queued. Scratch: as argsort of all elements, and three numbers of 8
/// bytes for each. Same bits on every backend.
namespace acre {

/// Where the elements of each list stand, counted within the list: int64 lists, for x(…). Stable.
template <ragged_expression E>
auto argsort(E const& e, int axis)
{
  detail::require_list_axis("argsort", axis);
  return detail::argsorted_lists(e, argsort(e.flat()));
}
template <ragged_expression E>
auto argsort(E const& e, int axis, descending_t)
{
  detail::require_list_axis("argsort", axis);
  return detail::argsorted_lists(e, argsort(e.flat(), descending));
}

/// The elements of each list in order: a new ragged.
template <ragged_expression E>
auto sort(E const& e, int axis)
{
  detail::require_list_axis("sort", axis);
  return detail::sorted_lists(e, [](auto const& x) { return sort(x); });
}
template <ragged_expression E>
auto sort(E const& e, int axis, descending_t)
{
  detail::require_list_axis("sort", axis);
  return detail::sorted_lists(e, [](auto const& x) { return sort(x, descending); });
}

}  // namespace acre
