#pragma once

#include <acre/distributed/detail/cut.hpp>
#include <acre/distributed/halo.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

/// Assignments in two halves, around finish(u): of the elements that need none of what an exchange
/// brings, and of the others.
namespace acre::distributed {

namespace detail {

/// The elements of a block that an expression of this reach computes from the block's own.
inline box inner_box(box const& block, reach const& far)
{
  box b = block;
  for (int axis = 0; axis < block.rank; ++axis) {
    b.low[axis] = std::min(block.high[axis], block.low[axis] + far.low[axis]);
    b.high[axis] = std::max(b.low[axis], block.high[axis] - far.high[axis]);
  }
  return b;
}

/// The others, in boxes that have no element in common.
inline std::vector<box> rim_boxes(box const& block, box const& inner)
{
  std::vector<box> boxes;
  box rest = block;
  auto const add = [&](box const& b) {
    if (b.size() > 0) boxes.push_back(b);
  };
  if (inner.size() == 0) {
    add(block);
    return boxes;
  }
  for (int axis = 0; axis < block.rank; ++axis) {
    box low = rest, high = rest;
    low.high[axis] = inner.low[axis];
    high.low[axis] = inner.high[axis];
    add(low);
    add(high);
    rest.low[axis] = inner.low[axis];
    rest.high[axis] = inner.high[axis];
  }
  return boxes;
}

/// What inner() and rim() give: something to assign to.
template <class Array>
class part_to_assign {
 public:
  part_to_assign(Array const& x, bool is_rim) : x_(x), is_rim_(is_rim) {}
  part_to_assign(part_to_assign const&) = delete;

  template <whole_operand E>
  void operator=(E const& whole) const
  {
    static_assert(E::rank == Array::rank,
                  "acre: a distributed array is assigned one of as many axes");
    char const* const operation = is_rim_ ? "rim" : "inner";
    auto const e = as_term(whole);
    auto const& where = array_access::layout_of(x_);
    require_same(operation, x_.all(), where, e);
    for (auto const& n : e.reads)
      if (n.halo != nullptr && array_access::reads(n, x_))
        throw value_error(
            std::string("distributed::") + operation +
            ": the expression reads neighbours of the elements that it writes, and the other half "
            "would see new ones: assign it to another array, and swap the two");
    if (is_rim_) require_halos(operation, e);
    next_call(x_.all());
    box const block = where.block_of(x_.all().rank()), inner = inner_box(block, e.beyond);
    note_failures_on(x_.all(), where, x_.space());
    if (is_rim_)
      for (auto const& b : rim_boxes(block, inner)) write(e, where, block, b);
    else if (inner.size() > 0)
      write(e, where, block, inner);
  }

 private:
  template <class E>
  void write(E const& e, layout const& where, box const& block, box const& part) const
  {
    box mine = part;
    extents whole{};
    for (int axis = 0; axis < block.rank; ++axis) {
      mine.low[axis] -= block.low[axis];
      mine.high[axis] -= block.low[axis];
      whole[axis] = block.extent(axis);
    }
    auto local = e.local;
    cut(local, mine, whole);
    acre::detail::assign(part_of(x_.local(), mine), local);
    note_failures_on(x_.all(), where, x_.space());
  }

  Array const& x_;
  bool is_rim_;
};

}  // namespace detail

/// inner(x) = e writes the elements of this process' block for which e reads none of what an
/// exchange brings: what can be computed between start(u) and finish(u). rim(x) = e writes the
/// others, behind finish(u). How wide the rim is, e's shifted() say: nothing is forgotten, and
/// nothing computed twice. Together they are x = e, with the same bits.
///
/// ```cpp
/// using namespace distributed;
/// virtual_processes(4, [](processes const& all) {
///   auto const where = blocks(shape(20, 20), axes(0, 1), halo(1), periodic(0, 1));
///   distributed::array<double, 2> now(all, where), next(all, where);
///   now = acre::distributed::where(coordinate(now, 0) == coordinate(now, 1), 1.0, 0.0);
///   for (int k = 0; k < 100; ++k) {
///     auto const step = now + 0.2 * (shifted(now, 1, 0) + shifted(now, -1, 0) +
///                                    shifted(now, 0, 1) + shifted(now, 0, -1) - 4 * now);
///     start(now);
///     inner(next) = step;
///     finish(now);
///     rim(next) = step;
///     std::swap(now, next);
///   }
///   double const total = sum(redistribute(now, axes(0)));
///   if (all.rank() == 0) std::cout << total << '\n';
/// });
/// ```
/// ```text
/// 20
/// ```
///
/// Writes elements, which other names of x see, and sends nothing. Throws shape_error where the
/// blocks differ; value_error where e reads neighbours in x itself, and rim() before finish(u). Not
/// for lookups by index arrays (take() in on_blocks).
template <acre::element T, int Rank, class Space>
auto inner(array<T, Rank, Space> const& x)
{
  return detail::part_to_assign<array<T, Rank, Space>>(x, false);
}
template <acre::element T, int Rank, class Space>
auto rim(array<T, Rank, Space> const& x)
{
  return detail::part_to_assign<array<T, Rank, Space>>(x, true);
}

}  // namespace acre::distributed
