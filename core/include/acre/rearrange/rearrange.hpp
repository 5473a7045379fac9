#pragma once

#include <acre/array/axes.hpp>
#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/array/detail/shape_rules.hpp>
#include <acre/rearrange/detail/repeat.hpp>
#include <acre/rearrange/detail/views.hpp>

#include <array>
#include <initializer_list>

/// Elements in another order, or more than once: flip, roll, repeat, tile. Arguments may be
/// expressions, which are evaluated first. Throws index_error for an axis that is not there.
/// Queued, but for repeat with counts. Same bits on every backend.
namespace acre {

namespace detail {

/// Writes a's elements to `to`, each by[axis] places further along every axis from `axis` on and
/// from the end to the front: 0 <= by[axis] < extent.
template <class Array>
void roll_into(Array const& to, Array const& a, typename Array::shape_type const& by, int axis = 0)
{
  while (axis < Array::rank && by[axis] == 0) ++axis;
  if (axis == Array::rank) return assign(to, a);
  std::int64_t const shift = by[axis], stay = a.shape()[axis] - shift;
  roll_into(sliced(to, axis, slice(shift, none)), sliced(a, axis, slice(none, stay)), by, axis + 1);
  roll_into(sliced(to, axis, slice(none, shift)), sliced(a, axis, slice(stay, none)), by, axis + 1);
}

}  // namespace detail

/// The elements in reverse along every axis, one or several. A view. Throws value_error for an
/// axis named twice: repeated axis
template <expression E>
auto flip(E const& e)
{
  return detail::flipped(detail::computed_array(e),
                         std::span(detail::every_axis).template first<E::rank>());
}
template <expression E, std::size_t N>
auto flip(E const& e, axis_list<N> const& which)
{
  return detail::flipped(detail::computed_array(e), which.axis);
}
template <expression E>
auto flip(E const& e, axis_number axis)
{
  return flip(e, axes(axis));
}

/// The elements moved by `shift` along an axis (backwards where it is negative), those that leave
/// at one end coming in at the other. Without an axis, in C order through all of them. Along
/// several axes by a number each, or all by one: roll(x, shape(1, -2), axes(0, 1)); an axis named
/// twice moves by both. A new array; a kernel for each part that stays together (two along one
/// axis, four along two), each element once.
template <expression E, std::size_t N, std::size_t Axes>
auto roll(E const& e, std::array<std::int64_t, N> const& shift, axis_list<Axes> const& which)
{
  static_assert(N == Axes, "acre: roll takes as many shifts as axes, or one for all of them");
  auto const a = detail::computed_array(e);
  auto const result = empty_like(a);
  shape_t<E::rank> by{};
  for (std::size_t k = 0; k < N; ++k) {
    int const axis = detail::normalized_axis(which.axis[k], E::rank);
    std::int64_t const n = a.shape()[axis];
    if (n > 0) by[axis] = ((by[axis] + shift[k] % n) % n + n) % n;
  }
  if (a.size() > 0) detail::roll_into(result, a, by);
  return result;
}
template <expression E, std::size_t N>
auto roll(E const& e, std::int64_t shift, axis_list<N> const& which)
{
  std::array<std::int64_t, N> each{};
  each.fill(shift);
  return roll(e, each, which);
}
template <expression E>
auto roll(E const& e, std::int64_t shift, axis_number axis)
{
  return roll(e, shift, axes(axis));
}
template <expression E>
auto roll(E const& e, std::int64_t shift)
{
  auto const a = detail::computed_array(e);
  return roll(a.reshape(shape(-1)), shift, 0).reshape(a.shape());
}

/// Every element `count` times in a row, along an axis; without one, of all elements in C order.
/// A new array, one kernel. Throws value_error for a negative count of what is there: negative
/// dimensions are not allowed: repeats may not contain negative values.
template <expression E>
auto repeat(E const& e, std::int64_t count, axis_number axis)
{
  auto const a = detail::computed_array(e);
  axis = detail::normalized_axis(axis, E::rank);
  auto extent = a.shape();
  extent[axis] = detail::repeated_extent(extent[axis], count);
  if constexpr (!E::space_type::host_accessible)
    if (detail::repeats_elements(a, axis, count)) return detail::repeat_elements(a, count, extent);
  return detail::copies_of_blocks<E::rank>(a, axis + 1, count, extent);
}
template <expression E>
auto repeat(E const& e, std::int64_t count)
{
  return repeat(detail::computed_array(e).reshape(shape(-1)), count, 0);
}

/// The k-th element along the axis counts[k] times; a single count stands for all. Waits, as the
/// size depends on the counts. Scratch: one int64 for each count; with more than one axis another
/// one for each element of the result along this one. Throws shape_error where their numbers differ
/// (operands could not be broadcast together with shape (3,) (2,)), value_error: repeats may not
/// contain negative values.
template <expression E, expression C>
auto repeat(E const& e, C const& counts, axis_number axis)
{
  static_assert(detail::kind_of<typename C::value_type>() <= detail::kind::integer,
                "acre: counts must be integers");
  static_assert(C::rank == 1, "acre: repeat takes a one-dimensional array of counts");
  auto const a = detail::computed_array(e);
  axis = detail::normalized_axis(axis, E::rank);
  std::int64_t const extent = a.shape()[axis], n = counts.shape()[0];
  if (n == 1) {
    std::int64_t const count = to_vector(acre::cast<std::int64_t>(counts))[0];
    if (count < 0 && extent > 1) throw value_error("repeats may not contain negative values.");
    return acre::repeat(a, count, axis);
  }
  detail::require_repeats(n, extent);
  if (n == 0) return copy(a);
  return detail::repeat_by_counts(a, detail::counts_on(a.space(), counts), axis);
}
template <expression E, expression C>
auto repeat(E const& e, C const& counts)
{
  return repeat(detail::computed_array(e).reshape(shape(-1)), counts, 0);
}

/// The whole array count[k] times along axis k, as NumPy aligns them: axes are added in front
/// where `count` has more of them, counts of 1 where it has fewer. tile(a, 2) is along the last
/// axis. A new array; one kernel for each count but 1, the last one of which writes the result.
/// Throws shape_error for a negative count.
template <expression E, std::size_t N>
auto tile(E const& e, std::array<std::int64_t, N> const& count)
{
  constexpr int rank = E::rank > static_cast<int>(N) ? E::rank : static_cast<int>(N);
  static_assert(rank <= max_rank, "acre: the result would have more than 8 axes");
  auto const source = detail::computed_array(e);
  shape_t<rank> extent{};
  for (int axis = 0; axis < rank; ++axis) {
    int const own = axis - (rank - E::rank);
    extent[axis] = own < 0 ? 1 : source.shape()[own];
  }
  auto a = source.reshape(extent);
  if (size_of(extent) == 0 || size_of(count) == 0) {  // nothing; a negative count has thrown
    for (std::size_t k = 0; k < N; ++k) {
      std::int64_t& n = extent[rank - N + k];
      n = detail::checked_product(n, count[k]);
    }
    return array<typename E::value_type, rank, typename E::space_type>(a.space(), extent);
  }
  bool is_new = false;
  for (int k = static_cast<int>(N) - 1; k >= 0; --k) {
    int const axis = rank - static_cast<int>(N) + k;
    if (count[k] == 1) continue;
    extent[axis] = detail::checked_product(extent[axis], count[k]);
    a = detail::copies_of_blocks<rank>(a, axis, count[k], extent);
    is_new = true;
  }
  return is_new ? a : copy(a);
}
template <expression E>
auto tile(E const& e, std::int64_t count)
{
  return tile(e, shape(count));
}

}  // namespace acre

#include <acre/rearrange/detail/refusals/rearrange.hpp>
