#pragma once

#include <acre/index/along_axis.hpp>
#include <acre/order/detail/top_of_many.hpp>
#include <acre/order/sort.hpp>
#include <acre/rearrange/detail/views.hpp>

#include <optional>

namespace acre {

namespace detail {

/// Throws value_error: topk: 7 elements of an axis with 5
void require_top(std::int64_t k, std::int64_t extent);

}  // namespace detail

/// What topk gives.
template <element T, int Rank, class Space>
struct top_elements {
  array<T, Rank, Space> values;
  array<std::int64_t, Rank, Space> indices;
};

/// The k largest elements along an axis, the largest first, and where they stand: of equal ones
/// the first. NaN comes after all numbers. Throws value_error where the axis is shorter than k.
///
/// Few of one axis of 131072 numbers or more (of 2 bytes at least, none complex) are found by their
/// digits, as median() finds its own: x is read four times for 4 bytes, seven for 8, and scratch is
/// a byte an element and more; this waits. All others, and those of an axis of which more than an
/// eighth is as large as the kth, come from argsort(), with its scratch; queued.
template <expression E>
auto topk(E const& x, std::int64_t k, axis_number axis = -1)
{
  using T = typename E::value_type;
  axis = detail::normalized_axis(axis, E::rank);
  detail::require_top(k, x.shape()[axis]);
  auto const a = detail::computed_array(x);
  top_elements<T, E::rank, typename E::space_type> top;
  std::optional<decltype(top.indices)> found;
  if constexpr (E::rank == 1 && detail::selects_top<T>) found = detail::top_of_many(a, k);
  top.indices = found ? *found
                      : detail::contiguous_copy(
                            detail::sliced(argsort(a, axis, descending), axis, slice(0, k)));
  top.values = decltype(top.values)(take_along_axis(a, top.indices, axis, index_mode::unchecked));
  return top;
}

}  // namespace acre
