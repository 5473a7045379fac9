#pragma once

#include <acre/array/array.hpp>
#include <acre/array/detail/axis_order.hpp>
#include <acre/array/detail/view_rules.hpp>
#include <acre/rearrange/detail/views.hpp>

#include <cstdint>
#include <initializer_list>
#include <vector>

namespace acre {

/// The pieces of an array between cuts along an axis, as views (an expression is evaluated first):
/// split(a, {2, 5}) gives elements 0 and 1, 2 to 4, and from 5 on. A cut beyond the axis or below
/// the one before it gives a piece without elements, a negative one counts from the end. Throws
/// index_error for an axis that is not there.
template <expression E>
auto split(E const& e, std::vector<std::int64_t> const& cuts, axis_number axis = 0)
{
  static_assert(E::rank > 0, "acre: an array of rank 0 has no axis to split");
  auto const a = detail::computed_array(e);
  axis = detail::normalized_axis(axis, E::rank);
  std::vector<std::remove_const_t<decltype(a)>> pieces;
  std::int64_t from = 0;
  for (std::int64_t const cut : cuts) {
    pieces.push_back(detail::sliced(a, axis, slice(from, cut)));
    from = cut;
  }
  pieces.push_back(detail::sliced(a, axis, slice(from, none)));
  return pieces;
}

/// Cuts in braces, a single one too: split(a, {2}) gives two pieces.
template <expression E>
auto split(E const& e, std::initializer_list<std::int64_t> cuts, axis_number axis = 0)
{
  return split(e, std::vector<std::int64_t>(cuts), axis);
}

/// So many pieces of the same extent. Throws value_error: array split does not result in an equal
/// division
template <expression E>
auto split(E const& e, std::int64_t pieces, axis_number axis = 0)
{
  static_assert(E::rank > 0, "acre: an array of rank 0 has no axis to split");
  auto const a = detail::computed_array(e);
  return split(a, detail::equal_cuts(a.extent(axis), pieces), axis);
}

/// So many pieces, the first ones longer by one where the extent can't be divided. Throws
/// value_error: number sections must be larger than 0.
template <expression E>
auto array_split(E const& e, std::int64_t pieces, axis_number axis = 0)
{
  static_assert(E::rank > 0, "acre: an array of rank 0 has no axis to split");
  auto const a = detail::computed_array(e);
  return split(a, detail::nearly_equal_cuts(a.extent(axis), pieces), axis);
}

/// The parts along an axis, without it, as views: unstack(a)[i] is a(i). stack() is the way back.
/// Throws index_error for an axis that is not there.
template <expression E>
auto unstack(E const& e, axis_number axis = 0)
{
  static_assert(E::rank > 0, "acre: an array of rank 0 has no axis to split");
  auto const a = detail::computed_array(e);
  axis = detail::normalized_axis(axis, E::rank);
  constexpr int rank = E::rank > 0 ? E::rank - 1 : 0;  // no second sentence of the compiler's
  shape_t<rank> extent{}, stride{};
  detail::without_axis({a.shape(), a.strides()}, axis, {extent, stride});
  using part = array<typename E::value_type, rank, typename E::space_type>;
  std::vector<part> parts;
  for (std::int64_t i = 0; i < a.shape()[axis]; ++i)
    parts.push_back(detail::node::view<part>(a, detail::node::first(a) + i * a.strides()[axis],
                                             extent, stride));
  return parts;
}

}  // namespace acre
