#pragma once

#include <acre/ragged/detail/list_structure.hpp>
#include <acre/ragged/detail/sort.hpp>
#include <acre/ragged/reduce.hpp>

/// The elements of each list in the order of argsort() of an array (acre/order/sort.hpp): NaN last,
/// -0.0 equals 0.0, equal elements as they were. The axis is 1, or -1 for the same (of nested lists
/// the innermost).
///
/// In lists of up to 48 elements each one counts those before it, all at once; longer ones take two
/// stable sorts of their elements. Waits for the length of the longest list, once for a structure.
/// Scratch: one key and one number of 8 bytes an element; for elements of long lists as argsort of
/// all of these, and three numbers more. Same bits on every backend.
namespace acre {

/// Positions of the elements of each list that sort() puts in order, counted within the list: int64
/// lists, for x(…).
template <ragged_expression E>
auto argsort(E const& e, int axis)
{
  detail::require_list_axis("argsort", axis, E::rank - 1);
  return detail::places_in_lists<false>(e);
}
template <ragged_expression E>
auto argsort(E const& e, int axis, descending_t)
{
  detail::require_list_axis("argsort", axis, E::rank - 1);
  return detail::places_in_lists<true>(e);
}

/// A new ragged of the same lengths.
template <ragged_expression E>
auto sort(E const& e, int axis)
{
  detail::require_list_axis("sort", axis, E::rank - 1);
  return detail::ordered_lists<false>(e);
}
template <ragged_expression E>
auto sort(E const& e, int axis, descending_t)
{
  detail::require_list_axis("sort", axis, E::rank - 1);
  return detail::ordered_lists<true>(e);
}

/// Result of topk of lists.
template <class Values, class Indices>
struct top_of_lists {
  Values values;
  Indices indices;
};

/// The k largest elements of each list, the largest first, and where they stand in it: of equal
/// ones the first, NaN after all numbers. A list with fewer gives all. Throws value_error for a
/// negative k. Waits.
template <ragged_expression E>
auto topk(E const& e, std::int64_t k, int axis)
{
  detail::require_list_axis("topk", axis, E::rank - 1);
  detail::require_list_top(k);
  auto const x = evaluate(e);
  auto const indices = detail::innermost(argsort(x, -1, descending), [k](auto const& order) {
    return order(slice(none, none), slice(0, k));
  });
  auto const values = x(indices, index_mode::unchecked);
  return top_of_lists<std::remove_const_t<decltype(values)>,
                      std::remove_const_t<decltype(indices)>>{values, indices};
}

}  // namespace acre
