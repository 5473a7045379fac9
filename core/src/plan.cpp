#include <acre/array/detail/shape_rules.hpp>
#include <acre/elementwise/detail/evaluate.hpp>
#include <acre/error.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
#include <utility>

namespace acre::detail {

namespace {

using backends::iteration;
using backends::reduction;

struct axes {
  int count = 0;
  std::array<int, max_rank> index{};  // axes of the common shape, outermost loop first
};

/// Merges neighbouring axes of `list` where every leaf allows it: the inner one takes the extent.
void merge(axes& list, std::span<leaf_layout const> leaves,
           std::array<std::int64_t, max_rank>& extent)
{
  if (list.count < 2) return;
  axes merged;
  for (int a = 0; a < list.count; ++a) {
    int const axis = list.index[a];
    if (merged.count > 0) {
      int const before = merged.index[merged.count - 1];
      bool const joined = std::all_of(leaves.begin(), leaves.end(), [&](leaf_layout const& leaf) {
        return leaf.stride[before] == leaf.stride[axis] * extent[axis];
      });
      if (joined) {
        extent[axis] *= extent[before];
        merged.index[merged.count - 1] = axis;
        continue;
      }
    }
    merged.index[merged.count++] = axis;
  }
  list = merged;
}

/// Writes strides in loop order: `loops` without its last axis as outer ones, that one as inner.
void reorder(std::span<leaf_layout> leaves, axes const& loops)
{
  if (loops.count == 1) {
    for (leaf_layout& leaf : leaves) {
      leaf.inner_stride = leaf.stride[loops.index[0]];
      std::fill(leaf.stride, leaf.stride + max_rank, 0);
    }
    return;
  }
  bool in_order = loops.count > 0;
  for (int a = 0; a < loops.count; ++a) in_order = in_order && loops.index[a] == a;
  if (in_order) {  // what is behind the last has an extent of 1, and a stride of 0
    int const last = loops.count - 1;
    for (leaf_layout& leaf : leaves) leaf.inner_stride = std::exchange(leaf.stride[last], 0);
    return;
  }
  for (leaf_layout& leaf : leaves) {
    std::array<std::int64_t, max_rank> stride{};
    for (int a = 0; a + 1 < loops.count; ++a) stride[a] = leaf.stride[loops.index[a]];
    leaf.inner_stride = loops.count > 0 ? leaf.stride[loops.index[loops.count - 1]] : 0;
    std::copy(stride.begin(), stride.end(), leaf.stride);
  }
}

/// (A division takes as long as planning a leaf; sizes are powers of 2 but for some records'.)
bool is_multiple(std::uintptr_t address, std::uintptr_t of)
{
  return (of & (of - 1)) == 0 ? (address & (of - 1)) == 0 : address % of == 0;
}

/// Whether every leaf can be read `width` elements at a time along the inner axis.
bool can_pack(std::span<leaf_layout const> leaves, int outer_rank, int width)
{
  return std::all_of(leaves.begin(), leaves.end(), [&](leaf_layout const& leaf) {
    if (!leaf.address || leaf.inner_stride == 0) return true;
    if (leaf.inner_stride != 1) return false;
    auto const bytes = std::min<std::uintptr_t>(std::uintptr_t(width) * leaf.item_size, 16);
    if (!is_multiple(reinterpret_cast<std::uintptr_t>(leaf.address), bytes)) return false;
    return std::all_of(leaf.stride, leaf.stride + outer_rank,
                       [&](std::int64_t s) { return s % width == 0; });
  });
}

/// Whether every leaf advances by one element; what is looked up goes its own way all the same.
bool all_unit(std::span<leaf_layout const> leaves)
{
  return std::all_of(leaves.begin(), leaves.end(), [](leaf_layout const& leaf) {
    return leaf.inner_stride == 1 || leaf.random_access;
  });
}

/// Whether every leaf goes on by one element along that outer axis, or stays where it is.
bool steps_to_neighbours(std::span<leaf_layout const> leaves, int axis)
{
  return std::all_of(leaves.begin(), leaves.end(), [&](leaf_layout const& leaf) {
    return !leaf.address || leaf.stride[axis] == 0 || leaf.stride[axis] == 1;
  });
}

/// Whether rows of `length` along the inner axis, which follow each other along the outer axis 0,
/// are one run of neighbours of every leaf that isn't one element, aligned for packets.
bool one_run(std::span<leaf_layout const> leaves, std::int64_t length, int width)
{
  return std::all_of(leaves.begin(), leaves.end(), [&](leaf_layout const& leaf) {
    if (leaf.random_access || (leaf.inner_stride == 0 && leaf.stride[0] == 0)) return true;
    auto const bytes = std::min<std::uintptr_t>(std::uintptr_t(width) * leaf.item_size, 16);
    return leaf.inner_stride == 1 && leaf.stride[0] == length &&
           (!leaf.address || is_multiple(reinterpret_cast<std::uintptr_t>(leaf.address), bytes));
  });
}

/// Whether columns whose rows follow each other are aligned for packets, wherever one begins.
bool begin_packets(std::span<leaf_layout const> leaves, int kept_rank, int width)
{
  return std::all_of(leaves.begin(), leaves.end(), [&](leaf_layout const& leaf) {
    if (leaf.random_access || !leaf.address) return true;
    auto const bytes = std::min<std::uintptr_t>(std::uintptr_t(width) * leaf.item_size, 16);
    return is_multiple(reinterpret_cast<std::uintptr_t>(leaf.address), bytes) &&
           std::all_of(leaf.stride, leaf.stride + kept_rank,
                       [&](std::int64_t s) { return s % width == 0; });
  });
}

/// Whether, of every leaf, `inner` elements are followed by those of the next along that axis.
bool follow_each_other(std::span<leaf_layout const> leaves, int axis, std::int64_t inner)
{
  return std::all_of(leaves.begin(), leaves.end(), [&](leaf_layout const& leaf) {
    return leaf.stride[axis] == leaf.inner_stride * inner;
  });
}

/// Adds the facts that depend on the strides of an elementwise loop's leaves.
iteration completed(iteration it, std::span<leaf_layout const> leaves, int width)
{
  it.unit = it.inner > 1 && all_unit(leaves);
  it.packed = width != no_packets && it.inner >= width && leaves[0].inner_stride == 1 &&
              can_pack(leaves, it.outer_rank, width);
  return it;
}

std::array<std::int64_t, max_rank> copied(extents_view shape)
{
  std::array<std::int64_t, max_rank> extent{};
  std::copy(shape.begin(), shape.end(), extent.begin());
  return extent;
}

}  // namespace

void describe_memory(leaf_layout& leaf, extents_view common, extents_view shape,
                     extents_view strides, void const* data, int item_size, backends::queue& queue)
{
  std::size_t const rank = shape.size();
  std::int64_t* const stride = leaf.stride + (common.size() - rank);
  std::int64_t below = 0, above = 0;
  bool touches = true;  // nothing of an empty array's strides means memory
  leaf.address = data;
  leaf.item_size = item_size;
  leaf.queue = &queue;
  leaf.can_gather = true;
  for (std::size_t axis = 0; axis < rank; ++axis) {
    stride[axis] = shape[axis] == 1 ? 0 : strides[axis];
    (strides[axis] < 0 ? below : above) += (shape[axis] - 1) * strides[axis];
    touches = touches && shape[axis] > 0;
  }
  auto const begin = reinterpret_cast<std::uintptr_t>(data);
  leaf.low = touches ? begin + static_cast<std::uintptr_t>(below * item_size) : begin;
  leaf.high = touches ? begin + static_cast<std::uintptr_t>((above + 1) * item_size) : begin;
}

bool row_operands::add(void const* data, std::size_t size, std::int64_t extent, std::int64_t stride)
{
  if (extent == n && stride == 1) return add(data, size);
  if (!takes_strided || apart.count == backends::strided_operands::most ||
      (extent != n && extent != 1))
    return false;
  auto const bytes = static_cast<std::int64_t>(size), step = extent == 1 ? 0 : stride * bytes,
             span = (n - 1) * step;
  auto const begin = reinterpret_cast<std::uintptr_t>(data),
             low = begin + static_cast<std::uintptr_t>(std::min<std::int64_t>(span, 0)),
             high = begin + static_cast<std::uintptr_t>(std::max<std::int64_t>(span, 0) + bytes);
  apart.part[apart.count++] = {static_cast<char const*>(data), step, static_cast<int>(size),
                               leaves++};
  apart.columns =
      std::min(apart.columns, backends::strided_operands::bytes / static_cast<int>(size));
  return high <= to || to + to_bytes <= low;
}

namespace {

/// Loops of two axes: in the order of the result's memory, one loop where they can be.
iteration plan_two_axes(std::span<leaf_layout> leaves, std::int64_t rows, std::int64_t columns)
{
  if (std::abs(leaves[0].stride[0]) < std::abs(leaves[0].stride[1])) {
    std::swap(rows, columns);
    for (leaf_layout& leaf : leaves) std::swap(leaf.stride[0], leaf.stride[1]);
  }
  bool joined = true;
  for (leaf_layout& leaf : leaves) {
    leaf.inner_stride = std::exchange(leaf.stride[1], 0);
    joined = joined && leaf.stride[0] == leaf.inner_stride * columns;
  }
  iteration it;
  it.inner = columns;
  if (joined) {
    it.inner *= rows;
    for (leaf_layout& leaf : leaves) leaf.stride[0] = 0;
  } else {
    it.outer_rank = 1;
    it.outer[0] = it.rows = rows;
  }
  return it;
}

}  // namespace

iteration plan_elementwise(std::span<leaf_layout> leaves, extents_view shape, int width)
{
  // most calls of small arrays, where planning takes longer than the loop
  if (shape.size() == 1 && shape[0] != 1) {
    iteration it;
    it.inner = shape[0];
    for (leaf_layout& leaf : leaves) leaf.inner_stride = std::exchange(leaf.stride[0], 0);
    return completed(it, leaves, width);
  }
  if (shape.size() == 2 && shape[0] != 1 && shape[1] != 1)
    return completed(plan_two_axes(leaves, shape[0], shape[1]), leaves, width);
  auto extent = copied(shape);
  axes loops;
  for (int axis = 0; axis < static_cast<int>(shape.size()); ++axis)
    if (extent[axis] != 1) loops.index[loops.count++] = axis;
  // walk the result in memory order (std::stable_sort would ask for memory)
  auto const step = [&](int a) { return std::abs(leaves[0].stride[loops.index[a]]); };
  for (int a = 1; a < loops.count; ++a)
    for (int b = a; b > 0 && step(b - 1) < step(b); --b)
      std::swap(loops.index[b - 1], loops.index[b]);
  merge(loops, leaves, extent);

  iteration it;
  it.outer_rank = std::max(0, loops.count - 1);
  for (int a = 0; a < it.outer_rank; ++a) {
    it.outer[a] = extent[loops.index[a]];
    it.rows *= it.outer[a];
  }
  it.inner = loops.count > 0 ? extent[loops.index[loops.count - 1]] : 1;
  reorder(leaves, loops);
  return completed(it, leaves, width);
}

namespace {

reduction_plan plan_loops(std::span<leaf_layout> leaves, extents_view shape,
                          std::span<bool const> reduced, bool rows, int width)
{
  auto extent = copied(shape);
  axes kept, gone;
  for (int axis = 0; axis < static_cast<int>(shape.size()); ++axis) {
    if (extent[axis] == 1) continue;
    axes& list = reduced[axis] ? gone : kept;
    list.index[list.count++] = axis;
  }
  merge(kept, leaves, extent);
  merge(gone, leaves, extent);

  // loops: kept axes, reduced axes, with the innermost of the kept (columns) or reduced (rows) last
  axes loops;
  axes const& inner = rows ? gone : kept;
  int const kept_outer = rows ? kept.count : std::max(0, kept.count - 1);
  int const gone_outer = rows ? std::max(0, gone.count - 1) : gone.count;
  for (int a = 0; a < kept_outer; ++a) loops.index[loops.count++] = kept.index[a];
  for (int a = 0; a < gone_outer; ++a) loops.index[loops.count++] = gone.index[a];

  reduction red;
  red.it.outer_rank = loops.count;
  for (int a = 0; a < loops.count; ++a) red.it.outer[a] = extent[loops.index[a]];
  red.kept_rank = kept_outer;
  for (int a = 0; a < kept_outer; ++a) red.kept *= extent[kept.index[a]];
  for (int a = 0; a < gone.count; ++a) red.length *= extent[gone.index[a]];
  red.it.rows = red.kept;
  red.it.inner = inner.count > 0 ? extent[inner.index[inner.count - 1]] : 1;
  if (inner.count > 0) {
    loops.index[loops.count++] = inner.index[inner.count - 1];
    reorder(leaves, loops);
  } else {
    // nothing varies along the inner axis: one element, at stride 0
    axes padded = loops;
    for (leaf_layout& leaf : leaves) {
      std::array<std::int64_t, max_rank> stride{};
      for (int a = 0; a < padded.count; ++a) stride[a] = leaf.stride[padded.index[a]];
      std::copy(stride.begin(), stride.end(), leaf.stride);
      leaf.inner_stride = 0;
    }
  }
  red.side_by_side = rows && kept_outer > 0 && steps_to_neighbours(leaves, kept_outer - 1);
  red.one_run = rows && red.kept_rank == 1 && red.it.outer_rank == 1 && red.it.inner > 1 &&
                one_run(leaves, red.it.inner, width);
  red.it.unit = red.it.inner > 1 && all_unit(leaves);
  red.it.packed = red.it.inner >= width && can_pack(leaves, red.it.outer_rank, width);
  red.dense = red.it.outer_rank > 0 && red.it.unit &&
              follow_each_other(leaves, red.it.outer_rank - 1, red.it.inner);
  if (!rows && red.dense && red.it.outer_rank == red.kept_rank + 1)
    red.one_run = begin_packets(leaves, red.kept_rank, width);
  return {red, rows};
}

}  // namespace

reduction_plan plan_reduction(std::span<leaf_layout> leaves, extents_view shape,
                              std::span<bool const> reduced, int width)
{
  // the rule looks at the shape alone, axes of extent 1 included
  bool const rows = shape.empty() || reduced[shape.size() - 1];
  return plan_loops(leaves, shape, reduced, rows, width);
}

reduction_plan plan_scan(std::span<leaf_layout> leaves, extents_view shape,
                         std::span<bool const> scanned, int width)
{
  bool rows = true;
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    rows = scanned[axis] || (rows && shape[axis] == 1);
  return plan_loops(leaves, shape, scanned, rows, width);
}

}  // namespace acre::detail

namespace acre::detail {

namespace {

/// Bytes between a leaf's element and those before and behind it along some axes.
struct byte_range {
  std::int64_t low, high;
};
byte_range range_along(leaf_layout const& leaf, extents_view shape, std::size_t axis)
{
  byte_range range{0, leaf.item_size};
  for (; axis < shape.size(); ++axis) {
    std::int64_t const last = (shape[axis] - 1) * leaf.stride[axis] * leaf.item_size;
    (last < 0 ? range.low : range.high) += last;
  }
  return range;
}

/// Whether both lie on a grid, at different places of it, as the columns of points do: what each
/// has along the last axes, on a grid that the axes before them have.
[[gnu::noinline]] bool lie_beside_each_other(leaf_layout const& sink, leaf_layout const& leaf,
                                             extents_view shape)
{
  if (leaf.random_access) return false;
  auto const apart = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(leaf.address) -
                                               reinterpret_cast<std::uintptr_t>(sink.address));
  std::int64_t grid = 0;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    if (shape[axis] == 1) continue;
    grid = std::gcd(std::gcd(grid, sink.stride[axis] * sink.item_size),
                    leaf.stride[axis] * leaf.item_size);
    if (grid == 0) continue;
    byte_range const written = range_along(sink, shape, axis + 1),
                     read = range_along(leaf, shape, axis + 1);
    std::int64_t const from = (apart + read.low - written.low) % grid,
                       behind = from < 0 ? from + grid : from;
    if (behind >= written.high - written.low && behind + read.high - read.low <= grid) return true;
  }
  return false;
}

}  // namespace

bool overlaps_shifted(std::span<leaf_layout const> leaves, extents_view shape)
{
  leaf_layout const& sink = leaves[0];
  for (leaf_layout const& leaf : leaves.subspan(1)) {
    if (leaf.high <= sink.low || sink.high <= leaf.low) continue;
    bool same =
        !leaf.random_access && leaf.address == sink.address && leaf.item_size == sink.item_size;
    for (std::size_t axis = 0; same && axis < shape.size(); ++axis)
      same = shape[axis] == 1 || leaf.stride[axis] == sink.stride[axis];
    if (!same && !lie_beside_each_other(sink, leaf, shape)) return true;
  }
  return false;
}

bool results_overlap(std::span<leaf_layout> leaves, std::size_t results, extents_view shape)
{
  for (std::size_t n = 0; n < results; ++n) {
    std::swap(leaves[0], leaves[n]);
    bool const shifted = overlaps_shifted(leaves, shape);
    std::swap(leaves[0], leaves[n]);
    if (shifted) return true;
  }
  return false;
}

void require_one_shape(extents_view first, extents_view other)
{
  if (!std::ranges::equal(first, other))
    throw shape_error("tie: arrays that are written together have one shape, not " +
                      to_string(first) + " and " + to_string(other));
}

void require_shape(bool has_shape)
{
  if (!has_shape)
    throw value_error(
        "this array was made without a shape: nothing can be written to it before it is given one, "
        "with empty<T>(space, shape(...)) or by assigning an expression");
}

void require_writable_memory(extents_view shape, extents_view strides)
{
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    if (strides[axis] == 0 && shape[axis] > 1 &&
        size_of(shape) > 0)  // of none, strides mean nothing
      throw value_error("assignment destination is read-only: along axis " + std::to_string(axis) +
                        " of shape " + to_string(shape) +
                        " all elements are one in memory (broadcast_to); write to a copy");
}

bool will_write(extents_view from, bool has_shape, extents_view to, extents_view strides)
{
  // nearly all: some elements of one shape, each with memory of its own
  bool usual = has_shape && from.size() == to.size();
  for (std::size_t axis = 0; usual && axis < to.size(); ++axis)
    usual = from[axis] == to[axis] && to[axis] > 0 && strides[axis] != 0;
  if (usual) return true;
  require_shape(has_shape);
  require_assignable(from, to);
  if (size_of(to) == 0) return false;
  require_writable_memory(to, strides);
  return true;
}

void require_assignable(extents_view from, extents_view to)
{
  if (!broadcasts_to(from, to))
    throw shape_error("could not broadcast input array from shape " + to_string(from) +
                      " into shape " + to_string(to));
}

}  // namespace acre::detail
