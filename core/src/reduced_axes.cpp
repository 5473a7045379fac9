#include <acre/error.hpp>
#include <acre/reduce/detail/reduced_axes.hpp>

#include <string>
#include <utility>

namespace acre::detail {

void mark_axes(std::span<bool> marked, std::span<int const> axes, int rank)
{
  for (int const named : axes)
    if (std::exchange(marked[normalized_axis(named, rank)], true))
      throw value_error("duplicate value in 'axis'");
}

void reduced_shape(extents_view shape, std::span<bool const> reduced,
                   std::span<std::int64_t> result)
{
  bool const keeps = result.size() == shape.size();
  std::size_t to = 0;
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    if (keeps || !reduced[axis]) result[to++] = reduced[axis] ? 1 : shape[axis];
}

std::int64_t reduced_count(extents_view shape, std::span<bool const> reduced)
{
  std::int64_t count = 1;
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    if (reduced[axis]) count *= shape[axis];
  return count;
}

void require_elements(extents_view shape, std::span<bool const> reduced, char const* operation)
{
  if (reduced_count(shape, reduced) == 0)
    throw value_error(std::string("zero-size array to reduction operation ") + operation +
                      " which has no identity");
}

}  // namespace acre::detail
