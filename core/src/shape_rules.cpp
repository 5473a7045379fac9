#include <acre/array/detail/shape_rules.hpp>
#include <acre/error.hpp>

#include <algorithm>
#include <string>

namespace acre::detail {

namespace {

[[noreturn]] void throw_too_big()
{
  throw shape_error("array is too big: its size exceeds the largest 64-bit integer");
}

}  // namespace

bool merge_broadcast(std::span<std::int64_t> result, extents_view shape)
{
  std::size_t const offset = result.size() - shape.size();
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    std::int64_t& extent = result[offset + axis];
    if (extent == 1)
      extent = shape[axis];
    else if (shape[axis] != 1 && shape[axis] != extent)
      return false;
  }
  return true;
}

bool broadcasts_to(extents_view from, extents_view to)
{
  if (from.size() > to.size()) return false;
  return std::equal(
      from.rbegin(), from.rend(), to.rbegin(),
      [](std::int64_t own, std::int64_t wanted) { return own == 1 || own == wanted; });
}

void require_max_rank(std::size_t rank, std::string const& of)
{
  if (rank > static_cast<std::size_t>(max_rank))
    throw shape_error("maximum supported dimension for an array is " + std::to_string(max_rank) +
                      ", found " + std::to_string(rank) + ": " + of);
}
void require_max_rank(extents_view shape)
{
  if (shape.size() > static_cast<std::size_t>(max_rank))
    require_max_rank(shape.size(), "shape " + to_string(shape));
}

void joined_shape(std::span<std::int64_t> result, std::span<extents_view const> shapes, int& axis)
{
  if (shapes.empty()) throw value_error("need at least one array to concatenate");
  std::size_t const rank = shapes[0].size();
  if (rank == 0) throw value_error("zero-dimensional arrays cannot be concatenated");
  axis = normalized_axis(axis, static_cast<int>(rank));
  std::copy(shapes[0].begin(), shapes[0].end(), result.begin());
  for (std::size_t i = 1; i < shapes.size(); ++i) {
    if (shapes[i].size() != rank)
      throw shape_error(
          "all the input arrays must have same number of dimensions, but the array at index 0 "
          "has " +
          std::to_string(rank) + " dimension(s) and the array at index " + std::to_string(i) +
          " has " + std::to_string(shapes[i].size()) + " dimension(s)");
    for (std::size_t k = 0; k < rank; ++k) {
      if (k == static_cast<std::size_t>(axis)) {
        if (__builtin_add_overflow(result[k], shapes[i][k], &result[k])) throw_too_big();
      } else if (shapes[i][k] != result[k]) {
        throw shape_error(
            "all the input array dimensions except for the concatenation axis must match exactly, "
            "but along "
            "dimension " +
            std::to_string(k) + ", the array at index 0 has size " + std::to_string(result[k]) +
            " and the array at index " + std::to_string(i) + " has size " +
            std::to_string(shapes[i][k]));
      }
    }
  }
}

void stacked_shape(std::span<std::int64_t> result, std::span<extents_view const> shapes, int& axis)
{
  if (shapes.empty()) throw value_error("need at least one array to stack");
  for (extents_view const shape : shapes)
    if (!std::ranges::equal(shape, shapes[0]))
      throw shape_error("all input arrays must have the same shape: " + to_string(shapes[0]) +
                        " and " + to_string(shape));
  axis = normalized_axis(axis, static_cast<int>(shapes[0].size()) + 1);
  auto const split = shapes[0].begin() + axis;
  *std::copy(shapes[0].begin(), split, result.begin()) = static_cast<std::int64_t>(shapes.size());
  std::copy(split, shapes[0].end(), result.begin() + axis + 1);
}

std::int64_t checked_product(std::int64_t a, std::int64_t b)
{
  std::int64_t product;
  if (__builtin_mul_overflow(a, b, &product)) throw_too_big();
  return product;
}

std::int64_t repeated_extent(std::int64_t extent, std::int64_t count)
{
  if (count < 0 && extent > 0)  // as NumPy, which looks at what a single count makes of the axis
    throw value_error(
        "negative dimensions are not allowed: repeats may not contain negative values");
  return checked_product(extent, std::max<std::int64_t>(count, 0));
}

std::vector<std::int64_t> repeated_indices(std::span<std::int64_t const> counts,
                                           std::int64_t extent)
{
  if (static_cast<std::int64_t>(counts.size()) != extent)
    throw shape_error("operands could not be broadcast together with shape (" +
                      std::to_string(extent) + ",) (" + std::to_string(counts.size()) + ",)");
  std::int64_t total = 0;
  for (std::int64_t const count : counts) {
    if (count < 0 && extent == 1) repeated_extent(extent, count);  // a single count's text
    if (count < 0) throw value_error("repeats may not contain negative values.");
    if (__builtin_add_overflow(total, count, &total)) throw_too_big();
  }
  std::vector<std::int64_t> indices;
  indices.reserve(static_cast<std::size_t>(total));
  for (std::int64_t i = 0; i < extent; ++i)
    indices.insert(indices.end(), static_cast<std::size_t>(counts[i]), i);
  return indices;
}

void require_aligned(extents_view a, int axis_of_a, extents_view b, int axis_of_b)
{
  if (a[axis_of_a] == b[axis_of_b]) return;
  throw shape_error("shapes " + to_string(a) + " and " + to_string(b) +
                    " not aligned: " + std::to_string(a[axis_of_a]) + " (dim " +
                    std::to_string(axis_of_a) + ") != " + std::to_string(b[axis_of_b]) + " (dim " +
                    std::to_string(axis_of_b) + ")");
}

}  // namespace acre::detail
