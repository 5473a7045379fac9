#pragma once

#include <acre/array/shape.hpp>
#include <acre/backends/common/iteration.hpp>
#include <acre/backends/common/operation.hpp>
#include <acre/backends/common/reduce.hpp>
#include <acre/backends/common/tiling.hpp>

#include <cstdint>
#include <limits>
#include <span>

/// Planning a launch: which loops run, and the strides of every operand in them.
///
/// A leaf of an expression describes itself by its strides over the common shape; the planner
/// drops axes of extent 1, merges axes that are contiguous with each other in every leaf, and
/// writes back strides in the order of the loops. Compiled once, for all dtypes and ranks.
namespace acre::detail {

struct leaf_layout {
  void const* address = nullptr;  // null: computed, not loaded; any stride can be packed
  int item_size = 0;
  backends::queue* queue = nullptr;               // whose memory it reads; null: none
  bool random_access = false;                     // read at computed positions, in any order
  std::uintptr_t low = 0, high = 0;               // the memory it touches, [low, high)
  std::int64_t stride[max_rank] = {};             // in: over the common shape; out: over `it.outer`
  std::int64_t inner_stride = 0;                  // out
  bool can_gather = false;                        // it may find its elements where `gathered` says
  backends::gathered_operand gathered{};          // out, of plan_tiles
  backends::window_site const* window = nullptr;  // it reads a window of that array
};

/// Writes down an array: where its elements lie, and its strides over the common shape.
void describe_memory(leaf_layout& leaf, extents_view common, extents_view shape,
                     extents_view strides, void const* data, int item_size, backends::queue& queue);

/// A walk along planned leaves, in which an expression's nodes become programs that run on a queue.
/// Checks of indices belong to that queue.
struct lowering {
  leaf_layout const* next;
  backends::queue& on;
  int step = 1;  // 0: all leaves are laid out as this one
  // of arrays' leaves alone, one each: where the elements lie instead; null: where the array's do
  void const* const* places = nullptr;

  leaf_layout const& take()
  {
    leaf_layout const& leaf = *next;
    next += step;
    return leaf;
  }
  template <class T>
  T const* elements(T const* own)
  {
    if (places == nullptr) return own;
    auto const* const place = static_cast<T const*>(*places++);
    return place == nullptr ? own : place;
  }
};

/// An operand of one row of neighbours.
inline constexpr leaf_layout contiguous_leaf = [] {
  leaf_layout leaf;
  leaf.inner_stride = 1;
  return leaf;
}();

/// Facts about an assignment's leaves, one after the other in their order, as long as all lie on
/// the target's queue as one row that is computed at once: see lies_in_one_row.
struct row_operands {
  std::uintptr_t to, to_bytes;       // the target's memory
  std::int64_t n;                    // its elements, neighbours
  bool takes_strided;                // what isn't is laid out by the queue
  std::uintptr_t addresses;          // bits of all
  int leaves = 0;                    // so far
  backends::strided_operands apart;  // those that are no neighbours, numbered as leaves

  /// n neighbours. In the target's memory only as the target itself.
  bool add(void const* data, std::size_t size)
  {
    auto const here = reinterpret_cast<std::uintptr_t>(data);
    auto const un = static_cast<std::uintptr_t>(n);
    addresses |= here;
    ++leaves;
    return (here == to && un * size == to_bytes) || here + un * size <= to || to + to_bytes <= here;
  }
  /// Operands that are not neighbours, or may not be.
  bool add(void const* data, std::size_t size, std::int64_t extent, std::int64_t stride);
};

/// In the place of a width: packets are not wanted.
inline constexpr int no_packets = std::numeric_limits<int>::max();

/// Loops for sink = expression. leaves[0] is the sink. `width` is the number of elements in a
/// 16-byte packet. Axes may be reordered: evaluation order is unspecified.
backends::iteration plan_elementwise(std::span<leaf_layout> leaves, extents_view shape, int width);

/// How a GPU runs those loops in tiles, if several leaves are windows of one array or one lies
/// across the inner axis; the outer axes may be reordered. leaves[0] is the sink.
backends::tiling plan_tiles(std::span<leaf_layout> leaves, backends::iteration& it);

/// Leaves that a CPU lays out so that the loops have neighbours alone (`it.unit` is then true):
/// none where other leaves keep them from it. leaves[0] is the sink where there is one, of which
/// short rows that follow each other become one, as in plan_pieces.
backends::laid_out_operands plan_rows(std::span<leaf_layout> leaves, bool has_sink,
                                      backends::iteration& it);

/// Likewise for loops that compute element by element (host::by_elements): a piece's memory holds
/// one piece of a row, or some rows of what lies across; outer axes may be reordered, and rows cut
/// into pieces, which become an axis. Short rows that are one to all but a few leaves become one,
/// for which those are laid out. Results that are larger than the caches and nowhere read are
/// written past them, if `writes_past`. leaves[0] is the sink.
backends::laid_out_operands plan_pieces(std::span<leaf_layout> leaves, backends::iteration& it,
                                        bool writes_past);

/// Loops for a reduction over the axes marked in `reduced`. The order of axes within the kept
/// and within the reduced ones stays, as the order of combination depends on it. Returns whether
/// the reduction is of rows (last axis reduced) or of columns.
struct reduction_plan {
  backends::reduction reduction;
  bool rows;
};
reduction_plan plan_reduction(std::span<leaf_layout> leaves, extents_view shape,
                              std::span<bool const> reduced, int width);

/// Where a CPU's reduction has rows, `beside` of `shortest` elements at least, that lie across
/// memory in some leaves and side by side in all, as those of a transposed matrix, makes the axis
/// that they follow each other along the inner one, and the reduced one an outer one in its place.
void plan_across(std::span<leaf_layout> leaves, reduction_plan& plan, std::int64_t shortest,
                 std::int64_t beside);

/// plan_rows of a reduction's leaves. Rows that are kept apart become one for what they are
/// computed by, if they have `longest_flat` elements at most.
backends::laid_out_operands plan_rows(std::span<leaf_layout> leaves, reduction_plan& plan,
                                      std::int64_t longest_flat = 0);

/// Loops for a scan along the axes marked in `scanned`, all of them or one. leaves[0] is the sink.
/// Its order does not depend on the layout: loops with neighbours across the scanned axis are
/// columns.
reduction_plan plan_scan(std::span<leaf_layout> leaves, extents_view shape,
                         std::span<bool const> scanned, int width);

}  // namespace acre::detail
