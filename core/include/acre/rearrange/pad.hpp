#pragma once

#include <acre/array/creation.hpp>
#include <acre/index/detail/take_along.hpp>
#include <acre/rearrange/detail/pad_rows.hpp>
#include <acre/rearrange/detail/vocabulary.hpp>
#include <acre/rearrange/pad_width.hpp>

#include <array>
#include <utility>
#include <vector>

namespace acre {

namespace detail {

/// The padded shape; `width` becomes one pair for each axis. Throws value_error for a negative
/// width (index can't contain negative values), shape_error where their number is not the rank's.
void padded_shape(extents_view shape, pad_width& width, std::span<std::int64_t> padded);

/// Elements first, first + step … of the array's own, which `count` places from `at` on receive.
struct pad_piece {
  std::int64_t at, count, first, step;
};
/// Values of the places before and after n elements, n > 0. `at` counts from the first place
/// before.
std::vector<pad_piece> pad_pieces(pad_mode mode, std::int64_t n, std::int64_t before,
                                  std::int64_t after);

/// Throws value_error for an axis without elements that is to be extended by such.
void require_extendable(extents_view shape, pad_width const& width);

/// A new array with e's elements in the middle.
template <class E>
auto framed(E const& e, pad_width& width)
{
  constexpr int rank = E::rank;
  static_assert(rank > 0, "acre: pad takes arrays of one and more axes");
  shape_t<rank> extent{};
  padded_shape(e.shape(), width, extent);
  return array<typename E::value_type, rank, typename E::space_type>(e.space(), extent);
}
/// The part of a framed array that lies within the frame along the axes from `axis` on.
template <class Array>
Array within(Array a, pad_width const& width, extents_view own, int axis)
{
  for (std::size_t k = static_cast<std::size_t>(axis); k < own.size(); ++k)
    a = part(a, static_cast<int>(k), width.each[k].first, own[k]);
  return a;
}

/// A framed array whose frame is being filled along one axis: `before` places, its own and those
/// behind.
template <class Array>
struct padded_axis {
  Array whole;
  int axis;
  std::int64_t before, own, behind;

  Array of(std::int64_t first, std::int64_t count) const { return part(whole, axis, first, count); }
  Array front() const { return of(0, before); }
  Array inside() const { return of(before, own); }
  Array back() const { return of(before + own, behind); }
};

/// Calls fill(padded_axis) for one axis after the other: the axes before it are filled already.
template <class Array, class Fill>
void fill_frame(Array const& framed, pad_width const& width, extents_view own, Fill const& fill)
{
  for (std::size_t axis = 0; axis < own.size(); ++axis) {
    auto const [before, behind] = width.each[axis];
    int const along = static_cast<int>(axis);
    fill(padded_axis<Array>{within(framed, width, own, along + 1), along, before, own[axis],
                            behind});
  }
}

/// Whether the frame had better be written by itself, so that no element is written twice: where
/// memory counts, and rows are longer than their ends cost.
template <class Array>
bool pays_by_sides(Array const& framed)
{
  constexpr std::int64_t large = std::int64_t{1} << 18, long_row = 512,
                         size = sizeof(typename Array::value_type);
  return framed.size() * size >= large && framed.shape()[Array::rank - 1] * size >= long_row;
}

/// A new array with e's elements in the middle, around which `fill` puts something axis by axis.
template <class E, class Fill>
auto padded_by(E const& e, pad_width& width, Fill const& fill)
{
  auto const result = framed(e, width);
  auto const own = e.shape();
  require_extendable(own, width);
  assign(within(result, width, own, 0), e);
  if (size_of(own) != 0) fill_frame(result, width, own, fill);
  return result;
}

/// Padding by the array's own elements.
template <class Array>
void write_pieces(padded_axis<Array> const& to, pad_mode mode)
{
  for (pad_piece const& piece : pad_pieces(mode, to.own, to.before, to.behind)) {
    auto const places = to.of(piece.at, piece.count);
    if (piece.step == 0) {
      assign(places, part(to.inside(), to.axis, piece.first, 1));
      continue;
    }
    std::int64_t const low = piece.step > 0 ? piece.first : piece.first - piece.count + 1;
    auto const from = part(to.inside(), to.axis, low, piece.count);
    assign(places, piece.step > 0 ? from : flipped(from, std::array{to.axis}));
  }
}

/// A number that pads.
template <class T>
struct value_around {
  T value;
  KOKKOS_INLINE_FUNCTION T operator()() const { return value; }
};

}  // namespace detail

/// A new array with elements of a value around e's own: pad(a, {1, 2}) is of zeros. One kernel for
/// e and one that fills (on a CPU, of large arrays of long rows, one for each side; on a GPU, of
/// arrays of short rows in C order, one for both). Throws value_error for a negative width (index
/// can't contain negative values) and for an integer that the dtype cannot hold, shape_error for a
/// wrong number of widths.
template <expression E, scalar S = typename E::value_type>
auto pad(E const& e, pad_width width, S value = S(0))
{
  auto const result = detail::framed(e, width);
  auto const around = detail::as_node<typename E::value_type>(value);
  auto const own = e.shape();
  if constexpr (detail::an_array<E> && !E::space_type::host_accessible) {
    using T = typename E::value_type;
    if (e.is_contiguous() && e.size() > 0 && detail::pads_short_rows(result.shape(), sizeof(T)))
      return detail::padded_rows(e, result, width, detail::value_around<T>{static_cast<T>(value)});
  }
  auto const inside = detail::within(result, width, own, 0);
  bool const sides = E::space_type::host_accessible && detail::pays_by_sides(result);
  if (!sides) detail::assign(result, around);
  detail::assign(inside, e);
  if (sides)
    detail::fill_frame(result, width, own, [&around](auto const& to) {
      detail::assign(to.front(), around);
      detail::assign(to.back(), around);
    });
  return result;
}

/// Pads with e's own elements, axis by axis: pad(a, 2, pad_mode::reflect). A kernel for e and one
/// for each stretch of its own elements that fits into the width, each element written once. Throws
/// besides value_error for an axis without elements: can't extend empty axis 0 using modes other
/// than 'constant' or 'empty'
template <expression E>
auto pad(E const& e, pad_width width, pad_mode mode)
{
  return detail::padded_by(e, width, [mode](auto const& to) { detail::write_pieces(to, mode); });
}

}  // namespace acre

#include <acre/rearrange/detail/refusals/pad.hpp>
