#pragma once

#include <acre/array/creation.hpp>
#include <acre/backends/common/device_code.hpp>
#include <acre/index/detail/take_along.hpp>
#include <acre/order/detail/across_signs.hpp>
#include <acre/order/detail/equality.hpp>
#include <acre/order/detail/reader.hpp>
#include <acre/order/detail/sort_rows.hpp>
#include <acre/order/search_side.hpp>

namespace acre {

namespace detail {

/// The place of a value among n sorted ones, both taken as a T: how many are before it (left), or
/// not behind it (right). Halves that are always as large, so that threads go together.
template <class S, class T>
struct find_place;

/// Likewise, the first `levels` halvings with elements from another memory: that of halving `level`
/// after `passed`, a bit for each one before, is number 2^level + passed there. (A GPU's shared
/// memory, where threads of a warp that read different elements wait for few others.)
template <class S, class T>
struct find_staged_place {
  template <class V>
  using argument = T;
  find_place<S, T> find{};
  S const* top = nullptr;
  int levels = 0;

  KOKKOS_INLINE_FUNCTION std::int64_t operator()(T value) const
  {
    return side_by_side(packet<T, 1>{{value}}).v[0];
  }
  template <int W>
  KOKKOS_INLINE_FUNCTION packet<std::int64_t, W> side_by_side(packet<T, W> const& value) const
  {
    packet<std::uint32_t, W> place{};  // as there are no more: half the instructions
    std::uint32_t next[W], left = static_cast<std::uint32_t>(find.n);
    for (int w = 0; w < W; ++w) next[w] = 1;
    for (int level = 0; level < levels; ++level) {
      std::uint32_t const half = (left + 1) / 2;
      for (int w = 0; w < W; ++w) {
        bool const passed = find.passes(converted<T>(top[next[w]]), value.v[w]);
        place.v[w] += passed ? half : 0;
        next[w] = 2 * next[w] + (passed ? 1 : 0);
      }
      left -= half;
    }
    find.search(value, left, place);
    packet<std::int64_t, W> found;
    for (int w = 0; w < W; ++w) found.v[w] = place.v[w];
    return found;
  }
};

template <class S, class T>
struct find_place {
  template <class V>
  using argument = T;
  S const* sorted = nullptr;
  std::int64_t n = 0, stride = 1;
  bool right = false;

  KOKKOS_INLINE_FUNCTION bool passes(T element, T value) const
  {
    return right ? !before_in_order(value, element) : before_in_order(element, value);
  }
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(T value) const
  {
    return side_by_side(packet<T, 1>{{value}}).v[0];
  }
  /// Several at once, which wait for memory together.
  template <int W>
  KOKKOS_INLINE_FUNCTION packet<std::int64_t, W> side_by_side(packet<T, W> const& value) const
  {
    packet<std::int64_t, W> place{};  // all before it are passed
    std::int64_t left = n;
    if constexpr (W >= 16 && !backends::is_device_code)
      if (ascending(value)) {
        std::int64_t const passed = search_together(value.v[0], value.v[W - 1], left);
        for (int w = 0; w < W; ++w) place.v[w] = passed;
      }
    search(value, left, place);
    return place;
  }
  template <int W>
  KOKKOS_INLINE_FUNCTION static bool ascending(packet<T, W> const& value)
  {
    for (int w = 1; w < W; ++w)
      if (before_in_order(value.v[w], value.v[w - 1])) return false;
    return true;
  }
  /// The halvings that the least and the largest of some values have in common, which all between
  /// them have, too: how many elements are passed. `left` are left then. (Of a CPU's blocks of
  /// values, which are often in order: then few halvings are left for each.)
  KOKKOS_INLINE_FUNCTION std::int64_t search_together(T least, T largest, std::int64_t& left) const
  {
    std::int64_t passed = 0;
    while (left > 0) {
      std::int64_t const half = (left + 1) / 2;
      T const element = converted<T>(sorted[(passed + half - 1) * stride]);
      bool const passes_least = passes(element, least);
      if (passes_least != passes(element, largest)) break;
      if (passes_least) passed += half;
      left -= half;
    }
    return passed;
  }
  /// Among the `left` elements behind those that are passed.
  template <int W, class Int>
  KOKKOS_INLINE_FUNCTION void search(packet<T, W> const& value, Int left,
                                     packet<Int, W>& place) const
  {
    for (Int half; left > 0; left -= half) {
      half = (left + 1) / 2;
      for (int w = 0; w < W; ++w) {
        T const element =
            converted<T>(sorted[static_cast<std::int64_t>(place.v[w] + half - 1) * stride]);
        place.v[w] += passes(element, value.v[w]) ? half : 0;
      }
    }
  }

  using staged_type = find_staged_place<S, T>;
  backends::staged_count staged_values(std::int64_t most, std::int64_t most_bytes) const
  {
    constexpr auto bytes = static_cast<std::int64_t>(sizeof(S));
    if (n > 0x7fffffff) return {};
    most = most_bytes / bytes < most ? most_bytes / bytes : most;
    int levels = 0;
    for (std::int64_t left = n; left > 0 && std::int64_t{2} << levels <= most;
         left -= (left + 1) / 2)
      ++levels;
    int const count = levels > 0 ? 1 << levels : 0;
    return {count, count * bytes};
  }
  KOKKOS_INLINE_FUNCTION void stage(int v, void* memory) const
  {
    if (v == 0) return;
    int level = 0;
    while (v >> (level + 1) != 0) ++level;
    std::int64_t place = 0, left = n, half = (left + 1) / 2;
    while (level-- > 0) {
      place += (v >> level & 1) != 0 ? half : 0;
      left -= half;
      half = (left + 1) / 2;
    }
    static_cast<S*>(memory)[v] = sorted[(place + half - 1) * stride];
  }
  KOKKOS_INLINE_FUNCTION staged_type staged(int count, void const* memory) const
  {
    int levels = 0;
    while (count >> (levels + 1) != 0) ++levels;
    return {*this, static_cast<S const*>(memory), levels};
  }
};

}  // namespace detail

/// The position at which each value belongs among the sorted elements of an array, as int64, in the
/// values' shape: the number of elements that are less (left), or not greater (right). NumPy's
/// searchsorted.
///
/// Both are compared in the dtype that they promote to, integers as the numbers that they are; NaN
/// is last and equal to itself, complex numbers by real part, then imaginary part. An array that
/// isn't sorted gives a result that means nothing. A term of an expression: nothing is stored
/// before it is assigned. No scratch. Same bits on every backend.
template <element S, class Space, expression V>
auto searchsorted(array<S, 1, Space> const& sorted, V const& values,
                  search_side side = search_side::left)
{
  static_assert(std::is_same_v<Space, typename V::space_type>,
                "acre: the values live in another space than the array; use copy_to(space, x)");
  using W = typename V::value_type;
  using T = detail::looked_up_t<S, W>;
  detail::find_place<S, T> const find{detail::node::first(sorted), sorted.size(),
                                      sorted.strides()[0], side == search_side::right};
  return detail::reading(detail::looking_up<S, W>(find, std::int64_t{0}, sorted.size()), values,
                         sorted);
}

/// The position of one number: an array of rank 0.
template <element S, class Space, scalar V>
auto searchsorted(array<S, 1, Space> const& sorted, V value, search_side side = search_side::left)
{
  return evaluate(searchsorted(sorted, full(sorted.space(), shape(), value), side));
}

/// Likewise for an array that is in order by way of `sorter` (integers, as argsort's): elements
/// sorter(0), sorter(1), … Scratch: the array in order. Throws value_error for another number of
/// them; index_error at the next synchronisation for one that is not there.
template <element S, class Space, expression V, expression I>
auto searchsorted(array<S, 1, Space> const& a, V const& values, search_side side, I const& sorter)
{
  static_assert(I::rank == 1 && detail::is_integer<typename I::value_type>,
                "acre: a sorter is one-dimensional and of integers");
  if (sorter.shape()[0] != a.size())
    throw value_error("sorter.size must equal a.size: " + std::to_string(sorter.shape()[0]) +
                      " is not " + std::to_string(a.size()));
  return searchsorted(array<S, 1, Space>(detail::take_along(a, sorter, 0, index_mode::raise, S(0),
                                                            std::source_location::current())),
                      values, side);
}

}  // namespace acre

#include <acre/order/detail/refusals/searchsorted.hpp>
