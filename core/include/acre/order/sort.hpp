#pragma once

#include <acre/order/detail/sort_rows.hpp>

/// Elements in order along an axis, the last one if none is named. To sort all of an array, sort
/// what evaluate(x).reshape(shape(-1)) gives.
///
/// The order is total, so that the result's bits are the same on every backend: -0.0 comes before
/// 0.0, NaNs last (those without a sign bit first, then by their bits). NumPy's order otherwise:
/// complex numbers by real part, then imaginary part, those with NaN last. `descending` is the
/// order of the negated numbers: NaN is last there, too.
///
/// Any dtype. The result is new. Queued. Scratch: as many keys as there are elements; on a CPU 0.2
/// MB more for each thread, of more than 10 million keys 0.7; on a GPU that of
/// its radix sort as well, and for rows of 4096 to 500000 elements as much
/// again, of less than 12 million elements up to 100 MB. Throws index_error
/// for an axis that is not there: axis 2 is out of bounds for array of
/// dimension 2
namespace acre {

struct descending_t {};
inline constexpr descending_t descending{};

/// The elements in order.
template <expression E>
auto sort(E const& x, axis_number axis = -1)
{
  return detail::sorted_along<false>(x, axis);
}
template <expression E>
auto sort(E const& x, axis_number axis, descending_t)
{
  return detail::sorted_along<true>(x, axis);
}
template <expression E>
auto sort(E const& x, descending_t)
{
  return sort(x, -1, descending);
}

/// Positions of the elements that sort() puts in order: int64, along the axis, for
/// take_along_axis. Stable: equal elements keep their order, and -0.0 equals 0.0 here, NaN equals
/// NaN, as in NumPy's argsort(kind="stable"). Scratch is that of pairs, keys and their numbers: on
/// CPUs and with CUDA twice as many keys as there are elements, with HIP and with a CUB that is
/// not 3.0 as many 32-bit numbers as well; with CUDA 3 % more. Several rows of 4096 to 500000
/// elements are sorted by parts as sort() does. Numbers of the same size as the result from 2^32
/// elements a row on.
template <expression E>
auto argsort(E const& x, axis_number axis = -1)
{
  return detail::argsorted_along<false>("argsort", x, axis);
}
template <expression E>
auto argsort(E const& x, axis_number axis, descending_t)
{
  return detail::argsorted_along<true>("argsort", x, axis);
}
template <expression E>
auto argsort(E const& x, descending_t)
{
  return argsort(x, -1, descending);
}

}  // namespace acre

#include <acre/order/detail/refusals/sort.hpp>
