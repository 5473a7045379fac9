#pragma once

#include <acre/distributed/array.hpp>
#include <acre/distributed/detail/pack.hpp>
#include <acre/distributed/detail/transfer.hpp>
#include <acre/distributed/detail/translate.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Whole arrays between one process and all, and blocks to other processes. Bytes are moved as they
/// are: from device to device where the transport takes their memory, which is queued, else through
/// the host. Together: every process makes the call, and throws value_error where the others'
/// calls, dtypes or blocks differ, index_error for a bad index that any process met before.
namespace acre::distributed {

namespace detail {

inline void require_process(char const* operation, processes const& all, int root)
{
  if (root < 0 || root >= all.size())
    throw value_error(std::string("distributed::") + operation + ": there is no process " +
                      std::to_string(root) + " among " + std::to_string(all.size()));
}

}  // namespace detail

/// The whole array on one process; on the others an array without a shape. Its elements cross once;
/// the process needs memory for all, twice. Throws value_error for a process that is not there.
///
/// ```cpp
/// using namespace distributed;
/// virtual_processes(3, [](processes const& all) {
///   distributed::array<std::int64_t, 1> x(all, blocks(shape(5)));
///   x = coordinate(x, 0);
///   auto const whole = gather_to(x * x, 0);
///   if (all.rank() == 0) std::cout << whole << '\n';
/// });
/// ```
/// ```text
/// [ 0  1  4  9 16]
/// ```
template <detail::whole_operand E>
auto gather_to(E const& e, int root)
{
  using T = typename E::value_type;
  using space = typename E::space_type;
  constexpr int rank = E::rank;
  auto const t = detail::as_term(e);
  detail::require_process("gather_to", t.all, root);
  detail::next_call(t.all);
  detail::note_failures_on(t.all, *t.where, t.space());
  auto failed = detail::take_pending(t.all);
  bool const by_transfer = detail::goes_by_transfer(t.all, t.space());
  backends::byte_message mine;
  acre::array<T, rank, space> whole, block;
  detail::try_to(failed, [&] {
    block = acre::evaluate(t.local);
    detail::note_failures_on(t.all, *t.where, t.space());
    detail::take_pending(t.all, failed);
    if (!by_transfer && t.where->owns(t.all.rank())) mine = detail::packed(block);
    if (t.all.rank() == root) whole = acre::array<T, rank, space>(t.space(), t.shape());
  });
  detail::gather_all(t.all,
                     {"gather_to process " + std::to_string(root), dtype_name<T>(), t.where.get()},
                     {}, failed);
  auto const of_all = detail::box_of(*t.where);
  if (by_transfer) {
    std::vector<detail::array_part<acre::array<T, rank, space>>> receives;
    if (t.all.rank() == root)
      for (int p = 0; p < t.all.size(); ++p)
        receives.push_back({p, detail::part_of(whole, of_all, t.where->own_block_of(p))});
    detail::box const mine_of = t.where->block_of(t.all.rank()),
                      own = t.where->own_block_of(t.all.rank());
    detail::transfer_parts(
        t.all, t.space(),
        {{root, detail::part_of(block, mine_of, detail::common_box(own, mine_of))}}, receives);
    return whole;
  }
  auto const all = detail::access::of(t.all).gather(root, std::move(mine));
  if (t.all.rank() == root)
    for (int p = 0; p < t.all.size(); ++p)
      detail::unpack(detail::part_of(whole, of_all, t.where->own_block_of(p)),
                     all[static_cast<std::size_t>(p)], "gather_to", p);
  return whole;
}

/// The elements that process `root` has in `whole`, as blocks; the others' `whole` isn't looked at.
/// Throws shape_error on all processes where root's shape is not that of the blocks.
template <acre::element T, int Rank, class Space>
array<T, Rank, Space> scatter_from(int root, acre::array<T, Rank, Space> const& whole,
                                   processes const& all, blocks<Rank> const& where)
{
  detail::require_process("scatter_from", all, root);
  bool const has_whole = all.rank() == root && whole.has_shape();
  auto const to = detail::array_access::to_be_written<array<T, Rank, Space>>(
      all, has_whole ? whole.space() : own_space<Space>(all), where.wanted());
  bool const by_transfer = detail::goes_by_transfer(all, to.space());
  auto const& l = detail::array_access::layout_of(to);
  std::optional<detail::failure> failed = detail::take_pending(all);
  std::vector<backends::byte_message> parts(static_cast<std::size_t>(all.size()));
  if (all.rank() == root)
    detail::try_to(failed, [&] {
      if (!whole.has_shape() || whole.shape() != where.shape())
        throw shape_error("distributed::scatter_from: an array of shape " +
                          acre::to_string(whole.shape()) + " for blocks of " +
                          acre::to_string(where.shape()));
      for (int p = 0; p < all.size() && !by_transfer; ++p)
        parts[static_cast<std::size_t>(p)] =
            detail::packed(detail::part_of(whole, detail::box_of(l), l.block_of(p)));
    });
  detail::gather_all(all, {"scatter_from process " + std::to_string(root), dtype_name<T>(), &l}, {},
                     failed);
  if (by_transfer) {
    std::vector<detail::array_part<acre::array<T, Rank, Space>>> sends;
    for (int p = 0; p < all.size() && all.rank() == root; ++p)
      sends.push_back({p, detail::part_of(whole, detail::box_of(l), l.block_of(p))});
    detail::transfer_parts(all, to.space(), sends, {{root, to.local()}});
    return to;
  }
  auto const mine = detail::access::of(all).all_to_all(std::move(parts));
  detail::unpack(to.local(), mine[static_cast<std::size_t>(root)], "scatter_from", root);
  return to;
}

/// The same elements in other blocks: of the same shape, as a blocks() or, with one block along
/// the rest, the axes that are cut. Each element crosses once at most.
///
/// ```cpp
/// using namespace distributed;
/// virtual_processes(4, [](processes const& all) {
///   distributed::array<double, 2> u(all, blocks(shape(6, 6), axes(0, 1)));
///   u = 0.5;
///   double const total = sum(redistribute(u, axes(0)));  // slabs, which have an order
///   if (all.rank() == 0) std::cout << total << '\n';
/// });
/// ```
/// ```text
/// 18
/// ```
///
/// Throws shape_error where the shapes differ.
template <detail::whole_operand E>
auto redistribute(E const& e, blocks<E::rank> const& where)
{
  using T = typename E::value_type;
  using space = typename E::space_type;
  auto const t = detail::as_term(e);
  if (where.shape() != t.shape())
    throw shape_error("distributed::redistribute: blocks of " + acre::to_string(where.shape()) +
                      " for an array of shape " + acre::to_string(t.shape()));
  auto const to = detail::array_access::to_be_written<array<T, E::rank, space>>(t.all, t.space(),
                                                                                where.wanted());
  return detail::translated("redistribute", t, {{detail::box_of(*t.where), {}}},
                            [&] { return to; });
}
template <detail::whole_operand E, std::size_t N>
auto redistribute(E const& e, axis_list<N> const& axes)
{
  return redistribute(e, blocks(e.shape(), axes));
}

}  // namespace acre::distributed
