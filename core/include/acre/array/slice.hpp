#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <type_traits>

namespace acre {

/// Python's start:stop:step along one axis. Absent or negative bounds count as in Python; bounds
/// beyond the axis are cut, never an error. A step of 0 throws value_error where it is used.
struct slice {
  std::optional<std::int64_t> start, stop, step;

  constexpr slice(std::optional<std::int64_t> from = {}, std::optional<std::int64_t> to = {},
                  std::optional<std::int64_t> by = {})
      : start(from), stop(to), step(by)
  {}
};

/// A whole axis, Python's `:` (spelt as in Kokkos: `all` is the reduction).
inline constexpr slice ALL{};

/// An absent bound: slice(none, none, -1) is Python's ::-1.
inline constexpr std::nullopt_t none = std::nullopt;

struct newaxis_t {};
/// A new axis of extent 1.
inline constexpr newaxis_t newaxis{};

struct ellipsis_t {};
/// All axes that are left, whole: Python's `...`.
inline constexpr ellipsis_t ellipsis{};

/// An argument of an array's parentheses: an integer, a slice, newaxis or ellipsis.
template <class T>
concept basic_index = (std::integral<T> && !std::same_as<T, bool>) || std::same_as<T, slice> ||
                      std::same_as<T, newaxis_t> || std::same_as<T, ellipsis_t>;

namespace detail {

/// A slice resolved against an axis: element k is at first + k * step, for k < count.
struct resolved_slice {
  std::int64_t first, count, step;
};
resolved_slice resolve_bounds(slice const& s, std::int64_t extent);
inline resolved_slice resolve(slice const& s, std::int64_t extent)
{
  if (s.step) return resolve_bounds(s, extent);
  auto const bound = [&](std::optional<std::int64_t> const& b, std::int64_t absent) {
    if (!b) return absent;
    std::int64_t const from_start = *b < 0 ? *b + extent : *b;
    return from_start < 0 ? 0 : from_start < extent ? from_start : extent;
  };
  std::int64_t const first = bound(s.start, 0), last = bound(s.stop, extent);
  if (first >= last) return {0, 0, 1};
  return {first, last - first, 1};
}

/// An integer index in [-extent, extent) as one in [0, extent). Throws index_error with NumPy's
/// text: index 6 is out of bounds for axis 0 with size 6
inline std::int64_t resolve(std::int64_t index, std::int64_t extent, int axis);
/// Likewise of what is not in [0, extent).
std::int64_t resolve_from_end(std::int64_t index, std::int64_t extent, int axis);
inline std::int64_t resolve(std::int64_t index, std::int64_t extent, int axis)
{
  if (static_cast<std::uint64_t>(index) < static_cast<std::uint64_t>(extent)) return index;
  return resolve_from_end(index, extent, axis);
}

/// A C++ integer as an index. Throws index_error beyond 2^63 - 1, where a size_t that went below 0
/// is (NumPy's text): cannot fit 'uint64' into an index-sized integer: 18446744073709551615
std::int64_t signed_index(std::uint64_t index);
template <std::integral I>
std::int64_t index_value(I index)
{
  if constexpr (std::is_unsigned_v<I>)
    return signed_index(index);
  else
    return index;
}

template <class... Index>
constexpr int count_of_integers = ((std::integral<Index> ? 1 : 0) + ... + 0);
template <class... Index>
constexpr int count_of_newaxis = ((std::same_as<Index, newaxis_t> ? 1 : 0) + ... + 0);
template <class... Index>
constexpr int count_of_ellipsis = ((std::same_as<Index, ellipsis_t> ? 1 : 0) + ... + 0);
/// Axes that the indices use up.
template <class... Index>
constexpr int count_of_used =
    int(sizeof...(Index)) - count_of_newaxis<Index...> - count_of_ellipsis<Index...>;

template <int Rank, class... Index>
concept basic_indices = (basic_index<Index> && ...) && count_of_used<Index...> <= Rank &&
                        count_of_ellipsis<Index...> <= 1;

/// Refuses, with a sentence, what stands between an array's parentheses and is neither these nor an
/// array of indices.
template <class Array, class... Index>
double refuse_indices()
{
  constexpr bool are_indices = (basic_index<Index> && ...);
  static_assert(are_indices,
                "acre: an index is an integer, a slice, ALL, newaxis, ellipsis, or an array of "
                "integers or bool: from_host({0, 2}), or from_host(v) of a std::vector");
  if constexpr (are_indices) {
    static_assert(count_of_used<Index...> <= Array::rank,
                  "acre: more indices than the array has axes");
    static_assert(count_of_ellipsis<Index...> <= 1, "acre: one ellipsis only");
  }
  return 0;
}

}  // namespace detail
}  // namespace acre
