#pragma once

#include <acre/array/array.hpp>
#include <acre/elementwise/detail/evaluate.hpp>
#include <acre/elementwise/detail/expression.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

/// Stencils whose shifts the compiler knows.
namespace acre {

namespace detail {

/// Throws shape_error for an array that has fewer than 2 * margin elements along an axis.
void require_margins(extents_view shape, extents_view margin);

template <int... N>
struct numbers {};

template <class T, int Rank, class Space, class Shift>
struct moved_window;

/// Elements of an array that are Shift away from those of an array without one, whose first element
/// and strides all windows of it have in common. It has `margin` elements before and behind each
/// row of those at least.
template <class T, int Rank, class Space, int... Shift>
struct moved_window<T, Rank, Space, numbers<Shift...>>
    : term<moved_window<T, Rank, Space, numbers<Shift...>>> {
  using value_type = T;
  using space_type = Space;
  static constexpr int rank = Rank;
  static constexpr int leaf_count = 1;
  array<T, Rank, Space> moved;
  backends::window_site site;

  moved_window(array<T, Rank, Space> there, int margin) : moved(std::move(there))
  {
    site.rank = Rank;
    site.margin = margin;
    find_site();
  }
  /// Other elements of the same array, Shift away from others.
  void put(array<T, Rank, Space> there)
  {
    moved = std::move(there);
    find_site();
  }
  void find_site()
  {
    std::array<std::int64_t, Rank> const shift{Shift...};
    std::int64_t offset = 0;
    for (std::size_t axis = 0; axis < Rank; ++axis) {
      site.stride[axis] = moved.strides()[axis];
      offset += shift[axis] * moved.strides()[axis];
    }
    site.centre = moved.size() == 0 ? nullptr : node::first(moved) - offset;
  }
  shape_t<Rank> shape() const { return moved.shape(); }
  Space const& space() const { return moved.space(); }
  void describe(leaf_layout*& leaf, extents_view common) const
  {
    leaf->window = &site;
    node::describe(moved, leaf, common);
  }
  auto lower(lowering& leaves) const
  {
    return window_program<T, Shift...>{node::lower(moved, leaves)};
  }
};

template <class T, int Rank, class Space, class Margin, class Shift>
struct window;

/// The elements of an interior, moved by Shift.
template <class T, int Rank, class Space, int... Margin, int... Shift>
struct window<T, Rank, Space, numbers<Margin...>, numbers<Shift...>>
    : moved_window<T, Rank, Space, numbers<Shift...>> {
  array<T, Rank, Space> all;

  explicit window(array<T, Rank, Space> const& a)
      : moved_window<T, Rank, Space, numbers<Shift...>>(
            part_of(a, std::make_index_sequence<Rank>{}),
            std::array<int, Rank>{Margin...}[Rank - 1]),
        all(node::view<array<T, Rank, Space>>(a, node::first(a), a.shape(), a.strides()))
  {}
  template <std::size_t... axis>
  static array<T, Rank, Space> part_of(array<T, Rank, Space> const& a, std::index_sequence<axis...>)
  {
    require_margins(a.shape(), std::array<std::int64_t, Rank>{Margin...});
    return a(slice(Margin + Shift, a.shape()[axis] - Margin + Shift)...);
  }
};

template <int First, int>
inline constexpr int first_of = First;

/// One margin for every axis, or one for each.
template <class Axes, int... Margin>
struct margins_of {
  using type = numbers<Margin...>;
};
template <std::size_t... axis, int Margin>
struct margins_of<std::index_sequence<axis...>, Margin> {
  using type = numbers<first_of<Margin, static_cast<int>(axis)>...>;
};

template <int Margin, int Shift>
inline constexpr bool within_margin = Shift <= Margin && -Shift <= Margin;

}  // namespace detail

/// The elements of an array that are `Margin` or more from its edges (one number for all axes, or
/// one for each) as a term of expressions, whose neighbours shifted() names: NumPy's
/// a[1:-1, 1:-1], with numbers that the compiler knows.
///
/// ```cpp
/// auto const u = full(shape(4, 5), 2.0);
/// auto v = copy(u);
/// auto const c = interior<1>(u);
/// slice const mid(1, -1);
/// v(mid, mid) = c + 0.1 * (shifted<-1, 0>(c) + shifted<1, 0>(c) + shifted<0, -1>(c) +
///                          shifted<0, 1>(c) - 3.5 * c);
/// std::cout << v(1, 1) << '\n';
/// ```
/// ```text
/// 2.1
/// ```
///
/// Values and bits are those of the same slices. It is for speed: a GPU reads each packet of the
/// array once, whatever number of windows it is in, if all shifted terms of the expression are of
/// one array, whose rows lie in memory alike with those of the target and of the other arrays (as
/// those of arrays of one shape do, where a row is a multiple of 16 bytes); else it does what it
/// does for slices. The array is kept alive. Throws shape_error for an array with fewer than
/// 2 * Margin elements along an axis (NumPy's slices would be empty, or overlap).
template <int... Margin, class T, int Rank, class Space>
auto interior(array<T, Rank, Space> const& a)
{
  constexpr bool fits = sizeof...(Margin) == 1 || sizeof...(Margin) == Rank;
  static_assert(fits && Rank > 0,
                "acre: interior takes one margin for all axes of an array, or one for each");
  static_assert(((Margin >= 0) && ...), "acre: an interior's margin is not negative");
  using margin = typename detail::margins_of<std::make_index_sequence<Rank>, Margin...>::type;
  using unmoved = decltype([]<std::size_t... axis>(std::index_sequence<axis...>) {
    return detail::numbers<detail::first_of<0, static_cast<int>(axis)>...>{};
  }(std::make_index_sequence<Rank>{}));
  return detail::window<T, Rank, Space, margin, unmoved>(a);
}

/// The neighbours at a distance of Shift, one number for each axis, of the elements of an interior:
/// shifted<-1, 0>(c) are those above, a[0:-2, 1:-1] where c is a[1:-1, 1:-1]. Shifts an operand
/// that is shifted already, from there on.
template <int... Shift, class T, int Rank, class Space, int... Margin, int... Before>
auto shifted(
    detail::window<T, Rank, Space, detail::numbers<Margin...>, detail::numbers<Before...>> const& c)
{
  static_assert(sizeof...(Shift) == Rank, "acre: shifted takes one number for each axis");
  if constexpr (sizeof...(Shift) == Rank) {
    static_assert((detail::within_margin<Margin, Before + Shift> && ...),
                  "acre: shifted by more than the margin of the interior");
    return detail::window<T, Rank, Space, detail::numbers<Margin...>,
                          detail::numbers<(Before + Shift)...>>(c.all);
  }
}

}  // namespace acre
