#pragma once

#include <acre/array/axes.hpp>
#include <acre/array/detail/shape_rules.hpp>
#include <acre/array/shape.hpp>
#include <acre/distributed/detail/layout.hpp>
#include <acre/error.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace acre {

namespace distributed {

/// So many elements of the neighbours' on either side of a block: halo(1) along every axis that is
/// cut or periodic, halo(1, 0, 2) along each.
struct halo {
  template <std::integral... Width>
  explicit halo(Width... width) : widths{static_cast<std::int64_t>(width)...}
  {}
  std::vector<std::int64_t> widths;
};

/// Axes whose first element is the last one's neighbour: periodic(0, 1).
struct periodic {
  template <std::convertible_to<axis_number>... Axis>
  explicit periodic(Axis... which) : axis{axis_number(which)...}
  {}
  std::vector<int> axis;
};

/// So many processes along each axis: grid(2, 3). Their product is the number of processes.
struct grid {
  template <std::integral... Count>
  explicit grid(Count... count) : counts{static_cast<int>(count)...}
  {}
  std::vector<int> counts;
};

/// Where an axis is cut: cuts(0, {0, 10, 10, 50}) gives process 0 elements 0 to 9, process 1 none,
/// process 2 the rest of 50. A process more than there are numbers ends the axis.
struct cuts {
  cuts(axis_number of, std::vector<std::int64_t> at) : axis(of), first(std::move(at)) {}
  int axis;
  std::vector<std::int64_t> first;
};

/// How an array is cut into one block a process, whatever their number: the shape of the whole, and
/// in any order the axes that are cut (axis 0, where none are named), halo, periodic, grid, cuts.
///
/// ```cpp
/// using namespace distributed;
/// auto const where = blocks(shape(1000, 500), halo(1), periodic(0));        // slabs of rows
/// auto const tiles = blocks(shape(1000, 500), axes(0, 1), halo(1));         // blocks
/// auto const uneven = blocks(shape(1000, 500), cuts(0, {0, 900, 1000}));    // on two processes
/// std::cout << to_string(where.shape()) << '\n';
/// ```
/// ```text
/// (1000,500)
/// ```
///
/// n elements on p processes are cut as NumPy's array_split does: the first n % p blocks have one
/// element more. Several axes share the processes so that blocks' surfaces are small; grid() says
/// it otherwise. A block may be empty. Throws value_error: an axis that is named twice, a negative
/// halo or one that is wider than its axis, cuts that are not in order or don't end where the axis
/// does, a grid of another number of processes (that, and whether the cuts are as many, where the
/// processes are known: when an array is made); index_error for an axis that is not there.
template <int Rank>
class blocks {
 public:
  template <std::size_t N, class... Option>
  explicit blocks(std::array<std::int64_t, N> const& shape, Option const&... option)
  {
    static_assert(N > 0 && N <= std::size_t(max_rank),
                  "acre: an array of several processes has 1 to 8 axes");
    wanted_.rank = Rank;
    for (int axis = 0; axis < Rank; ++axis) wanted_.shape[axis] = shape[axis];
    wanted_.cuts.resize(Rank);
    shape_ = shape;
    size_of(shape_);  // throws for a negative extent
    (set(option), ...);
    finish();
  }

  shape_t<Rank> const& shape() const { return shape_; }
  /// The same blocks and halos for arrays of this layout on so many processes.
  detail::wanted_blocks const& wanted() const { return wanted_; }

 private:
  template <std::size_t M>
  void set(axis_list<M> const& axes)
  {
    for (int const axis : axes.axis) cut(axis);
  }
  void set(halo const& h) { widths_ = h.widths; }
  void set(periodic const& p)
  {
    for (int const axis : p.axis)
      wanted_.periodic[acre::detail::normalized_axis(axis, Rank)] = true;
  }
  void set(grid const& g) { wanted_.grid = g.counts; }
  void set(cuts const& c)
  {
    int const axis = acre::detail::normalized_axis(c.axis, Rank);
    wanted_.cuts[static_cast<std::size_t>(axis)] = c.first;
    wanted_.cut[axis] = true;
  }
  void cut(int named)
  {
    int const axis = acre::detail::normalized_axis(named, Rank);
    if (named_[axis]) throw value_error("blocks: axis " + std::to_string(axis) + " is named twice");
    named_[axis] = wanted_.cut[axis] = true;
  }
  void finish()
  {
    bool any = false;
    for (int axis = 0; axis < Rank; ++axis) any = any || wanted_.cut[axis];
    if (!any) wanted_.cut[0] = true;
    if (widths_.size() > 1 && widths_.size() != std::size_t(Rank))
      throw value_error("blocks: halo() names " + std::to_string(widths_.size()) + " widths for " +
                        std::to_string(Rank) + " axes: one for all, or one for each");
    for (int axis = 0; axis < Rank && !widths_.empty(); ++axis) {
      bool const one_for_all = widths_.size() == 1 && Rank > 1;
      wanted_.halo[axis] = !one_for_all ? widths_[static_cast<std::size_t>(axis)]
                           : wanted_.cut[axis] || wanted_.periodic[axis] ? widths_[0]
                                                                         : 0;
    }
  }

  shape_t<Rank> shape_{};
  detail::wanted_blocks wanted_;
  std::vector<std::int64_t> widths_;
  std::array<bool, max_rank> named_{};
};

template <std::size_t N, class... Option>
blocks(std::array<std::int64_t, N> const&, Option const&...) -> blocks<static_cast<int>(N)>;

}  // namespace distributed
}  // namespace acre
