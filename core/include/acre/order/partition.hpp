#pragma once

#include <acre/index/along_axis.hpp>
#include <acre/order/sort.hpp>

#include <vector>

namespace acre {

namespace detail {

/// Throws value_error with NumPy's text: kth(=7) out of bounds (5)
void require_kth(std::int64_t kth, std::int64_t extent);

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
/// Their positions, as argsort().
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

}  // namespace acre
