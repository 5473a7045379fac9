#pragma once

#include <acre/distributed/detail/cut.hpp>
#include <acre/distributed/halo.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
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

/// Writes a part of x's block, or of the same memory of another queue.
template <class Local, class E>
void write_part(Local const& x, E const& e, box const& block, box const& part)
{
  box mine = part;
  extents whole{};
  for (int axis = 0; axis < block.rank; ++axis) {
    mine.low[axis] -= block.low[axis];
    mine.high[axis] -= block.low[axis];
    whole[axis] = block.extent(axis);
  }
  auto local = e;
  cut(local, mine, whole);
  acre::detail::assign(part_of(x, mine), local);
}

/// Throws value_error where e reads neighbours in x.
template <class Array, class E>
void refuse_own_neighbours(char const* operation, Array const& x, E const& e)
{
  for (auto const& n : e.reads)
    if (n.halo != nullptr && array_access::reads(n, x))
      throw value_error(
          std::string("distributed::") + operation +
          ": the expression reads neighbours of the elements that it writes, and the other half "
          "would see new ones: assign it to another array, and swap the two");
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
    refuse_own_neighbours(operation, x_, e);
    if (is_rim_) require_halos(operation, e);
    next_call(x_.all());
    box const block = where.block_of(x_.all().rank()), inner = inner_box(block, e.beyond);
    note_failures_on(x_.all(), where, x_.space());
    auto const write = [&](box const& part) {
      write_part(x_.local(), e.local, block, part);
      note_failures_on(x_.all(), where, x_.space());
    };
    if (is_rim_)
      for (auto const& b : rim_boxes(block, inner)) write(b);
    else if (inner.size() > 0)
      write(inner);
  }

 private:
  Array const& x_;
  bool is_rim_;
};

/// What exchanged() gives: an expression to be assigned behind the exchanges of what it reads.
template <class E>
class exchanged_values {
 public:
  static constexpr int rank = E::rank;
  using space_type = typename E::space_type;

  explicit exchanged_values(E e) : of_(std::move(e))
  {
    for (auto const& n : of_.reads)
      if (n.halo != nullptr && std::none_of(halos_.begin(), halos_.end(),
                                            [&](name const& other) { return other.of == n.of; }))
        halos_.push_back(n);
  }
  E const& of() const { return of_; }

  /// Throws what inner(), rim() and start() do.
  template <class Array>
  void require_assignable(Array const& x) const
  {
    require_same("exchanged", x.all(), array_access::layout_of(x), of_);
    refuse_own_neighbours("exchanged", x, of_);
    for (auto const& n : halos_) require_none_under_way("exchanged", *n.halo);
  }
  template <class Array>
  void write(Array const& x) const
  {
    if constexpr (Array::space_type::queue_type::is_device)
      if (goes_beside(x)) return write_beside(x);
    for (auto const& n : halos_) n.calls->start(n);
    inner_of(x) = of_;
    for (auto const& n : halos_) n.calls->finish(n);
    rim_of(x) = of_;
  }

 private:
  template <class Array>
  static auto inner_of(Array const& x)
  {
    return part_to_assign<Array>(x, false);
  }
  template <class Array>
  static auto rim_of(Array const& x)
  {
    return part_to_assign<Array>(x, true);
  }
  /// Less than that, where kernels of several rows a thread would have rows left over, which come
  /// last and take longer: beside the rim nobody waits for them.
  static box whole_groups(box const& block, box inner)
  {
    constexpr std::int64_t group = 8;
    if (inner.rank < 2 || inner.extent(0) < 16 * group) return inner;
    std::int64_t const over = inner.extent(0) % group;
    if (inner.high[0] == block.high[0] && inner.low[0] > block.low[0])
      inner.low[0] += over;  // to the rim that is there
    else
      inner.high[0] -= over;
    return inner;
  }
  static std::int64_t bytes_of(box const& block)
  {
    return block.size() * static_cast<std::int64_t>(sizeof(typename E::value_type));
  }
  template <class Array>
  bool goes_beside(Array const& x) const
  {
    auto const& space = x.space();
    return goes_by_device(x.all(), space) &&
           std::all_of(halos_.begin(), halos_.end(),
                       [&](name const& n) { return n.calls->is_of(n, &space); });
  }

  /// From device to device nothing that is sent is copied, as start() does, for no other work comes
  /// in between: exchanges and then the rim are queued beside the inner elements. What x's queue is
  /// given from then on, the end of memory too, waits for both.
  template <class Array>
  void write_beside(Array const& x) const
  {
    auto const& space = x.space();
    auto const& where = array_access::layout_of(x);
    bool const crosses = std::any_of(halos_.begin(), halos_.end(), [](name const& n) {
      auto const& plan = n.calls->plan(n);
      return !plan.sends.empty() || !plan.receives.empty();
    });
    if (crosses) space.queue().refuse_in_capture("blocks go to other processes");
    next_call(x.all());
    note_failures_on(x.all(), where, space);
    box const block = where.block_of(x.all().rank()),
              inner = whole_groups(block, inner_box(block, of_.beyond));
    if (!crosses || bytes_of(block) < access::of(x.all()).fewest_bytes_beside) {
      for (auto const& n : halos_) n.calls->queue_on(n, &space);
      acre::detail::assign(x.local(), of_.local);
      note_failures_on(x.all(), where, space);
      return;
    }
    auto const beside = queue_beside(access::of(x.all()), space);
    beside.wait_for(space);
    try {
      if (inner.size() > 0) write_part(x.local(), of_.local, block, inner);
      for (auto const& n : halos_) n.calls->queue_on(n, &beside);
      auto local = of_.local;
      put_on_queue(local, space, beside);
      auto const there = on_queue(x.local(), beside);
      for (auto const& b : rim_boxes(block, inner)) write_part(there, local, block, b);
    } catch (...) {
      space.wait_for(beside);
      throw;
    }
    join(space, beside);
    note_failures_on(x.all(), where, space);
    note_failures_on(x.all(), where, beside);
  }

  E of_;
  std::vector<name> halos_;
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

/// next = exchanged(e) is an exchange of each array whose halo e reads, and next = e: the same bits
/// by one call, which sends, computes what needs no halo while the messages are on their way, and
/// then the rim.
///
/// ```cpp
/// using namespace distributed;
/// virtual_processes(4, [](processes const& all) {
///   auto const where = blocks(shape(20, 20), axes(0, 1), halo(1), periodic(0, 1));
///   distributed::array<double, 2> now(all, where), next(all, where);
///   now = acre::distributed::where(coordinate(now, 0) == coordinate(now, 1), 1.0, 0.0);
///   for (int k = 0; k < 100; ++k) {
///     next = exchanged(now + 0.2 * (shifted<1, 0>(now) + shifted<-1, 0>(now) +
///                                   shifted<0, 1>(now) + shifted<0, -1>(now) - 4 * now));
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
/// From device to device it is queued, on the array's queue and one beside it, and is quicker than
/// start(), inner(), finish() and rim(): nothing else comes in between, so that what is sent needs
/// no copy and the rim is computed beside the inner elements. (By NCCL blocks of less than 64 MiB
/// are computed behind the exchange.) Scratch: parts that aren't neighbours in memory.
///
/// Only to be assigned: to an array, whose memory is kept as next = e keeps it, or a new one.
/// Throws shape_error where the blocks differ; value_error where e reads neighbours in `next`
/// itself, where the exchange of an array is under way, and while a graph is captured; before
/// anything is sent.
template <detail::whole_operand E>
[[nodiscard]] auto exchanged(E&& e)
{
  auto t = detail::term_or_scalar(std::forward<E>(e));
  return detail::exchanged_values<decltype(t)>(std::move(t));
}

}  // namespace acre::distributed
