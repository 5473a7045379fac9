#include <acre/array/detail/shape_rules.hpp>
#include <acre/error.hpp>
#include <acre/index/detail/index_list.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace acre::detail {

namespace {

using item_kind = index_item::kind;

extents_view shape_of(index_item const& i)
{
  return {i.extent.data(), static_cast<std::size_t>(i.rank)};
}

constexpr char const* arrays_mismatch =
    "shape mismatch: indexing arrays could not be broadcast together with shapes ";

/// The shape that the index arrays broadcast to; `mismatch` says in NumPy's words if they don't.
std::array<std::int64_t, max_rank> broadcast_arrays(std::span<index_item const> list, int& rank,
                                                    std::string& mismatch)
{
  rank = 0;
  for (auto const& item : list)
    if (item.what == item_kind::array) rank = std::max(rank, item.rank);
  std::array<std::int64_t, max_rank> extent;
  extent.fill(1);
  for (auto const& item : list) {
    if (item.what != item_kind::array) continue;
    if (merge_broadcast(std::span(extent).first(static_cast<std::size_t>(rank)), shape_of(item)))
      continue;
    mismatch = arrays_mismatch;
    for (auto const& other : list)
      if (other.what == item_kind::array) mismatch += to_string(shape_of(other)) + " ";
    return extent;
  }
  return extent;
}

/// How many axes the list uses up; refuses more than there are.
int used_axes(std::span<index_item const> list, int rank)
{
  int used = 0, ellipses = 0;
  for (auto const& item : list) {
    if (item.what == item_kind::ellipsis)
      ++ellipses;
    else if (item.what != item_kind::newaxis)
      ++used;
  }
  if (ellipses > 1) throw index_error("an index can only have a single ellipsis ('...')");
  if (used > rank)
    throw index_error("too many indices for array: array is " + std::to_string(rank) +
                      "-dimensional, but " + std::to_string(used) + " were indexed");
  return used;
}

/// Refuses masks that are not of the axes' sizes; an ellipsis stands for `whole` axes. A mask's
/// axis of size 0 fits every axis, as NumPy and the array API standard have it: it marks nothing.
void require_masks_match(std::span<index_item const> list, extents_view shape, int whole)
{
  int axis = 0;
  for (auto const& item : list) {
    if (item.what == item_kind::array && item.mask_extent > 0 && item.mask_extent != shape[axis])
      throw index_error("boolean index did not match indexed array along axis " +
                        std::to_string(axis) + "; size of axis is " + std::to_string(shape[axis]) +
                        " but size of corresponding boolean axis is " +
                        std::to_string(item.mask_extent));
    axis += item.what == item_kind::ellipsis ? whole : item.what == item_kind::newaxis ? 0 : 1;
  }
}

/// Whether the arrays, and the integers beside them, stand next to each other: then their axes
/// take the place of the first one, else they come first.
bool neighbours(std::span<index_item const> list)
{
  int runs = 0;
  bool inside = false;
  for (auto const& item : list) {
    bool const advanced = item.what == item_kind::array || item.what == item_kind::integer;
    if (advanced && !inside) ++runs;
    inside = advanced;
  }
  return runs <= 1;
}

/// The result under construction.
struct builder {
  index_plan plan;
  extents_view shape, strides;
  int from = 0;

  void add(std::int64_t extent, std::int64_t stride)
  {
    if (plan.rank == max_rank)
      throw index_error("the result of the indices would have more than " +
                        std::to_string(max_rank) + " axes");
    plan.extent[plan.rank] = extent;
    plan.stride[plan.rank++] = stride;
  }
  void keep(slice const& s)
  {
    auto const r = resolve(s, shape[from]);
    add(r.count, strides[from] * r.step);
    if (r.count > 0) plan.offset += r.first * strides[from];
    ++from;
  }
  void pick()
  {
    auto& axis = plan.axis[plan.arrays++];
    axis.axis = from;
    axis.size = shape[from];
    axis.stride = strides[from];
    ++from;
  }
  void begin_picked(std::array<std::int64_t, max_rank> const& extent, int rank)
  {
    plan.picked_first = plan.rank;
    plan.picked_rank = rank;
    for (int k = 0; k < rank; ++k) add(extent[k], 0);
  }
};

}  // namespace

index_plan plan_index(extents_view shape, extents_view strides, std::span<index_item const> list)
{
  int const rank = static_cast<int>(shape.size());
  int const whole = rank - used_axes(list, rank);
  bool const picks = std::any_of(list.begin(), list.end(),
                                 [](auto const& i) { return i.what == item_kind::array; });
  int picked_rank = 0;
  require_masks_match(list, shape, whole);
  std::string mismatch;
  std::array<std::int64_t, max_rank> const picked = broadcast_arrays(list, picked_rank, mismatch);
  bool const in_place = neighbours(list);

  builder b{{}, shape, strides};
  bool begun = !picks;
  auto const begin = [&] {
    if (!std::exchange(begun, true)) b.begin_picked(picked, picked_rank);
  };
  if (!in_place) begin();
  for (auto const& item : list) {
    switch (item.what) {
      case item_kind::integer:
        begin();
        b.plan.offset += resolve(item.value, shape[b.from], b.from) * strides[b.from];
        ++b.from;
        break;
      case item_kind::slice:
        b.keep(item.range);
        break;
      case item_kind::newaxis:
        b.add(1, 0);
        break;
      case item_kind::ellipsis:
        for (int n = 0; n < whole; ++n) b.keep(ALL);
        break;
      case item_kind::array:
        begin();
        b.pick();
        break;
    }
  }
  while (b.from < rank) b.keep(ALL);
  if (!mismatch.empty()) throw index_error(mismatch);  // after the integers, as NumPy does

  index_plan& plan = b.plan;
  if (!picks) return plan;
  for (int k = 0; k < picked_rank; ++k) plan.picks *= picked[k];
  int n = 0;
  for (auto const& item : list) {
    if (item.what != item_kind::array) continue;
    auto& axis = plan.axis[n++];
    std::int64_t place = 1;
    for (int k = item.rank - 1; k >= 0; --k) {
      int const to = plan.picked_first + picked_rank - item.rank + k;
      if (item.extent[k] != 1) {
        axis.index_stride[to] = item.stride[k];
        axis.place_stride[to] = place;
      }
      place *= item.extent[k];
    }
  }
  return plan;
}

std::int64_t count_keys(index_plan const& plan)
{
  std::array<std::int64_t, max_rank> sizes{};
  for (int n = 0; n < plan.arrays; ++n) sizes[n] = plan.axis[n].size;
  return size_of({sizes.data(), static_cast<std::size_t>(plan.arrays)});
}

void require_writable(extents_view values, extents_view result, extents_view given)
{
  if (!broadcasts_to(values, result))
    throw shape_error("shape mismatch: value array of shape " + to_string(given) +
                      " could not be broadcast to indexing result of shape " + to_string(result));
}

void require_for_each_true(extents_view values, extents_view result)
{
  if (values.size() > 1)
    throw shape_error(
        "NumPy boolean array indexing assignment requires a 0 or 1-dimensional input, input has " +
        std::to_string(values.size()) + " dimensions");
  if (values.size() == 1 && values[0] != 1 && values[0] != result[0])
    throw shape_error("NumPy boolean array indexing assignment cannot assign " +
                      std::to_string(values[0]) + " input values to the " +
                      std::to_string(result[0]) + " output values where the mask is true");
}

index_plan plan_along_axis(extents_view shape, extents_view strides, index_item const& index,
                           int axis)
{
  index_plan plan;
  plan.rank = plan.picked_rank = static_cast<int>(shape.size());
  plan.arrays = 1;
  plan.axis[0] = {axis, shape[axis], strides[axis], {}, {}};
  std::int64_t place = 1;
  for (int k = plan.rank - 1; k >= 0; --k) {
    std::int64_t const own = k == axis ? 1 : shape[k], other = index.extent[k];
    if (own != other && own != 1 && other != 1) {
      std::string shapes;
      for (int a = 0; a < plan.rank; ++a) {
        std::array<std::int64_t, max_rank> extent;
        extent.fill(1);
        extent[a] = shape[a];
        extents_view const wide{extent.data(), shape.size()};
        shapes += to_string(a == axis ? shape_of(index) : wide) + " ";
      }
      throw index_error(arrays_mismatch + shapes);
    }
    plan.extent[k] = own == 1 ? other : own;
    plan.picks *= plan.extent[k];
    if (own != 1 && k != axis) plan.stride[k] = strides[k];
    if (other != 1) {
      plan.axis[0].index_stride[k] = index.stride[k];
      plan.axis[0].place_stride[k] = place;
    }
    place *= other;
  }
  return plan;
}

}  // namespace acre::detail
