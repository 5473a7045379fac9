#pragma once

#include <acre/array/shape.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Which process has which elements: arithmetic on numbers that every process does alike, without a
/// message.
namespace acre::distributed::detail {

using extents = std::array<std::int64_t, max_rank>;

/// Elements low … high - 1 along each axis.
struct box {
  extents low{}, high{};
  int rank = 0;

  std::int64_t extent(int axis) const { return high[axis] - low[axis]; }
  std::int64_t size() const
  {
    std::int64_t n = 1;
    for (int axis = 0; axis < rank; ++axis) n *= extent(axis);
    return n;
  }
  friend bool operator==(box const&, box const&) = default;
};
/// The elements that are in both; of size 0 if there are none.
box common_box(box const& a, box const& b);

/// What blocks<Rank> asks for, without its type.
struct wanted_blocks {
  int rank = 0;
  extents shape{};
  std::array<bool, max_rank> cut{};             // along which axes
  extents halo{};                               // how many elements on either side
  std::array<bool, max_rank> periodic{};        // whether the last is the first's neighbour
  std::vector<int> grid;                        // processes along each axis; empty: chosen
  std::vector<std::vector<std::int64_t>> cuts;  // where, for each axis; empty: evenly

  friend bool operator==(wanted_blocks const&, wanted_blocks const&) = default;
};

/// The blocks of an array of which process p has extent[p * rank + axis] elements along each axis;
/// `wanted` says the rest, and along which axes they lie side by side. Throws shape_error,
/// value_error: see from_local().
wanted_blocks blocks_of_lengths(wanted_blocks wanted, std::span<std::int64_t const> extent,
                                int processes);

/// One axis of an array, cut. Part k has elements cuts[k] … cuts[k + 1] - 1.
struct axis_cuts {
  std::vector<std::int64_t> cuts;
  std::int64_t halo = 0;
  bool periodic = false;

  int parts() const { return static_cast<int>(cuts.size()) - 1; }
};

/// A layout on so many processes. They form a grid, in C order. Where a reduction has removed axes
/// of the grid, several processes have the same block: copies of it.
class layout {
 public:
  /// Throws value_error for what cannot be: see blocks.
  layout(wanted_blocks const& wanted, int processes);
  /// Likewise, or the one that this thread's last call made, where it is the same and still there:
  /// cuts are a number a process, which arrays (and virtual processes) share.
  static std::shared_ptr<layout const> shared(wanted_blocks const& wanted, int processes);

  int rank() const { return rank_; }
  int processes() const { return processes_; }
  extents const& shape() const { return shape_; }
  std::int64_t size() const;
  axis_cuts const& axis(int a) const { return axis_[static_cast<std::size_t>(a)]; }
  /// Which part of each axis a process has, and the process of such parts.
  std::array<int, max_rank> parts_of(int process) const;
  int process_of(std::array<int, max_rank> const& parts) const;
  /// The process that has part `part` of an axis and otherwise what `process` has, of its copy.
  int beside(int process, int axis, int part) const;
  /// A process' elements.
  box block_of(int process) const;
  /// How many processes have the same block.
  int copies() const;
  /// Whether a process is the first of those that have its block, and its elements if so: every
  /// element is some process' own once.
  bool owns(int process) const { return process_of(parts_of(process)) == process; }
  box own_block_of(int process) const;
  /// What a reduction along the axes in `gone` leaves, on the same processes: those axes with
  /// extent 1, where they are kept, and no halo. Halos of others stay where no cut axis is gone.
  layout without(std::span<bool const> gone, bool keeps) const;
  /// The same on another axis, cut at these, as many as there are: without a halo along it.
  layout with_cuts(int axis, std::vector<std::int64_t> cuts) const;
  /// The same behind a first axis of so many elements, which isn't cut.
  layout behind(std::int64_t elements) const;
  /// Of slabs, or of one block: those of the elements in C order, along one axis.
  layout flattened() const;
  /// The processes that share with `process` all parts but those along the axes in `gone`, in C
  /// order of these.
  std::vector<int> along(int process, std::span<bool const> gone) const;
  /// Whether each process has neighbours in C order: nothing but axis 0 is cut, without copies.
  bool is_slabs() const;
  /// Of slabs: which elements, in C order, process p has: starts[p] … starts[p + 1] - 1.
  std::vector<std::int64_t> starts() const;
  /// Whether every process has the same elements in both: halos may differ.
  bool same_blocks(layout const& other) const;
  /// Whether every process' block broadcasts to that of the other, as the whole does, by NumPy's
  /// rule: last axes are each other's, and an axis of extent 1 goes with any.
  bool broadcasts_to(layout const& other) const;
  /// The layout that both broadcast to where neither broadcasts to the other, as (n, 1) and (m) do;
  /// none where their axes are cut over the same processes.
  std::optional<layout> joined(layout const& other) const;
  /// A number that layouts share whose processes have the same elements.
  std::uint64_t fingerprint() const
  {
    return fingerprint_ != 0 ? fingerprint_ : computed_fingerprint();
  }
  /// "(100,20), axis 0 in 3 parts from 0, 34, 67"
  std::string text() const;

 private:
  std::uint64_t computed_fingerprint() const;
  /// Whether all processes have the same part of both axes.
  bool same_axis(int a, layout const& other, int b) const;

  layout(int rank, int processes) : rank_(rank), processes_(processes) {}

  int rank_, processes_;
  extents shape_{};
  std::array<axis_cuts, max_rank> axis_;
  std::array<int, max_rank> step_{};  // of processes, from one part to the next
  std::uint64_t fingerprint_ = 0;     // 0: not known yet
};

/// Throws shape_error: operands of different layouts.
[[noreturn]] void refuse_layouts(char const* operation, layout const& a, layout const& b);
/// Throws value_error: a reduction of floating point over blocks that are no slabs.
[[noreturn]] void refuse_order(char const* operation, layout const& of);

/// Throws value_error: likewise along axes of which others than the first are cut.
[[noreturn]] void refuse_axes(char const* operation, layout const& of, std::span<bool const> gone);

/// What a process sends to another, or receives from it, in an exchange: boxes of its own block
/// with the halo around it, counted from the halo's first element, in an order that both sides
/// have.
struct exchange_message {
  int process;  // the other one; itself, around a periodic axis
  std::vector<box> boxes;
};
struct exchange_plan {
  std::vector<exchange_message> sends, receives;
};
exchange_plan plan_exchange(layout const& of, int process);
/// Whether an exchange fills the halo of a block, on the low side of an axis, or the high one.
bool is_exchanged(layout const& of, box const& block, int axis, bool high);

/// C-order number of an element.
std::int64_t flat_index(layout const& of, std::span<std::int64_t const> at);

}  // namespace acre::distributed::detail
