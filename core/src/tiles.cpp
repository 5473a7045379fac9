#include <acre/elementwise/detail/plan.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>
#include <vector>

namespace acre::detail {

namespace {

using backends::gathered_operand;
using backends::iteration;
using backends::rectangle;
using backends::tiling;

/// Elements of a row below which operands that advance alike are not worth a kernel of whole warps.
constexpr std::int64_t least_alike = 64;
/// Windows of one array that are worth gathering; the bytes of a row of a tile of them, and rows.
constexpr int window_leaves = 3, window_bytes = 1024, window_rows = 32;
/// Columns and rows of a tile of which an operand lies across; of one of fewer columns, elements
/// at most and at least, and the rows that there have to be.
constexpr int across_extent = 64, most_of_few = 8192, least_of_few = 2048;
constexpr std::int64_t few_columns = 32, least_rows_of_few = 256;
/// Components of records, side by side in memory: how far apart records are at most, in elements,
/// elements of a row, and columns and bytes of a tile.
constexpr std::int64_t most_components = 16, least_records = 256;
constexpr int most_records = 2048, few_records = 256, record_bytes = 32 * 1024;
/// Elements from which on tiles are as large as they may be: there are enough of them.
constexpr std::int64_t many_elements = 1 << 22;

/// What a block of threads has without asking for more.
constexpr int shared_bytes = 48 * 1024;
/// Elements below which a launch is not worth tiles.
constexpr std::int64_t least_elements = 1 << 14;
/// Leaves further apart than this along an axis are no windows of one rectangle.
constexpr std::int64_t most_apart = 16;

struct place {
  std::int64_t x = 0, y = 0;  // elements from the group's first leaf
};

/// How leaves lie that are brought to shared memory: unit strides along the inner axis, or along an
/// outer one, or components of records, which lie a few elements apart.
enum class lying { window, across, component };

/// Leaves of the same strides that read the same memory a few elements apart.
struct group {
  leaf_layout const* first;
  lying as;
  place low, high;
  int distinct = 0;
};

struct member {
  leaf_layout* leaf;
  std::size_t of;
  place at;
};

std::int64_t rounded_quotient(std::int64_t a, std::int64_t b)
{
  if (b < 0) a = -a, b = -b;
  return a >= 0 ? (a + b / 2) / b : -((-a + b / 2) / b);
}

bool same_strides(leaf_layout const& a, leaf_layout const& b, int outer_rank)
{
  return a.inner_stride == b.inner_stride && a.item_size == b.item_size &&
         std::equal(a.stride, a.stride + outer_rank, b.stride);
}

class tiles_planner {
 public:
  tiles_planner(std::span<leaf_layout> leaves, iteration const& it) : leaves_(leaves), it_(it)
  {
    if (!choose_axis_across() && it_.inner >= few_columns) choose_components();
    for (leaf_layout& leaf : leaves_.subspan(1)) add(leaf);
    std::vector<bool> kept;
    for (std::size_t g = 0; g < groups_.size(); ++g) kept.push_back(worth(g));
    // at most so many rectangles, those across first
    int left = backends::max_rectangles;
    for (bool across : {true, false})
      for (std::size_t g = 0; g < groups_.size(); ++g)
        if (kept[g] && (groups_[g].as == lying::across) == across && left-- <= 0) kept[g] = false;
    std::vector<std::size_t> number(groups_.size());
    std::vector<group> groups;
    for (std::size_t g = 0; g < groups_.size(); ++g)
      if (kept[g]) number[g] = groups.size(), groups.push_back(groups_[g]);
    std::erase_if(members_, [&](member const& m) { return !kept[m.of]; });
    for (member& m : members_) m.of = number[m.of];
    groups_ = groups;
  }

  tiling planned()
  {
    tiling t;
    if (groups_.empty()) return t;
    for (auto const& [columns, rows] : shapes()) {
      if (lay_out(t, columns, rows) > shared_bytes) continue;
      for (member const& m : members_) m.leaf->gathered = operand(t.part[m.of], m);
      return t;
    }
    return {};
  }
  /// The outer axis of the tiles, which has to become the first; -1 if there is none.
  int axis() const { return axis_; }

 private:
  /// The axis along which most leaves advance by one that don't along the inner axis, if there is
  /// one; or the one next to the inner axis.
  bool choose_axis_across()
  {
    std::int64_t const least = it_.inner < few_columns ? least_rows_of_few : 16;
    std::ptrdiff_t most = 0;
    axis_ = it_.outer_rank - 1;
    for (int axis = 0; axis < it_.outer_rank; ++axis) {
      if (it_.outer[axis] < least) continue;
      auto const n = std::count_if(leaves_.begin() + 1, leaves_.end(), [&](leaf_layout const& l) {
        return l.can_gather && l.stride[axis] == 1 && std::abs(l.inner_stride) > 1;
      });
      if (n > most) most = n, axis_ = axis;
    }
    any_across_ = most > 0;
    return any_across_;
  }

  static bool is_component(leaf_layout const& leaf)
  {
    return leaf.can_gather && leaf.inner_stride > 1 && leaf.inner_stride <= most_components;
  }
  /// Whether components are read, all of a record's along an axis, which is then that of tiles, or
  /// several by leaves of their own.
  void choose_components()
  {
    if (it_.inner < least_records) return;
    std::ptrdiff_t const n = std::count_if(leaves_.begin() + 1, leaves_.end(), is_component);
    if (n == 0) return;
    int along = -1;
    for (int axis = 0; axis < it_.outer_rank && along < 0; ++axis)
      if (it_.outer[axis] <= most_components &&
          std::any_of(leaves_.begin() + 1, leaves_.end(), [&](leaf_layout const& l) {
            return is_component(l) && l.stride[axis] == 1 && it_.outer[axis] <= l.inner_stride;
          }))
        along = axis;
    any_components_ = along >= 0 || n > 1;
    if (any_components_) axis_ = along;
  }

  std::int64_t along_axis(leaf_layout const& leaf) const
  {
    return axis_ >= 0 ? leaf.stride[axis_] : 0;
  }

  void add(leaf_layout& leaf)
  {
    if (!leaf.can_gather || (leaf.item_size & (leaf.item_size - 1)) != 0 || leaf.item_size > 16 ||
        reinterpret_cast<std::uintptr_t>(leaf.address) %
                static_cast<std::uintptr_t>(leaf.item_size) !=
            0)
      return;
    lying as = lying::window;
    if (any_components_) {
      as = lying::component;
      if (!is_component(leaf) || (axis_ >= 0 && along_axis(leaf) != 1)) return;
    } else if (any_across_ && along_axis(leaf) == 1 && std::abs(leaf.inner_stride) > 1) {
      as = lying::across;
    } else if (leaf.inner_stride != 1 || (axis_ >= 0 && along_axis(leaf) == 0) ||
               it_.inner < few_columns) {
      return;
    }
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      place at;
      if (groups_[g].as != as || !same_strides(*groups_[g].first, leaf, it_.outer_rank) ||
          !apart(groups_[g], leaf, at))
        continue;
      place const low{std::min(groups_[g].low.x, at.x), std::min(groups_[g].low.y, at.y)},
          high{std::max(groups_[g].high.x, at.x), std::max(groups_[g].high.y, at.y)};
      if (high.x - low.x > most_apart || high.y - low.y > most_apart) continue;
      groups_[g].low = low;
      groups_[g].high = high;
      if (std::none_of(members_.begin(), members_.end(), [&](member const& m) {
            return m.of == g && m.at.x == at.x && m.at.y == at.y;
          }))
        ++groups_[g].distinct;
      members_.push_back({&leaf, g, at});
      return;
    }
    groups_.push_back({&leaf, as, {}, {}, 1});
    members_.push_back({&leaf, groups_.size() - 1, {}});
  }

  /// How far `leaf` is from the group's first, in elements along both axes; whether that is said.
  bool apart(group const& g, leaf_layout const& leaf, place& at) const
  {
    auto const bytes =
        static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(leaf.address) -
                                  reinterpret_cast<std::uintptr_t>(g.first->address));
    if (bytes % leaf.item_size != 0) return false;
    std::int64_t const delta = bytes / leaf.item_size, along = along_axis(leaf);
    if (g.as == lying::component) {
      at.x = delta;
    } else if (g.as == lying::across) {
      at.x = rounded_quotient(delta, leaf.inner_stride);
      at.y = delta - at.x * leaf.inner_stride;
    } else {
      at.y = along != 0 ? rounded_quotient(delta, along) : 0;
      at.x = delta - at.y * along;
    }
    return std::abs(at.x) <= most_apart && std::abs(at.y) <= most_apart;
  }

  bool worth(std::size_t g) const
  {
    if (groups_[g].as == lying::component) return axis_ >= 0 || groups_[g].distinct > 1;
    return groups_[g].as == lying::across || groups_[g].distinct >= window_leaves;
  }

  struct shape {
    int columns, rows;
  };
  std::vector<shape> shapes() const
  {
    if (any_components_) return shapes_of_records();
    if (any_across_ && it_.inner < few_columns) {
      int columns = 2;
      while (columns < it_.inner) columns *= 2;
      std::vector<shape> of;
      for (int n = is_large() ? most_of_few : least_of_few; n >= least_of_few; n /= 2)
        of.push_back({columns, n / columns});
      return of;
    }
    if (any_across_) {
      return {{across_extent, across_extent}, {64, 32}, {32, 32}, {32, 16}};
    }
    int size = 1;
    for (group const& g : groups_) size = std::max(size, g.first->item_size);
    if (axis_ < 0 || it_.outer[axis_] < 8) {
      if (it_.inner < 256) return {};
      return {{16384 / size, 1}, {8192 / size, 1}, {4096 / size, 1}};
    }
    int columns = std::clamp(window_bytes / size, 32, 256);
    while (columns > 32 && columns / 2 >= it_.inner) columns /= 2;
    int const rows = window_rows;
    return {{columns, rows}, {columns, rows / 2}, {std::max(32, columns / 2), rows / 2}};
  }

  bool is_large() const { return it_.inner * it_.rows >= many_elements; }

  std::vector<shape> shapes_of_records() const
  {
    std::int64_t record = 0;
    for (group const& g : groups_) record += g.first->inner_stride * g.first->item_size;
    int columns = is_large() ? most_records : few_records;
    while (columns > few_records && columns * record > record_bytes) columns /= 2;
    return {{columns, axis_ >= 0 ? static_cast<int>(it_.outer[axis_]) : 1}};
  }

  /// Rectangles for tiles of that shape, one behind the other in shared memory; returns its bytes.
  int lay_out(tiling& t, int columns, int rows) const
  {
    t = {};
    t.columns = columns;
    t.rows = rows;
    for (group const& g : groups_) {
      rectangle& part = t.part[t.count++];
      leaf_layout const& leaf = *g.first;
      std::int64_t const size = leaf.item_size;
      part.size = leaf.item_size;
      part.across = g.as == lying::across;
      part.inner = leaf.inner_stride * size;
      for (int axis = 0; axis < it_.outer_rank; ++axis) part.outer[axis] = leaf.stride[axis] * size;
      part.from = reinterpret_cast<std::uintptr_t>(leaf.address) +
                  static_cast<std::uintptr_t>(g.as == lying::component
                                                  ? g.low.x * size
                                                  : g.low.x * part.inner +
                                                        g.low.y * along_axis(leaf) * size);
      part.low = ~std::uintptr_t{0};
      for (member const& m : members_) {
        if (&groups_[m.of] != &g) continue;
        part.low = std::min(part.low, m.leaf->low);
        part.high = std::max(part.high, m.leaf->high);
      }
      part.more_inner = static_cast<int>(g.high.x - g.low.x);
      part.more_outer = static_cast<int>(g.high.y - g.low.y);
      if (g.as == lying::component) {
        // one row of whole records, in which the tile's rows lie
        part.more_inner += rows - static_cast<int>(leaf.inner_stride);
        part.more_outer = 1 - rows;
        part.packets = std::all_of(part.outer, part.outer + it_.outer_rank, [&](std::int64_t& o) {
          return o % 16 == 0 || (axis_ >= 0 && &o == part.outer + axis_);
        });
        part.pitch =
            (columns * static_cast<int>(leaf.inner_stride) + part.more_inner) * part.size + 32;
        part.offset = t.shared_bytes;
        t.shared_bytes += (part.pitch + 15) / 16 * 16;
        continue;
      }
      part.has_corners = part.more_inner > 0 && part.more_outer > 0;
      int const x = columns + part.more_inner, y = rows + part.more_outer;
      part.packets =
          g.as == lying::window && std::all_of(part.outer, part.outer + it_.outer_rank,
                                               [](std::int64_t s) { return s % 16 == 0; });
      int const unit = std::max(4, part.size);
      if (part.across)  // so that neighbours along the inner axis lie in different banks
        part.pitch = pitch_across((y * part.size + unit - 1) / unit, columns) * unit;
      else if (part.packets)
        part.pitch = (static_cast<int>(part.from & 15) + x * part.size + 15) / 16 * 16;
      else
        part.pitch = (x * part.size + unit - 1) / unit * unit;
      part.offset = t.shared_bytes;
      t.shared_bytes += (part.pitch * (part.across ? x : y) + 15) / 16 * 16;
    }
    return t.shared_bytes;
  }

  /// Units from one column to the next, `rows` at least. A warp reads 32 / columns rows of few
  /// columns.
  static int pitch_across(int rows, int columns)
  {
    if (columns >= 32) return rows | 1;
    int const apart = 32 / columns;
    return rows + (apart - rows % 32 + 32) % 32;
  }

  gathered_operand operand(rectangle const& part, member const& m) const
  {
    int const x = static_cast<int>(m.at.x - groups_[m.of].low.x),
              y = static_cast<int>(m.at.y - groups_[m.of].low.y);
    if (part.across)
      return {part.offset + x * part.pitch + y * part.size, part.pitch / part.size, 1};
    int const before = part.packets ? static_cast<int>(part.from & 15) : 0;
    if (groups_[m.of].as == lying::component)
      return {part.offset + before + x * part.size, static_cast<int>(part.inner) / part.size,
              axis_ >= 0 ? 1 : 0};
    return {part.offset + before + y * part.pitch + x * part.size, 1, part.pitch / part.size};
  }

  std::span<leaf_layout> leaves_;
  iteration const& it_;
  int axis_ = -1;
  bool any_across_ = false, any_components_ = false;
  std::vector<group> groups_;
  std::vector<member> members_;
};

}  // namespace

namespace {

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

}  // namespace

backends::laid_out_operands plan_rows(std::span<leaf_layout> leaves, bool has_sink, iteration& it)
{
  backends::laid_out_operands rows;
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

namespace {

// elements of a piece, and elements and rows of what is laid out at once
constexpr int across_columns = 64, across_rows = 16, most_columns = 512, most_rows = 32;
/// Rows that become one, the most elements of one of them, and of a piece of those.
constexpr int most_flat_inner = 256, most_flat = 1024;
/// The bytes of a result that are written past the caches at once. (Of 256 to 8192 those that are
/// quickest.) From how many of all on: a core's share of the last cache has fewer.
constexpr int past_caches_piece = 2048;
constexpr std::uintptr_t least_past_caches = std::uintptr_t{16} << 20;
/// What operands of pieces have, beside the result.
constexpr int operand_bytes = backends::laid_out_bytes - past_caches_piece -
                              (backends::max_laid_out + 1) * (64 + backends::laid_out_slack);

/// Whether the result is nowhere read, so large that nobody finds it in the caches, and has long
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
/// all can, or if that doesn't pay: where rows are long, or few, or operands that have neighbours
/// had to be laid out as well.
needed needed_to_flatten(std::span<leaf_layout const> leaves, iteration const& it)
{
  int const last = it.outer_rank - 1;
  if (last < 0 || it.inner < 2 || it.inner > most_flat_inner || !is_flat(leaves[0], it, last) ||
      it.outer[last] * it.inner < 2 * least_inner)
    return {};
  bool const tiny = it.inner < least_inner;
  bool moves = it.inner < 2 * backends::laid_out_chunk;  // else constants go by chunks
  needed n;
  for (leaf_layout const& leaf : leaves) {
    if (is_flat(leaf, it, last)) continue;
    moves = moves || leaf.inner_stride != 0;
    if (!leaf.can_gather || n.count == backends::max_laid_out ||
        (leaf.inner_stride == 1 && !tiny) || lies_across(leaf, last))
      return {};
    ++n.count;
    n.bytes += leaf.item_size;
  }
  return moves && it.inner * n.bytes <= operand_bytes ? n : needed{};
}

void flatten(std::span<leaf_layout> leaves, iteration& it, needed const& n,
             backends::laid_out_operands& rows)
{
  int const last = it.outer_rank - 1;
  rows.flat = true;
  int const most = std::min(operand_bytes / n.bytes, most_flat);
  rows.rows_at_once = static_cast<int>(
      std::min<std::int64_t>(std::max<std::int64_t>(1, most / it.inner), it.outer[last]));
  rows.columns = rows.rows_at_once * it.inner;
  int offset = 0;
  for (leaf_layout& leaf : leaves) {
    if (is_flat(leaf, it, last)) continue;
    backends::laid_out& part =
        add_part(leaf, it, rows, offset,
                 static_cast<int>(rows.columns) * leaf.item_size + backends::laid_out_slack);
    part.pitch = static_cast<int>(it.inner) * leaf.item_size;
    leaf.gathered.inner = backends::in_pieces;
  }
  it.unit = true;
  it.packed = false;
}

}  // namespace

backends::laid_out_operands plan_pieces(std::span<leaf_layout> leaves, iteration& it,
                                        bool writes_past)
{
  backends::laid_out_operands rows;
  if (leaves[0].inner_stride != 1) return rows;
  if (needed const n = needed_to_flatten(leaves, it); n.count > 0) {
    flatten(leaves, it, n, rows);
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

backends::laid_out_operands plan_rows(std::span<leaf_layout> leaves, reduction_plan& plan)
{
  backends::reduction& red = plan.reduction;
  if (plan.rows && red.it.outer_rank > red.kept_rank) return {};  // several axes in one row
  return plan_rows(leaves, false, red.it);
}

namespace {

/// Whether what is read from memory advances alike, by one element along the inner axis; all else
/// is computed there.
bool all_alike(std::span<leaf_layout const> leaves, iteration const& it)
{
  leaf_layout const* first = nullptr;
  for (leaf_layout const& leaf : leaves.subspan(1)) {
    if (leaf.random_access) return false;
    if (!leaf.address) continue;
    if (!leaf.can_gather) return false;
    if (first == nullptr) first = &leaf;
    if (!std::equal(leaf.stride, leaf.stride + it.outer_rank, first->stride)) return false;
  }
  return it.unit && first != nullptr;
}

/// The array of which all windows are, if rows of it and of all other operands lie alike in packets
/// of 16 bytes and follow each other along the first outer axis; or null.
backends::window_site const* one_window(std::span<leaf_layout const> leaves, iteration const& it,
                                        std::int64_t const* stride)
{
  leaf_layout const& sink = leaves[0];
  auto const begin = [](void const* p) {
    return static_cast<int>(reinterpret_cast<std::uintptr_t>(p) % 16);
  };
  auto const in_packets = [&](leaf_layout const& leaf) {
    return leaf.item_size == sink.item_size &&
           std::all_of(leaf.stride, leaf.stride + it.outer_rank,
                       [&](std::int64_t s) { return s * leaf.item_size % 16 == 0; });
  };
  if (16 % sink.item_size != 0 || begin(sink.address) % sink.item_size != 0 || !in_packets(sink))
    return nullptr;
  backends::window_site const* site = nullptr;
  for (leaf_layout const& leaf : leaves.subspan(1)) {
    if (!leaf.address) continue;
    if (!in_packets(leaf)) return nullptr;
    if (!leaf.window) {
      if (begin(leaf.address) != begin(sink.address)) return nullptr;
      continue;
    }
    if (site == nullptr) site = leaf.window;
    if (leaf.window->centre != site->centre || leaf.window->rank != site->rank ||
        leaf.window->margin != site->margin ||
        !std::equal(site->stride, site->stride + site->rank, leaf.window->stride))
      return nullptr;
  }
  if (site == nullptr || begin(site->centre) != begin(sink.address)) return nullptr;
  // along the axis next to the last, whose rows a thread computes together
  bool const along =
      site->rank == 1 || (it.outer_rank > 0 && stride[0] == site->stride[site->rank - 2]);
  return along && site->stride[site->rank - 1] == 1 ? site : nullptr;
}

/// The outer axis along which blocks of alike operands have several rows: the windows' last but
/// one, else the first that has enough.
int axis_of_blocks(std::span<leaf_layout const> leaves, iteration const& it)
{
  for (leaf_layout const& leaf : leaves)
    if (leaf.window != nullptr && leaf.window->rank > 1)
      for (int axis = 0; axis < it.outer_rank; ++axis)
        if (leaf.stride[axis] == leaf.window->stride[leaf.window->rank - 2]) return axis;
  int axis = 0;
  while (axis + 1 < it.outer_rank && it.outer[axis] < 8) ++axis;
  return axis;
}

/// Exchanges two of the outer axes.
void exchange(int a, int b, std::span<leaf_layout> leaves, iteration& it)
{
  std::swap(it.outer[a], it.outer[b]);
  for (leaf_layout& leaf : leaves) std::swap(leaf.stride[a], leaf.stride[b]);
}

/// Makes the axis of blocks the first of the outer ones, and that of the windows' planes the second
/// one.
void put_blocks_first(std::span<leaf_layout> leaves, iteration& it)
{
  exchange(0, axis_of_blocks(leaves, it), leaves, it);
  for (leaf_layout const& leaf : leaves) {
    if (leaf.window == nullptr || leaf.window->rank < 3) continue;
    std::int64_t const planes = leaf.window->stride[leaf.window->rank - 3];
    for (int axis = 2; axis < it.outer_rank; ++axis)
      if (leaf.stride[axis] == planes && leaf.stride[1] != planes) {
        exchange(1, axis, leaves, it);
        return;
      }
  }
}

}  // namespace

tiling plan_tiles(std::span<leaf_layout> leaves, iteration& it)
{
  if (leaves[0].inner_stride != 1 || (it.packed && it.unit && it.rows == 1)) return {};
  if (!it.packed && it.inner >= least_alike && all_alike(leaves, it)) {
    put_blocks_first(leaves, it);
    tiling t;
    t.alike = true;
    for (leaf_layout const& leaf : leaves.subspan(1))
      if (leaf.address) std::copy(leaf.stride, leaf.stride + it.outer_rank, t.stride);
    t.windows = one_window(leaves, it, t.stride);
    return t;
  }
  if (it.inner * it.rows < least_elements) return {};
  tiles_planner planner(leaves, it);
  tiling t = planner.planned();
  if (t.count == 0 || planner.axis() <= 0) return t;
  int const axis = planner.axis();
  exchange(0, axis, leaves, it);
  for (int n = 0; n < t.count; ++n) std::swap(t.part[n].outer[0], t.part[n].outer[axis]);
  return t;
}

}  // namespace acre::detail
