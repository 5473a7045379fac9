#pragma once

#include <acre/device/launch.hpp>
#include <acre/index/argwhere.hpp>
#include <acre/index/detail/take_along.hpp>
#include <acre/order/lexsort.hpp>
#include <acre/order/unique.hpp>
#include <acre/rearrange/axis_order.hpp>
#include <acre/rearrange/concatenate.hpp>
#include <acre/reduce/detail/logic.hpp>
#include <acre/reduce/scan.hpp>

/// Slices along an axis that occur, each once: of a matrix along axis 0 its rows. NumPy's unique
/// with an axis.
///
/// ```cpp
/// auto const x = from_host(std::vector{2, 1, 0, 5, 2, 1}, shape(3, 2));
/// std::cout << unique(x, 0) << '\n';
/// ```
/// ```text
/// [[0 5]
///  [2 1]]
/// ```
///
/// They ascend by their first elements, where those are equal by the second, and so on. Two are one
/// where all elements are equal, -0.0 and 0.0, and NaN and NaN too; the first one's bits are taken.
/// These wait. Throws index_error for an axis that is not there. A sort for each element of a
/// slice; scratch: as lexsort(), and the elements three times. Same bits on every backend.
namespace acre {

namespace detail {

/// run[order[j]] = the run that j-th element of the order is in; to be launched.
struct scatter_runs {
  std::int64_t const* order;
  std::int64_t const* run;  // from the second element on; the first one's is 0
  std::int64_t* to;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t j) const
  {
    to[order[j]] = j == 0 ? 0 : run[j - 1];
  }
};

}  // namespace detail

/// Result of unique_all along an axis: positions along it.
template <element T, int Rank, class Space>
struct unique_slices {
  array<T, Rank, Space> values;
  array<std::int64_t, 1, Space> indices, inverse_indices, counts;
};

/// The slices, where each first occurs, which of them each one is, and how often each occurs.
template <expression E>
auto unique_all(E const& x, axis_number axis)
{
  using T = typename E::value_type;
  using space = typename E::space_type;
  using numbers = array<std::int64_t, 1, space>;
  axis = detail::normalized_axis(axis, E::rank);
  auto const first = detail::contiguous_copy(moveaxis(x, axis, 0));
  space const& on = first.space();
  std::int64_t const n = first.shape()[0], length = n == 0 ? 0 : first.size() / n;
  auto const rows = first.reshape(shape(n, length));
  unique_slices<T, E::rank, space> result;
  result.inverse_indices = numbers(on, shape_t<1>{n});
  numbers begins(on, shape_t<1>{n == 0 ? 0 : 1});
  begins = 0;
  numbers order = arange<std::int64_t>(on, n);
  if (n > 0 && length > 0) {
    std::optional<numbers> so_far;
    for (std::int64_t k = length - 1; k >= 0; --k)
      so_far = detail::ordered_by_key("unique", rows(ALL, k), so_far);
    order = *so_far;
    array<T, 2, space> const sorted(detail::take_known(rows, order, 0));
    array<bool, 1, space> const differs = any_along(
        detail::make_binary<detail::differ>(sorted(slice(1, none)), sorted(slice(none, -1))), 1);
    numbers const run = cumsum(differs, 0);
    launch(on, n, detail::scatter_runs{order.data(), run.data(), result.inverse_indices.data()});
    begins = concatenate(std::tuple(begins, evaluate(flatnonzero(differs) + std::int64_t{1})));
  } else {
    result.inverse_indices = 0;
  }
  numbers const end = full<std::int64_t>(on, shape(1), n);
  result.indices = numbers(detail::take_known(order, begins, 0));
  result.counts = concatenate(std::tuple(begins(slice(1, none)), end)) - begins;
  array<T, E::rank, space> const values(detail::take_known(first, result.indices, 0));
  result.values = detail::contiguous_copy(moveaxis(values, 0, axis));
  return result;
}

/// The slices.
template <expression E>
auto unique(E const& x, axis_number axis)
{
  return unique_all(x, axis).values;
}

}  // namespace acre
