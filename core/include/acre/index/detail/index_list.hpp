#pragma once

#include <acre/array/shape.hpp>
#include <acre/array/slice.hpp>

#include <array>
#include <cstdint>
#include <span>

/// An array's indices at run time: NumPy's basic and advanced indexing, resolved once for all
/// dtypes and ranks.
namespace acre::detail {

/// One entry of an index list.
struct index_item {
  enum class kind { integer, slice, newaxis, ellipsis, array };
  kind what = kind::slice;
  std::int64_t value = 0;  // integer
  slice range;             // slice
  // array of indices along one axis; strides count elements
  int rank = 0;
  std::array<std::int64_t, max_rank> extent{}, stride{};
  std::int64_t mask_extent = -1;  // of a boolean mask's axis, if it came from one
};

/// One axis of the source that an index array picks from.
struct picked_axis {
  int axis = 0;  // of the source
  std::int64_t size = 0, stride = 0;
  std::array<std::int64_t, max_rank> index_stride{};  // the index array's, over the result
  std::array<std::int64_t, max_rank>
      place_stride{};  // of the indices' own positions, over the result
};

/// The result of source[list]: its shape, where its elements lie as far as that is fixed, and
/// which axes are looked up. `picked_first` … `+ picked_rank` are the result's axes over which
/// the index arrays vary, `picks` their number of elements.
struct index_plan {
  int rank = 0;
  std::array<std::int64_t, max_rank> extent{}, stride{};
  std::int64_t offset = 0;
  int arrays = 0;
  std::array<picked_axis, max_rank> axis{};
  int picked_first = 0, picked_rank = 0;
  std::int64_t picks = 1;

  extents_view shape() const { return {extent.data(), static_cast<std::size_t>(rank)}; }
};

/// Throws index_error with NumPy's texts: too many indices, a bad integer, a mask of another
/// size, index arrays that do not broadcast, a result of more than 8 axes.
index_plan plan_index(extents_view shape, extents_view strides, std::span<index_item const> list);

/// Combinations of positions along the picked axes; throws shape_error beyond 2^63 - 1.
std::int64_t count_keys(index_plan const& plan);

/// Throws shape_error unless values broadcast to the result: shape mismatch: value array of
/// shape (3,) could not be broadcast to indexing result of shape (2,4), or as it was `given`
void require_writable(extents_view values, extents_view result, extents_view given);
inline void require_writable(extents_view values, extents_view result)
{
  require_writable(values, result, values);
}

/// Likewise for a mask over all axes, with NumPy's text.
void require_for_each_true(extents_view values, extents_view result);

/// The plan of take_along_axis: every axis is the array's own but one, which is looked up.
index_plan plan_along_axis(extents_view shape, extents_view strides, index_item const& index,
                           int axis);

}  // namespace acre::detail
