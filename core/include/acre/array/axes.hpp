#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace acre {

namespace detail {
template <class I>
constexpr void refuse_axis()
{
  static_assert(std::is_integral_v<I> && !std::is_same_v<I, bool>,
                "acre: an axis is an integer, from 0 or, from the last one backwards, from -1: "
                "sort(a, 1), sum(a, -1); what a bool may mean elsewhere has a name here, as "
                "keepdims and descending");
}
[[noreturn]] void refuse_axis(std::string const& axis);
}  // namespace detail

/// One axis, as functions take it: any integer; a bool or a fraction is refused with a sentence.
/// Throws index_error for one that no int holds.
class axis_number {
 public:
  constexpr axis_number(int axis) : axis_(axis) {}
  template <class I>
    requires std::is_arithmetic_v<I>
  constexpr axis_number(I axis) : axis_(static_cast<int>(axis))
  {
    detail::refuse_axis<I>();
    if constexpr (std::is_integral_v<I> && !std::is_same_v<I, bool>)
      if (!std::in_range<int>(axis)) detail::refuse_axis(std::to_string(axis));
  }
  /// Refused with a sentence: {0, 1}.
  template <class I, class... More>
    requires(sizeof...(More) > 0 && (std::is_integral_v<I> && ... && std::is_integral_v<More>))
  constexpr axis_number(I axis, More...) : axis_(axis)
  {
    static_assert(sizeof...(More) == 0, "acre: several axes are written axes(0, 1), not in braces");
  }
  /// Refused with a sentence: shape(0, 1).
  template <std::size_t N>
  constexpr axis_number(std::array<std::int64_t, N> const&) : axis_(0)
  {
    static_assert(N == std::size_t(-1), "acre: axes are written axes(0, 1), not as a shape");
  }
  constexpr operator int() const { return axis_; }

 private:
  int axis_;
};

/// Several axes of one operation: sum(x, axes(0, 2)), flip(a, axes(0, 1)).
template <std::size_t N>
struct axis_list {
  std::array<int, N> axis;
};
template <std::convertible_to<axis_number>... Axis>
constexpr axis_list<sizeof...(Axis)> axes(Axis... axis)
{
  return {{axis_number(axis)...}};
}

/// Axes whose number is known at run time only: sum(x, axis_set{which}, keepdims). Results that
/// depend on that number at compile time, as the rank of a reduction without keepdims, cannot be
/// had.
struct axis_set {
  std::vector<int> axis;
};

}  // namespace acre
