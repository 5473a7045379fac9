#pragma once

#include <acre/array/read_only.hpp>

#include <algorithm>
#include <concepts>
#include <type_traits>
#include <version>

#ifdef __cpp_lib_mdspan
#include <mdspan>
#endif

/// std::mdspan as an array and back, without a copy: both see the same elements. from_mdspan also
/// takes Kokkos' mdspan, which C++20 has; to_mdspan is there where the compiler's library has
/// std::mdspan (C++23).
///
/// Memory an mdspan doesn't know whose its memory is, so the space is named: host() for the
///         host's
/// Waits   never, but for bool on a GPU, whose bytes are looked at; work is queued there, see
///         queues.md
///
/// ```sketch
/// std::vector<double> v{1, 2, 3, 4, 5, 6};
/// auto const a = acre::from_mdspan(acre::host(), std::mdspan(v.data(), 2, 3));
/// a(1) = 0.0;                             // v sees it
/// auto const m = acre::to_mdspan(a.transpose());  // m[2, 0] is 3
/// ```
namespace acre {

namespace detail {

template <class M>
concept mdspan_like = requires(M const& m) {
  typename M::extents_type;
  typename M::accessor_type;
  typename M::mapping_type;
  m.data_handle();
  m.extent(0);
  { M::is_always_strided() } -> std::same_as<bool>;
};

}  // namespace detail

/// The elements of an mdspan of any layout with strides, which live as long as the array; of one of
/// const elements a read_only_array. Throws value_error for bool whose memory has bytes other than
/// 0 and 1.
template <class Space, detail::mdspan_like Mdspan>
auto from_mdspan(Space const& space, Mdspan const& m)
{
  static_assert(Mdspan::is_always_strided(),
                "acre: an array has strides, and the mdspan's layout has not");
  static_assert(std::is_pointer_v<typename Mdspan::data_handle_type> &&
                    std::is_lvalue_reference_v<typename Mdspan::reference>,
                "acre: an array's elements are memory, and the mdspan's accessor makes them");
  if constexpr (Mdspan::is_always_strided() &&
                std::is_pointer_v<typename Mdspan::data_handle_type>) {
    constexpr int rank = static_cast<int>(Mdspan::rank());
    shape_t<rank> shape{}, stride{};
    if constexpr (rank > 0) {  // without axes there is no stride() to compile
      for (int axis = 0; axis < rank; ++axis) {
        shape[axis] = static_cast<std::int64_t>(m.extent(axis));
        stride[axis] = static_cast<std::int64_t>(m.stride(axis));
      }
    }
    return detail::as_array(space, nullptr, m.data_handle(), shape, stride);
  }
}

#ifdef __cpp_lib_mdspan

/// An array's elements, const those of a read_only_array, as a std::mdspan; valid as long as the
/// array (or a slice of it) lives. layout_stride takes arrays whose axes run forwards and don't
/// overlap, layout_right and layout_left those whose elements lie so. Throws shape_error else;
/// copy(a) lies in C order.
template <class Layout = std::layout_stride, class Array>
  requires(detail::lies_in_memory<Array> &&
           (std::same_as<Layout, std::layout_stride> || std::same_as<Layout, std::layout_right> ||
            std::same_as<Layout, std::layout_left>))
auto to_mdspan(Array const& a)
{
  constexpr bool strided = std::is_same_v<Layout, std::layout_stride>;
  constexpr bool right = std::is_same_v<Layout, std::layout_right>;
  using extents = std::dextents<std::int64_t, static_cast<std::size_t>(Array::rank)>;
  detail::require_lies(strided ? detail::lies::apart
                       : right ? detail::lies::in_c_order
                               : detail::lies::in_fortran_order,
                       "to_mdspan",
                       strided ? "std::mdspan"
                       : right ? "std::mdspan of layout_right"
                               : "std::mdspan of layout_left",
                       a.shape(), a.strides());
  extents const extent(a.shape());
  using mdspan = std::mdspan<detail::pointed_to<Array>, extents, Layout>;
  if constexpr (strided) {
    auto strides = a.strides();
    if (a.size() == 0) {
      auto some = a.shape();
      for (std::int64_t& n : some) n = std::max<std::int64_t>(n, 1);
      strides = detail::row_major_strides(some);
    } else {
      // the stride of an axis of one element is never used, but has to step over the other axes
      std::int64_t beyond = 1;
      for (int axis = 0; axis < Array::rank; ++axis)
        beyond += strides[axis] * (a.shape()[axis] - 1);
      for (int axis = 0; axis < Array::rank; ++axis)
        if (a.shape()[axis] == 1) strides[axis] = beyond;
    }
    return mdspan(detail::node::first(a),
                  typename Layout::template mapping<extents>(extent, strides));
  } else {
    return mdspan(a.data(), extent);
  }
}

#endif

}  // namespace acre
