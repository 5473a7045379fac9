#pragma once

#include <acre/order/quantile.hpp>
#include <acre/rearrange/pad.hpp>
#include <acre/reduce/detail/extrema.hpp>
#include <acre/reduce/detail/sum.hpp>

#include <algorithm>
#include <optional>

namespace acre {

/// Values that pad() puts around an array, by NumPy's names: the maximum, minimum, mean or median
/// of its elements along an axis, of all or of so many next to either edge (stat_length, as widths
/// are given): pad(a, 2, pad_mean()), pad(a, 2, pad_maximum{.stat_length = 3}).
struct pad_maximum {
  std::optional<pad_width> stat_length = {};
};
struct pad_minimum {
  std::optional<pad_width> stat_length = {};
};
struct pad_mean {
  std::optional<pad_width> stat_length = {};
};
struct pad_median {
  std::optional<pad_width> stat_length = {};
};

namespace detail {

/// Two for each axis. Throws value_error: index can't contain negative values; shape_error where
/// there are neither one nor as many.
void require_stat_lengths(extents_view shape, pad_width& lengths);
/// Throws value_error: stat_length of 0 yields no value for padding
[[noreturn]] void refuse_stat_length();

template <class Array>
auto statistic(pad_maximum const&, Array const& a, int axis)
{
  if (a.shape()[axis] == 0) refuse_stat_length();
  return max_along(a, axis, keepdims);
}
template <class Array>
auto statistic(pad_minimum const&, Array const& a, int axis)
{
  if (a.shape()[axis] == 0) refuse_stat_length();
  return min_along(a, axis, keepdims);
}
template <class Array>
auto statistic(pad_mean const&, Array const& a, int axis)
{
  return mean_along(a, axis, keepdims);
}
template <class Array>
auto statistic(pad_median const&, Array const& a, int axis)
{
  return acre::median(a, axis, keepdims);
}

template <class S>
concept pad_statistic = std::same_as<S, pad_maximum> || std::same_as<S, pad_minimum> ||
                        std::same_as<S, pad_mean> || std::same_as<S, pad_median>;

template <class T, class E>
auto as_padding(E const& value)
{
  if constexpr (is_integer<T> && !is_integer<typename E::value_type>)
    return acre::cast<T>(acre::rint(value));
  else
    return acre::cast<T>(value);
}

/// Writes statistic(elements) of an axis' own places, of so many next to either edge, around them.
template <class Array, class Statistic>
void write_statistics(padded_axis<Array> const& to, std::optional<pad_width> const& lengths,
                      Statistic const& statistic)
{
  auto const length =
      lengths ? lengths->each[static_cast<std::size_t>(to.axis)] : std::pair(to.own, to.own);
  std::int64_t const first = std::min(length.first, to.own), last = std::min(length.second, to.own);
  if (to.before > 0 || first == 0) assign(to.front(), statistic(to.of(to.before, first)));
  if (to.behind > 0 || last == 0)
    assign(to.back(), statistic(to.of(to.before + to.own - last, last)));
}

}  // namespace detail

/// A new array with e's own in the middle and a statistic of them around, axis by axis, which
/// extends what the axes before have got as well. Means and medians of integers are rounded, halves
/// to the even one. In the order of max(), min(), mean() and median(). Throws as pad() with a mode;
/// value_error: stat_length of 0 yields no value for padding (of no elements the mean and the
/// median are NaN). Same bits on every backend.
template <expression E, detail::pad_statistic Statistic>
auto pad(E const& e, pad_width width, Statistic what)
{
  using T = typename E::value_type;
  if (what.stat_length) detail::require_stat_lengths(e.shape(), *what.stat_length);
  return detail::padded_by(e, width, [&](auto const& to) {
    detail::write_statistics(to, what.stat_length, [&](auto const& elements) {
      return detail::as_padding<T>(detail::statistic(what, elements, to.axis));
    });
  });
}

}  // namespace acre
