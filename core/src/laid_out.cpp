#include <acre/elementwise/detail/plan.hpp>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace acre::detail {

namespace {

using backends::iteration;

/// Elements of a row from which on laying it out pays.
constexpr std::int64_t least_inner = 16;

bool is_laid_out(leaf_layout const& leaf) { return leaf.inner_stride != 1 && !leaf.random_access; }

/// How many leaves have to be laid out, and bytes of an element of all; 0 where not all of them
/// can.
struct needed {
  int count = 0, bytes = 0;
};
needed needed_by(std::span<leaf_layout const> leaves)
{
  needed n;
  for (leaf_layout const& leaf : leaves) {
    if (!is_laid_out(leaf)) continue;
    if (!leaf.can_gather || n.count == backends::max_laid_out) return {};
    ++n.count;
    n.bytes += leaf.item_size;
  }
  return n;
}

/// Elements that the memory of pieces has for each, a multiple of 64; offsets are rounded up to 64
/// bytes.
int fitting_columns(needed const& n)
{
  return (backends::laid_out_bytes - 64 * n.count) / n.bytes / 64 * 64;
}

int columns_for(iteration const& it, int fit, int most)
{
  return static_cast<int>(
      std::min<std::int64_t>(std::clamp(fit, 64, most), (it.inner + 63) / 64 * 64));
}

backends::laid_out& add_part(leaf_layout& leaf, iteration const& it,
                             backends::laid_out_operands& rows, int& offset, int bytes)
{
  backends::laid_out& part = rows.part[rows.count++];
  std::int64_t const size = leaf.item_size;
  part.from = reinterpret_cast<std::uintptr_t>(leaf.address);
  part.inner = leaf.inner_stride * size;
  for (int axis = 0; axis < it.outer_rank; ++axis) part.outer[axis] = leaf.stride[axis] * size;
  part.size = leaf.item_size;
  part.offset = offset;
  part.pitch = 0;
  part.across = false;
  leaf.gathered = {offset, 1, 0};
  offset += (bytes + 63) / 64 * 64;
  return part;
}

/// Whether a leaf advances by one element along an outer axis alone.
bool lies_across(leaf_layout const& leaf, int axis)
{
  return is_laid_out(leaf) && leaf.stride[axis] == 1 && std::abs(leaf.inner_stride) > 1;
}

/// The outer axis along which most leaves lie across; -1 if there is none.
int axis_across(std::span<leaf_layout const> leaves, iteration const& it)
{
  constexpr std::int64_t least_rows = 4;
  std::ptrdiff_t most = 0;
  int across = -1;
  for (int axis = it.outer_rank - 1; axis >= 0; --axis) {
    if (it.outer[axis] < least_rows) continue;
    auto const n = std::count_if(leaves.begin(), leaves.end(),
                                 [&](leaf_layout const& leaf) { return lies_across(leaf, axis); });
    if (n > most) most = n, across = axis;
  }
  return across;
}

/// Makes `axis` the last outer one, and cuts longer rows into pieces, an axis before it.
void prepare_across(std::span<leaf_layout> leaves, iteration& it, int axis,
                    backends::laid_out_operands& rows)
{
  int const last = it.outer_rank - 1;
  std::swap(it.outer[axis], it.outer[last]);
  for (leaf_layout& leaf : leaves) std::swap(leaf.stride[axis], leaf.stride[last]);
  if (it.inner <= rows.columns) return;
  std::int64_t const columns = rows.columns, pieces = (it.inner + columns - 1) / columns;
  rows.piece_axis = last;
  rows.tail = it.inner - (pieces - 1) * columns;
  it.outer[last + 1] = it.outer[last];
  it.outer[last] = pieces;
  for (leaf_layout& leaf : leaves) {
    leaf.stride[last + 1] = leaf.stride[last];
    leaf.stride[last] = leaf.inner_stride * columns;
  }
  ++it.outer_rank;
  it.rows *= pieces;
  it.inner = columns;
}

// elements of a piece, and elements and rows of what is laid out at once
constexpr int across_columns = 64, across_rows = 16, most_columns = 512, most_rows = 32;
/// Rows that become one, the most elements of one of them, and of a piece of those.
constexpr int most_flat_inner = 256, most_flat = 1024;
/// Elements of a block: rows of a part of one are not computed block by block well.
constexpr int least_block = 64;
/// The bytes of a result that are written past the caches at once. (Of 256 to 8192 those that are
/// quickest.) From how many of all on: a core's share of the last cache has fewer.
constexpr int past_caches_piece = 2048;
constexpr std::uintptr_t least_past_caches = std::uintptr_t{16} << 20;
/// Layout of the operands of pieces, besides the result.
constexpr int operand_bytes = backends::laid_out_bytes - past_caches_piece -
                              (backends::max_laid_out + 1) * (64 + backends::laid_out_slack);

/// Whether the result is nowhere read, so large that later reads miss the caches, and has long
/// rows. (A line of the caches that is written in two parts has its neighbours fetched, which takes
/// several times as long.)
bool worth_writing_past(std::span<leaf_layout const> leaves, iteration const& it)
{
  constexpr std::int64_t line = 64, long_row = 8192;
  leaf_layout const& sink = leaves[0];
  if (sink.high - sink.low < least_past_caches || line % sink.item_size != 0 ||
      it.inner * sink.item_size < long_row)
    return false;
  return std::none_of(leaves.begin() + 1, leaves.end(), [&](leaf_layout const& leaf) {
    return leaf.high > sink.low && leaf.low < sink.high;
  });
}

/// Whether a leaf's rows follow each other along an outer axis without a gap.
bool is_flat(leaf_layout const& leaf, iteration const& it, int axis)
{
  return leaf.inner_stride == 1 && leaf.stride[axis] == it.inner && !leaf.random_access;
}

/// How many leaves have to be laid out so that rows along the last outer axis become one; 0 if not
/// all can, or if that doesn't pay: where rows are long, or few, or, of what is computed one by one
/// (`blocks` is false), operands had to be that lie across or have neighbours.
needed needed_to_flatten(std::span<leaf_layout const> leaves, iteration const& it, bool blocks)
{
  int const last = it.outer_rank - 1;
  if (last < 0 || it.inner < 2 || it.inner > most_flat_inner ||
      it.outer[last] * it.inner < 2 * least_inner)
    return {};
  bool const tiny = it.inner < least_inner;
  // else constants go by chunks, where not by blocks
  bool moves = blocks || it.inner < 2 * backends::laid_out_chunk;
  needed n;
  for (leaf_layout const& leaf : leaves) {
    if (is_flat(leaf, it, last)) continue;
    moves = moves || leaf.inner_stride != 0;
    if (!leaf.can_gather || n.count == backends::max_laid_out ||
        (!blocks && ((leaf.inner_stride == 1 && !tiny) || lies_across(leaf, last))))
      return {};
    ++n.count;
    n.bytes += leaf.item_size;
  }
  return moves && it.inner * n.bytes <= operand_bytes ? n : needed{};
}

/// `inner`: of a leaf that is laid out, see gathered_operand.
void flatten(std::span<leaf_layout> leaves, iteration& it, needed const& n, int inner,
             backends::laid_out_operands& rows)
{
  int const last = it.outer_rank - 1;
  rows.flat = true;
  int const most = std::min(operand_bytes / n.bytes, most_flat);
  std::int64_t rows_at_once = std::min(std::max<std::int64_t>(1, most / it.inner), it.outer[last]);
  constexpr int chunk = backends::laid_out_chunk;
  if (rows_at_once > chunk) rows_at_once -= rows_at_once % chunk;  // pieces are whole chunks
  rows.rows_at_once = static_cast<int>(rows_at_once);
  rows.columns = rows.rows_at_once * it.inner;
  int offset = 0;
  for (leaf_layout& leaf : leaves) {
    if (is_flat(leaf, it, last)) continue;
    backends::laid_out& part =
        add_part(leaf, it, rows, offset,
                 static_cast<int>(rows.columns) * leaf.item_size + backends::laid_out_slack);
    part.pitch = static_cast<int>(it.inner) * leaf.item_size;
    leaf.gathered.inner = inner;
  }
  it.unit = true;
  it.packed = false;
}

}  // namespace

backends::laid_out_operands plan_rows(std::span<leaf_layout> leaves, bool has_sink, iteration& it)
{
  backends::laid_out_operands rows;
  int const last = it.outer_rank - 1;
  if (has_sink && it.inner % least_block != 0 && last >= 0 && is_flat(leaves[0], it, last))
    if (needed const n = needed_to_flatten(leaves, it, true); n.count > 0) {
      flatten(leaves, it, n, 1, rows);
      return rows;
    }
  if (it.unit || it.inner < least_inner || (has_sink && leaves[0].inner_stride != 1)) return rows;
  needed const n = needed_by(leaves);
  if (n.count == 0) return rows;
  rows.columns = columns_for(it, fitting_columns(n), 512);
  int offset = 0;
  for (leaf_layout& leaf : leaves)
    if (is_laid_out(leaf))
      add_part(leaf, it, rows, offset, static_cast<int>(rows.columns) * leaf.item_size);
  it.unit = true;
  it.packed = false;
  return rows;
}

backends::laid_out_operands plan_pieces(std::span<leaf_layout> leaves, iteration& it,
                                        bool writes_past)
{
  backends::laid_out_operands rows;
  if (leaves[0].inner_stride != 1) return rows;
  if (it.outer_rank > 0 && is_flat(leaves[0], it, it.outer_rank - 1))
    if (needed const n = needed_to_flatten(leaves, it, false); n.count > 0) {
      flatten(leaves, it, n, backends::in_pieces, rows);
      return rows;
    }
  needed const n = it.unit || it.inner < least_inner ? needed{} : needed_by(leaves);
  bool const moves =
      n.count > 0 && std::any_of(leaves.begin(), leaves.end(), [](leaf_layout const& leaf) {
        return is_laid_out(leaf) && leaf.inner_stride != 0;
      });
  int const axis = moves ? axis_across(leaves, it) : -1;
  // (of rows whose operands are read as they lie several would have to be so at once)
  bool const past = writes_past && axis < 0 && (moves || it.outer_rank == 0) &&
                    (it.unit || n.count > 0) && worth_writing_past(leaves, it);
  if (n.count == 0 && !past) return rows;
  rows.columns = it.inner;
  rows.rows_at_once = axis >= 0 ? across_rows : past ? 1 : most_rows;
  if (past)
    rows.columns = past_caches_piece / leaves[0].item_size;
  else if (moves)
    rows.columns = std::min<std::int64_t>(it.inner, axis >= 0 ? across_columns : most_columns);
  if (it.outer_rank == 0 && (rows.columns + 15) * n.bytes <= operand_bytes) {
    rows.rows_at_once = 1;
  } else if (n.count > 0) {
    int const fit = operand_bytes / n.bytes / 16 * 16;
    if (moves) rows.columns = std::min<std::int64_t>(rows.columns, fit);
    auto const row =
        moves ? static_cast<int>((rows.columns + 15) / 16 * 16) : backends::laid_out_chunk;
    // few where they come from memory, as what else is read then comes meanwhile
    bool const far = leaves[0].high - leaves[0].low >= least_past_caches;
    int const most = axis < 0 && (far || !moves) ? std::min(fit, 2 * most_columns) : fit;
    rows.rows_at_once = std::clamp(most / row, 1, rows.rows_at_once);
  }
  auto const row_bytes = [&](leaf_layout const& leaf) {
    return leaf.item_size * (leaf.inner_stride == 0
                                 ? backends::laid_out_chunk
                                 : static_cast<int>((rows.columns + 15) / 16 * 16));
  };
  if (axis >= 0) prepare_across(leaves, it, axis, rows);
  int const last = it.outer_rank - 1;
  int offset = 0;
  for (leaf_layout& leaf : leaves) {
    if (!is_laid_out(leaf)) continue;
    bool const constant = leaf.inner_stride == 0;
    int const row = row_bytes(leaf);
    bool const all_alike = last < 0 || leaf.stride[last] == 0;
    backends::laid_out& part =
        add_part(leaf, it, rows, offset,
                 (all_alike ? row : row * rows.rows_at_once) + backends::laid_out_slack);
    part.across = axis >= 0 && lies_across(leaf, last);
    part.pitch = all_alike ? 0 : row;
    leaf.gathered.inner = constant ? backends::in_chunks : backends::in_pieces;
    leaf.gathered.step = part.pitch / leaf.item_size;
  }
  if (past) rows.result = offset;
  it.unit = true;
  it.packed = false;
  return rows;
}

void plan_across(std::span<leaf_layout> leaves, reduction_plan& plan, std::int64_t shortest,
                 std::int64_t beside)
{
  backends::reduction& red = plan.reduction;
  int const axis = red.kept_rank - 1;
  if (!red.side_by_side || red.length < shortest || red.it.outer[axis] < beside) return;
  bool any = false;
  int laid_out = 0;
  for (leaf_layout const& leaf : leaves) {
    if (leaf.random_access || leaf.stride[axis] == 1) {
      any = any || (leaf.address && !leaf.random_access && leaf.inner_stride != 1);
      continue;
    }
    if (!leaf.can_gather || ++laid_out > backends::max_laid_out) return;
  }
  if (!any || (laid_out > 0 && red.it.outer[axis] < least_block)) return;
  std::swap(red.it.outer[axis], red.it.inner);
  for (leaf_layout& leaf : leaves) std::swap(leaf.stride[axis], leaf.inner_stride);
  red.across = true;
  red.it.unit = laid_out == 0;
  red.it.packed = red.dense = red.one_run = false;
}

backends::laid_out_operands plan_rows(std::span<leaf_layout> leaves, reduction_plan& plan,
                                      std::int64_t longest_flat)
{
  backends::reduction const& red = plan.reduction;
  if (plan.rows && !red.across && !red.dense && red.length <= longest_flat && red.kept_rank > 0 &&
      red.it.outer_rank == red.kept_rank)
    if (needed const n = needed_to_flatten(leaves, red.it, true); n.count > 0) {
      backends::laid_out_operands rows;
      flatten(leaves, plan.reduction.it, n, 1, rows);
      return rows;
    }
  if (plan.rows && !red.across && red.it.outer_rank > red.kept_rank && red.it.inner < least_block)
    return {};  // several axes in one row, whose pieces would be short
  return plan_rows(leaves, false, plan.reduction.it);
}

}  // namespace acre::detail
