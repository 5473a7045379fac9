#pragma once

#include <acre/distributed/detail/axis_groups.hpp>
#include <acre/distributed/detail/failures.hpp>
#include <acre/distributed/detail/pieces.hpp>
#include <acre/distributed/detail/reduce_axes.hpp>
#include <acre/order/quantile.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Quantiles along axes. Where a cut axis is reduced, the processes along it deal out the lines of
/// elements that are reduced, whole lines each, and tell each other the results.
namespace acre::distributed::detail {

/// What quantiles are asked for: R and Value as acre::detail::quantiles has them; of a list their
/// axis comes first.
template <class R, class Value, bool OfList>
struct quantiles_wanted {
  char const* operation;
  std::vector<double> q;
  acre::detail::quantile_method method;
  bool skip_nan;

  template <int OutRank, class E>
  auto of(E const& e, acre::detail::axis_mask<E::rank> const& mask) const
  {
    return acre::detail::quantiles<R, Value, OfList, OutRank>(e, mask, q, method, skip_nan);
  }
  /// Throws where they are of no elements and aren't NaN for it.
  void require_elements() const
  {
    if (!std::is_floating_point_v<R> || !(skip_nan || std::is_same_v<Value, acre::detail::middle>))
      acre::detail::refuse_quantile_of_nothing();
  }
};

/// The processes that have parts of the same lines, how many elements of a line each has, and which
/// lines each computes.
struct line_group {
  std::vector<int> members;
  std::vector<std::int64_t> lengths;
  std::int64_t lines, total = 0;
  std::size_t me = 0;

  line_group(layout const& of, int process, std::span<bool const> gone, std::int64_t kept)
      : members(of.along(process, gone)), lines(kept)
  {
    for (int const member : members) {
      box const b = of.block_of(member);
      std::int64_t length = 1;
      for (int a = 0; a < of.rank(); ++a)
        if (gone[static_cast<std::size_t>(a)]) length *= b.extent(a);
      lengths.push_back(length);
      total += length;
      if (member == process) me = lengths.size() - 1;
    }
  }
  std::int64_t first_line(std::size_t member) const
  {
    return lines * static_cast<std::int64_t>(member) / static_cast<std::int64_t>(members.size());
  }
  std::int64_t lines_of(std::size_t member) const
  {
    return first_line(member + 1) - first_line(member);
  }
};

template <int OutRank, class R, class Value, bool OfList, class Local, std::size_t N>
auto quantiles_along(quantiles_wanted<R, Value, OfList> const& wanted, term<Local, N> const& t,
                     acre::detail::axis_mask<Local::rank> const& mask)
{
  using T = typename Local::value_type;
  using space_type = typename Local::space_type;
  constexpr int rank = Local::rank, out_rank = OutRank + (OfList ? 1 : 0);
  auto const gone = span_of<rank>(mask);
  layout const& of = *t.where;
  auto const left = of.without(gone, OutRank == rank);
  auto const numbers = static_cast<std::int64_t>(wanted.q.size());
  layout const where = OfList ? left.behind(numbers) : left;
  if (where.size() > 0 && acre::detail::reduced_count(t.shape(), gone) == 0)
    wanted.require_elements();
  next_call(t.all);
  if (cuts_along(of, gone) == cut_of::none) {
    auto const fence = [&] { t.space().fence(); };
    note_failures(t.all, of, fence);
    auto const block = wanted.template of<OutRank>(t.local, mask);
    note_failures(t.all, of, fence);
    return array_of(t.all, where, block);
  }
  joint_name const name{along_axes(wanted.operation, gone), dtype_name<T>(), t.where.get()};
  space_type const& space = t.space();
  line_group const group(of, t.all.rank(), gone, left.block_of(t.all.rank()).size());
  std::int64_t const own = group.lengths[group.me], width = group.lines_of(group.me);
  acre::array<T, 2, space_type> mine, lines;
  acre::array<R, 2, space_type> results, all_results;
  auto failed = failure_of(t, [&] {
    mine = acre::detail::lines_of<T>(t.local, t.local.shape(), mask, group.lines, own);
    lines = acre::array<T, 2, space_type>(space, shape_t<2>{width, group.total});
    all_results = acre::array<R, 2, space_type>(space, shape_t<2>{numbers, group.lines});
  });
  gather_all(t.all, name, {}, failed);
  {
    std::vector<array_part<acre::array<T, 2, space_type>>> sends, receives;
    std::int64_t at = 0;
    for (std::size_t m = 0; m < group.members.size(); ++m) {
      sends.push_back({group.members[m], part_of(mine, shape_t<2>{group.first_line(m), 0},
                                                 shape_t<2>{group.lines_of(m), own})});
      receives.push_back({group.members[m],
                          part_of(lines, shape_t<2>{0, at}, shape_t<2>{width, group.lengths[m]})});
      at += group.lengths[m];
    }
    send_parts(wanted.operation, t.all, space, sends, receives);
  }
  failed = failure_of(t, [&] {
    results = wanted.template of<1>(lines, {false, true}).reshape(shape_t<2>{numbers, width});
  });
  gather_all(t.all, name, {}, failed);
  std::vector<array_part<acre::array<R, 2, space_type>>> sends, receives;
  for (std::size_t m = 0; m < group.members.size(); ++m) {
    sends.push_back({group.members[m], results});
    receives.push_back({group.members[m], part_of(all_results, shape_t<2>{0, group.first_line(m)},
                                                  shape_t<2>{numbers, group.lines_of(m)})});
  }
  send_parts(wanted.operation, t.all, space, sends, receives);
  box const b = where.block_of(t.all.rank());
  shape_t<out_rank> extent{};
  for (int a = 0; a < out_rank; ++a) extent[a] = b.extent(a);
  return array_of(t.all, where, all_results.reshape(extent));
}

}  // namespace acre::distributed::detail
