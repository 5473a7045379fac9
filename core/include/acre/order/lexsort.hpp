#pragma once

#include <acre/array/creation.hpp>
#include <acre/array/detail/type_list.hpp>
#include <acre/order/detail/sort_rows.hpp>
#include <acre/rearrange/axis_order.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <tuple>
#include <utility>

namespace acre {

namespace detail {

/// `positions` in the order of one more key, which outweighs those before; none yet: in the order
/// of this one. All elements of the key count as one row.
template <expression K, class Space>
array<std::int64_t, 1, Space> ordered_by_key(
    char const* operation, K const& key,
    std::optional<array<std::int64_t, 1, Space>> const& positions)
{
  using T = typename K::value_type;
  auto const by = [&](auto const& rows, auto const& so_far) -> array<std::int64_t, 1, Space> {
    auto const flat = rows.reshape(shape(-1));
    return so_far ? ordered_by(operation, flat, *so_far) : argsorted_rows(operation, flat);
  };
  if constexpr (is_complex<T>::value) {
    using maybe = std::optional<array<std::int64_t, 1, Space>>;
    int const last = K::rank - 1;
    return by(rows_along<nan_places<T>>(key, last),
              maybe(by(rows_along<real_key<T, false>>(key, last),
                       maybe(by(rows_along<imaginary_key<T, false>>(key, last), positions)))));
  } else {
    return by(rows_along<position_key<T, false>>(key, K::rank - 1), positions);
  }
}

/// `order`, the order of all elements row by row, as positions in the rows.
template <std::size_t Rank, class Space>
array<std::int64_t, static_cast<int>(Rank), Space> positions_in_rows(
    char const* operation, array<std::int64_t, 1, Space> const& order,
    std::array<std::int64_t, Rank> const& shape)
{
  if (size_of(shape) == 0) return {order.space(), shape};
  std::int64_t const length = shape[Rank - 1];
  auto const by_rows = within_rows(operation, order, length);
  if (size_of(shape) == length) return by_rows.reshape(shape);
  array<std::int64_t, static_cast<int>(Rank), Space> positions(order.space(), shape);
  assign(positions.reshape(acre::shape(-1)), make_unary(by_rows, place_in_row{{}, length}));
  return positions;
}

/// Throws value_error with NumPy's text.
void require_equal_keys(extents_view a, extents_view b);

}  // namespace detail

/// Positions of elements in the order of several keys: of the last one, where that is equal of the
/// one before, and so on (NumPy's lexsort). Keys have one shape and any dtypes; along the last
/// axis. int64 positions (of rank 0: 0); equal elements keep their order, and -0.0 equals 0.0, NaN
/// equals NaN. An axis may stand last.
///
///   order = lexsort(secondary, primary)
///   order = lexsort(secondary, primary, 0)   along the first axis
///
/// Throws value_error for keys of different shapes, index_error for an axis that there isn't.
/// Queued. Scratch: two keys and two int64 for each element, and that of argsort.
template <expression First, expression... More>
auto lexsort(First const& first, More const&... more)
{
  static_assert(((More::rank == First::rank) && ...), "acre: lexsort takes keys of one rank");
  static_assert((std::is_same_v<typename First::space_type, typename More::space_type> && ...),
                "acre: the keys live in different spaces; copy one with copy_to(space, x)");
  auto const shape = first.shape();
  (detail::require_equal_keys(shape, more.shape()), ...);
  if constexpr (First::rank == 0) {
    return zeros<std::int64_t>(first.space(), shape);
  } else {
    using positions = array<std::int64_t, 1, typename First::space_type>;
    std::optional<positions> order;
    order = detail::ordered_by_key("lexsort", first, order);
    ((order = detail::ordered_by_key("lexsort", more, order)), ...);
    return detail::positions_in_rows("lexsort", *order, shape);
  }
}

template <expression First, class... Rest>
  requires(std::integral<detail::last_of<detail::type_list<First, Rest...>>>)
auto lexsort(First const& first, Rest const&... rest)
{
  auto const all = std::tie(first, rest...);
  constexpr std::size_t keys = sizeof...(Rest);
  int const axis = detail::normalized_axis(static_cast<int>(std::get<keys>(all)), First::rank);
  return [&]<std::size_t... Key>(std::index_sequence<Key...>) {
    return acre::swapaxes(acre::lexsort(acre::swapaxes(std::get<Key>(all), axis, -1)...), axis, -1);
  }(std::make_index_sequence<keys>());
}

}  // namespace acre

#include <acre/order/detail/refusals/lexsort.hpp>
