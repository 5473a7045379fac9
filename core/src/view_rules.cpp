#include <acre/array/detail/view_rules.hpp>
#include <acre/error.hpp>
#include <acre/rearrange/sliding_window.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace acre::detail {

namespace {

int rank_of(layout const& a) { return static_cast<int>(a.extent.size()); }

/// Copies one axis.
void copy_axis(layout const& from, int axis, new_layout const& to, int as)
{
  to.extent[as] = from.extent[axis];
  to.stride[as] = from.stride[axis];
}

void copy_all(layout const& from, new_layout const& to)
{
  for (int axis = 0; axis < rank_of(from); ++axis) copy_axis(from, axis, to, axis);
}

bool has_elements(extents_view extent)
{
  return std::find(extent.begin(), extent.end(), 0) == extent.end();
}

}  // namespace

void transposed(layout const& from, new_layout const& to)
{
  int const rank = rank_of(from);
  for (int axis = 0; axis < rank; ++axis) copy_axis(from, rank - 1 - axis, to, axis);
}

void transposed(layout const& from, extents_view axes, new_layout const& to)
{
  int const rank = rank_of(from);
  if (axes.size() != from.extent.size()) throw value_error("axes don't match array");
  bool seen[max_rank] = {};
  for (int axis = 0; axis < rank; ++axis) {
    int const source = normalized_axis(static_cast<int>(axes[axis]), rank);
    if (std::exchange(seen[source], true)) throw value_error("repeated axis in transpose");
    copy_axis(from, source, to, axis);
  }
}

void broadcast_strides(layout const& from, extents_view shape, std::span<std::int64_t> stride)
{
  for (std::int64_t const extent : shape)
    if (extent < 0) throw shape_error("all elements of broadcast shape must be non-negative");
  if (shape.empty() && !from.extent.empty())
    throw shape_error("cannot broadcast a non-scalar to a scalar array");
  if (shape.size() < from.extent.size())
    throw shape_error("input operand has more dimensions than allowed by the axis remapping");
  std::size_t const offset = shape.size() - from.extent.size();
  std::fill(stride.begin(), stride.end(), 0);
  for (std::size_t axis = 0; axis < from.extent.size(); ++axis) {
    if (from.extent[axis] == shape[offset + axis])
      stride[offset + axis] = from.stride[axis];
    else if (from.extent[axis] != 1)
      throw shape_error(
          "operands could not be broadcast together with remapped shapes [original->remapped]: " +
          to_string(from.extent) + "  and requested shape " + to_string(shape));
  }
}

std::int64_t flipped(layout const& from, std::span<int const> axes, new_layout const& to)
{
  copy_all(from, to);
  bool seen[max_rank] = {};
  std::int64_t first = 0;
  for (int const named : axes) {
    int const axis = normalized_axis(named, rank_of(from));
    if (std::exchange(seen[axis], true)) throw value_error("repeated axis");
    if (from.extent[axis] <= 1) continue;
    first += (from.extent[axis] - 1) * from.stride[axis];
    to.stride[axis] = -from.stride[axis];
  }
  return has_elements(to.extent) ? first : 0;
}

std::int64_t sliced(layout const& from, int axis, slice const& s, new_layout const& to)
{
  auto const r = resolve(s, from.extent[axis]);
  copy_all(from, to);
  to.extent[axis] = r.count;
  to.stride[axis] = from.stride[axis] * r.step;
  return has_elements(to.extent) ? r.first * from.stride[axis] : 0;
}

void with_axis(layout const& from, int axis, std::int64_t extent, std::int64_t stride,
               new_layout const& to)
{
  for (int k = 0; k < axis; ++k) copy_axis(from, k, to, k);
  to.extent[axis] = extent;
  to.stride[axis] = stride;
  for (int k = axis; k < rank_of(from); ++k) copy_axis(from, k, to, k + 1);
}

void without_axis(layout const& from, int axis, new_layout const& to)
{
  for (int k = 0; k < axis; ++k) copy_axis(from, k, to, k);
  for (int k = axis + 1; k < rank_of(from); ++k) copy_axis(from, k, to, k - 1);
}

std::int64_t diagonal(layout const& from, std::int64_t offset, int axis1, int axis2,
                      new_layout const& to)
{
  int const rank = rank_of(from);
  if (rank < 2) throw value_error("diag requires an array of at least two dimensions");
  axis1 = normalized_axis("axis1", axis1, rank);
  axis2 = normalized_axis("axis2", axis2, rank);
  if (axis1 == axis2) throw value_error("axis1 and axis2 cannot be the same");
  std::int64_t const extent1 = from.extent[axis1], extent2 = from.extent[axis2];
  std::int64_t const first1 = offset < 0 ? -std::max(offset, -extent1) : 0;
  std::int64_t const first2 = offset > 0 ? std::min(offset, extent2) : 0;
  int last = 0;
  for (int axis = 0; axis < rank; ++axis)
    if (axis != axis1 && axis != axis2) copy_axis(from, axis, to, last++);
  to.extent[last] = std::min(extent1 - first1, extent2 - first2);
  to.stride[last] = from.stride[axis1] + from.stride[axis2];
  return has_elements(to.extent) ? first1 * from.stride[axis1] + first2 * from.stride[axis2] : 0;
}

bool lies_densely(layout const& a)
{
  std::int64_t const size = size_of(a.extent);
  if (size <= 1) return true;
  // axis by axis that which goes on where those before it end
  for (std::int64_t filled = 1; filled < size;) {
    std::size_t axis = 0;
    while (axis < a.extent.size() && (a.extent[axis] == 1 || a.stride[axis] != filled)) ++axis;
    if (axis == a.extent.size()) return false;
    filled *= a.extent[axis];
  }
  return true;
}

bool is_contiguous(layout const& a)
{
  std::int64_t step = 1;
  bool in_order = true;
  for (int axis = rank_of(a) - 1; axis >= 0; --axis) {
    if (a.extent[axis] == 0) return true;
    if (a.extent[axis] == 1) continue;
    in_order = in_order && a.stride[axis] == step;
    step = static_cast<std::int64_t>(static_cast<std::uint64_t>(step) *
                                     static_cast<std::uint64_t>(a.extent[axis]));
  }
  return in_order;
}

std::int64_t windows_of(std::int64_t n, std::int64_t window)
{
  if (window < 0) throw value_error("`window_shape` cannot contain negative values");
  if (window > n)
    throw value_error("window shape cannot be larger than input array shape: " +
                      std::to_string(window) + " of " + std::to_string(n) + " elements");
  return n - window + 1;
}

}  // namespace acre::detail
