#pragma once

#include <acre/array/detail/reshape.hpp>
#include <acre/array/shape.hpp>
#include <acre/array/slice.hpp>

#include <array>
#include <cstdint>
#include <span>

/// Shapes of views of an array, by extents and strides alone: one set of rules and texts for arrays
/// whose rank is known at compile time and for those whose isn't.
///
/// A function reads the layout of the array, writes that of the view into room which the caller
/// has for it, and returns the element (counted in memory from the array's first) at which the
/// view begins, where that can be another one; it is 0 for a view without elements.
namespace acre::detail {

struct layout {
  extents_view extent, stride;
};
struct new_layout {
  std::span<std::int64_t> extent, stride;
};

/// Every axis that an array may have, in order.
inline constexpr std::array<int, max_rank> every_axis{0, 1, 2, 3, 4, 5, 6, 7};

/// The axes in reverse order.
void transposed(layout const& from, new_layout const& to);

/// The axes in the given order. Throws value_error (axes don't match array; repeated axis in
/// transpose), index_error.
void transposed(layout const& from, extents_view axes, new_layout const& to);

/// The elements over a larger shape: strides of 0 along axes that are new or of extent 1. Throws
/// shape_error with NumPy's texts.
void broadcast_strides(layout const& from, extents_view shape, std::span<std::int64_t> stride);

/// Backwards along some axes. Throws value_error (repeated axis), index_error.
std::int64_t flipped(layout const& from, std::span<int const> axes, new_layout const& to);

/// One axis (not negative) sliced, the others whole.
std::int64_t sliced(layout const& from, int axis, slice const& s, new_layout const& to);

/// A new axis in front of `axis`.
void with_axis(layout const& from, int axis, std::int64_t extent, std::int64_t stride,
               new_layout const& to);

/// The first elements along `axis`, without it.
void without_axis(layout const& from, int axis, new_layout const& to);

/// The diagonals of two axes (positive offset: further along axis2) as the last axis. Throws
/// value_error (diag requires an array of at least two dimensions; axis1 and axis2 cannot be the
/// same), index_error (axis2: axis 2 is out of bounds for array of dimension 2).
std::int64_t diagonal(layout const& from, std::int64_t offset, int axis1, int axis2,
                      new_layout const& to);

/// Whether the elements lie in C order without gaps.
bool is_contiguous(layout const& a);
template <std::size_t Rank>
bool is_contiguous(std::array<std::int64_t, Rank> const& extent,
                   std::array<std::int64_t, Rank> const& stride)
{
  if constexpr (Rank == 1)
    return stride[0] == 1 || extent[0] <= 1;
  else
    return stride == row_major_strides(extent) || is_contiguous({extent, stride});
}

/// Whether the elements fill the memory from the first one on without a gap, in any order of axes.
bool lies_densely(layout const& a);
template <std::size_t Rank>
bool lies_densely(std::array<std::int64_t, Rank> const& extent,
                  std::array<std::int64_t, Rank> const& stride)
{
  return stride == row_major_strides(extent) || lies_densely({extent, stride});
}

}  // namespace acre::detail
