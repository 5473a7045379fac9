#pragma once

#include <acre/array/array.hpp>

#include <Kokkos_Core.hpp>

#include <memory>

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

}  // namespace detail

/// A Kokkos::View as an array, without a copy: both see the same elements, and the array keeps a
/// managed View's memory alive. Any layout. The space's memory must be the View's.
template <class Space, class Data, class... Properties>
auto from_view(Space const& space, Kokkos::View<Data, Properties...> const& view)
{
  using view_type = Kokkos::View<Data, Properties...>;
  static_assert(std::is_same_v<typename view_type::memory_space, typename Space::memory_space>,
                "acre: the View lives in another memory space");
  static_assert(!std::is_const_v<typename view_type::value_type>,
                "acre: a View of const elements cannot be written to, an array can; copy it");
  constexpr int rank = static_cast<int>(view_type::rank());
  shape_t<rank> shape{}, stride{};
  for (int axis = 0; axis < rank; ++axis) {
    shape[axis] = static_cast<std::int64_t>(view.extent(axis));
    stride[axis] = static_cast<std::int64_t>(view.stride(axis));
  }
  return array<typename view_type::non_const_value_type, rank, Space>(
      space, std::make_shared<view_type>(view), view.data(), shape, stride);
}

/// Without a space: the default one.
template <class Data, class... Properties>
auto from_view(Kokkos::View<Data, Properties...> const& view)
{
  return from_view(default_space(), view);
}

/// The array's elements as an unmanaged Kokkos::View with LayoutStride, without a copy; valid as
/// long as the array (or a slice of it) lives. Throws shape_error for a negative stride, which a
/// View cannot have; copy(a) has none.
template <element T, int Rank, class Space>
auto to_view(array<T, Rank, Space> const& a)
{
  using view_type =
      Kokkos::View<typename detail::pointers<T, Rank>::type, Kokkos::LayoutStride,
                   typename Space::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  Kokkos::LayoutStride layout;
  for (int axis = 0; axis < Rank; ++axis) {
    if (a.strides()[axis] < 0)
      throw shape_error("to_view: axis " + std::to_string(axis) + " of the array of shape " +
                        to_string(a.shape()) +
                        " runs backwards, which a Kokkos::View cannot; pass copy(a)");
    layout.dimension[axis] = static_cast<std::size_t>(a.shape()[axis]);
    layout.stride[axis] = static_cast<std::size_t>(a.strides()[axis]);
  }
  return view_type(a.data(), layout);
}

}  // namespace acre
