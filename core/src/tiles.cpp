#include <acre/elementwise/detail/plan.hpp>

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

namespace acre::detail {

namespace {

using backends::few_columns;
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
constexpr std::int64_t least_rows_of_few = 256;
/// Components of records, side by side in memory: how far apart records are at most, in elements,
/// elements of a row, and columns and bytes of a tile.
constexpr std::int64_t most_components = 16, least_records = 256;
constexpr int most_records = 2048, few_records = 256, record_bytes = 32 * 1024;
/// Elements from which on tiles are as large as they may be: there are enough of them.
constexpr std::int64_t many_elements = 1 << 22;

/// Shared memory of a block of threads without asking for more.
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
enum class leaf_kind { window, across, component };

/// Leaves of the same strides that read the same memory a few elements apart.
struct group {
  leaf_layout const* first;
  leaf_kind as;
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
        if (kept[g] && (groups_[g].as == leaf_kind::across) == across && left-- <= 0)
          kept[g] = false;
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
    leaf_kind as = leaf_kind::window;
    if (any_components_) {
      as = leaf_kind::component;
      if (!is_component(leaf) || (axis_ >= 0 && along_axis(leaf) != 1)) return;
    } else if (any_across_ && along_axis(leaf) == 1 && std::abs(leaf.inner_stride) > 1) {
      as = leaf_kind::across;
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
    if (g.as == leaf_kind::component) {
      at.x = delta;
    } else if (g.as == leaf_kind::across) {
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
    if (groups_[g].as == leaf_kind::component) return axis_ >= 0 || groups_[g].distinct > 1;
    return groups_[g].as == leaf_kind::across || groups_[g].distinct >= window_leaves;
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
      part.across = g.as == leaf_kind::across;
      part.inner = leaf.inner_stride * size;
      for (int axis = 0; axis < it_.outer_rank; ++axis) part.outer[axis] = leaf.stride[axis] * size;
      part.from = reinterpret_cast<std::uintptr_t>(leaf.address) +
                  static_cast<std::uintptr_t>(g.as == leaf_kind::component
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
      int const record = static_cast<int>(leaf.inner_stride);
      if (g.as == leaf_kind::component) {
        // one row of whole records, in which the tile's rows lie
        part.more_inner += rows - record;
        part.more_outer = 1 - rows;
      }
      part.has_corners = part.more_inner > 0 && part.more_outer > 0;
      int const x = columns * (g.as == leaf_kind::component ? record : 1) + part.more_inner,
                y = rows + part.more_outer;
      part.packets = !part.across && lies_in_packets(part, g);
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

  /// Whether rows of tiles lie alike in packets; records' components along the tiles' axis are one
  /// row.
  bool lies_in_packets(rectangle const& part, group const& g) const
  {
    for (int axis = 0; axis < it_.outer_rank; ++axis)
      if (part.outer[axis] % 16 != 0 && (g.as != leaf_kind::component || axis != axis_))
        return false;
    return true;
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
    if (groups_[m.of].as == leaf_kind::component)
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
