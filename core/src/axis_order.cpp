#include <acre/array/detail/axis_order.hpp>
#include <acre/error.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace acre::detail {

namespace {

std::array<int, max_rank> in_order()
{
  std::array<int, max_rank> order{};
  for (int axis = 0; axis < max_rank; ++axis) order[axis] = axis;
  return order;
}

/// Which of `rank` axes are named.
std::array<bool, max_rank> marked_axes(std::span<int const> axes, int rank, char const* repeated)
{
  std::array<bool, max_rank> is_named{};
  for (int const axis : axes)
    if (std::exchange(is_named[normalized_axis(axis, rank)], true)) throw value_error(repeated);
  return is_named;
}

}  // namespace

std::array<int, max_rank> moved_axes(std::span<int const> from, std::span<int const> to, int rank)
{
  std::array<bool, max_rank> moves{};
  std::array<int, max_rank> order;
  order.fill(-1);
  for (std::size_t k = 0; k < from.size(); ++k)
    if (std::exchange(moves[normalized_axis("source", from[k], rank)], true))
      throw value_error("repeated axis in `source` argument");
  for (std::size_t k = 0; k < from.size(); ++k) {
    int& place = order[normalized_axis("destination", to[k], rank)];
    if (place >= 0) throw value_error("repeated axis in `destination` argument");
    place = normalized_axis(from[k], rank);
  }
  int place = 0;
  for (int axis = 0; axis < rank; ++axis) {
    if (moves[axis]) continue;
    while (order[place] >= 0) ++place;
    order[place] = axis;
  }
  return order;
}

std::array<int, max_rank> swapped_axes(int axis1, int axis2, int rank)
{
  axis1 = normalized_axis("axis1", axis1, rank);
  axis2 = normalized_axis("axis2", axis2, rank);
  auto order = in_order();
  std::swap(order[axis1], order[axis2]);
  return order;
}

void expand_axes(layout const& from, std::span<int const> places, new_layout const& to)
{
  auto const is_new = marked_axes(places, static_cast<int>(to.extent.size()), "repeated axis");
  std::size_t next = 0;
  for (std::size_t axis = 0; axis < to.extent.size(); ++axis) {
    to.extent[axis] = is_new[axis] ? 1 : from.extent[next];
    to.stride[axis] = is_new[axis] ? 0 : from.stride[next];
    if (!is_new[axis]) ++next;
  }
}

void squeeze_axes(layout const& from, std::span<int const> axes, new_layout const& to)
{
  auto const goes =
      marked_axes(axes, static_cast<int>(from.extent.size()), "duplicate value in 'axis'");
  std::size_t next = 0;
  for (std::size_t axis = 0; axis < from.extent.size(); ++axis) {
    if (goes[axis]) {
      if (from.extent[axis] != 1)
        throw value_error("cannot select an axis to squeeze out which has size not equal to one");
      continue;
    }
    to.extent[next] = from.extent[axis];
    to.stride[next] = from.stride[axis];
    ++next;
  }
}

std::vector<std::int64_t> nearly_equal_cuts(std::int64_t extent, std::int64_t parts)
{
  if (parts <= 0) throw value_error("number sections must be larger than 0.");
  std::vector<std::int64_t> cuts;
  for (std::int64_t part = 1; part < parts; ++part)
    cuts.push_back(part * (extent / parts) + std::min(part, extent % parts));
  return cuts;
}

std::vector<std::int64_t> equal_cuts(std::int64_t extent, std::int64_t parts)
{
  if (parts == 0)
    throw value_error("integer modulo by zero: number sections must be larger than 0.");
  if (extent % parts != 0)
    throw value_error("array split does not result in an equal division: " +
                      std::to_string(extent) + " elements in " + std::to_string(parts) + " parts");
  return nearly_equal_cuts(extent, parts);
}

}  // namespace acre::detail
