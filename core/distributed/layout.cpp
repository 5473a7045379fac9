#include <acre/distributed/detail/layout.hpp>
#include <acre/error.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace acre::distributed::detail {

box common_box(box const& a, box const& b)
{
  box both = a;
  bool none = false;
  for (int axis = 0; axis < a.rank; ++axis) {
    both.low[axis] = std::max(a.low[axis], b.low[axis]);
    both.high[axis] = std::min(a.high[axis], b.high[axis]);
    none = none || both.high[axis] <= both.low[axis];
  }
  if (none) both.high = both.low;
  return both;
}

namespace {

/// n elements in p parts, the first n % p of them one longer.
std::vector<std::int64_t> even_cuts(std::int64_t n, int parts)
{
  std::vector<std::int64_t> cuts{0};
  for (int k = 0; k < parts; ++k) cuts.push_back(cuts.back() + n / parts + (k < n % parts ? 1 : 0));
  return cuts;
}

void require_cuts(std::vector<std::int64_t>& cuts, std::int64_t n, int parts, int axis)
{
  auto const refuse = [&](std::string const& why) {
    throw value_error("blocks: the cuts of axis " + std::to_string(axis) + " " + why);
  };
  if (cuts.front() != 0) refuse("begin with " + std::to_string(cuts.front()) + ", not with 0");
  if (static_cast<int>(cuts.size()) == parts) cuts.push_back(n);
  if (static_cast<int>(cuts.size()) != parts + 1)
    refuse("are " + std::to_string(cuts.size()) + " numbers for " + std::to_string(parts) +
           " processes: one for each, where it begins, and the axis' extent");
  if (!std::ranges::is_sorted(cuts)) refuse("are not in order");
  if (cuts.back() != n)
    refuse("end at " + std::to_string(cuts.back()) + ", and the axis at " + std::to_string(n));
}

/// The processes along each cut axis, such that blocks have little surface.
std::vector<int> chosen_grid(wanted_blocks const& w, int processes)
{
  std::vector<int> best, now(static_cast<std::size_t>(w.rank), 1);
  double least = std::numeric_limits<double>::infinity();
  auto const surface = [&] {
    double sum = 0;
    for (int a = 0; a < w.rank; ++a) {
      if (now[static_cast<std::size_t>(a)] == 1) continue;
      double side = 1;
      for (int b = 0; b < w.rank; ++b)
        if (b != a)
          side *= static_cast<double>((w.shape[b] + now[static_cast<std::size_t>(b)] - 1) /
                                      now[static_cast<std::size_t>(b)]);
      sum += side;
    }
    return sum;
  };
  auto const choose = [&](auto const& self, int axis, int left) -> void {
    if (axis == w.rank) {
      if (left != 1) return;
      // of grids alike the one with more processes along the first axes
      if (double const s = surface(); s < least || (s == least && now > best)) {
        least = s;
        best = now;
      }
      return;
    }
    for (int p = 1; p <= left; ++p) {
      if (left % p != 0 || (p > 1 && !w.cut[axis])) continue;
      now[static_cast<std::size_t>(axis)] = p;
      self(self, axis + 1, left / p);
    }
    now[static_cast<std::size_t>(axis)] = 1;
  };
  choose(choose, 0, processes);
  return best;
}

std::string listed(std::vector<int> const& numbers)
{
  std::string text;
  for (int const n : numbers) text += (text.empty() ? "" : ", ") + std::to_string(n);
  return text;
}

}  // namespace

wanted_blocks blocks_of_lengths(wanted_blocks wanted, std::span<std::int64_t const> extent,
                                int processes)
{
  auto const rank = static_cast<std::size_t>(wanted.rank);
  auto const refuse = [](std::string const& why) {
    throw value_error("distributed::from_local: " + why);
  };
  for (auto const& cuts : wanted.cuts)
    if (!cuts.empty()) refuse("the blocks say where an axis is cut, without cuts()");
  if (wanted.grid.empty()) {
    if (std::ranges::count(wanted.cut, true) > 1)
      refuse("blocks that lie side by side along several axes want a grid(…), so many along each");
    for (std::size_t a = 0; a < rank; ++a) wanted.grid.push_back(wanted.cut[a] ? processes : 1);
  }
  // with a shape that fits any grid and halo: only who has which part is asked
  wanted_blocks places;
  places.rank = wanted.rank;
  places.grid = wanted.grid;
  layout const grid(places, processes);
  std::vector<std::vector<int>> first_of(rank);  // the process that says how long a part is
  for (std::size_t a = 0; a < rank; ++a)
    first_of[a].assign(static_cast<std::size_t>(wanted.grid[a]), -1);
  auto const length = [&](int process, std::size_t a) {
    return extent[static_cast<std::size_t>(process) * rank + a];
  };
  auto const shape_text = [&](int process) {
    return acre::to_string(
        extents_view(extent.subspan(static_cast<std::size_t>(process) * rank, rank)));
  };
  for (int p = 0; p < processes; ++p) {
    auto const parts = grid.parts_of(p);
    for (std::size_t a = 0; a < rank; ++a) {
      int& first = first_of[a][static_cast<std::size_t>(parts[a])];
      if (first < 0) first = p;
      if (length(first, a) != length(p, a))
        throw shape_error(
            "distributed::from_local: process " + std::to_string(first) + " has a block of shape " +
            shape_text(first) + " and process " + std::to_string(p) + " one of " + shape_text(p) +
            ": they have the same part of axis " + std::to_string(a) + ", and so the same length");
    }
  }
  for (std::size_t a = 0; a < rank; ++a) {
    auto& cuts = wanted.cuts[a];
    cuts.assign(1, 0);
    for (int const p : first_of[a]) cuts.push_back(cuts.back() + length(p, a));
    wanted.shape[a] = cuts.back();
  }
  return wanted;
}

layout::layout(wanted_blocks const& w, int processes)
    : rank_(w.rank), processes_(processes), shape_(w.shape)
{
  std::vector<int> grid = w.grid;
  if (grid.empty()) {
    int cut_axes = 0;
    for (int a = 0; a < rank_; ++a) cut_axes += w.cut[a] ? 1 : 0;
    if (cut_axes == 1) {
      grid.assign(static_cast<std::size_t>(rank_), 1);
      for (int a = 0; a < rank_; ++a)
        if (w.cut[a]) grid[static_cast<std::size_t>(a)] = processes;
    } else {
      grid = chosen_grid(w, processes);
    }
  }
  if (static_cast<int>(grid.size()) != rank_)
    throw value_error("blocks: grid(" + listed(grid) + ") is not one number for each of " +
                      std::to_string(rank_) + " axes");
  std::int64_t all = 1;
  for (int const p : grid) {
    if (p < 1)
      throw value_error("blocks: grid(" + listed(grid) + ") has an axis without processes");
    all *= p;
  }
  if (all != processes)
    throw value_error("blocks: grid(" + listed(grid) + ") is of " + std::to_string(all) +
                      " processes, and there are " + std::to_string(processes));
  for (int a = 0; a < rank_; ++a) {
    auto& axis = axis_[static_cast<std::size_t>(a)];
    std::int64_t const n = shape_[a];
    int const parts = grid[static_cast<std::size_t>(a)];
    axis.cuts = w.cuts.empty() ? std::vector<std::int64_t>() : w.cuts[static_cast<std::size_t>(a)];
    if (axis.cuts.empty())
      axis.cuts = even_cuts(n, parts);
    else
      require_cuts(axis.cuts, n, parts, a);
    axis.halo = w.halo[a];
    axis.periodic = w.periodic[a];
    if (axis.halo < 0)
      throw value_error("blocks: a halo of " + std::to_string(axis.halo) + " elements along axis " +
                        std::to_string(a));
    if (axis.halo > n)
      throw value_error("blocks: a halo of " + std::to_string(axis.halo) + " elements along axis " +
                        std::to_string(a) + ", which has " + std::to_string(n));
  }
  int step = 1;
  for (int a = rank_ - 1; a >= 0; --a) {
    step_[static_cast<std::size_t>(a)] = step;
    step *= axis(a).parts();
  }
  fingerprint_ = computed_fingerprint();
}

std::shared_ptr<layout const> layout::shared(wanted_blocks const& wanted, int processes)
{
  thread_local std::weak_ptr<layout const> last;
  thread_local wanted_blocks of;
  auto made = last.lock();
  if (made && made->processes() == processes && of == wanted) return made;
  made = std::make_shared<layout const>(wanted, processes);
  of = wanted;
  last = made;
  return made;
}

std::int64_t layout::size() const
{
  std::int64_t n = 1;
  for (int a = 0; a < rank_; ++a) n *= shape_[a];
  return n;
}

std::array<int, max_rank> layout::parts_of(int process) const
{
  std::array<int, max_rank> parts{};
  for (int a = 0; a < rank_; ++a) {
    auto const k = static_cast<std::size_t>(a);
    parts[k] = process / step_[k] % axis(a).parts();
  }
  return parts;
}

int layout::process_of(std::array<int, max_rank> const& parts) const
{
  int process = 0;
  for (int a = 0; a < rank_; ++a) {
    auto const k = static_cast<std::size_t>(a);
    process += parts[k] * step_[k];
  }
  return process;
}

int layout::beside(int process, int axis, int part) const
{
  auto const k = static_cast<std::size_t>(axis);
  return process + (part - parts_of(process)[k]) * step_[k];
}

int layout::copies() const
{
  int blocks = 1;
  for (int a = 0; a < rank_; ++a) blocks *= axis(a).parts();
  return processes_ / blocks;
}

box layout::own_block_of(int process) const
{
  if (owns(process)) return block_of(process);
  box none;
  none.rank = rank_;
  return none;
}

layout layout::without(std::span<bool const> gone, bool keeps) const
{
  int left = 0;
  bool keeps_halos = true;
  for (int a = 0; a < rank_; ++a) {
    bool const is_gone = gone[static_cast<std::size_t>(a)];
    left += is_gone && !keeps ? 0 : 1;
    keeps_halos = keeps_halos && !(is_gone && axis(a).parts() > 1);
  }
  layout to(left, processes_);
  for (int a = 0, b = 0; a < rank_; ++a) {
    bool const is_gone = gone[static_cast<std::size_t>(a)];
    if (is_gone && !keeps) continue;
    auto const k = static_cast<std::size_t>(b);
    if (is_gone) {
      to.axis_[k].cuts = {0, 1};
      to.step_[k] = 1;
    } else {
      to.axis_[k] = axis(a);
      to.step_[k] = step_[static_cast<std::size_t>(a)];
      if (!keeps_halos) to.axis_[k].halo = 0;
    }
    to.shape_[b] = to.axis_[k].cuts.back();
    ++b;
  }
  return to;
}

layout layout::with_cuts(int axis, std::vector<std::int64_t> cuts) const
{
  layout other = *this;
  other.shape_[axis] = cuts.back();
  other.axis_[static_cast<std::size_t>(axis)] = {std::move(cuts), 0, false};
  other.fingerprint_ = 0;
  return other;
}

layout layout::behind(std::int64_t elements) const
{
  layout to(rank_ + 1, processes_);
  to.shape_[0] = elements;
  to.axis_[0].cuts = {0, elements};
  to.step_[0] = 1;
  std::copy_n(shape_.begin(), rank_, to.shape_.begin() + 1);
  std::copy_n(axis_.begin(), rank_, to.axis_.begin() + 1);
  std::copy_n(step_.begin(), rank_, to.step_.begin() + 1);
  return to;
}

layout layout::flattened() const
{
  layout to(1, processes_);
  to.axis_[0].cuts = starts();
  to.step_[0] = step_[0];
  to.shape_[0] = size();
  return to;
}

std::vector<int> layout::along(int process, std::span<bool const> gone) const
{
  std::vector<int> members{process};
  for (int a = 0; a < rank_; ++a) {
    if (!gone[static_cast<std::size_t>(a)]) continue;
    std::vector<int> next;
    for (int const member : members)
      for (int part = 0; part < axis(a).parts(); ++part) next.push_back(beside(member, a, part));
    members = std::move(next);
  }
  return members;
}

box layout::block_of(int process) const
{
  box b;
  b.rank = rank_;
  auto const parts = parts_of(process);
  for (int a = 0; a < rank_; ++a) {
    auto const k = static_cast<std::size_t>(parts[static_cast<std::size_t>(a)]);
    b.low[a] = axis(a).cuts[k];
    b.high[a] = axis(a).cuts[k + 1];
  }
  return b;
}

bool layout::is_slabs() const
{
  if (copies() > 1) return false;
  for (int a = 1; a < rank_; ++a)
    if (axis(a).parts() > 1) return false;
  return true;
}

std::vector<std::int64_t> layout::starts() const
{
  std::int64_t row = 1;
  for (int a = 1; a < rank_; ++a) row *= shape_[a];
  std::vector<std::int64_t> result = axis(0).cuts;
  for (auto& at : result) at *= row;
  return result;
}

bool layout::same_axis(int a, layout const& other, int b) const
{
  return axis(a).cuts == other.axis(b).cuts &&
         (axis(a).parts() == 1 ||
          step_[static_cast<std::size_t>(a)] == other.step_[static_cast<std::size_t>(b)]);
}

bool layout::same_blocks(layout const& other) const
{
  return rank_ == other.rank_ && broadcasts_to(other) && other.broadcasts_to(*this);
}

bool layout::broadcasts_to(layout const& other) const
{
  int const more = other.rank_ - rank_;
  if (more < 0 || processes_ != other.processes_) return false;
  for (int a = 0; a < rank_; ++a) {
    bool const is_one = shape_[a] == 1 && axis(a).parts() == 1;
    if (!is_one && !same_axis(a, other, a + more)) return false;
  }
  return true;
}

std::optional<layout> layout::joined(layout const& other) const
{
  if (rank_ < other.rank_) return other.joined(*this);
  layout to = *this;
  to.fingerprint_ = 0;
  int const more = rank_ - other.rank_;
  for (int b = 0; b < other.rank_; ++b) {
    int const a = b + more;
    auto& mine = to.axis_[static_cast<std::size_t>(a)];
    if (shape_[a] != 1 || axis(a).parts() > 1) continue;
    mine = other.axis(b);
    to.shape_[a] = other.shape_[b];
    to.step_[static_cast<std::size_t>(a)] = other.step_[static_cast<std::size_t>(b)];
  }
  if (!broadcasts_to(to) || !other.broadcasts_to(to)) return {};
  // two cut axes are of different axes of the processes' grid
  for (int a = 0; a < rank_; ++a)
    for (int b = 0; b < rank_; ++b) {
      auto const i = static_cast<std::size_t>(a), j = static_cast<std::size_t>(b);
      if (a == b || to.axis(a).parts() == 1 || to.axis(b).parts() == 1) continue;
      if (to.step_[i] >= to.step_[j] && to.step_[i] < to.step_[j] * to.axis(b).parts()) return {};
    }
  return to;
}

std::uint64_t layout::computed_fingerprint() const
{
  std::uint64_t h = 1469598103934665603u;  // FNV-1a
  auto const add = [&](std::int64_t x) {
    for (int byte = 0; byte < 8; ++byte)
      h = (h ^ ((static_cast<std::uint64_t>(x) >> (8 * byte)) & 255)) * 1099511628211u;
  };
  add(rank_);
  for (int a = 0; a < rank_; ++a) {
    add(axis(a).parts());
    if (axis(a).parts() > 1) add(step_[static_cast<std::size_t>(a)]);
    for (auto const at : axis(a).cuts) add(at);
  }
  return h;
}

std::string layout::text() const
{
  constexpr std::size_t most = 8;
  std::string text =
      acre::to_string(extents_view(std::span(shape_.data(), static_cast<std::size_t>(rank_))));
  for (int a = 0; a < rank_; ++a) {
    auto const& cuts = axis(a).cuts;
    if (axis(a).parts() == 1) continue;
    text +=
        ", axis " + std::to_string(a) + " in " + std::to_string(axis(a).parts()) + " parts from ";
    for (std::size_t k = 0; k + 1 < cuts.size() && k < most; ++k)
      text += (k > 0 ? ", " : "") + std::to_string(cuts[k]);
    if (cuts.size() > most + 1) text += ", …";
  }
  if (int const n = copies(); n > 1) text += ", each on " + std::to_string(n) + " processes";
  return text;
}

void refuse_layouts(char const* operation, layout const& a, layout const& b)
{
  auto const shape_of = [](layout const& l) {
    return acre::to_string(
        extents_view(std::span(l.shape().data(), static_cast<std::size_t>(l.rank()))));
  };
  for (int back = 1; back <= std::min(a.rank(), b.rank()); ++back) {
    std::int64_t const n = a.shape()[a.rank() - back], m = b.shape()[b.rank() - back];
    if (n != m && n != 1 && m != 1)
      throw shape_error(std::string("distributed::") + operation +
                        ": operands could not be broadcast together with shapes " + shape_of(a) +
                        " " + shape_of(b) +
                        "; a reduction keeps its axis, to stand beside its array, by "
                        "keepdims: max(x, 1, keepdims)");
  }
  throw shape_error(std::string("distributed::") + operation +
                    ": the operands' blocks differ: " + a.text() + " and " + b.text() +
                    "; redistribute(x, where) moves one to the other's places");
}

void refuse_order(char const* operation, layout const& of)
{
  throw value_error(std::string("distributed::") + operation + ": blocks of " + of.text() +
                    ", of which floating point is combined in the order of the whole array's "
                    "elements: redistribute(x, axes(0)) makes slabs of them first");
}

void refuse_axes(char const* operation, layout const& of, std::span<bool const> gone)
{
  std::vector<int> named;
  for (int a = 0; a < of.rank(); ++a)
    if (gone[static_cast<std::size_t>(a)]) named.push_back(a);
  throw value_error(std::string("distributed::") + operation + ": blocks of " + of.text() +
                    " along axes " + listed(named) +
                    ", of which floating point is combined in C order: redistribute(x, axes(" +
                    std::to_string(named.front()) + ")) cuts the first of them alone");
}

namespace {

/// f(owner part, low, high, at): the elements that part k of an axis has beside its block, and
/// where they go in its padded axis.
template <class F>
void each_beside(axis_cuts const& axis, int k, F const& f)
{
  std::int64_t const n = axis.cuts.back(), low = axis.cuts[static_cast<std::size_t>(k)],
                     high = axis.cuts[static_cast<std::size_t>(k) + 1];
  if (low == high || axis.halo == 0) return;  // an empty block has no neighbours
  auto const side = [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t const wrapped : {-n, std::int64_t{0}, n}) {
      if (wrapped != 0 && !axis.periodic) continue;
      auto const& cuts = axis.cuts;
      auto owner = static_cast<std::size_t>(std::max<std::ptrdiff_t>(
          0, std::ranges::upper_bound(cuts, first - wrapped) - cuts.begin() - 1));
      for (; owner + 1 < cuts.size() && cuts[owner] + wrapped < last; ++owner) {
        std::int64_t const from = std::max(first, cuts[owner] + wrapped),
                           to = std::min(last, cuts[owner + 1] + wrapped);
        if (from < to)
          f(static_cast<int>(owner), from - wrapped, to - wrapped, from - (low - axis.halo));
      }
    }
  };
  side(low - axis.halo, low);
  side(high, high + axis.halo);
}

/// The parts that have elements within a halo of part k's, in order: none of the others needs any
/// of its elements.
std::vector<int> parts_near(axis_cuts const& axis, int k)
{
  auto const& cuts = axis.cuts;
  std::int64_t const n = cuts.back(), low = cuts[static_cast<std::size_t>(k)] - axis.halo,
                     high = cuts[static_cast<std::size_t>(k) + 1] + axis.halo;
  std::vector<int> parts;
  for (std::int64_t const wrapped : {-n, std::int64_t{0}, n}) {
    if (wrapped != 0 && !axis.periodic) continue;
    auto part = static_cast<int>(std::max<std::ptrdiff_t>(
        0, std::ranges::upper_bound(cuts, low + wrapped) - cuts.begin() - 1));
    for (; part < axis.parts() && cuts[static_cast<std::size_t>(part)] < high + wrapped; ++part)
      parts.push_back(part);
  }
  std::ranges::sort(parts);
  parts.erase(std::ranges::unique(parts).begin(), parts.end());
  return parts;
}

}  // namespace

namespace {

/// A piece of one axis of a block with its halo: which part of the axis has its elements, and where
/// both sides have them, counted from their halos' first.
struct section {
  int part;
  std::int64_t at, there, length;
  bool moves;  // it is not the block's own
};

/// All of an axis of part k, in its order. What lies beyond an edge that isn't periodic is the
/// part's own, and one with its block: a whole row of a halo, with what is beyond the edges beside
/// it, is one box.
std::vector<section> sections_of(axis_cuts const& axis, int k)
{
  auto const first = [&](int part) { return axis.cuts[static_cast<std::size_t>(part)]; };
  std::int64_t const own = first(k + 1) - first(k), n = axis.cuts.back();
  std::vector<section> all{{k, axis.halo, axis.halo, own, false}};
  each_beside(axis, k, [&](int owner, std::int64_t low, std::int64_t high, std::int64_t at) {
    all.push_back({owner, at, axis.halo + low - first(owner), high - low, true});
  });
  if (!axis.periodic) {
    if (auto const missing = axis.halo - first(k); missing > 0)
      all.push_back({k, 0, 0, missing, false});
    if (auto const missing = axis.halo - (n - first(k + 1)); missing > 0) {
      auto const at = 2 * axis.halo + own - missing;
      all.push_back({k, at, at, missing, false});
    }
  }
  std::ranges::sort(all, {}, &section::at);
  std::vector<section> joined;
  for (auto const& s : all) {
    if (!joined.empty() && !s.moves && !joined.back().moves &&
        joined.back().at + joined.back().length == s.at)
      joined.back().length += s.length;
    else
      joined.push_back(s);
  }
  return joined;
}

/// f(process, here, there): the boxes of a block's halo that other processes have, and where.
template <class F>
void each_received(layout const& of, int process, F const& f)
{
  int const rank = of.rank();
  if (of.block_of(process).size() == 0) return;
  auto const parts = of.parts_of(process);
  std::vector<std::vector<section>> axes;
  for (int a = 0; a < rank; ++a)
    axes.push_back(sections_of(of.axis(a), parts[static_cast<std::size_t>(a)]));
  box here, there;
  here.rank = there.rank = rank;
  auto const each = [&](auto const& self, int a, int owner, bool moves) -> void {
    if (a == rank) {
      if (moves) f(owner, here, there);
      return;
    }
    for (auto const& s : axes[static_cast<std::size_t>(a)]) {
      here.low[a] = s.at;
      here.high[a] = s.at + s.length;
      there.low[a] = s.there;
      there.high[a] = s.there + s.length;
      self(self, a + 1, of.beside(owner, a, s.part), moves || s.moves);
    }
  };
  each(each, 0, process, false);
}

/// The parts of an axis that have elements of part k beside them, and k itself.
std::vector<int> parts_beside(axis_cuts const& axis, int k)
{
  std::vector<int> found{k};
  for (int const part : parts_near(axis, k))
    each_beside(axis, part, [&](int owner, std::int64_t, std::int64_t, std::int64_t) {
      if (owner == k && found.back() != part && part != k) found.push_back(part);
    });
  return found;
}

void add(std::vector<exchange_message>& to, int process, box const& b)
{
  auto const there =
      std::ranges::find_if(to, [&](auto const& message) { return message.process == process; });
  if (there == to.end())
    to.push_back({process, {b}});
  else
    there->boxes.push_back(b);
}

}  // namespace

exchange_plan plan_exchange(layout const& of, int process)
{
  exchange_plan plan;
  each_received(of, process,
                [&](int from, box const& here, box const&) { add(plan.receives, from, here); });
  auto const mine = of.parts_of(process);
  auto const each = [&](auto const& self, int a, int to) -> void {
    if (a == of.rank()) {
      each_received(of, to, [&](int from, box const&, box const& there) {
        if (from == process) add(plan.sends, to, there);
      });
      return;
    }
    for (int const part : parts_beside(of.axis(a), mine[static_cast<std::size_t>(a)]))
      self(self, a + 1, of.beside(to, a, part));
  };
  if (of.block_of(process).size() > 0) each(each, 0, process);
  return plan;
}

bool is_exchanged(layout const& of, box const& block, int axis, bool high)
{
  auto const& cuts = of.axis(axis);
  return cuts.halo > 0 &&
         (cuts.periodic || (high ? block.high[axis] < of.shape()[axis] : block.low[axis] > 0));
}

std::int64_t flat_index(layout const& of, std::span<std::int64_t const> at)
{
  std::int64_t index = 0;
  for (int a = 0; a < of.rank(); ++a)
    index = index * of.shape()[a] + at[static_cast<std::size_t>(a)];
  return index;
}

}  // namespace acre::distributed::detail
