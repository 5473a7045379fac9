#pragma once

#include <acre/array/copy.hpp>
#include <acre/backends/sort.hpp>
#include <acre/backends/sort_rows.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/index/detail/take_along.hpp>
#include <acre/order/detail/equality.hpp>
#include <acre/rearrange/detail/axis_order.hpp>

#include <algorithm>
#include <array>
#include <type_traits>

/// Sorting along an axis: the elements become keys (see backends/common/sort.hpp) in rows, which
/// the patterns sort.
namespace acre::detail {

/// The key that stands for a T: itself where the patterns take it.
template <class T>
struct sort_key_of {
  using type = sized_int<sizeof(T), false>;
};
template <class T>
  requires backends::sort_key<T>
struct sort_key_of<T> {
  using type = T;
};
template <class T>
using sort_key_t = typename sort_key_of<T>::type;

/// The key of a value, one to one. Descending keys are mirrored: the numbers in reverse order, NaN
/// last all the same.
template <class T, bool Descending>
struct to_sort_key : same_type {
  using key = sort_key_t<T>;
  KOKKOS_INLINE_FUNCTION key operator()(T x) const
  {
    key k;
    if constexpr (std::is_same_v<key, T> || std::is_same_v<T, bool>)
      k = static_cast<key>(x);
    else
      k = static_cast<key>(static_cast<key>(x) ^ (key{1} << (8 * sizeof(key) - 1)));
    return mirrored(k);
  }
  KOKKOS_INLINE_FUNCTION static key mirrored(key k)
  {
    if constexpr (!Descending)
      return k;
    else if constexpr (std::is_floating_point_v<key>)
      return -k;
    else
      return static_cast<key>(~k);
  }
};
template <class T, bool Descending>
struct from_sort_key : same_type {
  using key = sort_key_t<T>;
  KOKKOS_INLINE_FUNCTION T operator()(key k) const
  {
    k = to_sort_key<T, Descending>::mirrored(k);
    if constexpr (std::is_same_v<key, T> || std::is_same_v<T, bool>)
      return static_cast<T>(k);
    else
      return static_cast<T>(static_cast<key>(k ^ (key{1} << (8 * sizeof(key) - 1))));
  }
};

/// Halves have ranks as keys, descending ones the negative number's.
template <int Fraction, bool Descending>
struct to_sort_key<half<Fraction>, Descending> : same_type {
  using order = backends::sort_order<half<Fraction>>;
  static constexpr std::uint16_t sign = Descending ? 0x8000 : 0;
  KOKKOS_INLINE_FUNCTION std::uint16_t operator()(half<Fraction> x) const
  {
    return order::rank(static_cast<std::uint16_t>(x.bits() ^ sign));
  }
};
template <int Fraction, bool Descending>
struct from_sort_key<half<Fraction>, Descending> : same_type {
  KOKKOS_INLINE_FUNCTION half<Fraction> operator()(std::uint16_t k) const
  {
    using to = to_sort_key<half<Fraction>, Descending>;
    return half<Fraction>::from_bits(static_cast<std::uint16_t>(to::order::bits(k) ^ to::sign));
  }
};
/// Keys by which positions are sorted: those of halves that are equal are one.
template <class T, bool Descending>
struct half_position_key : same_type {
  KOKKOS_INLINE_FUNCTION std::uint16_t operator()(T x) const
  {
    return backends::sort_order<T>::equal(to_sort_key<T, Descending>{}(x));
  }
};
template <class T, bool Descending>
using position_key =
    std::conditional_t<is_half<T>, half_position_key<T, Descending>, to_sort_key<T, Descending>>;

/// The parts of a complex number; nan_places goes before them.
template <class T, bool Descending>
struct real_key : same_type {
  KOKKOS_INLINE_FUNCTION auto operator()(T x) const { return Descending ? -x.real() : x.real(); }
};
template <class T, bool Descending>
struct imaginary_key : same_type {
  KOKKOS_INLINE_FUNCTION auto operator()(T x) const { return Descending ? -x.imag() : x.imag(); }
};
struct row_number : same_type {
  std::int64_t length = 1;
  KOKKOS_INLINE_FUNCTION std::uint32_t operator()(std::int64_t i) const
  {
    return static_cast<std::uint32_t>(i / length);
  }
};
struct place_in_row : same_type {
  std::int64_t length = 1;
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(std::int64_t i) const { return i % length; }
};

/// A shape, or strides, with the axis moved to the end; and an array seen with its last axis moved
/// to `axis`.
template <std::size_t Rank>
std::array<std::int64_t, Rank> with_axis_last(std::array<std::int64_t, Rank> s, int axis)
{
  std::rotate(s.begin() + axis, s.begin() + axis + 1, s.end());
  return s;
}
template <class Array>
Array with_last_at(Array const& rows, int axis)
{
  if constexpr (Array::rank < 2)
    return rows;
  else
    return with_axis_order(rows,
                           moved_axes(std::array{Array::rank - 1}, std::array{axis}, Array::rank));
}

struct as_it_is : same_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return x;
  }
};

/// e's elements, mapped, in C order with the axis last: e itself where it is that.
template <class Map, expression E>
auto rows_along(E const& e, int axis)
{
  using T = typename E::value_type;
  using space = typename E::space_type;
  using key = decltype(Map{}(T{}));
  using rows_type = array<key, E::rank, space>;
  constexpr bool maps =
      !std::is_same_v<Map, as_it_is> && !std::is_same_v<Map, to_sort_key<T, false>>;
  if constexpr (std::is_same_v<E, rows_type> && !maps)
    if (axis == E::rank - 1 && e.is_contiguous()) return e;
  rows_type const rows(e.space(), with_axis_last(e.shape(), axis));
  assign(with_last_at(rows, axis), make_unary<Map>(e));
  return rows;
}

template <class Array>
std::int64_t rows_of(Array const& rows)
{
  std::int64_t const length = rows.shape()[Array::rank - 1];
  return length == 0 ? 0 : rows.size() / length;
}

/// Rows with the axis back where it was, in C order.
template <class Array>
Array back_along(Array const& rows, int axis)
{
  return axis == Array::rank - 1 ? rows : contiguous_copy(with_last_at(rows, axis));
}

/// `places` in the order of the keys there, where these are equal in the order that they have.
template <class Key, class Space>
array<std::int64_t, 1, Space> ordered_by(char const* operation, array<Key, 1, Space> const& keys,
                                         array<std::int64_t, 1, Space> const& earlier)
{
  auto const places = contiguous_on(keys.space(), earlier);
  array<Key, 1, Space> const there(take_known(keys, places, 0)), sorted(keys.space(), keys.shape());
  array<std::int64_t, 1, Space> const ordered(keys.space(), keys.shape());
  if (keys.size() == 0) return ordered;
  auto& on = keys.space().queue();
  backends::operation const running(operation, on);
  backends::sort_pairs(on, there.data(), sorted.data(), places.data(), ordered.data(), keys.size());
  return ordered;
}

/// Positions of the keys of each row once it is sorted.
template <class Array>
auto argsorted_rows(char const* operation, Array const& rows)
{
  array<std::int64_t, Array::rank, typename Array::space_type> const positions(rows.space(),
                                                                               rows.shape());
  if (rows.size() == 0) return positions;
  auto& on = rows.space().queue();
  backends::operation const running(operation, on);
  backends::argsort_rows(on, rows.data(), positions.data(), rows_of(rows),
                         rows.shape()[Array::rank - 1]);
  return positions;
}

template <class Space>
auto linear_positions(Space const& space, std::int64_t count)
{
  return indices<Space, 1>(space, {count}, {1});
}

/// Positions in the whole of each row's elements once the rows are sorted by `places`, the order of
/// all elements.
template <class Space>
array<std::int64_t, 1, Space> within_rows(char const* operation,
                                          array<std::int64_t, 1, Space> const& places,
                                          std::int64_t length)
{
  if (places.size() <= length) return places;
  array<std::uint32_t, 1, Space> const row(
      make_unary(linear_positions(places.space(), places.size()), row_number{{}, length}));
  return ordered_by(operation, row, places);
}

/// The order of complex elements, row by row: by their parts, the least first.
template <bool Descending, expression E>
auto complex_order(char const* operation, E const& rows)
{
  using T = typename E::value_type;
  using part = typename T::value_type;
  using space = typename E::space_type;
  array<part, 1, space> const re(make_unary<real_key<T, Descending>>(rows)),
      im(make_unary<imaginary_key<T, Descending>>(rows));
  array<std::uint8_t, 1, space> const nan(make_unary<nan_places<T>>(rows));
  return ordered_by(operation, nan, ordered_by(operation, re, argsorted_rows(operation, im)));
}

template <bool Descending, expression E>
auto sorted_along(E const& e, int axis)
{
  using T = typename E::value_type;
  using space = typename E::space_type;
  static_assert(E::rank > 0, "acre: an array of rank 0 has no axis to sort along");
  axis = normalized_axis(axis, E::rank);
  if constexpr (is_complex<T>::value) {
    auto const rows = rows_along<as_it_is>(e, axis);
    if (rows.size() == 0) return array<T, E::rank, space>(e.space(), e.shape());
    auto const flat = rows.reshape(shape(-1));
    auto const order =
        within_rows("sort", complex_order<Descending>("sort", flat), rows.shape()[E::rank - 1]);
    return back_along(evaluate(take_known(flat, order, 0)).reshape(rows.shape()), axis);
  } else {
    using key = sort_key_t<T>;
    using map_back = from_sort_key<T, Descending>;
    auto const rows = rows_along<to_sort_key<T, Descending>>(e, axis);
    array<key, E::rank, space> const sorted(rows.space(), rows.shape());
    if (rows.size() > 0) {
      auto& on = rows.space().queue();
      backends::operation const running("sort", on);
      backends::sort_rows(on, rows.data(), sorted.data(), rows_of(rows), rows.shape()[E::rank - 1]);
    }
    if constexpr (std::is_same_v<key, T> && !Descending)
      return back_along(sorted, axis);
    else
      return array<T, E::rank, space>(make_unary<map_back>(with_last_at(sorted, axis)));
  }
}

template <bool Descending, expression E>
auto argsorted_along(char const* operation, E const& e, int axis)
{
  using T = typename E::value_type;
  using space = typename E::space_type;
  static_assert(E::rank > 0, "acre: an array of rank 0 has no axis to sort along");
  axis = normalized_axis(axis, E::rank);
  if constexpr (is_complex<T>::value) {
    auto const rows = rows_along<as_it_is>(e, axis);
    array<std::int64_t, E::rank, space> positions(e.space(), rows.shape());
    if (rows.size() == 0) return back_along(positions, axis);
    std::int64_t const length = rows.shape()[E::rank - 1];
    auto const flat = rows.reshape(shape(-1));
    auto const order = within_rows(operation, complex_order<Descending>(operation, flat), length);
    assign(positions.reshape(shape(-1)), make_unary(order, place_in_row{{}, length}));
    return back_along(positions, axis);
  } else {
    return back_along(argsorted_rows(operation, rows_along<position_key<T, Descending>>(e, axis)),
                      axis);
  }
}

}  // namespace acre::detail
