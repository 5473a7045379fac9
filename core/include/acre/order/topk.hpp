#pragma once

#include <acre/index/along_axis.hpp>
#include <acre/order/detail/top_of_many.hpp>
#include <acre/order/detail/top_of_rows.hpp>
#include <acre/order/sort.hpp>
#include <acre/rearrange/detail/views.hpp>

#include <ostream>

namespace acre {

namespace detail {

/// Throws value_error: topk: 7 elements of an axis with 5
void require_top(std::int64_t k, std::int64_t extent);

}  // namespace detail

/// Result of topk.
template <element T, int Rank, class Space>
struct top_elements {
  array<T, Rank, Space> values;
  array<std::int64_t, Rank, Space> indices;
};

template <element T, int Rank, class Space>
std::ostream& operator<<(std::ostream& out, top_elements<T, Rank, Space> const&)
{
  static_assert(detail::never<T>,
                "acre: topk gives two arrays: auto [values, indices] = topk(x, 10)");
  return out;
}

namespace detail {

/// Positions of the k largest, the largest first, in whichever way is the fastest.
template <class T, int Rank, class Space>
array<std::int64_t, Rank, Space> top_places(array<T, Rank, Space> const& a, std::int64_t k,
                                            int axis)
{
  if constexpr (Rank == 1 && std::is_arithmetic_v<T> && backends::runs_on_cpu<Space>)
    if (auto const found = top_by_parts(a, k)) return *found;
  if constexpr (Rank == 1 && selects_top<T>)
    if (auto const found = top_of_many(a, k)) return *found;
  if constexpr (std::is_arithmetic_v<T>) {
    std::int64_t const length = a.shape()[axis], rows = length == 0 ? 0 : a.size() / length;
    auto const blocks = blocks_of_top<Space>(rows, length, k);
    if (blocks.wanted && rows > 0) {
      auto shape = with_axis_last(a.shape(), axis);
      auto const elements = rows_along<as_it_is>(a, axis).reshape(shape_t<1>{a.size()});
      shape[Rank - 1] = k;
      return back_along(positions_of_top(elements, rows, k, blocks).reshape(shape), axis);
    }
    if constexpr (Space::host_accessible)
      if (rows > 1 && k > 0 && length <= backends::first_of_rows_length)
        return back_along(first_positions(rows_along<position_key<T, true>>(a, axis), k), axis);
  }
  return contiguous_copy(sliced(argsort(a, axis, descending), axis, slice(0, k)));
}

}  // namespace detail

/// The k largest elements along an axis, the largest first, and where they stand: of equal ones
/// the first. NaN comes after all numbers. Throws value_error where the axis is shorter than k.
///
/// Few of one axis of 131072 numbers or more (of 2 bytes at least, none complex) are found by their
/// digits, as median() finds its own: x is read four times for 4 bytes, seven for 8, and scratch is
/// a byte an element and more; this waits. Up to 48 of one axis a CPU finds in one reading; queued,
/// as rows of its threads. Several rows of up to 128 a CPU sorts side by side, their keys in
/// scratch; queued. Few of other rows (an eighth at most, on a GPU 256, on a CPU 2048) are found by
/// a block of threads each, which reads its row twice; on a CPU a thread, once. No scratch, but
/// rows where the axis is not the last one; queued. All others, and those of an axis of which more
/// than an eighth is as large as the kth, come from argsort(), with its scratch; queued.
template <expression E>
auto topk(E const& x, std::int64_t k, axis_number axis = -1)
{
  using T = typename E::value_type;
  axis = detail::normalized_axis(axis, E::rank);
  detail::require_top(k, x.shape()[axis]);
  auto const a = detail::computed_array(x);
  top_elements<T, E::rank, typename E::space_type> top;
  top.indices = detail::top_places(a, k, axis);
  top.values = decltype(top.values)(take_along_axis(a, top.indices, axis, index_mode::unchecked));
  return top;
}

}  // namespace acre
