#include <acre/array/axes.hpp>
#include <acre/array/detail/shape_rules.hpp>
#include <acre/array/shape.hpp>
#include <acre/error.hpp>

namespace acre {

std::string to_string(extents_view shape)
{
  std::string text = "(";
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    if (axis > 0) text += ',';
    text += std::to_string(shape[axis]);
  }
  if (shape.size() == 1) text += ',';
  return text + ')';
}

std::int64_t size_of(extents_view shape)
{
  std::int64_t size = 1;
  bool overflow = false, empty = false;
  for (std::int64_t const extent : shape) {
    if (extent < 0)
      throw shape_error("negative dimensions are not allowed: shape " + to_string(shape));
    empty = empty || extent == 0;
    overflow = overflow || __builtin_mul_overflow(size, extent, &size);
  }
  if (empty) return 0;
  if (overflow)
    throw shape_error("array is too big: the size of shape " + to_string(shape) +
                      " exceeds the largest 64-bit integer");
  return size;
}

namespace detail {

void refuse_extent(std::uint64_t extent)
{
  throw shape_error("extent " + std::to_string(extent) +
                    " of a shape exceeds the largest 64-bit integer; an unsigned difference below "
                    "0 is such a number");
}
void refuse_axis(std::string const& axis)
{
  throw index_error("axis " + axis + " is out of bounds: arrays have at most " +
                    std::to_string(max_rank) + " dimensions");
}

void broadcast_into(std::span<std::int64_t> result, std::span<extents_view const> shapes)
{
  for (std::int64_t& extent : result) extent = 1;
  for (extents_view const shape : shapes) {
    if (merge_broadcast(result, shape)) continue;
    std::string text = "operands could not be broadcast together with shapes";
    for (extents_view const s : shapes) text += ' ' + to_string(s);
    throw shape_error(text);
  }
}

int normalized_axis(int axis, int rank)
{
  if (axis < -rank || axis >= rank)
    throw index_error("axis " + std::to_string(axis) + " is out of bounds for array of dimension " +
                      std::to_string(rank));
  return axis < 0 ? axis + rank : axis;
}
int normalized_axis(char const* name, int axis, int rank)
{
  try {
    return normalized_axis(axis, rank);
  } catch (index_error const& e) {
    throw index_error(std::string(name) + ": " + e.message());
  }
}

}  // namespace detail
}  // namespace acre
