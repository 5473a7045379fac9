#pragma once

#include <acre/index/along_axis.hpp>
#include <acre/order/sort.hpp>
#include <acre/rearrange/detail/views.hpp>

#include <vector>

namespace acre {

namespace detail {

/// Throws value_error with NumPy's text: kth(=7) out of bounds (5)
void require_kth(std::int64_t kth, std::int64_t extent);
/// Throws value_error: topk: 7 elements of an axis with 5
void require_top(std::int64_t k, std::int64_t extent);

}  // namespace detail

/// The elements along an axis so that the kth is where sorting would put it, smaller or equal ones
/// before it, the others behind. NumPy leaves their order open: here all are in order, as
/// sort() has it, so that the bits are the same everywhere. kth counts from the end where it is
/// negative; throws value_error (kth(=7) out of bounds (5)), and as sort().
template <expression E>
auto partition(E const& x, std::int64_t kth, axis_number axis = -1)
{
  detail::require_kth(kth, x.shape()[detail::normalized_axis(axis, E::rank)]);
  return sort(x, axis);
}
/// Several at once.
template <expression E>
auto partition(E const& x, std::vector<std::int64_t> const& kth, axis_number axis = -1)
{
  for (auto const k : kth)
    detail::require_kth(k, x.shape()[detail::normalized_axis(axis, E::rank)]);
  return sort(x, axis);
}
/// Where they stand: as argsort().
template <expression E>
auto argpartition(E const& x, std::int64_t kth, axis_number axis = -1)
{
  detail::require_kth(kth, x.shape()[detail::normalized_axis(axis, E::rank)]);
  return argsort(x, axis);
}

template <expression E>
auto argpartition(E const& x, std::vector<std::int64_t> const& kth, axis_number axis = -1)
{
  for (auto const k : kth)
    detail::require_kth(k, x.shape()[detail::normalized_axis(axis, E::rank)]);
  return argsort(x, axis);
}

/// What topk gives.
template <element T, int Rank, class Space>
struct top_elements {
  array<T, Rank, Space> values;
  array<std::int64_t, Rank, Space> indices;
};

/// The k largest elements along an axis, the largest first, and where they stand: of equal ones
/// the first. NaN comes after all numbers. Throws value_error where the axis is shorter than k.
/// Queued. Scratch: as argsort, which has all positions, and one key an element.
template <expression E>
auto topk(E const& x, std::int64_t k, axis_number axis = -1)
{
  axis = detail::normalized_axis(axis, E::rank);
  detail::require_top(k, x.shape()[axis]);
  auto const a = detail::computed_array(x);
  top_elements<typename E::value_type, E::rank, typename E::space_type> top;
  top.indices =
      detail::contiguous_copy(detail::sliced(argsort(a, axis, descending), axis, slice(0, k)));
  top.values = decltype(top.values)(take_along_axis(a, top.indices, axis, index_mode::unchecked));
  return top;
}

}  // namespace acre
