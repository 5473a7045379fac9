#pragma once

#include <acre/array/read_only.hpp>

#include <Kokkos_Core.hpp>

#include <memory>

/// Kokkos' Views as arrays and back, without a copy: both see the same elements.
///
/// Order   work of `cuda` and `hip` is queued: acre's default queue is the stream of Kokkos'
/// default
///         execution space, so that kernels of both run behind each other there; another queue is
///         joined by space.fence() or Kokkos' fence
/// Waits   never, but for a View of bool on a GPU, whose bytes are looked at
///
/// ```cpp
/// Kokkos::View<double**, Kokkos::LayoutLeft> const v("v", 2, 3);
/// auto const a = from_view(v);
/// a(1) = 0.5;  // v sees it
/// Kokkos::View<double const**, Kokkos::LayoutLeft> const back = to_view<Kokkos::LayoutLeft>(a);
/// std::cout << a << ' ' << (back.data() == v.data()) << '\n';
/// ```
/// ```text
/// [[0.  0.  0. ]
///  [0.5 0.5 0.5]] 1
/// ```
namespace acre {

namespace detail {

template <class T, int Rank>
struct pointers {
  using type = typename pointers<T, Rank - 1>::type*;
};
template <class T>
struct pointers<T, 0> {
  using type = T;
};

/// Whether a space's work reads a View's memory as it does its own: the same memory, or pinned or
/// managed memory that it reaches.
template <class Memory, class OfView>
constexpr bool reaches_memory_of()
{
  if constexpr (Kokkos::is_memory_space<Memory>::value)
    return bool(Kokkos::SpaceAccessibility<Memory, OfView>::accessible);
  else
    return std::is_same_v<Memory, OfView>;
}

}  // namespace detail

/// A Kokkos::View, managed or not, of any layout: an array that keeps a managed View's memory
/// alive; of a View of const elements a read_only_array. The space must reach the View's memory.
/// Throws value_error for bool whose memory has bytes other than 0 and 1.
template <class Space, class Data, class... Properties>
auto from_view(Space const& space, Kokkos::View<Data, Properties...> const& view)
{
  using view_type = Kokkos::View<Data, Properties...>;
  static_assert(
      detail::reaches_memory_of<typename Space::memory_space, typename view_type::memory_space>(),
      "acre: the View lives in another memory space");
  constexpr int rank = static_cast<int>(view_type::rank());
  shape_t<rank> shape{}, stride{};
  for (int axis = 0; axis < rank; ++axis) {
    shape[axis] = static_cast<std::int64_t>(view.extent(axis));
    stride[axis] = static_cast<std::int64_t>(view.stride(axis));
  }
  return detail::as_array(space, std::make_shared<view_type>(view), view.data(), shape, stride);
}

/// Without a space: the default one.
template <class Data, class... Properties>
auto from_view(Kokkos::View<Data, Properties...> const& view)
{
  return from_view(default_space(), view);
}

/// An array's elements, or const those of a read_only_array, as an unmanaged Kokkos::View; valid as
/// long as the array (or a slice of it) lives: where Kokkos is to own the memory, begin with its
/// View and from_view. LayoutStride takes every array but those with a negative stride; LayoutRight
/// and LayoutLeft where the elements lie so. Throws shape_error else; copy(a) lies in C order.
template <class Layout = Kokkos::LayoutStride, class Array>
  requires detail::lies_in_memory<Array>
auto to_view(Array const& a)
{
  constexpr bool strided = std::is_same_v<Layout, Kokkos::LayoutStride>;
  constexpr bool right = std::is_same_v<Layout, Kokkos::LayoutRight>;
  static_assert(strided || right || std::is_same_v<Layout, Kokkos::LayoutLeft>,
                "acre: to_view makes Views of LayoutStride, LayoutRight and LayoutLeft");
  using view_type =
      Kokkos::View<typename detail::pointers<detail::pointed_to<Array>, Array::rank>::type, Layout,
                   typename Array::space_type::memory_space,
                   Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  if constexpr (!strided)
    detail::require_lies(right ? detail::lies::in_c_order : detail::lies::in_fortran_order,
                         "to_view", right ? "Kokkos::LayoutRight" : "Kokkos::LayoutLeft", a.shape(),
                         a.strides());
  Layout layout;
  for (int axis = 0; axis < Array::rank; ++axis) {
    layout.dimension[axis] = static_cast<std::size_t>(a.shape()[axis]);
    if constexpr (strided) {
      if (a.strides()[axis] < 0)
        throw shape_error("to_view: axis " + std::to_string(axis) + " of the array of shape " +
                          to_string(a.shape()) +
                          " runs backwards, which a Kokkos::View cannot; pass copy(a)");
      layout.stride[axis] = static_cast<std::size_t>(a.strides()[axis]);
    }
  }
  return view_type(detail::node::first(a), layout);
}

}  // namespace acre
